import type { Api } from '#api/api.ts'
import { nairaToKobo } from '#domain/money.ts'

interface WeighedOrder {
  id: string
  lines: readonly {
    id: string
    product_name: string
    unit_price: number
    quantity: number
    most_kg_per_unit: number | null
  }[]
}

/** Lifetime of signed picture addresses. */
const OPEN_SECONDS = 900

/** The lines of an order that are sold by weight, each with what was found, if it was weighed. */
export async function readFoundWeights(api: Api, order: WeighedOrder) {
  const byWeight = order.lines.filter(({ most_kg_per_unit }) => most_kg_per_unit !== null)
  if (byWeight.length === 0) return []
  const { data } = await api.tables
    .from('weights_of_orders')
    .select('line_id, units, grams, cut_kobo, returned_kobo, photo, waits')
    .eq('order_id', order.id)
    .throwOnError()
  const rows = data
  const names = rows.flatMap(({ photo }) => photo ?? [])
  const open = await api.files.createSignedPaths({ bucket: 'deliveries', names }, OPEN_SECONDS)
  return byWeight.map(({ id, product_name: name, unit_price, most_kg_per_unit: most, quantity }) => {
    const row = rows.find(({ line_id }) => line_id === id)
    const units = row?.units ?? quantity
    return {
      id,
      name,
      mostGrams: Math.round(units * (most ?? 0) * 1000),
      grams: row?.grams ?? null,
      priceKobo: Number(nairaToKobo(unit_price)) * units - (row?.cut_kobo ?? 0),
      backKobo: row?.returned_kobo ?? 0,
      waits: row?.waits ?? false,
      picture: open[row?.photo ?? ''] ?? null,
    }
  })
}

export type FoundWeight = Awaited<ReturnType<typeof readFoundWeights>>[number]
