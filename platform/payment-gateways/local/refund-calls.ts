import type { Hono } from 'hono'
import type pg from 'pg'
import { z } from 'zod'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { failure, koboSchema, success } from './envelope.ts'
import { queueEvent } from './events.ts'
import type { RefundRecord } from './records.ts'

const refundInput = z.object({ transaction: z.string(), amount: koboSchema, merchant_note: z.string().default('') })

const account = z.object({
  currency: z.literal('NGN'),
  account_number: z.string().regex(/^\d{10}$/),
  bank_id: z.string(),
})
const retryInput = z.object({ refund_account_details: account })

export function refundCalls(
  api: Hono,
  { database, bankIds }: { database: Database; bankIds: readonly string[] },
): void {
  api.post('/refund', async (c) => {
    const input = refundInput.safeParse(await c.req.json())
    if (!input.success) return failure('Invalid parameters', 400)
    return database.as(SERVICE, (tx) => createRefund(tx, input.data))
  })

  // Without a payment, `listCalls` handles the request.
  api.get('/refund', async (c, next) => {
    if (c.req.query('transaction') === undefined) return next()
    const { rows } = await database.as(SERVICE, (tx) =>
      tx.query<RefundRecord>(
        `select r.id, r.reference, r.amount_kobo, r.status, r.note from local_gateway.refunds r
         join local_gateway.payments p on p.reference = r.reference where p.id::text = $1 order by r.id desc limit 100`,
        [c.req.query('transaction') ?? ''],
      ),
    )
    return success(rows.map(toRefund))
  })

  api.get('/refund/:id', async (c) => {
    const { rows } = await database.as(SERVICE, (tx) =>
      tx.query<RefundRecord>(
        'select id, reference, amount_kobo, status, note from local_gateway.refunds where id::text = $1',
        [c.req.param('id')],
      ),
    )
    return rows[0] ? success(toRefund(rows[0])) : failure('Refund not found', 404)
  })

  api.post('/refund/retry_with_customer_details/:id', async (c) => {
    const input = retryInput.safeParse(await c.req.json())
    if (!input.success) return failure('Invalid parameters', 400)
    // A bank's code is not its id: mistaken for an id, it might send the money to another bank.
    if (!bankIds.includes(input.data.refund_account_details.bank_id)) return failure('Bank not found', 400)
    return database.as(SERVICE, async (tx) => {
      const { rows } = await tx.query<RefundRecord>(
        `update local_gateway.refunds set status = 'processed' where id::text = $1 and status = 'needs-attention'
         returning id, reference, amount_kobo, status, note`,
        [c.req.param('id')],
      )
      if (!rows[0]) return failure('Refund does not need attention', 400)
      const facts = {
        refund_reference: String(rows[0].id),
        transaction_reference: rows[0].reference,
        status: 'processed',
      }
      await queueEvent(tx, 'refund.processed', { ...facts, amount: String(rows[0].amount_kobo), domain: 'test' })
      return success({ ...toRefund(rows[0]), status: 'processing' })
    })
  })
}

/** Refunds at most the amount paid in total; the row lock serialises concurrent requests. */
async function createRefund(
  tx: pg.ClientBase,
  { transaction, amount, merchant_note }: z.infer<typeof refundInput>,
): Promise<Response> {
  const { rows: paid } = await tx.query<{ paid_kobo: bigint }>(
    `select paid_kobo from local_gateway.payments where reference = $1 and status = 'success' and paid_kobo is not null for update`,
    [transaction],
  )
  const { rows: refunded } = await tx.query<{ kobo: bigint }>(
    `select coalesce(sum(amount_kobo), 0)::bigint as kobo from local_gateway.refunds where reference = $1 and status <> 'failed'`,
    [transaction],
  )
  if (!paid[0]) return failure('Transaction not found', 404)
  if ((refunded[0]?.kobo ?? 0n) + amount > paid[0].paid_kobo) return failure('Refund amount is too high', 400)
  const { rows } = await tx.query<RefundRecord>(
    `insert into local_gateway.refunds (reference, amount_kobo, note) values ($1, $2, $3) returning id, reference, amount_kobo, status, note`,
    [transaction, amount, merchant_note],
  )
  return rows[0] ? success(toRefund(rows[0])) : failure('Nothing was written', 500)
}

const toRefund = ({ id, amount_kobo, status, note }: RefundRecord) => ({
  id: Number(id),
  status,
  merchant_note: note,
  amount: Number(amount_kobo),
  currency: 'NGN',
  domain: 'test',
})
