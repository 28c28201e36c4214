import { Link, type To } from 'react-router'
import { count } from '../format.ts'

interface Tab {
  to: To
  label: string
  current: boolean
  /** The number of items in the view; a text for one that was not counted to its end. */
  amount?: number | string
}

/** Links to views of the same data, each with its own URL. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="tabs">
      {tabs.map(({ to, label: name, current, amount }) => (
        <Link key={name} to={to} preventScrollReset aria-current={current ? 'page' : undefined} className="tab">
          {name}
          {amount !== undefined && (
            <span className="tab-amount">{typeof amount === 'number' ? count(amount) : amount}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
