import { useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { isKeptPage } from './kept-pages.ts'
import type { PageHandle } from './shell.ts'
import { useShell } from './shell.ts'

/** When a page's framework comes: at once, at the first sign of a person (`web/quiet.js`), or never. */
type ScriptsCome = 'now' | 'late' | 'none'

/** A buyer's own pages: links and forms, and rows that are read again once the page wakes. */
const OWN_PAGES = /^\/(cart|checkout|(account|customer)\/.+)$/

/**
 * None if the page, or a layout above it, says so. Late on the shop's public pages and on a buyer's own, which are complete without
 * scripts. What holds for the first page holds for the document.
 */
export function useScripts(): ScriptsCome {
  const { viewer } = useShell()
  const { pathname } = useLocation()
  const [isLate] = useState(viewer.pendingUserId === null && (isKeptPage(pathname) || OWN_PAGES.test(pathname)))
  const wanted = useHandles(({ scripts }, loaderData) =>
    typeof scripts === 'function' ? scripts(loaderData) : (scripts ?? true),
  )
  if (!wanted.every(Boolean)) return 'none'
  return isLate ? 'late' : 'now'
}

/** Whether the page's meta has its own picture for chats. */
export function useOwnCard(): boolean {
  return useHandles(({ ownCard }, loaderData) =>
    typeof ownCard === 'function' ? ownCard(loaderData) : (ownCard ?? false),
  ).some(Boolean)
}

/** Says to `web/quiet.js` that the framework runs now. */
export function tellAwake(): void {
  document.dispatchEvent(new Event('awake'))
}

function useHandles<Read>(read: (handle: PageHandle, loaderData: unknown) => Read): Read[] {
  return useMatches().map(({ handle, loaderData }) => read((handle ?? {}) as PageHandle, loaderData))
}
