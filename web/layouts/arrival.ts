import { type RefObject, useEffect } from 'react'
import { useLocation } from 'react-router'

/** The last page shown. Kept here because layouts are remounted with their pages. */
let shownPathname: string | null = null

/** On a new page, menus close and the focus moves to the page, as when a browser loads one. */
export function useArrival(): void {
  const { key, pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new location closes open menus.
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

/** Scrolls a row of links on a phone so that the current page's link is visible. */
export function useCurrentInView(row: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the page.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - row.current.offsetLeft - 48
  }, [pathname])
}
