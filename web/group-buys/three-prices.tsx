import { koboToNaira } from '#domain/money.ts'
import { naira } from '#web/ui/format.ts'
import { mostPerUnitKobo } from './what-you-pay.ts'

export interface ThreePricesBuy {
  base_price: number
  price_tiers: string
  current_price: number | null
  final_price?: number | null
  min_participants: number
  unit: string
}

/** Base price, price now and the most one can pay, with equal weight: nobody is surprised at payment. Once it is final, base and final. */
export function ThreePrices({ buy, open }: { buy: ThreePricesBuy; open: boolean }) {
  const now = buy.current_price ?? buy.base_price
  const prices = [{ term: 'Base price', price: buy.base_price }]
  if (open) {
    prices.push({ term: 'Price now', price: now })
    prices.push({ term: 'You pay at most', price: Number(koboToNaira(mostPerUnitKobo(buy))) })
  } else if (typeof buy.final_price === 'number') {
    prices.push({ term: 'Final price', price: buy.final_price })
  } else {
    prices.push({ term: 'Price of those who joined', price: now })
  }
  return (
    <dl className="grid auto-cols-fr grid-flow-col divide-x divide-grain rounded-card border border-grain bg-card">
      {prices.map(({ term, price }) => (
        <div key={term} className="flex flex-col justify-between p-3 sm:p-4">
          <dt className="text-14 text-soft">{term}</dt>
          <dd className="mt-1 text-18 font-extrabold tabular-nums sm:text-22">
            {naira(price)} <span className="block text-14 font-normal text-soft">a {buy.unit}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
