import { Link } from 'react-router'
import type { Fact } from '#web/ui/data-list.tsx'
import { count, datedDay, day, kobo, moment } from '#web/ui/format.ts'
import type { Column } from '#web/ui/tables/table.tsx'
import type { MoneyCut, MoneyRow } from './queries.ts'

/** From what was sold to what the shop gets. */
export const moneyFacts = (row: MoneyRow): Fact[] => [
  { label: `Sold, ${count(row.orders)} ${row.orders === 1 ? 'order' : 'orders'}`, value: kobo(row.gross_kobo) },
  { label: 'Our fee', value: minus(row.fee_kobo) },
  ...(row.fee_vat_kobo ? [{ label: 'VAT in our fee', value: kobo(row.fee_vat_kobo) }] : []),
  { label: 'Gone back to buyers', value: minus(row.back_kobo) },
  { label: 'You get', value: kobo(row.net_kobo), total: true },
]

/** Where that money is: the parts add up to "You get". */
export const placeFacts = (row: MoneyRow): Fact[] => [
  ...places(row).map(({ label, amountKobo, date }) => ({
    label,
    value: (
      <>
        {kobo(amountKobo)}
        {date && amountKobo !== 0 && <span className="block text-14 text-soft">{date}</span>}
      </>
    ),
  })),
  { label: 'Together', value: kobo(row.net_kobo), total: true },
]

interface Place {
  label: string
  amountKobo: number
  date?: string | false | null
}

function places(row: MoneyRow): Place[] {
  const { claim_until: until, payout_at: paidAt, last_four: lastFour, payouts } = row
  const paidOut = paidAt && `${payouts > 1 ? 'last ' : ''}${datedDay(paidAt)}, account ending in ${lastFour}`
  return [
    {
      label: 'Held until handed over',
      amountKobo: row.held_kobo,
      date: row.share_day && `shared ${day(row.share_day)}`,
    },
    { label: 'Waiting for the claim time', amountKobo: row.waiting_kobo, date: until && `until ${moment(until)}` },
    { label: 'Ready to be paid out', amountKobo: row.ready_kobo },
    { label: 'On its way to your bank', amountKobo: row.on_its_way_kobo, date: paidOut },
    { label: 'Paid out', amountKobo: row.paid_kobo, date: row.paid_kobo !== 0 && paidOut },
  ]
}

const minus = (amountKobo: number) => (amountKobo === 0 ? kobo(0) : kobo(-amountKobo))

export const moneyColumns = (cut: MoneyCut): Column<MoneyRow>[] => [
  { header: cut === 'buy' ? 'Group buy' : 'Sharing day', cell: cut === 'buy' ? buyCell : dayText, heading: true },
  { header: 'Sold', cell: ({ gross_kobo }) => kobo(gross_kobo), numeric: true },
  { header: 'Our fee', cell: ({ fee_kobo }) => minus(fee_kobo), numeric: true },
  { header: 'Gone back', cell: ({ back_kobo }) => minus(back_kobo), numeric: true },
  { header: 'You get', cell: ({ net_kobo }) => <strong>{kobo(net_kobo)}</strong>, numeric: true },
  { header: 'Where it is', cell: placesCell, wide: true },
]

const dayText = ({ share_day: date }: MoneyRow) => (date ? datedDay(date) : 'No day yet')

function buyCell(row: MoneyRow) {
  const { group_buy_id: id, product_name: name } = row
  return (
    <>
      {id ? (
        <Link to={`/vendor/products/buys/${id}/earnings`} className="text-link">
          {name}
        </Link>
      ) : (
        'Orders from the cart'
      )}
      <span className="block text-14 font-normal text-soft">{dayText(row)}</span>
    </>
  )
}

function placesCell(row: MoneyRow) {
  const shown = places(row).filter(({ amountKobo }) => amountKobo !== 0)
  if (shown.length === 0) return 'Nothing left'
  return (
    <ul>
      {shown.map(({ label, amountKobo, date }) => (
        <li key={label} className="tabular-nums">
          {label}: {kobo(amountKobo)}
          {date && <span className="text-14 text-soft"> {date}</span>}
        </li>
      ))}
    </ul>
  )
}
