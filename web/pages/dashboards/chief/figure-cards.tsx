import { Link } from 'react-router'
import { change, overviewFigures, standingFigures } from '#domain/figures/overview.ts'
import { type DayRange, daysIn } from '#domain/figures/period.ts'
import { PartChart } from '#web/desk/figures/part-chart.tsx'
import { pathWithParams } from '#web/list-page.ts'
import { count, datedDay, kobo } from '#web/ui/format.ts'
import { type Column, Table } from '#web/ui/tables/table.tsx'
import type { OverviewFigureRow } from './overview-queries.ts'
import { figurePath, type OverviewAddress } from './period-form.tsx'

const known = { ...overviewFigures, ...standingFigures }

type Unit = (typeof known)[keyof typeof known]['unit']

/** "₦1,200", "34", "91.5%"; "–" if there is nothing to take a share of. */
export function figureText(value: number | null, unit: Unit): string {
  if (value === null) return '–'
  if (unit === 'percent') return `${value}%`
  return unit === 'kobo' ? kobo(value) : count(value)
}

/** "+₦200 (+5%)", "-1.5 points" */
export function changeText(row: { now: number | null; before: number | null }, unit: Unit): string {
  const difference = change(row, unit)
  if (!difference) return 'nothing to compare'
  if (difference.difference === 0) return 'no change'
  const sign = difference.difference > 0 ? '+' : '−'
  const size = Math.abs(difference.difference)
  if (unit === 'percent') return `${sign}${size} points`
  const percent = difference.percent === null ? '' : ` (${sign}${Math.abs(difference.percent)}%)`
  return `${sign}${figureText(size, unit)}${percent}`
}

/** "Sat 14 Mar 2026", "Sat 14 Mar 2026 to Fri 20 Mar 2026" */
export const rangeText = ({ since, until }: DayRange): string =>
  since === until ? datedDay(since) : `${datedDay(since)} to ${datedDay(until)}`

interface FigureCardsProps {
  address: OverviewAddress
  figures: readonly OverviewFigureRow[]
  parts: readonly DayRange[]
}

/** Each figure with the one before, its change, a chart, and a link to the rows behind it. */
export function FigureCards({ address, figures, parts }: FigureCardsProps) {
  return (
    <dl className="mb-6 grid gap-px overflow-hidden rounded-card border border-grain bg-card sm:grid-cols-2 xl:grid-cols-4">
      {figures.map((row) => {
        const { label, rule, unit } = known[row.figure]
        const to = rowsPath(row.figure, address)
        return (
          <div key={row.figure} className="flex flex-col p-4 shadow-[0_0_0_1px_var(--grain)]">
            <dt className="text-14 text-soft">
              {to ? (
                <Link to={to} className="text-link">
                  {label}
                </Link>
              ) : (
                label
              )}
            </dt>
            <dd className="text-22 font-extrabold tabular-nums">
              <span className="whitespace-nowrap">{figureText(row.now, unit)}</span>
            </dd>
            <dd className="text-14 tabular-nums">
              <span className="whitespace-nowrap">{figureText(row.before, unit)} before:</span>{' '}
              <span className="whitespace-nowrap">{changeText(row, unit)}</span>
            </dd>
            {parts.length > 1 && (
              <dd>
                <PartChart
                  title={label}
                  bars={parts.map((part, at) => ({ name: rangeText(part), value: row.parts[at] ?? 0 }))}
                  text={(value) => figureText(value, unit)}
                />
              </dd>
            )}
            <dd className="mt-2 text-14 text-soft">{rule}</dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The rows behind a figure; people who were active have none, because a list of them would show who uses the market when. */
function rowsPath(figure: OverviewFigureRow['figure'], address: OverviewAddress): string | null {
  if (figure === 'active') return null
  if (figure === 'held') return pathWithParams('/chief/ledger', { day: address.period.until })
  return figurePath(figure, address)
}

/** The figures of the charts as a table. */
export function PartsTable({ figures, parts }: Omit<FigureCardsProps, 'address'>) {
  const size = parts[0] ? daysIn(parts[0]) : 1
  const name = size === 1 ? 'day' : size <= 7 ? 'week' : 'month'
  const columns: Column<{ part: DayRange; at: number }>[] = [
    {
      header: name === 'day' ? 'Day' : 'Days',
      heading: true,
      cell: ({ part }) => <span className="whitespace-nowrap">{rangeText(part)}</span>,
    },
    ...figures.map(({ figure, parts: values }) => ({
      header: known[figure].label,
      numeric: true,
      cell: ({ at }: { at: number }) => (
        <span className="whitespace-nowrap">{figureText(values[at] ?? null, known[figure].unit)}</span>
      ),
    })),
  ]
  return (
    <details className="mb-8">
      <summary className="min-h-11 cursor-pointer py-2 text-link underline underline-offset-4">
        All figures by {name}
      </summary>
      <Table
        caption={`Figures by ${name}`}
        columns={columns}
        rows={parts.map((part, at) => ({ part, at })).reverse()}
        rowKey={({ at }) => at}
      />
    </details>
  )
}
