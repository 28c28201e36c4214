import type { FormValues } from '#domain/forms/edits.ts'
import { parsePriceTiers } from '#domain/group-buys/price/price-tiers.ts'
import { MAX_TIERS } from '#domain/group-buys/price/tier-rules.ts'
import { nextWindow } from '#domain/group-buys/selling/next-window.ts'
import { koboToNaira, parseNaira } from '#domain/money.ts'
import { formValues } from '#web/forms/form.ts'
import { lagosFieldValue } from '#web/ui/fields/lagos-field.ts'
import { lotPhotoValues } from '../../photographs/lot-photos.ts'
import type { OwnBuy } from '../queries.ts'

/** The submitted fields of a group buy; its price tiers are one field. */
export function readBuyForm(form: FormData): Record<string, string> {
  const prices = form.getAll('tier_price').map(String)
  const rows = form.getAll('tier_participants').map((count, row) => ({
    participants: String(count),
    price: prices[row] ?? '',
  }))
  return { ...formValues(form), ...lotPhotoValues(form), price_tiers: joinTierRows(rows.slice(0, MAX_TIERS)) }
}

/** A stored buy in the same form. */
export function storedBuyValues(buy: OwnBuy): FormValues {
  return {
    product_id: buy.product_id,
    end_date: lagosFieldValue(buy.end_date),
    target_quantity: String(buy.former_target_quantity ?? buy.target_quantity),
    min_participants: String(buy.min_participants),
    max_participants: buy.max_participants === null ? '' : String(buy.max_participants),
    payment_mode: buy.payment_mode,
    allow_extension: buy.allow_extension ? 'on' : '',
    pack_size: buy.pack_size === null ? '' : String(buy.pack_size),
    pack_unit: buy.pack_unit ?? '',
    price_tiers: joinTierRows(
      parsePriceTiers(buy.price_tiers).map(({ participants, priceKobo }) => ({
        participants: String(participants),
        price: koboToNaira(priceKobo).replace(/\.00$/, ''),
      })),
    ),
  }
}

/** The values of a new buy like this one, with its dates moved to the next weeks that can be published. */
export function repeatedBuyValues(buy: OwnBuy, now: Date): FormValues {
  const next = nextWindow(
    { startsAt: new Date(buy.starts_at), endDate: new Date(buy.end_date), shareDate: buy.share_date },
    now,
  )
  return {
    ...storedBuyValues(buy),
    end_date: lagosFieldValue(next.endDate.toISOString()),
    share_date: next.shareDate ?? '',
  }
}

/** The tiers as numbers. Invalid input becomes a number that the rules reject with their own message. */
export function buyInput(values: FormValues): Record<string, unknown> {
  return { ...values, price_tiers: splitTierRows(values.price_tiers).map(tierEntry) }
}

function tierEntry({ participants, price }: TierRow) {
  if (participants.trim() === '' || price.trim() === '') return {}
  const kobo = parseNaira(price)
  return {
    participants: /^\d{1,9}$/.test(participants.trim()) ? Number(participants) : 0,
    price: kobo === null ? 0 : Number(koboToNaira(kobo)),
  }
}

/** One row of the tier fields, as typed. */
export interface TierRow {
  participants: string
  price: string
}

/** The rows that are not empty, one per line. */
function joinTierRows(rows: readonly TierRow[]): string {
  const filled = rows.filter(({ participants, price }) => participants.trim() !== '' || price.trim() !== '')
  return filled.map(({ participants, price }) => `${participants}: ${price}`).join('\n')
}

export function splitTierRows(tiers = ''): TierRow[] {
  return tiers
    .split('\n')
    .filter(Boolean)
    .map((row) => {
      const [participants = '', price = ''] = row.split(': ')
      return { participants, price }
    })
}
