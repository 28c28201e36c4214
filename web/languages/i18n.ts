import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Language } from './languages.ts'

interface Catalogue {
  messages: Messages
  /** Sentences that come from the server, with places for what varies. */
  sentences: readonly string[]
}

/** Numbers and counts are written as everywhere in the country, whatever language stands around them. */
const FORMATS = 'en-NG'

/** What is said in English: the texts in the code themselves. */
export const english: I18n = newI18n('en', null)

const open: Partial<Record<Language, I18n>> = { en: english }
const sentences = new WeakMap<I18n, readonly string[]>()

/** One language's texts, once they are there: a server has all that it offers, a page in a browser its own. */
export function openLanguage(language: Language, catalogue: Catalogue): I18n {
  const i18n = newI18n(language, catalogue)
  sentences.set(
    i18n,
    [...catalogue.sentences].sort((one, other) => wordsIn(other) - wordsIn(one)),
  )
  open[language] = i18n
  return i18n
}

/** The texts of a language that was opened; English otherwise. */
export const i18nIn = (language: Language): I18n => open[language] ?? english

/** For a page's `meta`, which no context reaches: the texts in the language that root's loader found. */
export function i18nOf(matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]): I18n {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { language?: Language } | undefined
  return i18nIn(root?.language ?? 'en')
}

/** How much of a sentence is its own. */
const wordsIn = (sentence: string): number => sentence.replace(/\{\w+\}/g, '').length

/** The sentences of the server that the catalogue of a language knows (`told`), the ones that say most first: one with little of its own fits much. */
export const sentencesOf = (i18n: I18n): readonly string[] => sentences.get(i18n) ?? []

function newI18n(language: Language, catalogue: Catalogue | null): I18n {
  const i18n = setupI18n({ locale: language, messages: { [language]: catalogue?.messages ?? {} } })
  i18n.setMessagesCompiler(placesIn)
  i18n.activate(language, FORMATS)
  return i18n
}

/**
 * The English texts stand in the code and have nothing but places for values ("{count} people"), so that no browser needs the
 * library's compiler, which is twice the rest of it; catalogues are compiled by the build.
 */
function placesIn(text: string) {
  return text.split(/\{(\w+)\}/).map((part, at): string | [string] => (at % 2 ? [part] : part))
}
