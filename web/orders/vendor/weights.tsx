import { Link } from 'react-router'
import { weightText } from '#domain/packing/weight-text.ts'
import { countUnits } from '#domain/products/units.ts'
import { weightRangeText } from '#domain/products/weights/weight-range.ts'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { kobo } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { FoundWeight } from '../own/read-found-weights.ts'
import type { ShopOrder } from './order-queries.ts'

/** Goods by weight for their shop: the stated range, the weight found, and the money that went back for it. */
export function Weights({ order, weights }: { order: ShopOrder; weights: readonly FoundWeight[] }) {
  if (weights.length === 0) return null
  return (
    <section aria-labelledby="weights">
      <SectionHeading id="weights">Weight</SectionHeading>
      <ul className="grid gap-4">
        {weights.map((weight) => (
          <li key={weight.id}>
            {weights.length > 1 && <p className="font-semibold break-words">{weight.name}</p>}
            <DataList facts={weightFacts(order, weight)} />
            <p className="flex flex-wrap gap-x-5">
              {WEIGHED_IN.has(order.status) && (
                <Link to={`/weigh-in/lines/${weight.id}`} className="text-link inline-flex min-h-11 items-center">
                  {weight.grams === null ? 'Weigh' : 'See or correct the weight'}
                </Link>
              )}
              {weight.picture && (
                <a href={weight.picture} className="text-link inline-flex min-h-11 items-center">
                  See the picture of the scale
                </a>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** States in which goods are weighed or corrected; the page of the weight says the rest. */
const WEIGHED_IN = new Set(['paid', 'confirmed', 'ready'])

function weightFacts({ lines }: ShopOrder, { id, grams, waits, mostGrams, backKobo }: FoundWeight): Fact[] {
  const line = lines.find((one) => one.id === id)
  if (!line) return []
  const found = grams === null ? 'Not weighed yet' : weightText(grams)
  return [
    { label: 'Stated', value: `${countUnits(1, line.unit)} weighs ${weightRangeText(line)}` },
    { label: 'Charged for', value: weightText(mostGrams) },
    { label: 'Weight found', value: waits ? `${found}, waits for an answer` : found },
    ...(grams === null || waits ? [] : [{ label: 'Went back to the buyer', value: kobo(backKobo), total: true }]),
  ]
}
