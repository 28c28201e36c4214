import type { I18n } from '@lingui/core'
import { createContext } from 'react'
import { errorTexts } from '#domain/texts/errors.ts'
import { inertJson } from './structured-data.ts'

/** What web/public/worker.js says, word for word; it is no module and reads no catalogue. */
export const WORKER_WORDS: readonly string[] = [
  errorTexts.offline,
  /*i18n*/ 'You are reading a saved copy.',
  /*i18n*/ 'Saved a moment ago',
  /*i18n*/ 'Saved {count} minutes ago',
  /*i18n*/ 'Saved {count} hours ago',
  /*i18n*/ 'Saved {count} days ago',
  /*i18n*/ 'Saved on this phone',
  /*i18n*/ 'Try again',
  /*i18n*/ 'Go back',
  /*i18n*/ 'This page is not saved on this phone. Your cart and your orders are safe.',
  /*i18n*/ 'We sent nothing. Go back: what you typed is still there.',
  /*i18n*/ 'We got no answer. Look at your orders before you send it again. The same form sent twice counts once.',
]

/** Passes the texts through one server rendering; no browser makes them again. */
export const WorkerWords = createContext('')

/** The worker's texts in a page's language, by the English ones, as JSON; nothing for a page in English, whose words the worker has. */
export function workerWords(i18n: I18n): string {
  if (i18n.locale === 'en') return ''
  return inertJson(Object.fromEntries(WORKER_WORDS.map((text) => [text, i18n.t(text, { count: '{count}' })])))
}
