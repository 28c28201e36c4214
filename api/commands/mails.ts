export interface MailCommands {
  'send-mail-again': { input: { id: string }; output: { id: string } }
  /** Sends the words of a template, with example values, to the caller’s own address. Chiefs only. */
  'send-test-mail': { input: { type: string; subject: string; content: string }; output: { recipient_email: string } }
  'send-email': {
    input: { type: string; recipient_email: string; user_id?: string | null; data?: Record<string, unknown> | null }
    output: { email_log_id: string }
  }
}
