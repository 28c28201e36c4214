import { weightText } from '#domain/packing/weight-text.ts'
import { countUnits } from '#domain/products/units.ts'
import { datedMoment, kobo } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import type { WaitingWeight } from '../queries.ts'
import { ShortfallActions } from './shortfalls.tsx'

/** Weights that are so low that the shop, or a manager, answers before money goes back and the goods are handed over. */
export function WaitingWeights({ weights }: { weights: readonly WaitingWeight[] }) {
  if (weights.length === 0) return null
  return (
    <section aria-labelledby="weights" className="mb-8 max-w-measure">
      <SectionHeading id="weights">Weights to answer</SectionHeading>
      <ul className="grid gap-3">
        {weights.map((weight) => (
          <li key={weight.id} className="rounded-card border border-l-4 border-grain border-l-oil bg-card p-4">
            <h3 className="text-18 break-words">
              Order {weight.line.order_no}, {weight.line.buyer_name || 'no name'}
            </h3>
            <p className="break-words">
              {countUnits(weight.line.quantity, weight.line.unit)}, {weight.line.product_name}.{' '}
              <strong>{foundText(weight)}</strong>
            </p>
            {weight.goodsKobo !== null && (
              <p>
                If you accept, <strong>{kobo(weight.goodsKobo)}</strong> of goods goes back to the buyer, with the fee
                on it.
              </p>
            )}
            <p className="text-14 text-soft">
              Weighed {weight.place ? `at ${weight.place.name}, ` : ''}
              {datedMoment(weight.created_at)}. {whoAnswers(weight)}
            </p>
            {weight.picture && (
              <a href={weight.picture} className="text-link inline-flex min-h-11 items-center">
                See the picture of the scale
              </a>
            )}
            <ShortfallActions row={weight} isShop />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** "5 kg found of up to 30 kg." */
function foundText({ line: { weight_grams: grams, most_kg_per_unit: most, quantity } }: WaitingWeight): string {
  return `${weightText(grams ?? 0)} found of up to ${weightText(Math.round(quantity * (most ?? 0) * 1000))}.`
}

function whoAnswers({ by_shop: byShop, contested_at: contested, answer_by: by }: WaitingWeight): string {
  if (byShop || contested) return 'The manager of your region answers.'
  return by ? `Answer by ${datedMoment(by)}; without an answer it counts as accepted.` : ''
}
