import { cookieValue } from '#web/cookie.ts'

/**
 * The languages of the buyers' screens with their own names; the environment variable `LANGUAGES` lists the offered
 * ones. `tag` is the page's `lang` attribute (BCP 47). A new one also needs an entry in `CATALOGUES` and in
 * lingui.config.ts; `npm run words` then writes its catalogue.
 */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en-NG' },
  pcm: { name: 'Naijá (Pidgin)', tag: 'pcm-NG' },
  ha: { name: 'Hausa', tag: 'ha-NG' },
  yo: { name: 'Yorùbá', tag: 'yo-NG' },
  ig: { name: 'Igbo', tag: 'ig-NG' },
} as const

export type Language = keyof typeof LANGUAGES

/** The cookie with the chosen language; without it the site is in English. */
export const LANGUAGE_COOKIE = 'language'

/** The language of the request's cookie; English if it is not offered. */
export function languageFromCookie(headers: Headers, offered: readonly Language[]): Language {
  return parseLanguage(cookieValue(headers.get('cookie'), LANGUAGE_COOKIE), offered)
}

export function parseLanguage(value: unknown, offered: readonly Language[]): Language {
  return offered.find((language) => language === value) ?? 'en'
}

/** The language with this BCP 47 tag (the page's `lang` attribute); English if unknown. */
export function languageByTag(tag: string): Language {
  const languages = Object.keys(LANGUAGES) as Language[]
  return languages.find((language) => LANGUAGES[language].tag === tag) ?? 'en'
}

export function languageCookie(language: Language): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${365 * 24 * 3600}; SameSite=Lax`
}
