import { Link } from 'react-router'
import { ADVERT_PAGES, ADVERT_POSITIONS } from '#domain/adverts/placement.ts'
import { type Bar, barsOf, type CalendarMonth, daysOf } from '#domain/content/month.ts'
import { overlapsOf } from '#domain/content/schedule.ts'
import { advertPlace, positionText } from '#web/adverts/content/advert-texts.ts'
import { cx } from '#web/ui/cx.ts'
import { datedDay, day } from '#web/ui/format.ts'
import type { ScheduledRun } from './schedule-queries.ts'

interface MonthGridProps {
  runs: readonly ScheduledRun[]
  month: CalendarMonth
  today: string
}

/** The title of a post may reach over the days after it. */
const POST_DAYS = 7

interface Lane {
  name: string
  runs: readonly ScheduledRun[]
  leastDays?: number
}

/** The month as bars: a lane for each place of adverts, one for deals and one for posts. Every bar is a link. */
export function MonthGrid({ runs, month, today }: MonthGridProps) {
  const overlapping = new Set(overlapsOf(runs).flatMap(({ hidden, shown }) => [hidden.id, shown.id]))
  const columns = { gridTemplateColumns: `repeat(${month.days.length}, minmax(0, 1fr))` }
  return (
    <div className="month">
      <div className="month-lane" aria-hidden>
        <span />
        <div className="grid" style={columns}>
          {month.days.map((date) => (
            <span
              key={date}
              className={cx('month-day', date === today && 'month-today', isSunday(date) && 'month-sunday')}
            >
              {Number(date.slice(8))}
            </span>
          ))}
        </div>
      </div>
      {lanesOf(runs).map(({ name, runs: own, leastDays = 1 }) => (
        <section key={name} aria-label={name} className="month-lane">
          <h3 className="text-14 leading-tight font-semibold">{name}</h3>
          <ul className="month-bars" style={columns}>
            {barsOf(own, month, { leastDays }).map((bar) => (
              <MonthBar key={bar.run.id} bar={bar} overlaps={overlapping.has(bar.run.id)} />
            ))}
            {own.length === 0 && <li className="month-empty">Nothing</li>}
          </ul>
        </section>
      ))}
    </div>
  )
}

function MonthBar({ bar, overlaps }: { bar: Bar<ScheduledRun>; overlaps: boolean }) {
  const { run, firstColumn, lastColumn, row, beganBefore, goesOn } = bar
  return (
    <li style={{ gridColumn: `${firstColumn} / ${lastColumn + 1}`, gridRow: row }} className="min-w-0">
      <Link
        to={run.editor}
        title={`${run.title}, ${daysText(run)}`}
        aria-label={`${run.title}, ${daysText(run)}${overlaps ? ', overlaps' : ''}`}
        className={cx(
          'month-bar',
          `month-${run.kind}`,
          overlaps && 'month-overlap',
          beganBefore && 'month-began',
          goesOn && 'month-goes-on',
        )}
      >
        {beganBefore && '‹'}
        <span className="truncate">{run.title}</span>
        {goesOn && '›'}
      </Link>
    </li>
  )
}

function lanesOf(runs: readonly ScheduledRun[]): Lane[] {
  const places = ADVERT_PAGES.flatMap((page) => ADVERT_POSITIONS.map((position) => ({ page, position })))
  const of = (kind: ScheduledRun['kind']) => runs.filter((run) => run.kind === kind)
  return [
    ...places.map((place) => ({
      name: positionText(place),
      runs: of('advert').filter((run) => run.place === advertPlace(place)),
    })),
    { name: 'Featured deals', runs: of('deal') },
    { name: 'Blog', runs: of('post'), leastDays: POST_DAYS },
  ]
}

/** "Sat 14 Mar to Sun 15 Mar 2026", "from Sat 14 Mar 2026 on". */
export function daysText(run: ScheduledRun): string {
  const { first, last } = daysOf(run)
  if (run.kind === 'post') return datedDay(first ?? '')
  if (last === null) return first === null ? 'always' : `from ${datedDay(first)} on`
  return first === null ? `until ${datedDay(last)}` : `${day(first)} to ${datedDay(last)}`
}

const isSunday = (date: string): boolean => new Date(`${date}T00:00:00Z`).getUTCDay() === 0
