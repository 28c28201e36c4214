import type { Api } from '#api/api.ts'
import { isId, listPage, rowRange } from '#web/list-page.ts'
import { withPictures } from '../shortfalls/pictures.ts'

/** An expected delivery at a place: a product of a buy, or of an order from the cart. */
export interface Delivery {
  pickup_point_id: string
  place: string
  shop: string
  /** Id of the buy or the order from the cart. */
  subject_id: string
  group_buy_id: string | null
  order_id: string | null
  order_no: number | null
  line_id: string | null
  product_id: string
  product_name: string
  unit: string
  share_date: string | null
  orders: number
  units: number
  /** Number of loads so far. */
  parts: number
  units_counted: number
  grams_counted: number | null
  /** Number of shortfall entries, and this place's share of the missing goods. */
  shortfalls: number
  missing_thousandths: number
  /** Units ready to be handed over, and units handed over already. */
  units_ready: number
  units_taken: number
  /** Made ready or handed over beyond what was counted; gone after they came; and what lies there now. */
  units_unweighed: number
  units_lost: number
  units_here: number
}

export async function listDeliveries(api: Api, page: number) {
  return listPage(
    await api.tables
      .from('expected_deliveries')
      .select('*', { count: 'exact' })
      .order('share_date', { nullsFirst: false })
      .order('place')
      .order('shop')
      .order('product_name')
      .order('subject_id')
      .range(...rowRange(page))
      .overrideTypes<Delivery[], { merge: false }>(),
  )
}

interface DeliveryKey {
  place: string
  subject: string
  product: string
}

export async function readDelivery(api: Api, { place, subject, product }: DeliveryKey) {
  if (![place, subject, product].every(isId)) return null
  const { data } = await api.tables
    .from('goods_at_places')
    .select('*')
    .eq('is_keeper', true)
    .eq('pickup_point_id', place)
    .eq('subject_id', subject)
    .eq('product_id', product)
    .limit(1)
    .throwOnError()
    .overrideTypes<Delivery[], { merge: false }>()
  return data?.[0] ?? null
}

/** Loads in order, each with all its counts, the last one first, and a signed address for each picture. */
export async function listLoads(api: Api, { place, subject, product }: DeliveryKey) {
  const { data } = await api.tables
    .from('weigh_ins')
    .select('id, part, units_expected, shelf, note')
    .eq('pickup_point_id', place)
    .eq('product_id', product)
    .or(`group_buy_id.eq.${subject},order_id.eq.${subject}`)
    .order('part')
    .throwOnError()
  const loads = data
  const { data: counts } = await api.tables
    .from('load_entries')
    .select('id, weigh_in_id, number, units_counted, grams_counted, reason, photo, created_at, entered_by_name')
    .in(
      'weigh_in_id',
      loads.map(({ id }) => id),
    )
    .order('number', { ascending: false })
    .throwOnError()
    .overrideTypes<LoadEntry[], { merge: false }>()
  const entries = await withPictures(api, counts)
  return loads.map((load) => ({ ...load, entries: entries.filter(({ weigh_in_id }) => weigh_in_id === load.id) }))
}

/** A count of a load: number 0 is the load as it was weighed in. */
interface LoadEntry {
  id: string
  weigh_in_id: string
  number: number
  units_counted: number
  grams_counted: number | null
  reason: string
  photo: string | null
  created_at: string
  entered_by_name: string
}

export type LoadRow = Awaited<ReturnType<typeof listLoads>>[number]
