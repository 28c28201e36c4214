import { cookieValue } from '#web/cookie.ts'
import { STATE_COOKIE } from '#web/places/area/cookie-names.ts'
import { browserApi } from '#web/session/browser-api.ts'
import { joinAfterSignIn } from './join-after-sign-in.ts'

/** NOTE: import this file dynamically: only people who sign in to join need it. */
export const joinInBrowser = (signedIn: { form: FormData; next: string | null }): Promise<string | null> =>
  joinAfterSignIn(browserApi(), {
    ...signedIn,
    chosenState: decodeURIComponent(cookieValue(document.cookie, STATE_COOKIE) ?? '') || null,
  })
