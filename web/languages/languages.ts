import { cookieOf } from '#web/cookie.ts'

/**
 * The languages of the shop's screens, each by its own name; a setting (`LANGUAGES`) says which of them are offered.
 * `tag` is what a page says of itself (BCP 47).
 */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en-NG' },
  pcm: { name: 'Naijá (Pidgin)', tag: 'pcm-NG' },
  ha: { name: 'Hausa', tag: 'ha-NG' },
  yo: { name: 'Yorùbá', tag: 'yo-NG' },
  ig: { name: 'Igbo', tag: 'ig-NG' },
} as const

export type Language = keyof typeof LANGUAGES

/** The cookie of who chose; without it everything is in English. */
export const LANGUAGE_COOKIE = 'language'

/** The language that whoever asks has chosen; English if it is not offered. */
export function languageOf(headers: Headers, offered: readonly Language[]): Language {
  return parseLanguage(cookieOf(headers.get('cookie'), LANGUAGE_COOKIE), offered)
}

export function parseLanguage(value: unknown, offered: readonly Language[]): Language {
  return offered.find((language) => language === value) ?? 'en'
}

/** The language of a page that is already there, by what it says of itself. */
export function languageOfTag(tag: string): Language {
  const languages = Object.keys(LANGUAGES) as Language[]
  return languages.find((language) => LANGUAGES[language].tag === tag) ?? 'en'
}

export function languageCookie(language: Language): string {
  return `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${365 * 24 * 3600}; SameSite=Lax`
}
