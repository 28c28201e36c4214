import { redirect } from 'react-router'
import { safeOriginPath } from '#domain/accounts/after-sign-in.ts'
import { siteContext } from '#web/context.ts'
import type { Route } from './+types/choose-language.ts'
import { languageCookie, parseLanguage } from './languages.ts'

/** The footer's language switch: stores the choice for a year and redirects back to the page. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const language = parseLanguage(form.get('language'), context.get(siteContext).languages)
  return redirect(safeOriginPath(form.get('back')) ?? '/', { headers: { 'Set-Cookie': languageCookie(language) } })
}

export function loader() {
  return redirect('/')
}
