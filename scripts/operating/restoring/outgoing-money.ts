import pg from 'pg'
import type { Config } from '#config'
import { ownerConnection } from '#platform/postgres/owner-connection.ts'

/** The jobs that send payouts and refunds to the gateway. */
const SENDERS = ['process-payouts', 'process-payments']

/**
 * The backup does not contain what was sent to the gateway after it was taken; it would be sent again with another
 * reference. Delays the next run of the two jobs until an operator has compared the ledger with the gateway.
 */
export async function pauseOutgoingMoney(client: pg.ClientBase): Promise<void> {
  await client.query('delete from jobs.queue where task = any ($1)', [SENDERS])
  await client.query(
    `insert into jobs.schedules (task, every_seconds, next_run_at) select unnest($1::text[]), 5, '2100-01-01'
     on conflict (task) do update set next_run_at = excluded.next_run_at`,
    [SENDERS],
  )
}

/** For the operator, whether or not the market runs: pauses the jobs, or resumes them within seconds. */
export async function switchOutgoingMoney(config: Config, state: 'off' | 'on'): Promise<void> {
  const server = await ownerConnection(config)
  try {
    const client = new pg.Client({ connectionString: server.connectionString, connectionTimeoutMillis: 10_000 })
    await client.connect()
    try {
      if (state === 'off') await pauseOutgoingMoney(client)
      else await client.query('update jobs.schedules set next_run_at = now() where task = any ($1)', [SENDERS])
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
  console.log(state === 'on' ? 'Payouts and refunds are sent again.' : 'Payouts and refunds wait.')
}
