import { redirect } from 'react-router'
import { safeOriginPath } from '#domain/accounts/after-sign-in.ts'
import type { Route } from './+types/choose.ts'
import { parseTheme, themeCookie } from './preference.ts'

/** The footer's theme switch without scripts: stores the choice and redirects back to the page. */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData()
  const back = safeOriginPath(form.get('back')) ?? '/'
  return redirect(back, { headers: { 'Set-Cookie': themeCookie(parseTheme(form.get('theme'))) } })
}

export function loader() {
  return redirect('/')
}
