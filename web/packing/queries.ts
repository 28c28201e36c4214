import type { Api } from '#api/api.ts'
import { isId, listPage, rowRange } from '#web/list-page.ts'
import { readAllRows } from '#web/lists/read-all-rows.ts'
import { ofDay, readDayKey, type SharingDay, wholeDay } from './day/day-key.ts'
import type { Batch, PackingLine } from './rows.ts'
import { withPictures } from './shortfalls/pictures.ts'

/**
 * Batches of the shops the viewer serves: those to pack by sharing day, then those that only have to be handed over.
 */
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
      .range(...rowRange(page))
      .overrideTypes<Batch[], { merge: false }>(),
  )
}

export async function readBatch(api: Api, batch: string) {
  const day = readDayKey(batch)
  if (day) {
    const { batch, failure } = await readDay(api, day)
    return { batch, failure }
  }
  let query = api.tables.from('packing_batches').select('*').eq('batch', batchKey(batch))
  if (isId(batch)) query = query.eq('group_buy_id', batch)
  const { data, error } = await query.maybeSingle().overrideTypes<Batch, { merge: false }>()
  return { batch: data, failure: error?.message ?? null }
}

/** The batches of a shop's sharing day, and all of them as one. */
export async function readDay(api: Api, day: SharingDay) {
  const ofShop = api.tables.from('packing_batches').select('*').eq('vendor_id', day.shopId)
  const { data, error } = await ofDay(ofShop, day.date)
    .order('batch_name')
    .order('batch')
    .overrideTypes<Batch[], { merge: false }>()
  const batches = data ?? []
  return { batches, batch: wholeDay(day, batches), failure: error?.message ?? null }
}

/** By place, then by name, as goods are laid out. */
function batchLines(api: Api, batch: string) {
  const all = api.tables.from('packing_lines').select('*', { count: 'exact' })
  const day = readDayKey(batch)
  let query = all
  if (day) query = ofDay(all.eq('vendor_id', day.shopId), day.date)
  else {
    query = all.eq('batch', batchKey(batch))
    if (isId(batch)) query = query.eq('group_buy_id', batch)
  }
  return query
    .order('place', { nullsFirst: true })
    .order('fulfilment')
    .order('run_from', { nullsFirst: true })
    .order('run_id')
    .order('buyer_name')
    .order('order_no')
    .order('product_name')
    .order('id')
}

export const LINES_A_PAGE = 50

export async function listPackingLines(api: Api, { batch, page }: { batch: string; page: number }) {
  const lines = batchLines(api, batch).range(...rowRange(page, LINES_A_PAGE))
  return listPage(await lines.overrideTypes<PackingLine[], { merge: false }>(), LINES_A_PAGE)
}

/** All lines, because a buyer missing from a sheet would get nothing. */
export const readAllPackingLines = (api: Api, batch: string) =>
  readAllRows((from, to) => batchLines(api, batch).range(from, to).overrideTypes<PackingLine[], { merge: false }>())

/** All shortfall entries, newest first, with a signed address for each picture. A form submits how many it has seen. */
export async function listShortfalls(
  api: Api,
  { buyId, lineIds }: { buyId: string | null; lineIds: readonly string[] },
) {
  if (!buyId && lineIds.length === 0) return []
  const { rows } = await readAllRows((from, to) => {
    const all = api.tables
      .from('shortfalls')
      .select(
        'id, line_id, kind, missing_thousandths, of_thousandths, by_hub_thousandths, orders, reason, photo, created_at, status, by_shop, due_at, answer_by, contested_at, place:pickup_points(name)',
      )
    const of = buyId ? all.eq('group_buy_id', buyId) : all.in('line_id', [...lineIds])
    return of.order('created_at', { ascending: false }).order('id').range(from, to)
  })
  return withPictures(api, rows)
}

export type ShortfallRow = Awaited<ReturnType<typeof listShortfalls>>[number]

/** A batch key in a valid format; any other value becomes one that matches nothing. */
const batchKey = (batch: string): string => (/^[a-z0-9-]{1,90}$/.test(batch) ? batch : '')

/** Open buys of the shops that the viewer serves, those that close first on top. */
export async function listBuysToPhotograph(api: Api) {
  const { data } = await api.tables
    .from('buys_to_photograph')
    .select('id, product_name, business_name, end_date, photographs')
    .order('end_date')
    .limit(50)
    .throwOnError()
  return data
}

/** The batches with weights that wait for an answer, by sharing day. */
export async function listBatchesToAnswer(api: Api) {
  const { data } = await api.tables
    .from('packing_lines')
    .select('id, batch, batch_name, shop, order_no')
    .eq('weight_waits', true)
    .order('share_date', { nullsFirst: false })
    .order('batch')
    .limit(200)
    .throwOnError()
  return [...new Map(data.map((line) => [line.batch ?? '', line])).entries()].map(([batch, { batch_name, shop }]) => ({
    batch,
    name: batch_name ?? '',
    shop: shop ?? '',
    weights: data.filter((line) => line.batch === batch).length,
  }))
}

/** Weights of these lines that wait for an answer, each with the money that it gives back, for those who see amounts. */
export async function listWaitingWeights(api: Api, lines: readonly PackingLine[]) {
  const waiting = lines.filter(({ weight_waits }) => weight_waits)
  if (waiting.length === 0) return []
  const [rows, amounts] = await Promise.all([
    listShortfalls(api, { buyId: null, lineIds: waiting.map(({ id }) => id) }),
    api.tables.from('short_deliveries').select('id, goods_kobo').eq('status', 'waiting').eq('kind', 'weight'),
  ])
  return rows.flatMap((row) => {
    const line = waiting.find(({ id }) => id === row.line_id)
    if (!line || row.kind !== 'weight' || row.status !== 'waiting') return []
    return { ...row, line, goodsKobo: amounts.data?.find(({ id }) => id === row.id)?.goods_kobo ?? null }
  })
}

export type WaitingWeight = Awaited<ReturnType<typeof listWaitingWeights>>[number]
