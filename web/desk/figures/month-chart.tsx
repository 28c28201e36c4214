import { useLingui } from '@lingui/react'
import { naira } from '#web/ui/format.ts'
import { monthLabel, shortMonth } from './months.ts'

interface MonthBar {
  /** 'YYYY-MM-01' */
  month: string
  value: number
}

const WIDTH = 384
const HEIGHT = 180
const STEP = WIDTH / 12
const BAR = 20
const FLOOR = HEIGHT - 22
const TOP = 24

/** Twelve bars drawn on the server; the table next to it has the same figures. */
export function MonthChart({ title, bars }: { title: string; bars: readonly MonthBar[] }) {
  const { i18n } = useLingui()
  const most = Math.max(0, ...bars.map(({ value }) => value))
  const best = bars.find(({ value }) => value === most)
  const summary =
    most > 0 && best
      ? i18n.t('{title}. Most in {month}: {amount}.', { title, month: monthLabel(best.month), amount: naira(most) })
      : i18n.t('{title}. Nothing yet.', { title })
  return (
    <figure className="rounded-card border border-grain bg-card p-4">
      <figcaption className="mb-2 font-semibold">{title}</figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={summary} className="w-full max-w-[620px]">
        <line x1={0} x2={WIDTH} y1={FLOOR + 0.5} y2={FLOOR + 0.5} stroke="var(--field)" />
        {bars.map(({ month, value }, index) => {
          const height = most > 0 ? ((FLOOR - TOP) * value) / most : 0
          const middle = index * STEP + STEP / 2
          return (
            <g key={month}>
              <title>{`${monthLabel(month)}: ${naira(value)}`}</title>
              <rect
                x={middle - BAR / 2}
                y={FLOOR - height}
                width={BAR}
                height={height}
                rx={2}
                fill={value === most ? 'var(--oil)' : 'var(--leaf)'}
                stroke={value === most ? 'var(--ink)' : 'none'}
              />
              <text x={middle} y={HEIGHT - 6} textAnchor="middle" fontSize={13} fill="var(--soft)">
                {shortMonth(month)}
              </text>
            </g>
          )
        })}
        {best && most > 0 && (
          <text {...labelAt(bars.indexOf(best))} y={TOP - 8} fontSize={15} fontWeight={700} fill="var(--ink)">
            {naira(Math.round(most))}
          </text>
        )}
      </svg>
    </figure>
  )
}

/** The label's position above its bar; in the outer thirds it extends inwards, so that it is never cut off. */
function labelAt(index: number): { x: number; textAnchor: 'start' | 'middle' | 'end' } {
  const middle = index * STEP + STEP / 2
  if (index < 4) return { x: middle - BAR / 2, textAnchor: 'start' }
  if (index > 7) return { x: middle + BAR / 2, textAnchor: 'end' }
  return { x: middle, textAnchor: 'middle' }
}
