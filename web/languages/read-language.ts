import type { MiddlewareFunction } from 'react-router'
import { i18nContext, siteContext } from '#web/context.ts'
import { fetchLanguage } from './catalogues.ts'
import { languageFromCookie } from './languages.ts'

/** Middleware that sets the I18n of the request's language for loaders, actions and the page. */
export const readLanguage: MiddlewareFunction<Response> = async ({ request, context }) => {
  context.set(i18nContext, await fetchLanguage(languageFromCookie(request.headers, context.get(siteContext).languages)))
}
