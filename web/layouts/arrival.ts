import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The last page shown. Kept here because layouts are remounted with their pages. */
let shownPathname: string | null = null

/** On a new page, menus close and the focus moves to the page, as when a browser loads one. */
export function useArrival(): void {
  const { key, pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new location closes open menus.
  useEffect(() => {
    // The document's first page: what is open was opened while the framework slept.
    if (shownPathname === null) return
    for (const open of document.querySelectorAll<HTMLElement>(':is(.menu, .area-pages)[popover]')) {
      if (open.matches(':popover-open')) open.hidePopover()
    }
  }, [key])
  useEffect(() => {
    if (shownPathname !== null && shownPathname !== pathname)
      document.getElementById('main')?.focus({ preventScroll: true })
    shownPathname = pathname
  }, [pathname])
}
