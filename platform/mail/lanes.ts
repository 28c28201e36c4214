/**
 * Concurrent senders per priority lane; mails in one lane never wait for those in another. Each sender has a connection
 * to the mail server, in every process. `codes`: one-time codes that a person is waiting for. `transactional`: mails
 * about what somebody did or must know now. `anonymous`: mails that clients without an account can trigger in large
 * numbers. `bulk`: mails that are not urgent. A further lane is also listed in `mail-metrics.ts` and in the check of
 * `mail.messages.lane`.
 */
export const LANE_CONCURRENCY = { codes: 2, transactional: 2, anonymous: 2, bulk: 1 } as const

export type MailLane = keyof typeof LANE_CONCURRENCY

export const MAIL_LANES = Object.keys(LANE_CONCURRENCY) as MailLane[]
