import { useState } from 'react'
import { shownPhone } from '#domain/forms/phone.ts'
import type { ScannedCode } from '#domain/hand-overs/code-text.ts'
import { countUnits } from '#domain/products/units.ts'
import type { OutboxAct } from '#web/offline/outbox/acts.ts'
import type { SavedDay, SavedHandOver } from '#web/offline/outbox/saved-day.ts'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { clockTime, plural } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Scanner } from '../counter/scanner.tsx'

interface OfflineListProps {
  day: SavedDay
  acts: readonly OutboxAct[]
  onOpen(orderNo: number): void
  onScan(scanned: ScannedCode): void
}

/** Everybody of the saved day, by visit; those that are written down are marked. */
export function OfflineList({ day, acts, onOpen, onScan }: OfflineListProps) {
  const [search, setSearch] = useState('')
  const visits = groupVisits(day.hand_overs).filter((visit) => matches(visit, search))
  return (
    <>
      <Scanner onScan={onScan} />
      <div className="mb-5">
        <TextField
          label="Name or order number"
          name="q"
          value={search}
          onChange={(event: { currentTarget: { value: string } }) => setSearch(event.currentTarget.value)}
        />
      </div>
      <SectionHeading id="expected">Expected</SectionHeading>
      {visits.length === 0 && (
        <EmptyState title={search ? 'Nobody by that name or number' : 'Nobody is expected'}>
          {search ? 'Check the spelling.' : 'Nothing was ready when the day was saved.'}
        </EmptyState>
      )}
      <ul aria-labelledby="expected" className="divide-y divide-grain border-grain not-empty:border-y">
        {visits.map((visit) => (
          <VisitRow key={visit[0].id} visit={visit} acts={acts} onOpen={onOpen} />
        ))}
      </ul>
      {day.is_cut && <p className="mt-3 text-14 text-soft">Only the first of them are saved on this phone.</p>}
    </>
  )
}

type SavedVisit = [SavedHandOver, ...SavedHandOver[]]

interface VisitRowProps {
  visit: SavedVisit
  acts: readonly OutboxAct[]
  onOpen(orderNo: number): void
}

function VisitRow({ visit, acts, onOpen }: VisitRowProps) {
  const [first] = visit
  const act = actOf(acts, first)
  const { door } = first
  return (
    <li className="py-1">
      <button
        type="button"
        className="flex min-h-14 w-full flex-wrap items-center justify-between gap-x-4 py-2 text-left"
        onClick={() => onOpen(first.order_no)}
      >
        <span className="min-w-0">
          <strong className="text-adire underline underline-offset-4">{door?.recipient ?? first.buyer_name}</strong>
          {door && <span className="block break-words">{door.address}</span>}
          {door?.landmark && <span className="block text-14 text-soft">{door.landmark}</span>}
          <span className="block text-14 text-soft">{visit.map(goodsOf).join('; ')}</span>
        </span>
        <span className="text-14 text-soft">
          {visit.length === 1 ? `Order ${first.order_no}` : plural(visit.length, 'order')}
          {act && <strong className="block text-ink">Written down {clockTime(act.acted_at)}</strong>}
        </span>
      </button>
      {door?.phone && !act && (
        <a href={`tel:${door.phone}`} className="inline-flex min-h-11 items-center text-link">
          Call {shownPhone(door.phone)}
        </a>
      )}
    </li>
  )
}

/** The unsent act that includes this hand-over. */
export const actOf = (acts: readonly OutboxAct[], { id }: Pick<SavedHandOver, 'id'>): OutboxAct | undefined =>
  acts.find(({ goods }) => goods.some(({ hand_over_id }) => hand_over_id === id))

const goodsOf = ({ lines }: SavedHandOver): string =>
  lines.map(({ quantity, unit, name }) => `${countUnits(quantity, unit)}, ${name}`).join('; ')

function groupVisits(rows: readonly SavedHandOver[]): SavedVisit[] {
  const visits = new Map<string, SavedVisit>()
  for (const row of rows) {
    const visit = visits.get(row.visit)
    if (visit) visit.push(row)
    else visits.set(row.visit, [row])
  }
  return [...visits.values()]
}

function matches(visit: SavedVisit, search: string): boolean {
  const term = search.trim().toLowerCase()
  return visit.some(
    ({ buyer_name, order_no, door }) =>
      String(order_no) === term || `${buyer_name} ${door?.recipient ?? ''}`.toLowerCase().includes(term),
  )
}
