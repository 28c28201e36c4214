import { type RefObject, useEffect, useRef } from 'react'
import { useHydrated } from '#web/ui/hydrated.ts'

/**
 * After a refusal, scrolls to the first invalid field on the page and focuses it, or else the element with the returned
 * ref, which says why: on a phone both may be screens away from the button. Without scripts `autofocus` does the same
 * (`markFault`).
 */
export function useRevealFault<Shown extends HTMLElement>(
  outcome: { ok: boolean } | null | undefined,
): RefObject<Shown | null> {
  const hydrated = useHydrated()
  const shown = useRef<Shown>(null)
  // An outcome in the server's HTML was revealed by the browser, and the user may be typing already.
  const revealed = useRef(hydrated ? null : outcome)
  useEffect(() => {
    if (outcome === revealed.current) return
    revealed.current = outcome
    if (outcome && !outcome.ok) revealFault(shown.current)
  }, [outcome])
  return shown
}

function revealFault(shown: HTMLElement | null): void {
  const notice = shown instanceof HTMLFormElement ? null : shown
  const fault = document.querySelector<HTMLElement>('main [aria-invalid="true"]') ?? notice
  fault?.scrollIntoView({ block: 'center' })
  fault?.focus({ preventScroll: true })
}
