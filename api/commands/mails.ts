export interface MailCommands {
  'send-mail-again': { input: { id: string }; output: { id: string } }
  'send-email': {
    input: { type: string; recipient_email: string; user_id?: string | null; data?: Record<string, unknown> | null }
    output: { email_log_id: string }
  }
}
