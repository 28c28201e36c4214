/** Subject and text of a mail. */
export interface MailContent {
  subject: string
  /** Paragraphs. */
  text: string[]
}

/** Refund times as promised in section 8 of the specification. */
export const REFUND_TIMES = 'what you paid in PEPS at once, what you paid in naira in 3 to 5 business days.'

/** Explains a final price above the last shown price. */
export const unpaidSentence = ({ people, of }: { people: number; of: number }): string =>
  `${people} of ${of} people did not pay, so the price is higher than it was shown.`
