import { Link } from 'react-router'
import type { CalendarMonth } from '#domain/content/month.ts'
import { overlapsOf } from '#domain/content/schedule.ts'
import { overlapText } from '#web/content/overlap-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import type { ScheduledRun } from './schedule-queries.ts'

/** The overlaps of a month in words, above its bars. */
export function OverlapList({ runs, month }: { runs: readonly ScheduledRun[]; month: CalendarMonth }) {
  const overlaps = overlapsOf(runs).filter(({ from, to }) => from < Date.parse(month.to) && to > Date.parse(month.from))
  if (overlaps.length === 0) return null
  return (
    <section aria-labelledby="overlaps" className="mb-5">
      <h3 id="overlaps" className="mb-1 text-18">
        Two in one place
      </h3>
      <ul className="divide-y divide-grain rounded-card border border-grain bg-card">
        {overlaps.map((overlap) => {
          const { editor, title, placeText } = overlap.hidden as ScheduledRun
          return (
            <li key={`${overlap.hidden.id} ${overlap.shown.id}`}>
              <Link
                to={editor}
                className="flex min-h-12 items-baseline gap-x-3 gap-y-1 px-4 py-2.5 max-sm:flex-wrap hover:bg-grain-wash"
              >
                <Badge tone="warm">Overlap</Badge>
                <span className="min-w-0 break-words">
                  {placeText}: <span className="font-semibold underline underline-offset-4">{title}</span>.{' '}
                  {overlapText(overlap)}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
