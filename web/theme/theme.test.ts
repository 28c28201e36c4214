import { expect, it } from 'vitest'
import { themeCookie, themeFromCookies } from './preference.ts'

it('reads the choice among other cookies and ignores invalid ones', () => {
  expect(themeFromCookies('a=1; theme=dark; b=2')).toBe('dark')
  expect(themeFromCookies('theme=neon')).toBe('system')
  expect(themeFromCookies('xtheme=dark')).toBe('system')
  expect(themeFromCookies(null)).toBe('system')
})

it('deletes the cookie for the choice "system"', () => {
  expect(themeCookie('system')).toContain('Max-Age=0')
  expect(themeCookie('dark')).toContain('theme=dark')
})
