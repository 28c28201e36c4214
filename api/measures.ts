import type { Measure } from '#domain/products/measures.ts'
import type { Api } from './api.ts'

/** All measures. Empty if they cannot be read, so that the page still renders, without weights. */
export async function readMeasures(api: Api): Promise<Measure[]> {
  const { data } = await api.tables
    .from('measures')
    .select('unit, food, kg_per_unit, least_kg, most_kg, is_equivalent')
    .order('unit')
    .order('food')
  return data ?? []
}
