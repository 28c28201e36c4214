import { useState } from 'react'
import { nairaToKobo } from '#domain/money.ts'
import { cx } from './cx.ts'
import { kobo, naira } from './format.ts'

interface PriceTagProps {
  /** Price now of one unit, in naira (catalogue value). */
  price: number | string
  /** Base price of one unit, in naira; left out, or not above the price, nothing is struck. */
  basePrice?: number | string | null
  /** What one is: bag, basket, mudu. */
  unit: string
  /** Large on a buy's own page. */
  size?: 'card' | 'page'
}

/** The piece of cardboard stuck in the heap: price now, base price struck, the saving in words. */
export function PriceTag({ price, basePrice, unit, size = 'card' }: PriceTagProps) {
  const saving = basePrice == null ? 0n : nairaToKobo(basePrice) - nairaToKobo(price)
  const falls = useFalls(Number(price))
  const figure = naira(price)
  return (
    <div className="min-w-0">
      <p
        className={cx(
          'price-tag',
          size === 'page' && 'price-tag-page',
          isWide(figure, unit) && 'price-tag-stacked',
          figure.length > LONG_FIGURE && 'price-tag-long',
        )}
      >
        <span className="sr-only">Price now </span>
        <span key={falls} className={cx('price-figure', falls > 0 && 'price-fell')}>
          {figure}
        </span>
        <span className="price-unit"> a {unit}</span>
      </p>
      {saving > 0n && (
        <p className="mt-1 flex flex-wrap gap-x-2 text-14">
          <span className="text-soft tabular-nums">
            <span className="sr-only">Base price </span>
            <s>{naira(basePrice ?? 0)}</s>
          </span>
          <span className="font-semibold text-leaf">
            you save {kobo(saving)} a {unit}
          </span>
        </p>
      )}
    </div>
  )
}

/** Above this many signs the figure itself is set smaller: ₦12,345,678.50. */
const LONG_FIGURE = 11
/** Figure and unit side by side on the narrowest card, in signs; the unit's are smaller. */
const WIDEST = 11.5

/** The unit stands under the figure, as on a hand-cut tag, instead of leaving half of the cardboard blank. */
const isWide = (figure: string, unit: string): boolean => figure.length + unit.length * 0.6 > WIDEST

/** Counts how often the price has fallen since it was first shown: each fall slides once, a rise never. */
function useFalls(price: number): number {
  const [seen, setSeen] = useState({ price, falls: 0 })
  if (price !== seen.price) setSeen({ price, falls: seen.falls + (price < seen.price ? 1 : 0) })
  return seen.falls
}
