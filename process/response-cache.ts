import type { Config } from '#config'
import type { ApiKeys } from '#platform/http/guards/keys.ts'
import type { EarlyResponse } from '#platform/http/request-log.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createResponseCache, type ResponseCache } from '#platform/response-cache/response-cache.ts'
import { TOTALS_COOKIE } from '#web/cart/sync/cart-keys.ts'
import { LANGUAGE_COOKIE } from '#web/languages/languages.ts'
import { stateCookieValues } from '#web/places/area/area-cookies.ts'
import { LGA_COOKIE, STATE_COOKIE } from '#web/places/area/cookie-names.ts'
import { isCacheablePage } from '#web/routing/page-facts.ts'
import { REFERRAL_COOKIE } from '#web/session/referral.ts'
import { DATA_COOKIE } from '#web/theme/low-data.ts'
import { THEME_COOKIE } from '#web/theme/preference.ts'

interface ResponseCacheDeps {
  config: Pick<Config, 'responseCacheMb' | 'languages' | 'siteUrl'>
  database: Database
  keys: Pick<ApiKeys, 'publishable'>
  /** Logs each cached response; returns its request id. */
  logEarly(answer: EarlyResponse): string
}

/** The response cache; null where the operator has set its size to 0. */
export function openResponseCache(
  { config, database, keys, logEarly }: ResponseCacheDeps,
  onFault: (fault: unknown) => void,
): ResponseCache | null {
  if (config.responseCacheMb === 0) return null
  return createResponseCache({
    database: database.pool('live'),
    maxBytes: config.responseCacheMb * 1024 * 1024,
    origin: config.siteUrl,
    publishableKey: keys.publishable,
    isPage: isCacheablePage,
    pageCookies: {
      [THEME_COOKIE]: ['light', 'dark'],
      [DATA_COOKIE]: ['low', 'full'],
      [LANGUAGE_COOKIE]: config.languages,
      [STATE_COOKIE]: stateCookieValues(),
    },
    pageHeaders: { 'save-data': ['on'] },
    // Not a visitor's cart, whose cookie is set by forms without scripts: their pages show its totals.
    idleCookies: [REFERRAL_COOKIE, TOTALS_COOKIE, LGA_COOKIE],
    // These writes change no cached page: session refreshes, and the cart, which a visitor has in a cookie.
    quietWrites: ['/auth/v1/', '/cart'],
    markAsCopy: withAge,
    logEarly,
    onFault,
  })
}

/** Reveals the hidden line of web/root.tsx that says since when a page is a stale copy, in the page's language. */
function withAge(html: string, madeAt: Date): string {
  const time = madeAt.toLocaleTimeString('en-NG', { timeZone: 'Africa/Lagos', hour: '2-digit', minute: '2-digit' })
  return html.replace(
    /(<p id="saved-copy"[^>]*?) hidden=""([^>]*>[^<]*)/,
    (_, start, rest) => `${start}${rest} ${time}`,
  )
}
