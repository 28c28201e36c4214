import type { MiddlewareFunction } from 'react-router'
import { normaliseReferralCode } from '#domain/rewards/referrals.ts'
import { siteContext, viewerContext } from '#web/context.ts'
import { cookieValue } from '#web/cookie.ts'

export const REFERRAL_COOKIE = 'ajoja-ref'
const THIRTY_DAYS_SECONDS = 30 * 24 * 3600

/** The referral code from the cookie; null if there is none. */
export function referralFromCookies(cookies: string | null): string | null {
  return normaliseReferralCode(cookieValue(cookies, REFERRAL_COOKIE))
}

/** Stores a share link's code (`?ref=`) in a cookie until the viewer signs up; the latest link counts. */
export const storeReferral: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next()
  const code = normaliseReferralCode(new URL(request.url).searchParams.get('ref'))
  if (!code || context.get(viewerContext).userId !== null) return response
  const secure = context.get(siteContext).origin.startsWith('https:') ? '; Secure' : ''
  const cookie = `${REFERRAL_COOKIE}=${code}; Path=/; Max-Age=${THIRTY_DAYS_SECONDS}; SameSite=Lax; HttpOnly${secure}`
  response.headers.append('set-cookie', cookie)
  return response
}
