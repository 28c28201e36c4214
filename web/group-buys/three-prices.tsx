import { ceilingPriceKobo, readPrices } from '#domain/group-buys/price-tiers.ts'
import { koboToNaira } from '#domain/money.ts'
import { naira } from '#web/ui/format.ts'

export interface PricedBuy {
  base_price: number
  price_tiers: string
  current_price: number | null
  final_price?: number | null
  min_participants: number
  unit: string
}

/** Base price, price now and the most one can pay, with equal weight: nobody is surprised at payment. */
export function ThreePrices({ buy }: { buy: PricedBuy }) {
  const most = koboToNaira(ceilingPriceKobo({ ...readPrices(buy), minParticipants: buy.min_participants }, 0))
  const prices = [
    { term: 'Base price', price: buy.base_price },
    buy.final_price === null || buy.final_price === undefined
      ? { term: 'Price now', price: buy.current_price ?? buy.base_price }
      : { term: 'Final price', price: buy.final_price },
    { term: 'You pay at most', price: most },
  ]
  return (
    <dl className="grid grid-cols-3 divide-x divide-grain rounded-card border border-grain bg-card">
      {prices.map(({ term, price }) => (
        <div key={term} className="p-3 sm:p-4">
          <dt className="text-14 text-soft">{term}</dt>
          <dd className="mt-1 text-18 font-extrabold tabular-nums sm:text-22">{naira(price)}</dd>
          <dd className="text-14 text-soft">a {buy.unit}</dd>
        </div>
      ))}
    </dl>
  )
}
