import type { Api } from './api.ts'

/**
 * Units of each order after shortfalls, by order id. Queries only orders whose goods may have arrived; an order without
 * remaining units has no entry.
 */
export async function readUnitsLeft(api: Api, orders: readonly { id: string; status: string }[]) {
  const ids = orders.filter(({ status }) => !NOT_ARRIVED.has(status)).map(({ id }) => id)
  if (ids.length === 0) return new Map<string, number>()
  const { data } = await api.tables.from('all_orders').select('id, quantity_left').in('id', ids).gt('quantity_left', 0)
  return new Map((data ?? []).map((row) => [row.id, row.quantity_left ?? 0]))
}

const NOT_ARRIVED: ReadonlySet<string> = new Set(['pending', 'paid'])
