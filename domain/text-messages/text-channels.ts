/** Channels that cost the market money for each message. */
const TEXT_CHANNELS = ['sms', 'whatsapp'] as const
export type TextChannel = (typeof TEXT_CHANNELS)[number]

export const textChannelNames: Record<TextChannel, string> = { sms: 'SMS', whatsapp: 'WhatsApp' }

export const isTextChannel = (text: string): text is TextChannel => TEXT_CHANNELS.some((channel) => channel === text)

/** The sentence that a person agrees to, as stored with the consent. */
export const consentWording = (channel: TextChannel, phone: string): string =>
  `Send me the few notices that cannot wait by ${textChannelNames[channel]} to +${phone}: my code when food is ready, the last hours to pay, whether a group buy goes ahead, and refunds. I can switch this off at any time.`

/** Replies that end the messages of a channel. */
export const isStopReply = (text: string): boolean =>
  /^\s*(stop|stopall|stop all|unsubscribe|cancel|end|quit)\s*[.!]?\s*$/i.test(text)
