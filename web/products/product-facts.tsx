import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { countUnits } from '#domain/products/units.ts'
import { count, day } from '#web/ui/format.ts'
import type { ProductPageRow } from './page-queries.ts'

interface ProductFactsProps {
  product: ProductPageRow
  /** Today in Lagos, 'YYYY-MM-DD'. */
  today: string
}

/** The vendor's description, and the product's figures. */
export function ProductFacts({ product, today }: ProductFactsProps) {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="about-product">
      <h2 id="about-product" className="mb-3 text-22">
        {i18n.t('About this product')}
      </h2>
      {product.description && (
        <p className="mb-4 max-w-measure break-words whitespace-pre-line">{product.description}</p>
      )}
      <dl className="divide-y divide-grain border-y border-grain">
        {productFacts(i18n, product, today).map(([term, fact]) => (
          <div key={term} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4 py-2">
            <dt className="text-soft">{term}</dt>
            <dd className="font-semibold break-words">{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function productFacts(i18n: I18n, product: ProductPageRow, today: string): [term: string, fact: string][] {
  const { unit, min_quantity: least, available_quantity: left, share_date: date } = product
  return [
    [
      i18n.t('In stock'),
      product.paused_until
        ? i18n.t('Not for sale at the moment')
        : left >= least
          ? countUnits(left, unit)
          : i18n.t('Sold out for now'),
    ],
    [i18n.t('One person takes'), takes(i18n, product)],
    [
      i18n.t('Sharing day'),
      date === null ? i18n.t('Not set yet') : date < today ? i18n.t('The vendor sets the next one') : day(date),
    ],
  ]
}

function takes(i18n: I18n, { min_quantity: least, max_quantity: most, unit }: ProductPageRow): string {
  if (most === null)
    return least === 1
      ? i18n.t('Any number of {units}', { units: countUnits(2, unit).slice(2) })
      : i18n.t('At least {units}', { units: countUnits(least, unit) })
  if (least === most) return countUnits(least, unit)
  return i18n.t('{least} to {units}', { least: count(least), units: countUnits(most, unit) })
}
