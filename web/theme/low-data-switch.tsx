import { useLingui } from '@lingui/react'
import { useLocation } from 'react-router'

/** Low data on or off: a plain form, because the whole page is made anew. In low data the page says what it weighed. */
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
 * `theme/low-data.js` writes the weight, often before the page hydrates. In an element without children React takes any text for a mismatch
 * and renders the whole page anew, without it; where it expects a text, `suppressHydrationWarning` lets another stand.
 */
const FILLED_BY_SCRIPT = ''
