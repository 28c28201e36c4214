import { useEffect } from 'react'
import { useLocation } from 'react-router'

const REFERRAL_COOKIE = 'ajoja-ref'
const THIRTY_DAYS_SECONDS = 30 * 24 * 3600

/** A referral code as it looks in a share link; null for anything else. */
export function referralCode(value: string | null | undefined): string | null {
  const code = (value ?? '').trim().toUpperCase()
  return /^[A-Z0-9]{6,12}$/.test(code) ? code : null
}

/** The code of the share link that brought this browser here, if any. */
export function rememberedReferral(cookies: string | null): string | null {
  const found = (cookies ?? '').split(';').find((part) => part.trim().startsWith(`${REFERRAL_COOKIE}=`))
  return referralCode(found?.split('=')[1])
}

/** Keeps the code of any share link (`?ref=`) until the person signs up; the newest link counts. */
export function useRememberedReferral(): void {
  const { search } = useLocation()
  useEffect(() => {
    const code = referralCode(new URLSearchParams(search).get('ref'))
    if (!code) return
    // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox of today's phones have no cookieStore.
    document.cookie = `${REFERRAL_COOKIE}=${code}; Path=/; Max-Age=${THIRTY_DAYS_SECONDS}; SameSite=Lax`
  }, [search])
}
