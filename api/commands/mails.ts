interface OwnTextWords {
  kind: string
  part: string
  /** The case of the message, `usual` or one of domain/mails/own-texts/message-cases.ts. */
  variant: string
  language: string
  subject: string
  body: string
}

export interface MailCommands {
  'send-mail-again': { input: { id: string }; output: { id: string } }
  /** Sends the words of a template, with example values, to the caller’s own address. Chiefs only. */
  'send-test-mail': { input: { type: string; subject: string; content: string }; output: { recipient_email: string } }
  /** Writes a text in place of the standard one, or takes it back. Chiefs only. */
  'save-message-text': {
    input: OwnTextWords & { version: number; use_standard?: boolean | null }
    output: { version: number }
  }
  /** Sends the words with example facts to the caller’s own address. Chiefs only. */
  'send-test-message': { input: OwnTextWords; output: { recipient_email: string } }
  'send-email': {
    input: { type: string; recipient_email: string; user_id?: string | null; data?: Record<string, unknown> | null }
    output: { email_log_id: string }
  }
}
