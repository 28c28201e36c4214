export interface MessageCommands {
  'send-contact-message': { input: ContactMessage & { captcha_token?: string }; output: { id: string } }
  'answer-contact-message': { input: { id: string; answer: string }; output: { id: string } }
  'start-conversation': {
    input: { order_id: string; body: string }
    output: { conversation_id: string }
  }
  /** Staff write to a person, or to a shop; about at most one thing. */
  'write-to-person': { input: StaffMessage; output: { conversation_id: string } }
}

interface StaffMessage {
  person_id?: string | null
  vendor_id?: string | null
  order_id?: string | null
  buy_id?: string | null
  claim_id?: string | null
  body: string
}

interface ContactMessage {
  name: string
  email: string
  subject: string
  message: string
}
