import type { MiddlewareFunction } from 'react-router'
import { normaliseReferralCode } from '#domain/rewards/referrals.ts'
import { cookieOf } from '#web/cookie.ts'
import { siteContext, viewerContext } from '../context.ts'

export const REFERRAL_COOKIE = 'ajoja-ref'
const THIRTY_DAYS_SECONDS = 30 * 24 * 3600

/** The code of the share link that brought this browser here, if any. */
export function rememberedReferral(cookies: string | null): string | null {
  return normaliseReferralCode(cookieOf(cookies, REFERRAL_COOKIE))
}

/** Keeps a share link's code (`?ref=`) until the reader signs up; the latest link counts. */
export const rememberReferral: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next()
  const code = normaliseReferralCode(new URL(request.url).searchParams.get('ref'))
  if (!code || context.get(viewerContext).userId !== null) return response
  const secure = context.get(siteContext).origin.startsWith('https:') ? '; Secure' : ''
  const cookie = `${REFERRAL_COOKIE}=${code}; Path=/; Max-Age=${THIRTY_DAYS_SECONDS}; SameSite=Lax; HttpOnly${secure}`
  response.headers.append('set-cookie', cookie)
  return response
}
