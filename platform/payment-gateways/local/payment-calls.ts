import type { Hono } from 'hono'
import { z } from 'zod'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { failure, koboSchema, success } from './envelope.ts'
import { readPayment } from './records.ts'

const initialize = z.object({
  reference: z.string().regex(/^[A-Za-z0-9.=-]{1,100}$/),
  amount: koboSchema,
  email: z.email(),
  callback_url: z.url(),
  metadata: z.object({ cancel_action: z.url() }),
})

/** Starts and verifies payments. */
export function paymentCalls(api: Hono, { database, origin }: { database: Database; origin: string }): void {
  api.post('/transaction/initialize', async (c) => {
    const input = initialize.safeParse(await c.req.json())
    if (!input.success) return failure('Invalid parameters', 400)
    const { reference, amount, email, callback_url, metadata } = input.data
    const { rowCount } = await database.as(SERVICE, (tx) =>
      tx.query(
        `insert into local_gateway.payments (reference, requested_kobo, email, return_url, cancel_url)
         values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [reference, amount, email, callback_url, metadata.cancel_action],
      ),
    )
    if (rowCount === 0) return failure('Duplicate Transaction Reference', 400)
    return success({ authorization_url: `${origin}/dev/pay/${reference}`, access_code: reference, reference })
  })

  api.get('/transaction/verify/:reference', async (c) => {
    const payment = await readPayment(database, c.req.param('reference'))
    if (!payment) return failure('Transaction reference not found', 400)
    return success({
      id: Number(payment.id),
      domain: 'test',
      status: payment.status,
      reference: payment.reference,
      currency: 'NGN',
      amount: Number(payment.paid_kobo ?? payment.requested_kobo),
      requested_amount: Number(payment.requested_kobo),
      fees: Number(payment.fees_kobo),
      channel: 'bank_transfer',
      paid_at: payment.paid_at,
      gateway_response: payment.status,
    })
  })
}
