import type { I18n } from '@lingui/core'
import { createContext } from 'react'
import { errorTexts } from '#domain/texts/errors.ts'
import { inertJson } from '#web/rendering/structured-data.ts'

/** The texts of the service worker (web/offline/worker), word for word; it cannot read catalogues. */
export const WORKER_TEXTS: readonly string[] = [
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

/** The worker's texts as JSON during server rendering; never rendered in the browser. */
export const WorkerTexts = createContext('')

/**
 * The worker's texts in the page's language by the English ones, as JSON; empty for English, which the worker contains.
 */
export function translatedWorkerTexts(i18n: I18n): string {
  if (i18n.locale === 'en') return ''
  return inertJson(Object.fromEntries(WORKER_TEXTS.map((text) => [text, i18n.t(text, { count: '{count}' })])))
}
