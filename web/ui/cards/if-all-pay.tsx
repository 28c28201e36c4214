import { useLingui } from '@lingui/react'
import { paidPrice, type ShownBuy, shownPrice } from '#domain/group-buys/price/shown-price.ts'
import { counted } from '#web/languages/counted.ts'
import { kobo } from '../format.ts'

/** Explains what the displayed price depends on, and gives the price with the orders paid so far where it differs. */
export function IfAllPay({ buy }: { buy: ShownBuy & { paid_participants: number } }) {
  const { i18n } = useLingui()
  const paid = paidPrice(buy)
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
