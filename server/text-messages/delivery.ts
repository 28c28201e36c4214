import type { TextChannel } from '#domain/text-messages/text-channels.ts'
import type { WhatsAppSender } from '#platform/whatsapp/whatsapp.ts'

/** How notices leave by SMS and WhatsApp, as the operator has configured them. */
export interface TextDelivery {
  /** Channels that people may choose for their notices. */
  offered: readonly TextChannel[]
  /**
   * Price of an SMS part and of a WhatsApp message. Messages of other channels wait. SMS is always among them, for
   * people who have no other address.
   */
  pricesKobo: Readonly<Partial<Record<TextChannel, number>>>
  /** Null if WhatsApp is off. */
  whatsapp: WhatsAppSender | null
}

/** The operator has switched nothing on. */
export const NO_TEXT_NOTICES: TextDelivery = { offered: [], pricesKobo: { sms: 600 }, whatsapp: null }
