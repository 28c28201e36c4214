import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import { parseArea } from '#domain/places/area.ts'
import type { Area } from '#domain/places/area-text.ts'
import { cookieValue } from '#web/cookie.ts'
import { LGA_COOKIE, STATE_COOKIE } from './cookie-names.ts'

/** The values of the state's cookie. */
export const stateCookieValues = (): string[] => NIGERIAN_STATES.map((name) => encodeURIComponent(name))

const YEAR_SECONDS = 365 * 24 * 3600

/** The area in a `Cookie` header or in `document.cookie`. */
export function areaFromCookies(header: string | null): Area | null {
  const read = (name: string) => {
    try {
      return decodeURIComponent(cookieValue(header, name) ?? '')
    } catch {
      return ''
    }
  }
  return parseArea({ state: read(STATE_COOKIE), lga: read(LGA_COOKIE) })
}

/** `Set-Cookie` values, readable by scripts, which show the local government on cached pages. No area deletes them. */
export function areaCookies(area: Area | null, { secure }: { secure: boolean }): string[] {
  const cookie = (name: string, value: string) =>
    `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${value === '' ? 0 : YEAR_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`
  return [cookie(STATE_COOKIE, area?.state ?? ''), cookie(LGA_COOKIE, area?.lga ?? '')]
}
