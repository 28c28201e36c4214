import type { Config } from '#config'
import type { ApiKeys } from '#platform/http/keys.ts'
import type { BareAnswer } from '#platform/http/request-log.ts'
import { type KeptAnswers, keepAnswers } from '#platform/kept-answers/kept-answers.ts'
import type { Database } from '#platform/postgres/database.ts'
import { CART_COOKIE } from '#web/cart/cart-keys.ts'
import { isKeptPage } from '#web/kept-pages.ts'
import { LANGUAGE_COOKIE } from '#web/languages/languages.ts'
import { REFERRAL_COOKIE } from '#web/session/referral.ts'
import { DATA_COOKIE } from '#web/theme/low-data.ts'
import { THEME_COOKIE } from '#web/theme/preference.ts'

interface KeptAnswersDeps {
  config: Pick<Config, 'keptAnswersMb' | 'languages' | 'siteUrl'>
  database: Database
  keys: Pick<ApiKeys, 'publishable'>
  /** Hears of each answer from memory; returns the id that it goes out with. */
  note(answer: BareAnswer): string
}

/** What this site keeps of its answers; null where the operator wants none. */
export function ownKeptAnswers(
  { config, database, keys, note }: KeptAnswersDeps,
  onFault: (fault: unknown) => void,
): KeptAnswers | null {
  if (config.keptAnswersMb === 0) return null
  return keepAnswers({
    database: database.lane('live'),
    maxBytes: config.keptAnswersMb * 1024 * 1024,
    origin: config.siteUrl,
    publishableKey: keys.publishable,
    isPage: isKeptPage,
    pageCookies: {
      [THEME_COOKIE]: ['light', 'dark'],
      [DATA_COOKIE]: ['low', 'full'],
      [LANGUAGE_COOKIE]: config.languages,
    },
    pageHeaders: { 'save-data': ['on'] },
    idleCookies: [REFERRAL_COOKIE, CART_COOKIE],
    // Signed-in people's browsers renew their sessions without a token; a visitor's cart is in their cookie, and nowhere here.
    quietWrites: ['/auth/v1/', '/cart'],
    asCopy: withAge,
    note,
    onFault,
  })
}

/** Shows the line that every page brings hidden (web/root.tsx), in its own language, with the time of day. */
function withAge(html: string, madeAt: Date): string {
  const time = madeAt.toLocaleTimeString('en-NG', { timeZone: 'Africa/Lagos', hour: '2-digit', minute: '2-digit' })
  return html.replace(
    /(<p id="saved-copy"[^>]*?) hidden=""([^>]*>[^<]*)/,
    (_, start, rest) => `${start}${rest} ${time}`,
  )
}
