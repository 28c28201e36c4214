/** What a mail says. */
export interface MailWords {
  subject: string
  /** Paragraphs. */
  text: string[]
}

/** The words of several mails: `site` is the origin, for links. */
export type MailTable<Mails> = { [Name in keyof Mails]: (facts: Mails[Name], site: string) => MailWords }

/** The promise of the specification, section 8. */
export const BACK = 'what you paid in PEPS at once, what you paid in naira in 3 to 5 business days.'

/** Why a price is final above the one that was last shown. */
export const unpaidWords = ({ people, of }: { people: number; of: number }): string =>
  `${people} of ${of} people did not pay, so the price is higher than it was shown.`
