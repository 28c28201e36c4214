import { cookieOf } from '#web/cookie.ts'

/** The cookie for light or dark; without it the system decides. The server reads it, so the first paint is right. */
export const THEME_COOKIE = 'theme'

export type Theme = 'light' | 'dark' | 'system'

export function parseTheme(value: unknown): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}

export function themeFromCookies(header: string | null): Theme {
  return parseTheme(cookieOf(header, THEME_COOKIE))
}

/** `system` removes the cookie. */
export function themeCookie(theme: Theme): string {
  const maxAgeSeconds = theme === 'system' ? 0 : 365 * 24 * 3600
  return `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax`
}
