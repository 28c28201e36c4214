import { cookieValue } from '#web/cookie.ts'

/**
 * The cookie for light or dark; without it the system decides. Read by the server, so that the first paint is correct.
 */
export const THEME_COOKIE = 'theme'

export type Theme = 'light' | 'dark' | 'system'

export function parseTheme(value: unknown): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}

export function themeFromCookies(header: string | null): Theme {
  return parseTheme(cookieValue(header, THEME_COOKIE))
}

/** `system` removes the cookie. */
export function themeCookie(theme: Theme): string {
  const maxAgeSeconds = theme === 'system' ? 0 : 365 * 24 * 3600
  return `${THEME_COOKIE}=${theme}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax`
}
