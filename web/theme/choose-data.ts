import { redirect } from 'react-router'
import { safeOriginPath } from '#domain/accounts/after-sign-in.ts'
import type { Route } from './+types/choose-data.ts'
import { dataCookie, parseDataChoice } from './low-data.ts'

/** The footer's low-data switch: stores the choice and redirects back to the page. */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const back = safeOriginPath(form.get('back')) ?? '/'
  return redirect(back, { headers: { 'Set-Cookie': dataCookie(parseDataChoice(form.get('data'))) } })
}

export function loader() {
  return redirect('/')
}
