import { overlapsWith, type Run } from '#domain/content/schedule.ts'
import { parseLagosTime } from '#domain/time/lagos-time.ts'
import { overlapText, spanText } from '../overlap-text.ts'

/** The typed moment as ISO text; null if nothing or nothing valid is typed. */
export const typedMoment = (typed: string | undefined): string | null =>
  parseLagosTime(typed ?? '')?.toISOString() ?? null

/** The overlaps of a run that is being edited, in sentences. */
export function overlapWarnings(run: Run, others: readonly Run[]): string[] {
  return overlapsWith(run, others).map((overlap) =>
    overlap.shown.id === run.id && !run.place.startsWith('deal.')
      ? `It is shown instead of “${overlap.hidden.title}”, ${spanText(overlap)}.`
      : overlapText({ ...overlap, shown: overlap.shown.id === run.id ? overlap.hidden : overlap.shown }),
  )
}
