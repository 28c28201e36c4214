import type { Hono } from 'hono'
import { z } from 'zod'
import { type Database, SERVICE } from '../../postgres/database.ts'
import { kobo, no, yes } from './envelope.ts'
import { readPayment } from './records.ts'

const initialize = z.object({
  reference: z.string().regex(/^[A-Za-z0-9.=-]{1,100}$/),
  amount: kobo,
  email: z.email(),
  callback_url: z.url(),
  metadata: z.object({ cancel_action: z.url() }),
})

/** Starting a payment, and asking what became of it. */
export function paymentCalls(api: Hono, { database, origin }: { database: Database; origin: string }): void {
  api.post('/transaction/initialize', async (c) => {
    const wish = initialize.safeParse(await c.req.json())
    if (!wish.success) return no('Invalid parameters', 400)
    const { reference, amount, email, callback_url, metadata } = wish.data
    const { rowCount } = await database.as(SERVICE, (tx) =>
      tx.query(
        `insert into local_gateway.payments (reference, asked_kobo, email, return_url, cancel_url)
         values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [reference, amount, email, callback_url, metadata.cancel_action],
      ),
    )
    if (rowCount === 0) return no('Duplicate Transaction Reference', 400)
    return yes({ authorization_url: `${origin}/dev/pay/${reference}`, access_code: reference, reference })
  })

  api.get('/transaction/verify/:reference', async (c) => {
    const found = await readPayment(database, c.req.param('reference'))
    if (!found) return no('Transaction reference not found', 400)
    return yes({
      id: Number(found.id),
      domain: 'test',
      status: found.status,
      reference: found.reference,
      currency: 'NGN',
      amount: Number(found.paid_kobo ?? found.asked_kobo),
      requested_amount: Number(found.asked_kobo),
      fees: Number(found.fees_kobo),
      channel: 'bank_transfer',
      paid_at: found.paid_at,
      gateway_response: found.status,
    })
  })
}
