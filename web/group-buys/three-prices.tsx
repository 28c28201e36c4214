import { koboToNaira } from '#domain/money.ts'
import { naira, plural } from '#web/ui/format.ts'
import { mostPerUnitKobo, type PricedBuy } from './what-you-pay.ts'

interface ThreePricesBuy extends PricedBuy {
  current_price: number | null
  final_price?: number | null
  current_participants: number
  unit: string
}

/** Base price, price now and the most one can pay, all equally prominent, so that payment is no surprise. Later, base and final price. */
export function ThreePrices({ buy, open }: { buy: ThreePricesBuy; open: boolean }) {
  const now = buy.current_price ?? buy.base_price
  const prices = [{ term: 'Base price', price: buy.base_price }]
  if (open) {
    prices.push({ term: 'Price now', price: now })
    prices.push({ term: 'You pay at most', price: Number(koboToNaira(mostPerUnitKobo(buy))) })
  } else if (typeof buy.final_price === 'number') {
    prices.push({ term: 'Final price', price: buy.final_price })
  } else {
    prices.push({ term: 'Price for those who joined', price: now })
  }
  const missing = buy.current_participants < buy.min_participants
  return (
    <div className="grid gap-2">
      <dl className="divide-y divide-grain rounded-card border border-grain bg-card sm:grid sm:auto-cols-fr sm:grid-flow-col sm:divide-x sm:divide-y-0">
        {prices.map(({ term, price }) => (
          <div key={term} className="flex items-baseline justify-between gap-3 px-4 py-2 sm:block sm:p-4">
            <dt className="text-14 text-soft">{term}</dt>
            <dd className="text-18 font-extrabold tabular-nums sm:mt-1 sm:text-22">
              {naira(price)} <span className="text-14 font-normal text-soft sm:block">a {buy.unit}</span>
            </dd>
          </div>
        ))}
      </dl>
      {open && missing && (
        <p className="text-14 text-soft">
          It goes ahead only if {plural(buy.min_participants, 'person pays', 'people pay')}. With fewer, nobody pays.
        </p>
      )}
    </div>
  )
}
