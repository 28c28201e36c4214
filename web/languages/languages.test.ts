import { expect, test } from 'vitest'
import { LANGUAGES, type Language, languageByTag, languageCookie, languageFromCookie } from './languages.ts'

const OFFERED: Language[] = ['en', 'pcm']

test.each([
  [undefined, 'en'],
  ['language=pcm', 'pcm'],
  ['theme=dark; language=pcm; data=low', 'pcm'],
  ['language=ha', 'en'],
  ['language=<script>', 'en'],
  ['xlanguage=pcm', 'en'],
])('the cookie %j selects %s', (cookie, language) => {
  expect(languageFromCookie(new Headers(cookie ? { cookie } : {}), OFFERED)).toBe(language)
})

test('round-trips the language through the cookie and the page’s tag', () => {
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    const cookie = languageCookie(language).split(';')[0] ?? ''
    expect(languageFromCookie(new Headers({ cookie }), ['en', language])).toBe(language)
    expect(languageByTag(LANGUAGES[language].tag)).toBe(language)
  }
  expect(languageByTag('fr')).toBe('en')
})
