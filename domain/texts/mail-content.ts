import { type TextTemplate, withValues } from './translatable-text.ts'

/** Subject and text of a mail. */
export interface MailContent {
  subject: string
  /** Paragraphs. */
  text: string[]
}

/** Refund times as promised in section 8 of the specification. */
export const REFUND_TIMES = 'what you paid in PEPS at once, what you paid in naira in 3 to 5 business days.'

/** Explains a final price above the last shown price. */
export const unpaidText = ({ people, of }: { people: number; of: number }): TextTemplate =>
  withValues(/*i18n*/ '{count} of {people} people did not pay, so the price is higher than it was shown.', {
    count: people,
    people: of,
  })
