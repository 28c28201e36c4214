/**
 * Mails in one lane never wait for those in another: each has so many senders of its own.
 * `codes`: somebody is about to type it. `acts`: what somebody did or must know now. `strangers`: what anybody can cause
 * without an account, in masses. `bulk`: nobody waits for it.
 */
export const LANE_PLACES = { codes: 2, acts: 2, strangers: 2, bulk: 1 } as const

export type MailLane = keyof typeof LANE_PLACES

export const MAIL_LANES = Object.keys(LANE_PLACES) as MailLane[]
