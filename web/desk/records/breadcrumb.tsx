import { useLingui } from '@lingui/react'
import { createContext } from 'react'
import { Link } from 'react-router'

/** Whether the layout shows the pages above this one, so that a record need not. */
export const TrailIsShown = createContext(false)

/** Links to the pages above a page, outermost first; nothing if there are none. Its heading names the page itself. */
export function Breadcrumb({ trail }: { trail: readonly { to: string; label: string }[] }) {
  const { i18n } = useLingui()
  if (trail.length === 0) return null
  return (
    <nav aria-label={i18n.t('Breadcrumb')} className="mb-2">
      <ol className="flex flex-wrap items-center gap-x-2 text-14">
        {trail.map(({ to, label }, index) => (
          <li key={to} className="flex items-center gap-x-2">
            {index > 0 && <span aria-hidden>›</span>}
            <Link to={to} className="text-link inline-flex min-h-11 items-center">
              {i18n.t(label)}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
