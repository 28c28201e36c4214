/** Payload of the reply to a client's message. */
export type ChannelReply = { status: 'ok'; response: object } | { status: 'error'; response: { reason: string } }

export const OK: ChannelReply = { status: 'ok', response: {} }
export const failed = (reason: string): ChannelReply => ({ status: 'error', response: { reason } })
