import type { Api } from '#api/api.ts'
import { nairaToKobo } from '#domain/money.ts'
import { type DatedPrice, MAX_PRICES_SHOWN } from '#domain/products/price-history.ts'
import { lagosDate } from '#domain/time/calendar.ts'

/** A product's prices in its present unit, in ascending order of their days. */
export interface PriceRecords {
  alone: DatedPrice[]
  together: DatedPrice[]
}

/** Statuses of buys whose goods were paid for at the final price. */
const SETTLED = ['confirmed', 'ready', 'completed']

/** The newest prices outside of group buys, and the final prices of group buys. None if they cannot be read. */
export async function readPriceRecords(api: Api, { id, unit }: { id: string; unit: string }): Promise<PriceRecords> {
  const [prices, buys] = await Promise.all([
    api.tables
      .from('product_prices')
      .select('day, price')
      .eq('product_id', id)
      .eq('unit', unit)
      .order('day', { ascending: false })
      // One more is in force when the time shown begins.
      .limit(MAX_PRICES_SHOWN + 1),
    api.tables
      .from('group_buys')
      .select('final_price, settled_at')
      .eq('product_id', id)
      .eq('unit', unit)
      .in('status', SETTLED)
      .not('settled_at', 'is', null)
      .order('settled_at', { ascending: false })
      .limit(MAX_PRICES_SHOWN),
  ])
  return {
    alone: (prices.data ?? []).map(({ day, price }) => ({ day, priceKobo: Number(nairaToKobo(price)) })).reverse(),
    together: (buys.data ?? [])
      .flatMap(({ final_price: price, settled_at: at }) =>
        price === null || at === null ? [] : [{ day: lagosDate(new Date(at)), priceKobo: Number(nairaToKobo(price)) }],
      )
      .reverse(),
  }
}
