import { Link } from 'react-router'
import { freeLeavingUntil, leavesFreeOnlyAfterPaying } from '#domain/group-buys/leaving.ts'
import { discountPercent, progressPercent, spotsLeft } from '#domain/group-buys/progress.ts'
import { nairaToKobo } from '#domain/money.ts'
import { count, day, daysUntil, moment, plural } from '#web/ui/format.ts'

export interface FactsBuy {
  product_description: string
  base_price: number
  current_price: number | null
  current_participants: number
  min_participants: number
  max_participants: number | null
  current_quantity: number
  target_quantity: number
  unit: string
  starts_at: string
  end_date: string
  share_date: string | null
  payment_due_at: string | null
  vendor: { id: string; business_name: string; location: string }
}

/** The buy in words and figures: what it is, who sells, the dates that matter. */
export function BuyFacts({ buy, now }: { buy: FactsBuy; now: string }) {
  const spots = spotsLeft(buy.max_participants, buy.current_participants)
  const discount = discountPercent(nairaToKobo(buy.base_price), nairaToKobo(buy.current_price ?? buy.base_price))
  const short = leavesFreeOnlyAfterPaying({ startsAt: new Date(buy.starts_at), endDate: new Date(buy.end_date) })
  const facts: [term: string, fact: React.ReactNode][] = [
    [
      'Sold by',
      <Link
        key="shop"
        to={`/shop/${buy.vendor.id}`}
        className="text-link"
      >{`${buy.vendor.business_name}, ${buy.vendor.location}`}</Link>,
    ],
    ['Discount now', `${discount}%`],
    [
      'Progress',
      `${progressPercent(buy.current_participants, buy.min_participants)}% of the minimum of ${plural(buy.min_participants, 'person', 'people')}`,
    ],
    ['Spots left', typeof spots === 'number' ? count(spots) : spots],
    ['Taken', `${count(buy.current_quantity)} of ${plural(buy.target_quantity, buy.unit)}`],
    ['Days left', String(daysUntil(buy.end_date, now))],
    ['Closes', moment(buy.end_date)],
    ['Payment due', buy.payment_due_at ? moment(buy.payment_due_at) : 'not set'],
    ['Sharing day', buy.share_date ? day(buy.share_date) : 'not set'],
    [
      'Leaving',
      short
        ? 'This window is short: after paying you can leave free for 1 hour.'
        : `Free until ${moment(freeLeavingUntil(new Date(buy.end_date)))}, and for 1 hour after paying.`,
    ],
  ]
  return (
    <section aria-labelledby="about-buy">
      <h2 id="about-buy" className="mb-3 text-22">
        About this group buy
      </h2>
      {buy.product_description && <p className="mb-4 max-w-measure whitespace-pre-line">{buy.product_description}</p>}
      <dl className="divide-y divide-grain border-y border-grain">
        {facts.map(([term, fact]) => (
          <div key={term} className="grid grid-cols-[8rem_1fr] gap-4 py-2">
            <dt className="text-soft">{term}</dt>
            <dd className="font-semibold">{fact}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
