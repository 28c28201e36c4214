import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

/** The page that was shown last; layouts come and go with their pages, this stays. */
let shownPathname: string | null = null

/** At another page: menus close, and the focus goes to the page, as a browser does when it loads one. */
export function useArrival(): void {
  const { key, pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new place closes what was open.
  useEffect(() => {
    for (const open of document.querySelectorAll<HTMLElement>('.menu[popover]')) {
      if (open.matches(':popover-open')) open.hidePopover()
    }
  }, [key])
  useEffect(() => {
    if (shownPathname !== null && shownPathname !== pathname)
      document.getElementById('main')?.focus({ preventScroll: true })
    shownPathname = pathname
  }, [pathname])
}

/** A row of links that scrolls on a phone starts where the present page's link is seen. */
export function useCurrentInView(row: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the page.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 48
  }, [pathname])
}
