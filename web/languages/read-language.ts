import type { MiddlewareFunction } from 'react-router'
import { i18nContext, siteContext } from '#web/context.ts'
import { fetchLanguage } from './catalogues.ts'
import { languageOf } from './languages.ts'

/** Before anything else: loaders, actions and the page itself speak the reader's language. */
export const readLanguage: MiddlewareFunction<Response> = async ({ request, context }) => {
  context.set(i18nContext, await fetchLanguage(languageOf(request.headers, context.get(siteContext).languages)))
}
