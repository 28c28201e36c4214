import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Language } from './languages.ts'

interface Catalogue {
  messages: Messages
  /** Messages of the server, with their parameters. */
  sentences: readonly string[]
}

/** The locale for numbers, the same in every language. */
const FORMATS = 'en-NG'

/** English: the texts in the code, without a catalogue. */
export const english: I18n = newI18n('en', null)

const open: Partial<Record<Language, I18n>> = { en: english }
const sentences = new WeakMap<I18n, readonly string[]>()

/** Registers a language's loaded catalogue. The server registers all offered languages, a browser only its own. */
export function openLanguage(language: Language, catalogue: Catalogue): I18n {
  const i18n = newI18n(language, catalogue)
  sentences.set(
    i18n,
    [...catalogue.sentences].sort((one, other) => fixedLength(other) - fixedLength(one)),
  )
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

/** The length of a message without its parameters. */
const fixedLength = (sentence: string): number => sentence.replace(/\{\w+\}/g, '').length

/**
 * The server's messages for `translate`, those with the most fixed text first, because those with little match too
 * much.
 */
export const sentencesOf = (i18n: I18n): readonly string[] => sentences.get(i18n) ?? []

function newI18n(language: Language, catalogue: Catalogue | null): I18n {
  const i18n = setupI18n({ locale: language, messages: { [language]: catalogue?.messages ?? {} } })
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
