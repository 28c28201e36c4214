import { redirect } from 'react-router'
import { safeOriginPath } from '#domain/accounts/after-sign-in.ts'
import type { Route } from './+types/choose-data.ts'
import { dataCookie, parseDataChoice } from './low-data.ts'

/** The footer's switch: saves the choice and returns to the page, which is then made light or full. */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const back = safeOriginPath(form.get('back')) ?? '/'
  return redirect(back, { headers: { 'Set-Cookie': dataCookie(parseDataChoice(form.get('data'))) } })
}

export function loader() {
  return redirect('/')
}
