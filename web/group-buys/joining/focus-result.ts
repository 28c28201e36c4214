/**
 * A ref of the result of a form: scrolls it into view, because the button may be in the bar at the bottom, and moves the
 * focus there if its button is gone or disabled.
 */
export function focusResult(result: HTMLElement | null): void {
  if (!result) return
  result.scrollIntoView({ block: 'nearest' })
  const focused = document.activeElement
  if (!focused || focused === document.body || focused.matches(':disabled')) result.focus({ preventScroll: true })
}
