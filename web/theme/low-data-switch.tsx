import { useLingui } from '@lingui/react'
import { useLocation } from 'react-router'

/** The low-data switch: a plain form that reloads the page. In low-data mode it shows the page's transfer size. */
export function LowDataSwitch({ on }: { on: boolean }) {
  const { i18n } = useLingui()
  const { pathname, search } = useLocation()
  return (
    <form method="post" action="/low-data" className="flex flex-wrap items-center gap-x-3">
      <input type="hidden" name="back" value={pathname + search} />
      <button type="submit" name="data" value={on ? 'full' : 'low'} aria-pressed={on} className="theme-choice">
        {i18n.t('Low data')}
      </button>
      {on && (
        <span data-weight={i18n.t('This page: {size} KB', { size: '{size}' })} suppressHydrationWarning>
          {FILLED_BY_SCRIPT}
        </span>
      )}
    </form>
  )
}

/**
 * `web/theme/low-data.js` writes the size, often before hydration. In an element without children React treats any text
 * as a mismatch and rerenders the page without it; where a text is expected, `suppressHydrationWarning` allows a
 * different one.
 */
const FILLED_BY_SCRIPT = ''
