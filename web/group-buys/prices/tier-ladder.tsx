import { useLingui } from '@lingui/react'
import { priceLadder } from '#domain/group-buys/price/ladder.ts'
import { readPrices } from '#domain/group-buys/price/price-tiers.ts'
import { payAtPrice } from '#domain/orders/amounts.ts'
import { countUnits } from '#domain/products/units.ts'
import { counted } from '#web/languages/counted.ts'
import { cx } from '#web/ui/cx.ts'
import { kobo } from '#web/ui/format.ts'
import type { PricedBuy } from './what-you-pay.ts'

interface TierLadderProps {
  buy: PricedBuy & { unit: string; current_participants: number; buyer_fee_bps: number }
  /** Units and maximum cost of the whole order. */
  most: { quantity: number; amountDueKobo: bigint }
}

/** The cost of the chosen quantity by number of participants, and what may be refunded. */
export function TierLadder({ buy, most }: TierLadderProps) {
  const { i18n } = useLingui()
  const steps = priceLadder(readPrices(buy), {
    minParticipants: buy.min_participants,
    participants: buy.current_participants,
    lockedParticipants: buy.locked_participants,
  })
  const units = countUnits(most.quantity, buy.unit)
  const last = steps.at(-1)
  if (steps.length < 2 || !last) return null
  const lowestKobo = payAtPrice(buy, { priceKobo: last.priceKobo, quantity: most.quantity })
  const returnedKobo = most.amountDueKobo - lowestKobo
  return (
    <section aria-labelledby="ladder">
      <h2 id="ladder" className="mb-2 text-22">
        {i18n.t('More people, lower price')}
      </h2>
      <table className="w-full tabular-nums">
        <thead className="text-14 text-soft">
          <tr>
            <th scope="col" className="p-2 text-left font-normal">
              {i18n.t('People who pay')}
            </th>
            <th scope="col" className="p-2 text-right font-normal">
              {i18n.t('A {unit}', { unit: buy.unit })}
            </th>
            <th scope="col" className="p-2 text-right font-normal">
              {i18n.t('{units}, all in', { units })}
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ participants, priceKobo, missing, isNow }) => (
            <tr key={participants} className={cx('border-t border-grain align-top', isNow && 'bg-leaf-wash font-bold')}>
              <th scope="row" className="p-2 text-left font-semibold">
                {counted(i18n, participants, { one: /*i18n*/ '{count} person', many: /*i18n*/ '{count} people' })}
                <span className={cx('block text-14', missing > 0 ? 'font-normal text-soft' : 'text-leaf')}>
                  {missing > 0
                    ? i18n.t('{count} more who pay', { count: missing })
                    : isNow
                      ? i18n.t('price now')
                      : i18n.t('reached')}
                </span>
              </th>
              <td className="p-2 text-right">{kobo(priceKobo)}</td>
              <td className="p-2 text-right">{kobo(payAtPrice(buy, { priceKobo, quantity: most.quantity }))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 max-w-measure px-2 text-14 text-soft">
        {i18n.t('In the end everybody pays the same price: the one for the number of people who have paid.')}{' '}
        {returnedKobo > 0n &&
          i18n.t(
            'Say you paid {most} for {units} and {count} people pay: {back} comes back to you, in PEPS or to your account, as you choose.',
            { most: kobo(most.amountDueKobo), units, count: last.participants, back: kobo(returnedKobo) },
          )}
      </p>
    </section>
  )
}
