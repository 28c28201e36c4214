import { useLingui } from '@lingui/react'
import X from 'lucide-react/icons/x'
import { Link, type To } from 'react-router'

interface ChipProps {
  to: To
  /** Whether the filter is active. */
  chosen?: boolean
  /** The link removes the filter: shows a cross, with a matching accessible name. */
  removes?: boolean
  children: string
}

/** A filter as a link: the choice is in the address, so it works without scripts and can be shared. */
export function Chip({ to, chosen = false, removes = false, children }: ChipProps) {
  const { i18n } = useLingui()
  return (
    <Link
      to={to}
      preventScrollReset
      className="chip"
      aria-current={chosen ? 'true' : undefined}
      aria-label={removes ? i18n.t('Remove filter {filter}', { filter: children }) : undefined}
    >
      {children}
      {removes && <X aria-hidden size={16} />}
    </Link>
  )
}

/** Chips in one row that scrolls on a phone and wraps on a desk; the label names the group for screen readers. */
export function ChipRow({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <nav aria-label={label} className="chip-row">
      {children}
    </nav>
  )
}
