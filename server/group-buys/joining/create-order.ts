import type pg from 'pg'
import type { OrderRow } from '#api/commands/orders.ts'
import { uuidText } from '#domain/forms/validation.ts'
import type { Join, JoinedBuy } from '#domain/group-buys/participants/joining.ts'
import { impliedQuantity, sentTotalFault } from '#domain/group-buys/participants/sent-total.ts'
import { parseNaira } from '#domain/money.ts'
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts'
import type { Caller } from '#server/command.ts'
import { RefusalError } from '#server/refusal-error.ts'
import { joinSingle, NO_BUY_ID } from './join-batch.ts'

const ACCEPTED_COLUMNS = new Set(['id', 'group_buy_id', 'quantity', 'total_amount', 'status'])

/** The parsed body of an order insert. */
interface OrderInsert {
  buyId: string
  /** Chosen by the client. */
  orderId?: string
  quantity: number | ((buy: JoinedBuy) => number | Refusal)
  accept: (decision: Join) => Refusal | null
  /** Rewords a refusal of the join for this call. */
  rewordRefusal: (refusal: Refusal) => Refusal
}

/**
 * The specification's join call, `POST orders {group_buy_id, total_amount, status}`: owner, price, fees and status are
 * derived; the amounts in the body are only compared. Throws `RefusalError`.
 */
export async function createOrder(
  tx: pg.PoolClient,
  row: Record<string, unknown>,
  { caller, siteUrl }: { caller: Caller; siteUrl: string },
): Promise<OrderRow> {
  const insert = parseOrderInsert(row)
  if (isRefusal(insert)) throw new RefusalError(insert)
  const { buyId, orderId, quantity, accept } = insert
  if (orderId && (await orderExists(tx, orderId))) throw new RefusalError(refuse('already_done'))
  const result = await joinSingle(tx, {
    input: {
      group_buy_id: buyId || NO_BUY_ID,
      quantity,
      accept,
      asOrder: { readRepresentation: null },
      ...(orderId && { orderId }),
    },
    userId: caller.userId ?? '',
    claims: caller.claims,
    siteUrl,
  })
  if (isRefusal(result)) throw new RefusalError(insert.rewordRefusal(result))
  return JSON.parse(result) as OrderRow
}

/**
 * Whether the client's id is in use: a repeated insert would otherwise add to the pending order. Concurrent inserts of
 * one id are serialised by its idempotency key.
 */
async function orderExists(tx: pg.PoolClient, orderId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'order-is-taken',
    text: 'select from public.orders where id = $1',
    values: [orderId],
  })
  return rowCount !== 0
}

export function parseOrderInsert(row: Record<string, unknown>): OrderInsert | Refusal {
  const forged = Object.keys(row).find((column) => !ACCEPTED_COLUMNS.has(column))
  if (forged) {
    return refuse('not_allowed', { message: `The column ${forged.slice(0, 40)} of an order is not yours to write.` })
  }
  if ((row.status ?? 'pending') !== 'pending') return refuse('not_allowed', { message: 'An order begins as pending.' })
  const orderId = row.id === undefined || row.id === null ? undefined : uuidText(row.id)
  if (orderId === '') return refuse('invalid_input', { message: 'The id of an order is a uuid.' })
  const total = parseTotal(row.total_amount)
  if (isRefusal(total)) return total
  const quantity = row.quantity ?? null
  if (quantity === null && total === null)
    return refuse('invalid_input', { message: 'Send a quantity or a total_amount.' })
  return {
    buyId: uuidText(row.group_buy_id),
    ...(orderId && { orderId }),
    quantity:
      quantity === null
        ? (buy) => impliedQuantity(total ?? 0n, buy)
        : typeof quantity === 'number'
          ? quantity
          : Number.NaN,
    accept: ({ unitPriceKobo, addedQuantity }) =>
      total === null ? null : sentTotalFault(total, { unitPriceKobo, quantity: addedQuantity }),
    rewordRefusal: (refusal) => (quantity === null ? asTotalMismatch(refusal) : refusal),
  }
}

/**
 * If the body has no quantity, a refusal of the derived quantity is reported as a wrong total.
 */
function asTotalMismatch(refusal: Refusal): Refusal {
  const { code, message, details } = refusal
  if (code !== 'quantity_below_minimum' && code !== 'quantity_above_maximum' && code !== 'quantity_not_whole')
    return refusal
  return refuse('total_mismatch', { message, ...(details && { details }) })
}

/** Kobo; null if absent. */
function parseTotal(sent: unknown): bigint | null | Refusal {
  if (sent === undefined || sent === null) return null
  const kobo = typeof sent === 'number' || typeof sent === 'string' ? parseNaira(String(sent)) : null
  return kobo ?? refuse('invalid_input', { message: 'total_amount is an amount in naira.' })
}
