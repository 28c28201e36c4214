import { useLingui } from '@lingui/react'
import { shownPriceNaira } from '#domain/group-buys/price/shown-price.ts'
import { koboToNaira } from '#domain/money.ts'
import { cx } from '#web/ui/cx.ts'
import { naira } from '#web/ui/format.ts'
import { mostPerUnitKobo, type PricedBuy } from './what-you-pay.ts'

interface ThreePricesBuy extends PricedBuy {
  current_participants: number
  final_price?: number | null
  unit: string
  buyer_fee_bps: number
}

/**
 * Prices per unit before the fee, equally prominent: base price, current price and the maximum; after the end, base and
 * final price.
 */
export function ThreePrices({ buy, open }: { buy: ThreePricesBuy; open: boolean }) {
  const { i18n } = useLingui()
  const now = shownPriceNaira(buy)
  const prices = [{ term: i18n.t('Base price'), price: buy.base_price }]
  if (open) {
    prices.push({ term: i18n.t('Price now'), price: now })
    prices.push({ term: i18n.t('At most'), price: Number(koboToNaira(mostPerUnitKobo(buy))) })
  } else if (typeof buy.final_price === 'number') {
    prices.push({ term: i18n.t('Final price'), price: buy.final_price })
  } else {
    prices.push({ term: i18n.t('For those who joined'), price: now })
  }
  // Side by side in equal columns, unless a figure is too long for a third of a phone's width.
  const isLong = prices.some(({ price }) => naira(price).length > 10)
  return (
    <div>
      <dl
        className={cx(
          'divide-grain rounded-card border border-grain bg-card',
          isLong
            ? 'divide-y sm:grid sm:auto-cols-fr sm:grid-flow-col sm:divide-x sm:divide-y-0'
            : 'grid auto-cols-fr grid-flow-col divide-x',
        )}
      >
        {prices.map(({ term, price }) => (
          <div
            key={term}
            className={cx('px-3 py-2 sm:px-4', isLong && 'flex items-baseline justify-between gap-3 sm:block')}
          >
            <dt className="text-14 text-soft">{term}</dt>
            <dd className="font-extrabold tabular-nums sm:text-18">{naira(price)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-1 text-14 text-soft">
        {i18n.t('Each for one {unit}, without the {percent}% fee.', {
          unit: buy.unit,
          percent: buy.buyer_fee_bps / 100,
        })}
      </p>
    </div>
  )
}
