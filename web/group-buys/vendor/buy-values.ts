import type { FormValues } from '#domain/edits.ts'
import { parsePriceTiers } from '#domain/group-buys/price-tiers.ts'
import { MAX_TIERS } from '#domain/group-buys/tier-rules.ts'
import { koboToNaira, parseNaira } from '#domain/money.ts'
import { VERSION_FIELD } from '#web/desk/version-field.tsx'
import { lagosFieldValue } from '#web/ui/lagos-field.ts'
import type { OwnBuy } from './queries.ts'

/** One row of the tier fields, as typed. */
export interface TierRow {
  participants: string
  price: string
}

/** The submitted values of a group buy's form, returned to it after a validation failure. */
export interface BuyValues {
  product_id: string
  end_date: string
  target_quantity: string
  min_participants: string
  max_participants: string
  payment_mode: string
  allow_extension: string
  tiers: TierRow[]
  /** The values of the stored draft when the form was rendered (`saveEdits`). */
  as_read?: string
  /** The lowest price, repeated as a confirmation if it is far below the base price. */
  steep_price?: string
}

export function readBuyForm(form: FormData): BuyValues {
  const field = (name: string) => String(form.get(name) ?? '')
  const participants = form.getAll('tier_participants').map(String)
  const prices = form.getAll('tier_price').map(String)
  const read = form.get(VERSION_FIELD)
  return {
    product_id: field('product_id'),
    end_date: field('end_date'),
    target_quantity: field('target_quantity'),
    min_participants: field('min_participants'),
    max_participants: field('max_participants'),
    payment_mode: field('payment_mode'),
    allow_extension: field('allow_extension'),
    ...(typeof read === 'string' && { as_read: read }),
    steep_price: field('steep_price'),
    tiers: participants.slice(0, MAX_TIERS).map((count, row) => ({ participants: count, price: prices[row] ?? '' })),
  }
}

/** The filled rows as numbers. Invalid input becomes a number that the rules reject with their own message. */
export function buyInput({ tiers, as_read: _, steep_price: __, ...values }: BuyValues): Record<string, unknown> {
  const filled = tiers.filter(({ participants, price }) => participants.trim() !== '' || price.trim() !== '')
  return { ...values, price_tiers: filled.map(tierEntry) }
}

function tierEntry({ participants, price }: TierRow) {
  if (participants.trim() === '' || price.trim() === '') return {}
  const kobo = parseNaira(price)
  return {
    participants: /^\d{1,9}$/.test(participants.trim()) ? Number(participants) : 0,
    price: kobo === null ? 0 : Number(koboToNaira(kobo)),
  }
}

/** A stored draft as form values. */
export function storedBuyValues(buy: OwnBuy): BuyValues {
  return {
    product_id: buy.product_id,
    end_date: lagosFieldValue(buy.end_date),
    target_quantity: String(buy.target_quantity),
    min_participants: String(buy.min_participants),
    max_participants: buy.max_participants === null ? '' : String(buy.max_participants),
    payment_mode: buy.payment_mode,
    allow_extension: buy.allow_extension ? 'on' : '',
    tiers: parsePriceTiers(buy.price_tiers).map(({ participants, priceKobo }) => ({
      participants: String(participants),
      price: koboToNaira(priceKobo).replace(/\.00$/, ''),
    })),
  }
}

/** One value per field, for comparison; the tiers are one field. */
export function toBuyFields({ tiers, as_read: _, steep_price: __, ...values }: BuyValues): FormValues {
  const filled = tiers.filter(({ participants, price }) => participants.trim() !== '' || price.trim() !== '')
  return { ...values, price_tiers: filled.map(({ participants, price }) => `${participants}: ${price}`).join('\n') }
}

/** The inverse of `toBuyFields`. */
export function fromBuyFields({ price_tiers: tiers = '', ...values }: FormValues, empty: BuyValues): BuyValues {
  const rows = tiers.split('\n').filter(Boolean)
  return {
    ...empty,
    ...values,
    tiers: rows.map((row) => {
      const [participants = '', price = ''] = row.split(': ')
      return { participants, price }
    }),
  }
}
