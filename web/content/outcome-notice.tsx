import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Outcome } from './desk.ts'

/** The result of the last action, at the top of the page. */
export function OutcomeNotice({ outcome }: { outcome: Outcome | null | undefined }) {
  if (!outcome) return null
  return (
    <Notice tone={outcome.ok ? 'success' : 'error'} className="mb-5">
      <span className={outcome.ok ? '' : 'font-bold'}>{outcome.text}</span>
      {outcome.detail && <span className="block">{outcome.detail}</span>}
    </Notice>
  )
}

/** Replaces a list that could not be read. */
export function ListFailure({ failure }: { failure: Outcome }) {
  return <ErrorState message={failure.text}>{failure.detail}</ErrorState>
}
