import { nairaToKobo, parseNaira } from '#domain/money.ts'
import type { SubmittedForm } from '#web/forms/form.ts'

interface GivenLine {
  id: string
  /** Naira. */
  unit_price: number
  quantity: number
}

type GivenGoods = { goodsKobo: bigint } | { errors: Record<string, string> }

/** The name of a line's field. */
export const unitsField = (lineId: string): string => `units-${lineId}`

/** The value of the units or the amount that the shop entered, or the field with the fault. */
export function readGivenGoods({ field }: Pick<SubmittedForm, 'field'>, lines: readonly GivenLine[]): GivenGoods {
  let unitsKobo = 0n
  for (const { id, unit_price: price, quantity } of lines) {
    const typed = field(unitsField(id))
    if (typed === '' || typed === '0') continue
    const units = /^\d{1,7}$/.test(typed) ? Number(typed) : 0
    if (units < 1 || units > quantity)
      return { errors: { [unitsField(id)]: `This must be a number from 1 to ${quantity}.` } }
    unitsKobo += nairaToKobo(price) * BigInt(units)
  }
  if (field('amount') === '') {
    return unitsKobo > 0n ? { goodsKobo: unitsKobo } : { errors: { amount: 'Enter units, or an amount in naira.' } }
  }
  if (unitsKobo > 0n) return { errors: { amount: 'Enter either units or an amount, not both.' } }
  const goodsKobo = parseNaira(field('amount'))
  if (goodsKobo === null || goodsKobo <= 0n)
    return { errors: { amount: 'This must be an amount in naira, such as 7,600.' } }
  return { goodsKobo }
}
