import { Link } from 'react-router'
import { STOCKPILE_DAYS } from '#domain/limits.ts'
import { kobo } from '#web/ui/format.ts'
import type { WaysOfShop } from './queries.ts'

interface WaysProps {
  ways: WaysOfShop
  state: string
  /** Whether the product may be left with the market for a while. */
  keeps: boolean
}

/** How many places are named; the rest are counted. */
const NAMED = 3

/** How somebody may get what a shop sells: places, the door, or kept for a while. */
export function Ways({ ways, state, keeps }: WaysProps) {
  const { places, feesKobo } = ways
  const named = places.slice(0, NAMED).map(({ name, lga }) => `${name}, ${lga}`)
  const more = places.length - named.length
  return (
    <section aria-labelledby="ways">
      <h2 id="ways" className="mb-3 text-22">
        How you get it
      </h2>
      <dl className="divide-y divide-grain border-y border-grain">
        <Way term="Pickup, free">
          {named.length === 0
            ? 'The vendor tells you where to collect it.'
            : `${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}`}
        </Way>
        <Way term="Delivery">{deliveryText(feesKobo, state)}</Way>
        {keeps && <Way term="Kept for you">Leave it at a pickup place for up to {STOCKPILE_DAYS} days.</Way>}
      </dl>
      <p className="mt-1 text-14 text-soft">
        You choose before you pay.{' '}
        <Link to="/places" className="inline-flex min-h-11 items-center text-link">
          All places and fees
        </Link>
      </p>
    </section>
  )
}

function Way({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-4 py-2">
      <dt className="text-soft">{term}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}

function deliveryText(feesKobo: readonly number[], state: string): string {
  if (feesKobo.length === 0) return `Not in ${state} yet`
  const [least, most] = [Math.min(...feesKobo), Math.max(...feesKobo)]
  return least === most ? `In ${state}, ${kobo(least)}` : `In ${state}, ${kobo(least)} to ${kobo(most)}`
}
