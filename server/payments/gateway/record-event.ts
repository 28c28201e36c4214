import type pg from 'pg'
import type { GatewayEvent } from '#platform/payment-gateways/gateway.ts'

/** Stores a webhook event, once, however often it is delivered. A job processes it. */
export async function recordEvent(tx: pg.ClientBase, gateway: string, event: GatewayEvent): Promise<void> {
  await tx.query(
    `insert into public.gateway_events (id, gateway, name, about, reference) values ($1, $2, $3, $4, $5) on conflict do nothing`,
    [event.id, gateway, event.name, event.about, event.reference],
  )
}
