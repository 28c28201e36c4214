import type { MiddlewareFunction } from 'react-router'
import { siteContext, viewerContext } from '../context.ts'

const REFERRAL_COOKIE = 'ajoja-ref'
const THIRTY_DAYS_SECONDS = 30 * 24 * 3600

/** A referral code from a share link; null for anything else. */
export function referralCode(value: string | null | undefined): string | null {
  const code = (value ?? '').trim().toUpperCase()
  return /^[A-Z0-9]{6,12}$/.test(code) ? code : null
}

/** The code of the share link that brought this browser here, if any. */
export function rememberedReferral(cookies: string | null): string | null {
  const found = (cookies ?? '').split(';').find((part) => part.trim().startsWith(`${REFERRAL_COOKIE}=`))
  return referralCode(found?.split('=')[1])
}

/** Keeps a share link's code (`?ref=`) until the reader signs up; the latest link counts. */
export const rememberReferral: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next()
  const code = referralCode(new URL(request.url).searchParams.get('ref'))
  if (!code || context.get(viewerContext).userId !== null) return response
  const secure = context.get(siteContext).origin.startsWith('https:') ? '; Secure' : ''
  const cookie = `${REFERRAL_COOKIE}=${code}; Path=/; Max-Age=${THIRTY_DAYS_SECONDS}; SameSite=Lax; HttpOnly${secure}`
  response.headers.append('set-cookie', cookie)
  return response
}
