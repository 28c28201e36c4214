import type pg from 'pg'
import { type Database, SERVICE } from '../../postgres/database.ts'
import { signatureOf } from '../paystack-webhook.ts'

/** An event is written with what caused it, and delivered afterwards. */
export async function queueEvent(tx: pg.ClientBase, event: string, data: Record<string, unknown>): Promise<void> {
  await tx.query('insert into local_gateway.events (body) values ($1)', [JSON.stringify({ event, data })])
}

interface Delivering {
  database: Database
  secretKey: string
  deliver(body: string, signature: string): Promise<Response>
}

/** Delivers what is due: once where it is taken, again three minutes later where it is not, and four times at most. */
export async function deliverEvents({ database, secretKey, deliver }: Delivering): Promise<void> {
  const due = await database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ id: bigint; body: string }>(
      `update local_gateway.events e set attempts = attempts + 1, due_at = now() + interval '3 minutes'
       where id in (select id from local_gateway.events where delivered_at is null and due_at <= now() and attempts < 4
         order by id limit 50 for update skip locked) returning id, body`,
    )
    return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
  })
  for (const { id, body } of due) {
    const answer = await deliver(body, signatureOf(secretKey, new TextEncoder().encode(body)))
    if (!answer.ok) continue
    await database.as(SERVICE, (tx) =>
      tx.query('update local_gateway.events set delivered_at = now() where id = $1', [id]),
    )
  }
}
