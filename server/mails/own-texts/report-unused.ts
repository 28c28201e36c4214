import { channel } from 'node:diagnostics_channel'
import type { UnusedOwnText } from '#domain/mails/own-texts/own-text.ts'

/** Where the process listens (process/open-app.ts): messages are composed in transactions, which have no logger. */
const unusedOwnTexts = channel('ajoja:own-text-not-used')

/** Says that the standard text was sent in place of an own one, and why. Without any of its facts. */
export const reportUnused = (unused: UnusedOwnText): void => unusedOwnTexts.publish(unused)

export function onUnusedOwnText(listener: (unused: UnusedOwnText) => void): void {
  unusedOwnTexts.subscribe((message) => listener(message as UnusedOwnText))
}
