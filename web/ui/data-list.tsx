import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './cx.ts'

export interface Fact {
  label: string
  value: ReactNode
  /** Makes the label a link. */
  to?: string
  /** A total or an amount due: separated and bold. */
  total?: boolean
}

/** Label and value pairs, values on the right: order summaries, details. */
export function DataList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid">
      {facts.map(({ label, value, to, total }) => (
        <div
          key={label}
          className={cx(
            'flex justify-between gap-4 border-t border-grain py-2 first:border-t-0',
            total && 'border-t-2 border-ink text-18 font-bold',
          )}
        >
          <dt className={cx(!total && 'text-soft')}>
            {to ? (
              <Link to={to} className="text-link">
                {label}
              </Link>
            ) : (
              label
            )}
          </dt>
          <dd className="text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
