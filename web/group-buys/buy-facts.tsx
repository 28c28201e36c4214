import { Link } from 'react-router'
import { freeLeavingUntil, leavesFreeOnlyAfterPaying } from '#domain/group-buys/leaving.ts'
import { discountPercent, progressPercent, spotsLeft } from '#domain/group-buys/progress.ts'
import { nairaToKobo } from '#domain/money.ts'
import { countUnits } from '#domain/products/units.ts'
import { count, day, daysUntil, moment, plural } from '#web/ui/format.ts'

interface FactsBuy {
  product_description: string
  base_price: number
  current_price: number | null
  final_price: number | null
  current_participants: number
  min_participants: number
  max_participants: number | null
  min_quantity: number
  max_quantity: number | null
  current_quantity: number
  target_quantity: number
  unit: string
  starts_at: string
  end_date: string
  share_date: string | null
  payment_due_at: string | null
  vendor: { id: string; business_name: string } | null
  vendor_location: string
}

interface BuyFactsProps {
  buy: FactsBuy
  /** "1 bag, about 50 kg"; empty where nobody knows. */
  weight: string
  now: string
  /** Whether it can be joined now. */
  open: boolean
}

type Fact = [term: string, fact: React.ReactNode]

/** The buy in words and figures: what it is, who sells, and the key dates. */
export function BuyFacts({ buy, weight, now, open }: BuyFactsProps) {
  const facts: Fact[] = [
    ['Sold by', <Seller key="seller" buy={buy} />],
    ...(weight ? [['Weight', weight] satisfies Fact] : []),
    ...(open ? openFacts(buy, now) : []),
    [open ? 'Closes' : 'Closed', moment(buy.end_date)],
    ['Payment due', buy.payment_due_at ? moment(buy.payment_due_at) : 'not set'],
    ['Sharing day', buy.share_date ? day(buy.share_date) : 'not set'],
    ...(open ? [['Leaving', leavingWords(buy, now)] satisfies Fact] : []),
  ]
  return (
    <section aria-labelledby="about-buy">
      <h2 id="about-buy" className="mb-3 text-22">
        About this group buy
      </h2>
      {buy.product_description && <p className="mb-4 max-w-measure whitespace-pre-line">{buy.product_description}</p>}
      <dl className="divide-y divide-grain border-y border-grain">
        {facts.map(([term, fact]) => (
          <div key={term} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-4 py-2 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <dt className="text-soft">{term}</dt>
            <dd className="font-semibold">{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The shop and its city; a shop that is not open has no page and no name. */
export function Seller({ buy }: { buy: Pick<FactsBuy, 'vendor' | 'vendor_location'> }) {
  if (!buy.vendor) return `A shop in ${buy.vendor_location} that is not open at the moment`
  return (
    <Link to={`/shop/${buy.vendor.id}`} className="text-link">
      {buy.vendor.business_name}, {buy.vendor_location}
    </Link>
  )
}

function openFacts(buy: FactsBuy, now: string): Fact[] {
  const spots = spotsLeft(buy.max_participants, buy.current_participants)
  const discount = discountPercent(nairaToKobo(buy.base_price), nairaToKobo(buy.current_price ?? buy.base_price))
  const least = plural(buy.min_participants, 'person', 'people')
  return [
    ['Discount now', `${discount}%`],
    ['Progress', `${progressPercent(buy.current_participants, buy.min_participants)}% of the minimum of ${least}`],
    ['Spots left', typeof spots === 'number' ? count(spots) : spots],
    ['Taken', `${count(buy.current_quantity)} of ${countUnits(buy.target_quantity, buy.unit)}`],
    ...(buy.min_quantity > 1 || buy.max_quantity !== null
      ? [['One person takes', shareWords(buy)] satisfies Fact]
      : []),
    ['Days left', String(daysUntil(buy.end_date, now))],
  ]
}

function shareWords({ min_quantity: min, max_quantity: max, unit }: FactsBuy): string {
  if (max === null) return `at least ${countUnits(min, unit)}`
  return min === max ? countUnits(min, unit) : `${count(min)} to ${countUnits(max, unit)}`
}

/** docs/decisions/0001, Clocks: unpaid until it closes; paid until 72 hours before, and for an hour after paying. */
function leavingWords(buy: FactsBuy, now: string): string {
  const until = freeLeavingUntil(new Date(buy.end_date))
  const unpaid = 'Before you pay: free until it closes. After paying: free'
  if (leavesFreeOnlyAfterPaying({ startsAt: new Date(buy.starts_at), endDate: new Date(buy.end_date) })) {
    return `${unpaid} for 1 hour only, because this group buy closes soon.`
  }
  if (until.getTime() <= Date.parse(now)) return `${unpaid} for 1 hour.`
  return `${unpaid} until ${moment(until)}, and in any case for 1 hour.`
}
