import { useLingui } from '@lingui/react'
import { pricePaidFor, type ShownBuy, shownPrice } from '#domain/group-buys/shown-price.ts'
import { kobo } from '#web/ui/format.ts'
import { counted } from '../languages/counted.ts'

/** On what the big price depends, and the price with those who have paid where it is another. */
export function IfAllPay({ buy }: { buy: ShownBuy & { paid_participants: number } }) {
  const { i18n } = useLingui()
  const paid = pricePaidFor(buy)
  return (
    <p className="text-14 text-soft tabular-nums">
      {counted(i18n, shownPrice(buy).people, {
        one: /*i18n*/ 'if {count} person pays',
        many: /*i18n*/ 'if all {count} people pay',
      })}
      {paid &&
        `; ${i18n.t('{price} with the {count} who have paid', { price: kobo(paid.priceKobo), count: paid.people })}`}
    </p>
  )
}
