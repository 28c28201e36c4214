import { Link } from 'react-router'
import { type CalendarMonth, daysOf } from '#domain/content/month.ts'
import { overlapsOf } from '#domain/content/schedule.ts'
import { Badge } from '#web/ui/badge.tsx'
import { clockTime, day } from '#web/ui/format.ts'
import { daysText } from './month-grid.tsx'
import type { ScheduledRun } from './schedule-queries.ts'

interface AgendaProps {
  runs: readonly ScheduledRun[]
  month: CalendarMonth
  today: string
}

interface Entry {
  run: ScheduledRun
  text: string
  at: string
}

/** The month as a list: each day with what starts, ends or is published on it; then what runs through all of it. */
export function Agenda({ runs, month, today }: AgendaProps) {
  const overlapping = new Set(overlapsOf(runs).flatMap(({ hidden, shown }) => [hidden.id, shown.id]))
  const days = month.days.flatMap((date) => {
    const entries = runs.flatMap((run) => entriesOn(run, date)).toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    return entries.length > 0 ? [{ date, entries }] : []
  })
  const [start = '', end = ''] = [month.days[0], month.days.at(-1)]
  const through = runs.filter((run) => {
    const { first, last } = daysOf(run)
    return (first ?? '') < start && (last ?? '9') > end
  })
  return (
    <div className="grid gap-5">
      {days.length === 0 && (
        <p className="rounded-card border border-grain bg-card p-4">Nothing starts or ends in this month.</p>
      )}
      {days.map(({ date, entries }) => (
        <section key={date} aria-label={day(date)}>
          <h3 className="text-18">
            {day(date)} {date === today && <Badge tone="info">Today</Badge>}
          </h3>
          <ul className="divide-y divide-grain">
            {entries.map(({ run, text }) => (
              <AgendaItem key={`${run.id} ${text}`} run={run} text={text} overlaps={overlapping.has(run.id)} />
            ))}
          </ul>
        </section>
      ))}
      {through.length > 0 && (
        <section aria-label="All month">
          <h3 className="text-18">All month</h3>
          <ul className="divide-y divide-grain">
            {through.map((run) => (
              <AgendaItem key={run.id} run={run} text={daysText(run)} overlaps={overlapping.has(run.id)} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function AgendaItem({ run, text, overlaps }: Omit<Entry, 'at'> & { overlaps: boolean }) {
  return (
    <li className="py-2">
      <Link to={run.editor} className="inline-flex min-h-11 items-center font-semibold break-words text-link">
        {run.title}
      </Link>
      <p className="flex flex-wrap items-center gap-x-2 text-14 text-soft">
        <span>
          {text} · {run.placeText}
        </span>
        {overlaps && <Badge tone="warm">Overlap</Badge>}
      </p>
    </li>
  )
}

function entriesOn(run: ScheduledRun, date: string): Entry[] {
  const { first, last } = daysOf(run)
  const [from, to] = [run.from ?? '', run.to ?? '']
  if (run.kind === 'post') return first === date ? [{ run, text: `Published ${clockTime(from)}`, at: from }] : []
  const entries: Entry[] = []
  if (first === date) entries.push({ run, text: `Starts ${clockTime(from)}`, at: from })
  if (last === date) entries.push({ run, text: `Ends ${clockTime(to)}`, at: to })
  return entries
}
