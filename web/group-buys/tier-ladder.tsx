import { ladder } from '#domain/group-buys/ladder.ts'
import { readPrices } from '#domain/group-buys/price-tiers.ts'
import { countUnits } from '#domain/products/units.ts'
import { cx } from '#web/ui/cx.ts'
import { kobo, plural } from '#web/ui/format.ts'
import { type PricedBuy, payAtPrice } from './what-you-pay.ts'

interface TierLadderProps {
  buy: PricedBuy & { unit: string; current_participants: number; buyer_fee_bps: number }
  /** Units and the most they can cost, of the whole order. */
  most: { quantity: number; amountDueKobo: bigint }
}

/** What the chosen quantity costs in the end, by how many people there are, and what may come back. */
export function TierLadder({ buy, most }: TierLadderProps) {
  const steps = ladder(readPrices(buy), {
    minParticipants: buy.min_participants,
    participants: buy.current_participants,
    lockedParticipants: buy.locked_participants,
  })
  const units = countUnits(most.quantity, buy.unit)
  const last = steps.at(-1)
  if (steps.length < 2 || !last) return null
  const lowestKobo = payAtPrice(buy, { priceKobo: last.priceKobo, quantity: most.quantity })
  const backKobo = most.amountDueKobo - lowestKobo
  return (
    <section aria-labelledby="ladder">
      <h2 id="ladder" className="mb-2 text-22">
        More people, lower price
      </h2>
      <table className="w-full tabular-nums">
        <thead className="text-14 text-soft">
          <tr>
            <th scope="col" className="p-2 text-left font-normal">
              People who pay
            </th>
            <th scope="col" className="p-2 text-right font-normal">
              A {buy.unit}
            </th>
            <th scope="col" className="p-2 text-right font-normal">
              {units}, all in
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ participants, priceKobo, missing, isNow }) => (
            <tr key={participants} className={cx('border-t border-grain align-top', isNow && 'bg-leaf-wash font-bold')}>
              <th scope="row" className="p-2 text-left font-semibold">
                {plural(participants, 'person', 'people')}
                <span className={cx('block text-14', missing > 0 ? 'font-normal text-soft' : 'text-leaf')}>
                  {missing > 0 ? `${missing} more to join` : isNow ? 'price now' : 'reached'}
                </span>
              </th>
              <td className="p-2 text-right">{kobo(priceKobo)}</td>
              <td className="p-2 text-right">{kobo(payAtPrice(buy, { priceKobo, quantity: most.quantity }))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 max-w-measure px-2 text-14 text-soft">
        Everybody pays the same price in the end: that of the number who have paid.{' '}
        {backKobo > 0n &&
          `Say you paid ${kobo(most.amountDueKobo)} for ${units} and ${plural(last.participants, 'person', 'people')} pay: ${kobo(backKobo)} comes back to you, in PEPS or to your account, as you choose.`}
      </p>
    </section>
  )
}
