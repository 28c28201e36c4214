// Specification 4: "the price is that of the tier with the highest participants threshold that the current count meets;
// otherwise base_price". `public.price_at` is the same rule in SQL; a database test compares the two.
import { koboToNaira, nairaToKobo } from '#domain/money.ts'

export interface PriceTier {
  /** Threshold: number of participants from which the price applies. */
  participants: number
  /** Kobo per unit. */
  priceKobo: bigint
}

export interface Prices {
  basePriceKobo: bigint
  /** Sorted by rising threshold and falling price. */
  tiers: readonly PriceTier[]
}

/** Prices from a row of `group_buys` in wire format (naira). */
export function readPrices(row: { base_price: string | number; price_tiers: string | null }): Prices {
  return { basePriceKobo: nairaToKobo(row.base_price), tiers: parsePriceTiers(row.price_tiers) }
}

/** Price per unit at a number of participants, in kobo. */
export function priceAt(prices: Prices, participants: number): bigint {
  const met = prices.tiers.findLast((tier) => tier.participants <= participants)
  return met?.priceKobo ?? prices.basePriceKobo
}

/** The next threshold above a count; null once the lowest price is reached. */
export function nextTier(prices: Pick<Prices, 'tiers'>, participants: number): PriceTier | null {
  return prices.tiers.find((tier) => tier.participants > participants) ?? null
}

/**
 * Parses stored tiers (`[{"participants": 5, "price": 76000}]`, naira). Invalid entries are skipped, so the base price
 * applies.
 */
export function parsePriceTiers(text: string | null): PriceTier[] {
  const tiers = entries(text).flatMap(({ participants, price }) =>
    typeof participants === 'number' && typeof price === 'number' && isNaira(price)
      ? [{ participants, priceKobo: nairaToKobo(price) }]
      : [],
  )
  return tiers.sort((a, b) => a.participants - b.participants)
}

/** Serialises tiers to the JSON text of the column. */
export function writePriceTiers(tiers: readonly PriceTier[]): string {
  return JSON.stringify(
    tiers.map((tier) => ({ participants: tier.participants, price: Number(koboToNaira(tier.priceKobo)) })),
  )
}

/** The entries of the JSON text; empty if it is not a list. */
function entries(text: string | null): { participants?: unknown; price?: unknown }[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'object' && entry !== null) : []
  } catch {
    return []
  }
}

function isNaira(price: number): boolean {
  return price >= 0 && price < 1e12 && Number(price.toFixed(2)) === price
}
