/** The answer to one message of a client. */
export type Reply = { status: 'ok'; response: object } | { status: 'error'; response: { reason: string } }

export const OK: Reply = { status: 'ok', response: {} }
export const failed = (reason: string): Reply => ({ status: 'error', response: { reason } })
