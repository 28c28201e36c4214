import type { Hono } from 'hono'
import { z } from 'zod'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { failure, koboSchema, success } from './envelope.ts'
import type { PayoutRecord } from './records.ts'

const payeeInput = z.object({
  name: z.string().min(1),
  account_number: z.string().regex(/^\d{10}$/),
  bank_code: z.string(),
})
const payoutInput = z.object({
  reference: z.string().regex(/^[a-z0-9_-]{16,50}$/),
  amount: koboSchema,
  recipient: z.string(),
})

/** Payouts to account numbers that end in 8 fail. */
export function payoutCalls(api: Hono, database: Database): void {
  api.post('/transferrecipient', async (c) => {
    const input = payeeInput.safeParse(await c.req.json())
    if (!input.success) return failure('Invalid parameters', 400)
    const { name, account_number, bank_code } = input.data
    const { rows } = await database.as(SERVICE, (tx) =>
      tx.query<{ code: string }>(
        `insert into local_gateway.payees (code, bank_code, account_number, name) values ($1, $2, $3, $4)
         on conflict (bank_code, account_number) do update set name = excluded.name returning code`,
        [`RCP_${crypto.randomUUID().replaceAll('-', '')}`, bank_code, account_number, name],
      ),
    )
    return success({ recipient_code: rows[0]?.code })
  })

  api.post('/transfer', async (c) => {
    const input = payoutInput.safeParse(await c.req.json())
    if (!input.success) return failure('Invalid parameters', 400)
    const { reference, amount, recipient } = input.data
    return database.as(SERVICE, async (tx) => {
      const { rows: payees } = await tx.query('select from local_gateway.payees where code = $1', [recipient])
      if (payees.length === 0) return failure('Recipient not found', 404)
      await tx.query(
        'insert into local_gateway.payouts (reference, payee_code, amount_kobo) values ($1, $2, $3) on conflict do nothing',
        [reference, recipient, amount],
      )
      const payout = await tx.query<PayoutRecord>(
        'select reference, amount_kobo, status from local_gateway.payouts where reference = $1',
        [reference],
      )
      return payout.rows[0] ? success(toTransfer(payout.rows[0])) : failure('Nothing was written', 500)
    })
  })

  api.get('/transfer/verify/:reference', async (c) => {
    const { rows } = await database.as(SERVICE, (tx) =>
      tx.query<PayoutRecord>('select reference, amount_kobo, status from local_gateway.payouts where reference = $1', [
        c.req.param('reference'),
      ]),
    )
    return rows[0] ? success(toTransfer(rows[0])) : failure('Transfer not found', 404)
  })
}

const toTransfer = ({ reference, amount_kobo, status }: PayoutRecord) => ({
  reference,
  status,
  amount: Number(amount_kobo),
  currency: 'NGN',
  transfer_code: `TRF_${reference}`,
})
