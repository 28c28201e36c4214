import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'

export interface Figure {
  label: string
  value: ReactNode
  /** The page with the rows behind the figure. */
  to?: To
  /** A short definition. */
  rule?: ReactNode
}

/** A few numbers at the top of a dashboard, two per row on a phone. */
export function Figures({ label, figures }: { label: string; figures: readonly Figure[] }) {
  return (
    <dl
      aria-label={label}
      className={`mb-8 grid grid-cols-2 gap-px overflow-hidden rounded-card border border-grain bg-grain ${columnsOf(figures.length)}`}
    >
      {figures.map(({ label: name, value, to, rule }) => (
        <div key={name} className="flex flex-col bg-card p-3 max-lg:last:odd:col-span-2 md:p-4">
          <dt className="text-14 text-soft">
            {to ? (
              <Link to={to} className="text-link">
                {name}
              </Link>
            ) : (
              name
            )}
          </dt>
          <dd className={`font-extrabold tabular-nums md:text-22 ${sizeOf(value)}`}>{value}</dd>
          {rule && <dd className="text-14 text-soft">{rule}</dd>}
        </div>
      ))}
    </dl>
  )
}

/** Text size by length: billions fit on one line of half a phone's width. */
const sizeOf = (value: ReactNode): string =>
  typeof value === 'string' && value.length > 13 ? 'tracking-tight max-[400px]:text-14' : 'min-[400px]:text-18'

/** Grid columns on wide screens: the last figure fills its row. */
function columnsOf(figures: number): string {
  if (figures % 3 === 0) return 'lg:grid-cols-3'
  if (figures === 5) return 'lg:grid-cols-5'
  return figures % 4 === 3 ? 'lg:grid-cols-4 lg:*:last:col-span-2' : 'lg:grid-cols-4'
}
