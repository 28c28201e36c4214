import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { failure, success } from './envelope.ts'
import { EFFECTIVE_STATUS } from './records.ts'

/** Lists the gateway's records of a period as Paystack does: newest first, page by page. */
export function listCalls(api: Hono, database: Database): void {
  const list = async (c: Context, select: string) => {
    const query = listQuery.safeParse(c.req.query())
    if (!query.success) return failure('Invalid parameters', 400)
    const { from, to, perPage, page } = query.data
    const { rows } = await database.as(SERVICE, (tx) => tx.query(select, [from, to, perPage, (page - 1) * perPage]))
    return success(rows.map((row) => ({ ...row, domain: 'test', currency: 'NGN' })))
  }
  api.get('/transaction', (c) =>
    list(
      c,
      `select id::float8, reference, ${EFFECTIVE_STATUS} as status, coalesce(paid_kobo, requested_kobo)::float8 as amount, fees_kobo::float8 as fees, paid_at, created_at
       from local_gateway.payments p where created_at between $1 and $2 order by id desc limit $3 offset $4`,
    ),
  )
  api.get('/refund', (c) =>
    list(
      c,
      `select id::float8, status, amount_kobo::float8 as amount, note as merchant_note, created_at as "createdAt"
       from local_gateway.refunds where created_at between $1 and $2 order by id desc limit $3 offset $4`,
    ),
  )
  api.get('/transfer', (c) =>
    list(
      c,
      `select reference, status, amount_kobo::float8 as amount, 'TRF_' || reference as transfer_code, created_at as "createdAt"
       from local_gateway.payouts where created_at between $1 and $2 order by created_at desc, reference limit $3 offset $4`,
    ),
  )
  api.get('/settlement', (c) =>
    list(
      c,
      `select id::float8, 'success' as status, total_kobo::float8 as total_processed, fees_kobo::float8 as total_fees, deducted_kobo::float8 as deductions,
         (total_kobo - fees_kobo)::float8 as total_amount, (total_kobo - fees_kobo - deducted_kobo)::float8 as effective_amount, created_at as "createdAt"
       from local_gateway.settlements where created_at between $1 and $2 order by id desc limit $3 offset $4`,
    ),
  )
}

const listQuery = z.object({
  from: z.coerce.date(),
  to: z.coerce.date(),
  perPage: z.coerce.number().int().min(1).max(100),
  page: z.coerce.number().int().min(1),
})
