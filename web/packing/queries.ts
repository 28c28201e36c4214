import type { Api } from '#api/api.ts'
import { readAllRows } from '#web/every-row.ts'
import { isId, listPage, rowsOf } from '#web/list-page.ts'
import { withPictures } from './pictures.ts'

/** A buy, or the orders from the cart of one sharing day. */
export interface Batch {
  /** The buy's id, or a key of the day and the shop. */
  batch: string
  shop: string
  group_buy_id: string | null
  batch_name: string
  share_date: string | null
  orders: number
  lines: number
  packed_lines: number
  /** Paid and not ready yet, at a place that is open. */
  open_orders: number
  /** Their place has closed, and their buyers have not chosen another. */
  waiting_orders: number
  unpacked_lines: number
  units: number
  packed_units: number
  /** Null: several. */
  unit: string | null
}

/** A line of an order in a batch. */
export interface PackingLine {
  id: string
  order_id: string
  order_no: number
  share_date: string | null
  buyer_name: string
  phone_end: string | null
  fulfilment: string
  pickup_point_id: string | null
  place: string | null
  status: string
  product_id: string
  product_name: string
  unit: string
  quantity: number
  packed_at: string | null
  missing_thousandths: number
  /** How often something of it was entered as missing. */
  shortfalls: number
  /** Of one unit, about; null: not known. */
  kg_per_unit: number | null
  category: string
  /** Its place has closed. */
  is_waiting: boolean
}

/** Of the shops that the viewer serves: what has something to pack, the next sharing day first, then what only has to be handed over. */
export async function listBatches(api: Api, page: number) {
  return listPage(
    await api.tables
      .from('packing_batches')
      .select('*', { count: 'exact' })
      .or('open_orders.gt.0,ready_orders.gt.0,waiting_orders.gt.0')
      .order('is_ready')
      .order('share_date', { nullsFirst: false })
      .order('batch_name')
      .order('batch')
      .range(...rowsOf(page))
      .overrideTypes<Batch[], { merge: false }>(),
  )
}

export async function readBatch(api: Api, batch: string) {
  let query = api.tables.from('packing_batches').select('*').eq('batch', keyOf(batch))
  if (isId(batch)) query = query.eq('group_buy_id', batch)
  const { data, error } = await query.maybeSingle().overrideTypes<Batch, { merge: false }>()
  return { batch: data, failure: error?.message ?? null }
}

/** By place, then by name, as goods are laid out. */
function linesOf(api: Api, batch: string) {
  let query = api.tables.from('packing_lines').select('*', { count: 'exact' }).eq('batch', keyOf(batch))
  if (isId(batch)) query = query.eq('group_buy_id', batch)
  return query
    .order('place', { nullsFirst: true })
    .order('fulfilment')
    .order('buyer_name')
    .order('order_no')
    .order('product_name')
    .order('id')
}

export const LINES_A_PAGE = 50

export async function listLines(api: Api, { batch, page }: { batch: string; page: number }) {
  const lines = linesOf(api, batch).range(...rowsOf(page, LINES_A_PAGE))
  return listPage(await lines.overrideTypes<PackingLine[], { merge: false }>(), LINES_A_PAGE)
}

/** All of them: anybody missing from a sheet gets nothing. */
export const everyLine = (api: Api, batch: string) =>
  readAllRows((from, to) => linesOf(api, batch).range(from, to).overrideTypes<PackingLine[], { merge: false }>())

/** Some of a batch, for labels. */
export async function someLines(api: Api, batch: string, range: [from: number, to: number]) {
  return listPage(
    await linesOf(api, batch)
      .range(...range)
      .overrideTypes<PackingLine[], { merge: false }>(),
  )
}

/** All that was entered as missing, the newest first: a form says how many entries it has seen, with an address for each picture. */
export async function listShortfalls(
  api: Api,
  { buyId, lineIds }: { buyId: string | null; lineIds: readonly string[] },
) {
  if (!buyId && lineIds.length === 0) return []
  const { rows } = await readAllRows((from, to) => {
    const all = api.tables
      .from('shortfalls')
      .select(
        'id, kind, missing_thousandths, of_thousandths, by_hub_thousandths, orders, reason, photo, created_at, status, by_shop, due_at, answer_by, contested_at, place:pickup_points(name)',
      )
    const of = buyId ? all.eq('group_buy_id', buyId) : all.in('line_id', [...lineIds])
    return of.order('created_at', { ascending: false }).order('id').range(from, to)
  })
  return withPictures(api, rows)
}

export type ShortfallRow = Awaited<ReturnType<typeof listShortfalls>>[number]

/** A key as an address may carry it; any other finds nothing. */
const keyOf = (batch: string): string => (/^[a-z0-9-]{1,90}$/.test(batch) ? batch : '')
