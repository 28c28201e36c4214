/// <reference path="./po.d.ts" />
import type { Messages } from '@lingui/core'
import { i18nFor, openLanguage } from './i18n.ts'
import type { Language } from './languages.ts'

/** Each catalogue is a separate chunk, loaded only by browsers that need it. */
const CATALOGUES: Record<Exclude<Language, 'en'>, () => Promise<{ messages: Messages }>> = {
  pcm: () => import('./pcm.po'),
  ha: () => import('./ha.po'),
  yo: () => import('./yo.po'),
  ig: () => import('./ig.po'),
}

/** Loads a language's catalogue; English is always available. Throws if it cannot be loaded. */
export async function fetchLanguage(language: Language) {
  if (language === 'en' || i18nFor(language).locale === language) return i18nFor(language)
  const { messages } = await CATALOGUES[language]()
  return openLanguage(language, messages)
}
