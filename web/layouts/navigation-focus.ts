import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The path of the previous page. A module variable, because layouts are remounted with their pages. */
let shownPathname: string | null = null

/** Closes menus and moves the focus to the page on navigation, as browsers do on a full load. */
export function useNavigationFocus(): void {
  const { key, pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new location closes open menus.
  useEffect(() => {
    // On the document's first page an open menu was opened before hydration.
    if (shownPathname === null) return
    for (const open of document.querySelectorAll<HTMLElement>(':is(.menu, .area-pages, .quick-search)[popover]')) {
      if (open.matches(':popover-open')) open.hidePopover()
    }
  }, [key])
  useEffect(() => {
    if (shownPathname !== null && shownPathname !== pathname)
      document.getElementById('main')?.focus({ preventScroll: true })
    shownPathname = pathname
  }, [pathname])
}
