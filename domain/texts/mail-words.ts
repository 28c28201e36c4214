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
