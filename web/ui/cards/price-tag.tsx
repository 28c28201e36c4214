import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { discountPercent } from '#domain/group-buys/progress.ts'
import { nairaToKobo } from '#domain/money.ts'
import { cx } from '../cx.ts'
import { kobo, naira } from '../format.ts'

interface PriceTagProps {
  /** The current price per unit, in naira (catalogue value). */
  price: number | string
  /** The base price per unit, in naira; struck through if it is higher. */
  basePrice?: number | string | null
  /** The unit: bag, basket, mudu. */
  unit: string
  /** Large on a buy's own page. */
  size?: 'card' | 'page'
}

/**
 * A price tag: current price, base price struck through, and the saving, in per cent on a card and as an amount on a
 * page.
 */
export function PriceTag({ price, basePrice, unit, size = 'card' }: PriceTagProps) {
  const { i18n } = useLingui()
  const each = i18n.t('a {unit}', { unit })
  const saving = basePrice == null ? 0n : nairaToKobo(basePrice) - nairaToKobo(price)
  const off = saving > 0n ? discountPercent(nairaToKobo(basePrice ?? 0), nairaToKobo(price)) : 0
  const falls = useFalls(Number(price))
  const figure = naira(price)
  return (
    <div className="min-w-0">
      <p
        className={cx(
          'price-tag',
          size === 'page' && 'price-tag-page',
          isWide(figure, each) && 'price-tag-stacked',
          figure.length > LONG_FIGURE[size] && 'price-tag-long',
        )}
      >
        <span className="sr-only">{i18n.t('Price now')} </span>
        <span key={falls} className={cx('price-figure', falls > 0 && 'price-fell')}>
          {figure}
        </span>
        <span className="price-unit"> {each}</span>
      </p>
      {saving > 0n && (
        <p className="mt-1 flex flex-wrap gap-x-2 text-14">
          <span className="text-soft tabular-nums">
            <span className="sr-only">{i18n.t('Base price')} </span>
            <s>{naira(basePrice ?? 0)}</s>
          </span>
          <span className="font-semibold text-leaf">
            {size === 'page'
              ? i18n.t('you save {amount} a {unit}', { amount: kobo(saving), unit })
              : i18n.t('{percent}% off', { percent: off })}
          </span>
        </p>
      )}
    </div>
  )
}

/** Maximum length of a figure at full size; longer ones, such as ₦12,345,678.50, are set smaller. */
const LONG_FIGURE = { card: 11, page: 9 }
/** Maximum length of figure and unit side by side on the narrowest card; the unit's characters count less. */
const WIDEST = 12

/** Whether the unit is set below the figure. */
const isWide = (figure: string, each: string): boolean => figure.length + each.length * 0.6 > WIDEST

/** Counts price drops since the first render: each drop animates once, a rise never. */
function useFalls(price: number): number {
  const [seen, setSeen] = useState({ price, falls: 0 })
  if (price !== seen.price) setSeen({ price, falls: seen.falls + (price < seen.price ? 1 : 0) })
  return seen.falls
}
