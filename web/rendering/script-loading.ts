import { useState } from 'react'
import { useMatches } from 'react-router'
import type { PageHandle } from '#web/shell.ts'
import { useShell } from '#web/shell.ts'

/**
 * When a page's scripts load: at once, on the first interaction (`web/rendering/hydrate-on-interaction.js`), or never.
 */
type ScriptLoading = 'now' | 'late' | 'none'

/**
 * `none` if the page or one of its layouts has no scripts; `late` for pages that are complete without scripts
 * (`web/routing/page-facts.ts`). Decided by the document's first page.
 */
export function useScriptLoading(): ScriptLoading {
  const { viewer, lateScripts } = useShell()
  const [isLate] = useState(viewer.pendingUserId === null && lateScripts)
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

/** Tells `web/rendering/hydrate-on-interaction.js` that the page is hydrated. */
export function announceHydrated(): void {
  document.dispatchEvent(new Event('hydrated'))
}

function useHandles<Read>(read: (handle: PageHandle, loaderData: unknown) => Read): Read[] {
  return useMatches().map(({ handle, loaderData }) => read((handle ?? {}) as PageHandle, loaderData))
}
