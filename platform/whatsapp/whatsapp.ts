import type { SendFailure } from '#platform/sms/sms.ts'

export interface WhatsAppMessage {
  /** E.164 without the plus sign. */
  to: string
  /** Name of an approved template. */
  template: string
  /** Language code of the template. */
  language: string
  /** Values of the template's body, in order. */
  values: readonly string[]
}

/** Sends template messages, each with one attempt. Throws a `WhatsAppFault` if a message is not accepted. */
export interface WhatsAppSender {
  name: string
  send(message: WhatsAppMessage): Promise<{ messageId: string }>
}

/** WhatsApp rejected the message or could not be reached. The error message is for logs and names no person. */
export class WhatsAppFault extends Error {
  readonly failure: SendFailure
  constructor(message: string, { failure, cause }: { failure: SendFailure; cause?: unknown }) {
    super(message, { cause })
    this.failure = failure
  }
}
