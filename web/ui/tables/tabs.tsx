import { Link, type To } from 'react-router'
import { count } from '../format.ts'

interface Tab {
  to: To
  label: string
  current: boolean
  /** The number of items in the view. */
  amount?: number
}

/** Links to views of the same data, each with its own URL. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="tabs">
      {tabs.map(({ to, label: name, current, amount }) => (
        <Link key={name} to={to} preventScrollReset aria-current={current ? 'page' : undefined} className="tab">
          {name}
          {amount !== undefined && <span className="tab-amount">{count(amount)}</span>}
        </Link>
      ))}
    </nav>
  )
}
