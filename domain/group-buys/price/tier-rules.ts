// Rules for price tiers (design.md 7). `public.price_tiers_fault` enforces the same rules in the database.

import type { Reader } from '#domain/forms/validation.ts'
import { nairaToKobo } from '#domain/money.ts'
import { type PriceTier, writePriceTiers } from './price-tiers.ts'

export const MAX_TIERS = 10
/** Maximum length of the JSON text in characters; every list of buys includes it. */
const MAX_TEXT_LENGTH = 4_000
const MAX_PARTICIPANTS = 1_000_000

export const tierTexts = {
  tooLong: 'Price tiers must fit in 4000 characters',
  notAList: 'Price tiers must be a JSON list',
  tooMany: `At most ${MAX_TIERS} price tiers are allowed`,
  incomplete: 'Each price tier needs a number of participants and a price',
  threshold: 'Tier participants must be a whole number from 1',
  rising: 'Tier participants must rise from tier to tier',
  price: 'Tier prices must be above 0, with at most two decimals',
  falling: 'Tier prices must fall from tier to tier, the first below the base price',
  last: 'The last tier must not need more people than the buy takes',
} as const

interface TierBounds {
  basePriceKobo: bigint
  maxParticipants: number | null
}

/** Validates tiers from JSON text; `error` is the first fault. */
export function checkPriceTiers(raw: unknown, bounds: TierBounds): { value: PriceTier[] } | { error: string } {
  if (typeof raw === 'string' && raw.length > MAX_TEXT_LENGTH) return { error: tierTexts.tooLong }
  const list = jsonList(raw)
  if (!list) return { error: tierTexts.notAList }
  if (list.length > MAX_TIERS) return { error: tierTexts.tooMany }
  const tiers: PriceTier[] = []
  let last: PriceTier = { participants: 0, priceKobo: bounds.basePriceKobo }
  for (const entry of list) {
    const tier = readTier(entry, last.participants)
    if (typeof tier === 'string') return { error: tier }
    if (tier.priceKobo >= last.priceKobo) return { error: tierTexts.falling }
    tiers.push(tier)
    last = tier
  }
  if (bounds.maxParticipants !== null && last.participants > bounds.maxParticipants) return { error: tierTexts.last }
  return { value: tiers }
}

/** Field reader that returns the JSON text to store. Blank means no tiers. */
export function priceTiersText(bounds: TierBounds): Reader<string> {
  return (raw) => {
    const checked = checkPriceTiers(raw === undefined || raw === null || raw === '' ? '[]' : raw, bounds)
    return 'error' in checked ? checked : { value: writePriceTiers(checked.value) }
  }
}

function jsonList(raw: unknown): unknown[] | null {
  if (Array.isArray(raw)) return raw
  if (typeof raw !== 'string') return null
  try {
    const parsed: unknown = JSON.parse(raw)
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}

function readTier(entry: unknown, above: number): PriceTier | string {
  if (typeof entry !== 'object' || entry === null) return tierTexts.incomplete
  const { participants, price } = entry as { participants?: unknown; price?: unknown }
  if (typeof participants !== 'number' || typeof price !== 'number') return tierTexts.incomplete
  if (!Number.isInteger(participants) || participants < 1 || participants > MAX_PARTICIPANTS) return tierTexts.threshold
  if (participants <= above) return tierTexts.rising
  if (!(price > 0) || price >= 1e12 || Number(price.toFixed(2)) !== price) return tierTexts.price
  return { participants, priceKobo: nairaToKobo(price.toFixed(2)) }
}
