import { useEffect, useRef } from 'react'
import { useFetchers, useNavigation } from 'react-router'

/**
 * After a form, moves a lost focus to its result, or else to the nearest part of the page that is left around it: its
 * button may be gone with its row. A focus that is not lost stays.
 */
export function useActFocus(): void {
  const isActing = useIsActing()
  const wasActing = useRef(false)
  const before = useRef<PlaceOfAct>({ around: [], notices: new Set() })
  useEffect(() => {
    // Before the button is disabled or removed.
    const remember = ({ target, submitter }: SubmitEvent) => {
      before.current = { around: around(submitter ?? (target as Element)), notices: new Set(noticesOfPage()) }
    }
    document.addEventListener('submit', remember, true)
    return () => document.removeEventListener('submit', remember, true)
  }, [])
  useEffect(() => {
    if (wasActing.current && !isActing && isLost(document.activeElement)) focusAfter(before.current)
    wasActing.current = isActing
  }, [isActing])
}

interface PlaceOfAct {
  /** The pressed button and its ancestors. */
  around: readonly Element[]
  /** The notices that were on the page before. */
  notices: ReadonlySet<Element>
}

function useIsActing(): boolean {
  const { formMethod } = useNavigation()
  return [{ formMethod }, ...useFetchers()].some((one) => one.formMethod !== undefined && one.formMethod !== 'GET')
}

function isLost(focused: Element | null): boolean {
  return !focused || focused === document.body || focused.matches(':disabled')
}

function focusAfter({ around, notices }: PlaceOfAct): void {
  const main = document.getElementById('main')
  const result = noticesOfPage().find((one) => !notices.has(one)) ?? around.find((one) => main?.contains(one)) ?? main
  if (!(result instanceof HTMLElement)) return
  if (result.tabIndex < 0) result.tabIndex = -1
  result.focus({ preventScroll: true })
}

const noticesOfPage = () => [...document.querySelectorAll('main :is([role=alert], [role=status])')]

function around(element: Element): Element[] {
  const parents: Element[] = []
  for (let one: Element | null = element; one; one = one.parentElement) parents.push(one)
  return parents
}
