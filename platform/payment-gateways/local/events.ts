import type pg from 'pg'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { signWebhook } from '../paystack-webhook.ts'

/** Queues an event in the transaction that causes it; it is delivered after the commit. */
export async function queueEvent(tx: pg.ClientBase, event: string, data: Record<string, unknown>): Promise<void> {
  await tx.query('insert into local_gateway.events (body) values ($1)', [JSON.stringify({ event, data })])
}

interface DeliveryOptions {
  database: Database
  secretKey: string
  deliver(body: string, signature: string): Promise<Response>
}

/** Delivers due events. A delivery that fails is retried every three minutes, up to four attempts. */
export async function deliverEvents({ database, secretKey, deliver }: DeliveryOptions): Promise<void> {
  const due = await database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ id: bigint; body: string }>(
      `update local_gateway.events e set attempts = attempts + 1, due_at = now() + interval '3 minutes'
       where id = any (array(select id from local_gateway.events where delivered_at is null and due_at <= now() and attempts < 4
         order by id limit 50 for update skip locked)) returning id, body`,
    )
    return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
  })
  for (const { id, body } of due) {
    const response = await deliver(body, signWebhook(secretKey, new TextEncoder().encode(body)))
    if (!response.ok) continue
    await database.as(SERVICE, (tx) =>
      tx.query('update local_gateway.events set delivered_at = now() where id = $1', [id]),
    )
  }
}
