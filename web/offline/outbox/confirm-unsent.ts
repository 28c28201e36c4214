import { listActs } from './acts.ts'

let hasAgreed = false

/**
 * Before a person signs out with hand-overs that are not sent, asks whether they mean it; never resolves if they do not.
 * It is part of the script that signs out, so no page loads it.
 */
export async function confirmUnsent(): Promise<void> {
  const { reader } = document.documentElement.dataset
  if (!reader) return
  const { acts } = await listActs(reader)
  if (agreesToLeave(acts.filter(({ fault }) => fault === null).length)) return
  return new Promise(() => {})
}

/** Asks on pages with an outbox, also without a network, where the script that signs out may not be at hand. */
export function askBeforeSignOut(unsent: number): () => void {
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement) || new URL(form.action).pathname !== '/auth/sign-out') return
    if (agreesToLeave(unsent)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('submit', onSubmit, { capture: true })
  return () => document.removeEventListener('submit', onSubmit, { capture: true })
}

function agreesToLeave(unsent: number): boolean {
  if (unsent === 0) return true
  // Asked once, although both the page and the script that signs out ask.
  hasAgreed ||= confirm(question(unsent))
  return hasAgreed
}

const question = (unsent: number): string =>
  `${unsent === 1 ? '1 hand-over is' : `${unsent} hand-overs are`} not sent yet. They stay on this phone until you sign in here again. Sign out all the same?`
