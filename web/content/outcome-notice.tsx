import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Outcome } from './desk.ts'

/** What became of the last act, on top of the page. */
export function OutcomeNotice({ outcome }: { outcome: Outcome | null | undefined }) {
  if (!outcome) return null
  return (
    <Notice tone={outcome.ok ? 'success' : 'error'} className="mb-5">
      <span className={outcome.ok ? '' : 'font-bold'}>{outcome.text}</span>
      {outcome.detail && <span className="block">{outcome.detail}</span>}
    </Notice>
  )
}

/** Stands in the place of a list that could not be read. */
export function ListFailure({ failure }: { failure: Outcome }) {
  return <ErrorState message={failure.text}>{failure.detail}</ErrorState>
}
