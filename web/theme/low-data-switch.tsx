import { useLocation } from 'react-router'

/** Low data on or off: a plain form, because the whole page is made anew. In low data the page says what it weighed. */
export function LowDataSwitch({ on }: { on: boolean }) {
  const { pathname, search } = useLocation()
  return (
    <form method="post" action="/low-data" className="flex flex-wrap items-center gap-x-3">
      <input type="hidden" name="back" value={pathname + search} />
      <button type="submit" name="data" value={on ? 'full' : 'low'} aria-pressed={on} className="theme-choice">
        Low data
      </button>
      {on && <span data-weight suppressHydrationWarning />}
    </form>
  )
}
