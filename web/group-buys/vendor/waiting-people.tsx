import { Link } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { plural } from '#web/ui/format.ts'
import { repeatPath } from './address.ts'

interface WaitingPeopleProps {
  buy: { id: string; unit: string; waiting_people: number | null; waiting_units: number | null }
  /** Units of the product that are in stock beside this buy; null if it was deleted. */
  inStock: number | null
}

/** "3 people for 7 bags" */
export const waitingText = ({
  unit,
  waiting_people: people,
  waiting_units: units,
}: WaitingPeopleProps['buy']): string =>
  `${plural(people ?? 0, 'person', 'people')} for ${countUnits(units ?? 0, unit)}`

/** The line of a full buy for its vendor, and what can be done about it. */
export function WaitingPeople({ buy, inStock }: WaitingPeopleProps) {
  if (!buy.waiting_people) return null
  const missing = (buy.waiting_units ?? 0) - (inStock ?? 0)
  return (
    <section aria-labelledby="waiting" className="border-t border-grain pt-5 md:col-span-2">
      <h2 id="waiting" className="mb-2 text-22">
        People are waiting
      </h2>
      <p className="mb-3 max-w-measure">
        {plural(buy.waiting_people, 'person waits', 'people wait')} for {countUnits(buy.waiting_units ?? 0, buy.unit)}.
        What becomes free is offered to the next in line for 30 minutes, without your doing. The target stays as it is,
        because people have joined; for the others you can open a second group buy.
      </p>
      <p className="mb-3 max-w-measure">
        {inStock === null
          ? 'Its product is not in your list any more.'
          : missing > 0
            ? `You have ${countUnits(inStock, buy.unit)} more in stock, ${countUnits(missing, buy.unit)} too few for all of them.`
            : `You have ${countUnits(inStock, buy.unit)} more in stock, enough for all of them.`}
      </p>
      <Link to={repeatPath(buy.id)} className="inline-flex min-h-11 items-center text-link">
        Open a second one like this
      </Link>
    </section>
  )
}
