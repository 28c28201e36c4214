import type { Identity } from '#platform/postgres/database.ts'

/** Identity of scheduled jobs: their status changes have the cause `clock`. */
export const CLOCK: Identity = { role: 'service_role', claims: { role: 'service_role', cause: 'clock' } }
/** Identity of work on the gateway's results. */
export const GATEWAY: Identity = { role: 'service_role', claims: { role: 'service_role', cause: 'gateway' } }
