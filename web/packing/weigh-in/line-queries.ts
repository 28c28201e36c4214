import type { Api } from '#api/api.ts'
import { isId } from '#web/list-page.ts'
import { withPictures } from '../shortfalls/pictures.ts'

interface LineRow {
  line_id: string
  order_no: number
  buyer_name: string
  product_name: string
  unit: string
  units: number
  least_kg_per_unit: number
  most_kg_per_unit: number
  grams: number | null
  photo: string | null
  /** The weight waits for an answer. */
  waits: boolean
  /** The short delivery that waits. */
  waiting_shortfall_id: string | null
  weights: number
  is_ready: boolean
  is_open: boolean
}

export type LineToWeigh = Omit<LineRow, 'photo'> & { picture: string | null }

/** A line sold by weight that the viewer weighs; null for any other. */
export async function readLineToWeigh(api: Api, lineId: string): Promise<LineToWeigh | null> {
  if (!isId(lineId)) return null
  const { data } = await api.tables
    .from('lines_to_weigh')
    .select(
      'line_id, order_no, buyer_name, product_name, unit, units, least_kg_per_unit, most_kg_per_unit, grams, photo, waits, waiting_shortfall_id, weights, is_ready, is_open',
    )
    .eq('line_id', lineId)
    .maybeSingle()
    .overrideTypes<LineRow, { merge: false }>()
    .throwOnError()
  if (!data) return null
  const [line] = await withPictures(api, [data])
  return line ?? null
}
