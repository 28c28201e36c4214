import { monthLabel } from '#web/desk/figures/months.ts'

interface PunctualMonth {
  /** 'YYYY-MM-01' */
  month: string
  timed: number
  on_time: number
  let_down: number
}

/** Hand-overs on time by month of ordering, oldest first: "Sep 88%, Oct 92%, Nov 95%". Months without any are left out. */
export function OnTimeTrend({ months }: { months: readonly PunctualMonth[] }) {
  const shown = months
    .filter(({ timed, let_down: letDown }) => timed + letDown > 0)
    .toSorted((a, b) => a.month.localeCompare(b.month))
  if (shown.length === 0) return '–'
  return (
    <ul className="text-14">
      {shown.map(({ month, timed, on_time: onTime, let_down: letDown }) => (
        <li key={month} className="whitespace-nowrap">
          <span className="text-soft">{monthLabel(month).slice(0, 3)}</span>{' '}
          {Math.round((100 * onTime) / (timed + letDown))}%
        </li>
      ))}
    </ul>
  )
}
