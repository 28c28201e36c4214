import type { Api } from '#api/api.ts'

/** The answer of `public.shop_for_staff`. */
interface ShopPeopleRow {
  owner_id: string
  owner_name: string
  people: readonly { id: string; name: string; duty: string }[]
}

const SHOWN = 10

/** States of group buys whose money is still held. */
const RUNNING = ['active', 'closed', 'settling', 'confirmed', 'ready']

/** People, group buys, held money and products of a shop, for its record. */
export async function readShopSurroundings(api: Api, id: string) {
  const [people, buys, sums, products] = await Promise.all([
    api.tables.rpc('shop_for_staff', { record_id: id }, { get: true }),
    api.tables
      .from('group_buys')
      .select('id, product_name, status, end_date, current_participants, paid_participants')
      .eq('vendor_id', id)
      .not('published_at', 'is', null)
      .order('created_at', { ascending: false })
      .limit(SHOWN),
    api.tables
      .from('own_buy_sums')
      .select('group_buy_id, held_kobo')
      .eq('vendor_id', id)
      .in('status', RUNNING)
      .limit(100),
    api.tables
      .from('products')
      .select('id, name, base_price, unit, available_quantity, archived_at')
      .eq('vendor_id', id)
      .is('archived_at', null)
      .order('created_at', { ascending: false })
      .limit(SHOWN),
  ])
  return {
    people: people.data as unknown as ShopPeopleRow | null,
    buys: buys.data ?? [],
    heldKobo: (sums.data ?? []).reduce((sum, { held_kobo }) => sum + Number(held_kobo ?? 0), 0),
    products: products.data ?? [],
  }
}

export type ShopSurroundings = Awaited<ReturnType<typeof readShopSurroundings>>
