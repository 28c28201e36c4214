import { Form, Link } from 'react-router'
import type { ScannedCode } from '#domain/hand-overs/code-text.ts'
import { countUnits } from '#domain/products/units.ts'
import { Disclosure } from '#web/ui/browse/disclosure.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { moment, plural } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { ExpectedHandOver, HandOverList, listPlaces } from '../queries.ts'
import { Scanner } from './scanner.tsx'

interface DayProps {
  places: Awaited<ReturnType<typeof listPlaces>>
  /** People expected now, those whose time has ended, and what was handed over in the last 24 hours. */
  open: HandOverList
  late: HandOverList
  done: HandOverList
  place: string
  search: string
  onScan(scanned: ScannedCode): void
}

/** The counter's day: who is expected, the soonest first; who did not come and what is done are folded away. */
export function Day({ places, open, late, done, place, search, onScan }: DayProps) {
  return (
    <>
      <Scanner onScan={onScan} />
      <Form method="get" className="mb-6 flex flex-wrap items-end gap-3">
        <TextField label="Name or order number" name="q" defaultValue={search} className="min-w-56 flex-1" />
        {places.length > 1 && (
          <SelectField
            label="Place"
            name="place"
            defaultValue={place}
            options={[
              { value: '', label: 'All my places' },
              ...places.map(({ key, name }) => ({ value: key, label: name })),
            ]}
          />
        )}
        <Button tone="plain">Find</Button>
      </Form>
      <section aria-labelledby="expected" className="mb-10">
        <SectionHeading id="expected">Expected</SectionHeading>
        {open.failure && <ErrorState message={open.failure} reload />}
        {open.rows.length === 0 && !open.failure && (
          <EmptyState title={search ? 'Nobody by that name or number' : 'Nobody is expected now'}>
            {search ? 'Check the spelling, or look at another place.' : 'Orders that are ready are listed here.'}
          </EmptyState>
        )}
        <PeopleList people={groupByBuyer(open.rows)} withPlace={places.length > 1} label="Expected" />
        {open.isCut && (
          <p className="mt-3 text-14 text-soft">These are the first {open.rows.length}. Search for others.</p>
        )}
      </section>
      {late.rows.length > 0 && (
        <Disclosure open={search !== ''} title={`${plural(late.rows.length, 'order')} not collected in time`}>
          <PeopleList
            people={groupByBuyer(late.rows)}
            withPlace={places.length > 1}
            label="Not collected in time"
            isLate
          />
        </Disclosure>
      )}
      {done.rows.length > 0 && (
        <Disclosure
          open={search !== ''}
          title={`${plural(done.rows.length, 'order')} handed over in the last 24 hours`}
        >
          <ul className="divide-y divide-grain">
            {done.rows.map((handOver) => (
              <li key={handOver.id} className="py-3">
                <strong>{handOver.buyer_name}</strong>, order {handOver.order_no}
                <span className="block text-14 text-soft">
                  {goodsText(handOver)}. {handOver.done_at && moment(handOver.done_at)}, by{' '}
                  {handOver.handled_by_name || 'a former user'}
                  {handOver.taken_by && `, to ${handOver.taken_by}`}
                  {handOver.proof === 'override' && ', without a code'}
                  {handOver.acted_at && `, written down without a network, ${moment(handOver.acted_at)}`}
                </span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  )
}

/** Groups hand-overs by buyer and place. */
export function groupByBuyer(rows: readonly ExpectedHandOver[]): ExpectedHandOver[][] {
  const people = new Map<string, ExpectedHandOver[]>()
  for (const row of rows) {
    const key = `${row.buyer_id} ${row.pickup_point_id ?? row.vendor_id}`
    people.set(key, [...(people.get(key) ?? []), row])
  }
  return [...people.values()]
}

export const placeLabel = ({ kind, place_name }: ExpectedHandOver) => (kind === 'delivery' ? 'the door' : place_name)

export const goodsText = ({ lines }: ExpectedHandOver) =>
  lines.map(({ quantity, unit, name }) => `${countUnits(quantity, unit)}, ${name}`).join('; ')

interface PeopleListProps {
  people: readonly (readonly ExpectedHandOver[])[]
  label: string
  withPlace?: boolean
  /** Their time to collect has ended. */
  isLate?: boolean
}

export function PeopleList({ people, label, withPlace = false, isLate = false }: PeopleListProps) {
  return (
    <ul aria-label={label} className="divide-y divide-grain border-grain not-empty:border-y">
      {people.map((orders) => (
        <li key={orders[0]?.id}>
          <PersonRow orders={orders} withPlace={withPlace} isLate={isLate} />
        </li>
      ))}
    </ul>
  )
}

interface PersonRowProps {
  orders: readonly ExpectedHandOver[]
  withPlace: boolean
  isLate: boolean
}

function PersonRow({ orders, withPlace, isLate }: PersonRowProps) {
  const [first] = orders
  if (!first) return null
  return (
    <Link
      to={`/handover?order=${first.order_no}`}
      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-3"
    >
      <span className="min-w-0">
        <strong className="text-adire underline underline-offset-4">{first.buyer_name}</strong>
        <span className="block text-14 text-soft">{orders.map(goodsText).join('; ')}</span>
        {withPlace && <span className="block text-14 text-soft">{placeLabel(first)}</span>}
      </span>
      <span className="text-14 text-soft">
        {orders.length === 1 ? `Order ${first.order_no}` : plural(orders.length, 'order')}
        {first.due_until && (
          <span className="block">
            {isLate ? 'time ended' : 'until'} {moment(first.due_until)}
          </span>
        )}
      </span>
    </Link>
  )
}
