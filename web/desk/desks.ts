import type { Api } from '#api/api.ts'

/** A hub or shop where the viewer is a member of staff, or that invites them. */
export interface Desk {
  /** `hand-over`, `delivery` or `invitation`. */
  duty: string
  place: string
  to: string
  /** Number of buyers expected, or of deliveries left. */
  amount: number
}

/** The viewer's desks with their workload. A rider's runs of all hubs are one desk. */
export async function readDesks({ tables }: Api): Promise<Desk[]> {
  const { data: duties } = await tables.from('own_duties').select('*').order('place_name')
  if (!duties || duties.length === 0) return []
  const has = (duty: string) => duties.some((one) => one.duty === duty)
  const [counters, runs] = await Promise.all([
    has('hand-over') ? tables.from('own_counters').select('pickup_point_id, vendor_id, people') : null,
    has('delivery') ? tables.from('visible_runs').select('id').eq('is_own', true).neq('status', 'ended') : null,
  ])
  const ids = (runs?.data ?? []).flatMap(({ id }) => (id ? [id] : []))
  const stops =
    ids.length > 0
      ? await tables
          .from('visible_stops')
          .select('id', { count: 'exact', head: true })
          .in('run_id', ids)
          .eq('status', 'open')
      : null
  const peopleAt = (point: string | null, shop: string | null) =>
    (counters?.data ?? []).find((counter) =>
      point ? counter.pickup_point_id === point : counter.pickup_point_id === null && counter.vendor_id === shop,
    )?.people ?? 0
  const desks = duties
    .filter(({ duty }) => duty !== 'delivery')
    .map(({ duty, pickup_point_id: point, vendor_id: shop, place_name }) => ({
      duty: duty ?? '',
      place: place_name ?? '',
      to: duty === 'invitation' ? '/work' : `/handover?place=${point ?? shop}`,
      amount: duty === 'invitation' ? 1 : peopleAt(point, shop),
    }))
  if (!has('delivery')) return desks
  const places = duties.filter(({ duty }) => duty === 'delivery').map(({ place_name }) => place_name ?? '')
  return [...desks, { duty: 'delivery', place: places.join(', '), to: '/my-run', amount: stops?.count ?? 0 }]
}
