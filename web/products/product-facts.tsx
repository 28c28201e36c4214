import { countUnits } from '#domain/products/units.ts'
import { count, day } from '#web/ui/format.ts'
import type { ProductPageRow } from './page-queries.ts'

interface ProductFactsProps {
  product: ProductPageRow
  /** Today in Lagos, 'YYYY-MM-DD'. */
  today: string
}

/** The vendor's words, and the product in figures. */
export function ProductFacts({ product, today }: ProductFactsProps) {
  return (
    <section aria-labelledby="about-product">
      <h2 id="about-product" className="mb-3 text-22">
        About this product
      </h2>
      {product.description && (
        <p className="mb-4 max-w-measure break-words whitespace-pre-line">{product.description}</p>
      )}
      <dl className="divide-y divide-grain border-y border-grain">
        {factsOf(product, today).map(([term, fact]) => (
          <div key={term} className="grid grid-cols-[8rem_minmax(0,1fr)] gap-4 py-2">
            <dt className="text-soft">{term}</dt>
            <dd className="font-semibold break-words">{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function factsOf(product: ProductPageRow, today: string): [term: string, fact: string][] {
  const { unit, min_quantity: least, max_quantity: most, available_quantity: left, share_date: date } = product
  return [
    ['In stock', left >= least ? countUnits(left, unit) : 'Sold out for now'],
    ['One person takes', takes(least, most, unit)],
    ['Sharing day', date === null ? 'Not set yet' : date < today ? 'The vendor sets the next one' : day(date)],
  ]
}

function takes(least: number, most: number | null, unit: string): string {
  if (most === null)
    return least === 1 ? `Any number of ${countUnits(2, unit).slice(2)}` : `At least ${countUnits(least, unit)}`
  return least === most ? countUnits(least, unit) : `${count(least)} to ${countUnits(most, unit)}`
}
