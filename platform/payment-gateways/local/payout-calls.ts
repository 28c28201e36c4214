import type { Hono } from 'hono'
import { z } from 'zod'
import { type Database, SERVICE } from '../../postgres/database.ts'
import { kobo, no, yes } from './envelope.ts'
import type { PayoutRecord } from './records.ts'

const payeeWish = z.object({
  name: z.string().min(1),
  account_number: z.string().regex(/^\d{10}$/),
  bank_code: z.string(),
})
const payoutWish = z.object({
  reference: z.string().regex(/^[a-z0-9_-]{16,50}$/),
  amount: kobo,
  recipient: z.string(),
})

/** Payouts to accounts that end in 8 fail. */
export function payoutCalls(api: Hono, database: Database): void {
  api.post('/transferrecipient', async (c) => {
    const wish = payeeWish.safeParse(await c.req.json())
    if (!wish.success) return no('Invalid parameters', 400)
    const { name, account_number, bank_code } = wish.data
    const { rows } = await database.as(SERVICE, (tx) =>
      tx.query<{ code: string }>(
        `insert into local_gateway.payees (code, bank_code, account_number, name) values ($1, $2, $3, $4)
         on conflict (bank_code, account_number) do update set name = excluded.name returning code`,
        [`RCP_${crypto.randomUUID().replaceAll('-', '')}`, bank_code, account_number, name],
      ),
    )
    return yes({ recipient_code: rows[0]?.code })
  })

  api.post('/transfer', async (c) => {
    const wish = payoutWish.safeParse(await c.req.json())
    if (!wish.success) return no('Invalid parameters', 400)
    const { reference, amount, recipient } = wish.data
    return database.as(SERVICE, async (tx) => {
      const { rows: known } = await tx.query('select from local_gateway.payees where code = $1', [recipient])
      if (known.length === 0) return no('Recipient not found', 404)
      await tx.query(
        'insert into local_gateway.payouts (reference, payee_code, amount_kobo) values ($1, $2, $3) on conflict do nothing',
        [reference, recipient, amount],
      )
      const payout = await tx.query<PayoutRecord>(
        'select reference, amount_kobo, status from local_gateway.payouts where reference = $1',
        [reference],
      )
      return payout.rows[0] ? yes(shape(payout.rows[0])) : no('Nothing was written', 500)
    })
  })

  api.get('/transfer/verify/:reference', async (c) => {
    const { rows } = await database.as(SERVICE, (tx) =>
      tx.query<PayoutRecord>('select reference, amount_kobo, status from local_gateway.payouts where reference = $1', [
        c.req.param('reference'),
      ]),
    )
    return rows[0] ? yes(shape(rows[0])) : no('Transfer not found', 404)
  })
}

const shape = ({ reference, amount_kobo, status }: PayoutRecord) => ({
  reference,
  status,
  amount: Number(amount_kobo),
  currency: 'NGN',
  transfer_code: `TRF_${reference}`,
})
