import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Language } from './languages.ts'

/** The locale for numbers, the same in every language. */
const FORMATS = 'en-NG'

/** English: the texts in the code, without a catalogue. */
export const english: I18n = newI18n('en', {})

const open: Partial<Record<Language, I18n>> = { en: english }

/** Registers a language's loaded catalogue. The server registers all offered languages, a browser only its own. */
export function openLanguage(language: Language, messages: Messages): I18n {
  const i18n = newI18n(language, messages)
  open[language] = i18n
  return i18n
}

/** The I18n of a registered language; otherwise English. */
export const i18nFor = (language: Language): I18n => open[language] ?? english

/** For a page's `meta`, which has no access to contexts: the I18n for the language of root's loader. */
export function i18nFromMatches(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): I18n {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { language?: Language } | undefined
  return i18nFor(root?.language ?? 'en')
}

function newI18n(language: Language, messages: Messages): I18n {
  const i18n = setupI18n({ locale: language, messages: { [language]: messages } })
  i18n.setMessagesCompiler(compileMessage)
  i18n.activate(language, FORMATS)
  return i18n
}

/**
 * Compiles an English message, which has only simple parameters ("{count} people"), so that browsers need not load the
 * library's compiler, which is twice the size of the rest. Catalogues are compiled by the build.
 */
function compileMessage(text: string) {
  return text.split(/\{(\w+)\}/).map((part, at): string | [string] => (at % 2 ? [part] : part))
}
