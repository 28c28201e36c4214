/// <reference path="./po.d.ts" />
import type { Messages } from '@lingui/core'
import { i18nIn, openLanguage } from './i18n.ts'
import type { Language } from './languages.ts'

/** Each a file of its own, which only its readers' browsers fetch. */
const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>> = {
  pcm: () => import('./pcm.po'),
  ha: () => import('./ha.po'),
  yo: () => import('./yo.po'),
  ig: () => import('./ig.po'),
}

/** Opens a language; English is always open. Throws if its texts cannot be fetched. */
export async function fetchLanguage(language: Language) {
  if (language === 'en' || i18nIn(language).locale === language) return i18nIn(language)
  const [{ messages }, { SENTENCES }] = await Promise.all([CATALOGUES[language](), import('./sentences.ts')])
  return openLanguage(language, { messages, sentences: SENTENCES })
}
