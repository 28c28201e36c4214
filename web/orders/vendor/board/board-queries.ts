import type { Api } from '#api/api.ts'
import { ORDER_STAGES, type OrderStage } from '#domain/orders/shop/stages.ts'
import { readOrders } from '../../find-orders.ts'
import type { AllOrdersRow } from '../../order-rows.tsx'

/** A stage of the board: its first orders by cut-off, and how many there are. */
export interface BoardColumn {
  stage: OrderStage
  orders: BoardOrder[]
  /** Counted up to `COUNTED`. */
  amount: number
  late: number
}

export interface BoardOrder {
  order: AllOrdersRow
  /** To pay, to collect, or until when there may be claims. */
  dueAt: string | null
  /** The sharing day. */
  dueDay: string | null
  isLate: boolean
  isPacked: boolean
}

/** Counts of `shop_board_counts` stop here. */
export const COUNTED = 1000

const SHOWN = 10

/** The board of the viewer's own shop. */
export async function readBoard(api: Api): Promise<{ columns: BoardColumn[]; failure: string | null }> {
  const [found, counts] = await Promise.all([
    api.tables.rpc('shop_board', { most: SHOWN }),
    api.tables.rpc('shop_board_counts'),
  ])
  const due = found.data ?? []
  const orders = await readOrders(api, due)
  const byId = new Map(orders.rows.map((order) => [order.id, order]))
  const columns = ORDER_STAGES.map((stage): BoardColumn => {
    const counted = counts.data?.find((row) => row.stage === stage)
    return {
      stage,
      orders: due
        .filter((row) => row.stage === stage)
        .flatMap(({ id, due_at: dueAt, due_day: dueDay, is_late: isLate, is_packed: isPacked }) => {
          const order = byId.get(id)
          return order ? [{ order, dueAt, dueDay, isLate, isPacked }] : []
        }),
      amount: counted?.amount ?? 0,
      late: counted?.late ?? 0,
    }
  })
  return { columns, failure: found.error?.message ?? counts.error?.message ?? orders.failure }
}
