import { useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { isCacheablePage } from './cacheable-pages.ts'
import type { PageHandle } from './shell.ts'
import { useShell } from './shell.ts'

/** When a page's scripts load: at once, on the first interaction (`web/hydrate-on-interaction.js`), or never. */
type ScriptLoading = 'now' | 'late' | 'none'

/** A buyer's own pages: links, forms, and rows that are reloaded after hydration. */
const OWN_PAGES = /^\/(cart|checkout|(account|customer)\/.+)$/

/**
 * `none` if the page or one of its layouts has no scripts; `late` for public pages and a buyer's own, which are
 * complete without scripts. Decided by the document's first page.
 */
export function useScriptLoading(): ScriptLoading {
  const { viewer } = useShell()
  const { pathname } = useLocation()
  const [isLate] = useState(viewer.pendingUserId === null && (isCacheablePage(pathname) || OWN_PAGES.test(pathname)))
  const wanted = useHandles(({ scripts }, loaderData) =>
    typeof scripts === 'function' ? scripts(loaderData) : (scripts ?? true),
  )
  if (!wanted.every(Boolean)) return 'none'
  return isLate ? 'late' : 'now'
}

/** Whether the page's meta has its own preview image (`og:image`). */
export function useHasPreviewImage(): boolean {
  return useHandles(({ hasPreviewImage }, loaderData) =>
    typeof hasPreviewImage === 'function' ? hasPreviewImage(loaderData) : (hasPreviewImage ?? false),
  ).some(Boolean)
}

/** Tells `web/hydrate-on-interaction.js` that the page is hydrated. */
export function announceHydrated(): void {
  document.dispatchEvent(new Event('hydrated'))
}

function useHandles<Read>(read: (handle: PageHandle, loaderData: unknown) => Read): Read[] {
  return useMatches().map(({ handle, loaderData }) => read((handle ?? {}) as PageHandle, loaderData))
}
