import type { Hono } from 'hono'
import { z } from 'zod'
import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { failure, success } from './envelope.ts'
import { queueEvent } from './events.ts'

const listQuery = z.object({
  from: z.coerce.date(),
  to: z.coerce.date(),
  perPage: z.coerce.number().int().min(1).max(100),
  page: z.coerce.number().int().min(1),
  transaction: z.string().optional(),
})

/** Lists disputes as Paystack does: of a period, or of one payment. */
export function disputeCalls(api: Hono, database: Database): void {
  api.get('/dispute', async (c) => {
    const query = listQuery.safeParse(c.req.query())
    if (!query.success) return failure('Invalid parameters', 400)
    const { from, to, perPage, page, transaction } = query.data
    const { rows } = await database.as(SERVICE, (tx) =>
      tx.query<DisputeRecord>(
        `select d.id, d.reference, p.id as payment_id, d.amount_kobo, d.status, d.resolution, d.created_at, d.resolved_at
         from local_gateway.disputes d join local_gateway.payments p on p.reference = d.reference
         where d.created_at between $1 and $2 and ($3::text is null or p.id::text = $3) order by d.id desc limit $4 offset $5`,
        [from, to, transaction ?? null, perPage, (page - 1) * perPage],
      ),
    )
    return success(rows.map(toDispute))
  })
}

interface DisputeRecord {
  id: bigint
  reference: string
  payment_id: bigint
  amount_kobo: bigint
  status: string
  resolution: string | null
  created_at: Date
  resolved_at: Date | null
}

const toDispute = ({
  id,
  reference,
  payment_id,
  amount_kobo,
  status,
  resolution,
  created_at,
  resolved_at,
}: DisputeRecord) => ({
  id: Number(id),
  status,
  resolution,
  refund_amount: Number(amount_kobo),
  currency: 'NGN',
  domain: 'test',
  transaction: { id: Number(payment_id), reference, amount: Number(amount_kobo), currency: 'NGN' },
  category: 'chargeback',
  createdAt: created_at,
  resolvedAt: resolved_at,
})

/** Opens a dispute, over the whole payment if no amount is given. A payment has at most one open dispute. */
export async function openDispute(database: Database, reference: string, amountKobo?: bigint): Promise<void> {
  await database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ id: bigint }>(
      `insert into local_gateway.disputes (reference, amount_kobo) select reference, coalesce($2, paid_kobo) from local_gateway.payments p
       where reference = $1 and status = 'success' and not exists (select from local_gateway.disputes d where d.reference = p.reference and d.status <> 'resolved')
       returning id`,
      [reference, amountKobo ?? null],
    )
    for (const { id } of rows)
      await queueDisputeEvent(tx, {
        name: 'charge.dispute.create',
        id,
        reference,
        status: 'awaiting-merchant-feedback',
      })
  })
}

/** Resolves a dispute. A payment that has been returned in full becomes reversed. */
export async function endDispute(
  database: Database,
  reference: string,
  resolution: 'merchant-accepted' | 'declined',
): Promise<void> {
  await database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ id: bigint }>(
      `update local_gateway.disputes set status = 'resolved', resolution = $2, resolved_at = now() where reference = $1 and status <> 'resolved' returning id`,
      [reference, resolution],
    )
    if (resolution === 'merchant-accepted') {
      await tx.query(
        `update local_gateway.payments p set status = 'reversed' where reference = $1 and status = 'success' and p.paid_kobo <=
           coalesce((select sum(amount_kobo) from local_gateway.disputes where reference = $1 and resolution = 'merchant-accepted'), 0)
           + coalesce((select sum(amount_kobo) from local_gateway.refunds where reference = $1 and status = 'processed'), 0)`,
        [reference],
      )
    }
    for (const { id } of rows)
      await queueDisputeEvent(tx, { name: 'charge.dispute.resolve', id, reference, status: 'resolved' })
  })
}

interface DisputeEvent {
  name: string
  id: bigint
  reference: string
  status: string
}

const queueDisputeEvent = (tx: Parameters<typeof queueEvent>[0], { name, id, reference, status }: DisputeEvent) =>
  queueEvent(tx, name, { id: Number(id), status, domain: 'test', transaction: { reference } })
