// The schedule of adverts by place, of deals on the home page, and of posts. Instants are ISO texts.

/** Something that runs from one moment to another. */
export interface Run {
  id: string
  title: string
  /** Shows one thing at a time: "home.top". Runs of other places never overlap. */
  place: string
  /** ISO text in UTC; null for always. */
  from: string | null
  to: string | null
}

interface Overlap {
  place: string
  /** Where both run, the one that began first before the one shown instead of it. */
  hidden: Run
  shown: Run
  from: number
  to: number
}

interface Span {
  from: number
  to: number
}

/**
 * The pairs of runs in one place whose times overlap. The one that began later is shown, as on the pages
 * (`activeAdvert`). Runs that only touch do not overlap.
 */
export function overlapsOf(runs: readonly Run[]): Overlap[] {
  const pairs: Overlap[] = []
  for (const [place, own] of groupByPlace(runs)) {
    const sorted = own.toSorted(byStart)
    for (const [index, hidden] of sorted.entries()) {
      for (const shown of sorted.slice(index + 1)) {
        if (startOf(shown) >= endOf(hidden)) break
        pairs.push({ place, hidden, shown, from: startOf(shown), to: Math.min(endOf(hidden), endOf(shown)) })
      }
    }
  }
  return pairs.toSorted((a, b) => a.from - b.from)
}

/** The overlaps of one run, which need not be saved yet, with others; its own saved copy does not count. */
export function overlapsWith(run: Run, others: readonly Run[]): Overlap[] {
  const rivals = others.filter(({ id, place }) => id !== run.id && place === run.place)
  return rivals.flatMap((other) => overlapsOf([run, other])).toSorted((a, b) => a.from - b.from)
}

/** The times within a span in which a place has no run. */
export function gapsOf(runs: readonly Run[], place: string, within: Span): Span[] {
  const gaps: Span[] = []
  let free = within.from
  for (const run of runs.filter((one) => one.place === place).toSorted(byStart)) {
    if (startOf(run) >= within.to) break
    if (startOf(run) > free) gaps.push({ from: free, to: startOf(run) })
    free = Math.max(free, endOf(run))
  }
  if (free < within.to) gaps.push({ from: free, to: within.to })
  return gaps
}

/** Whether a run is on at a moment. */
export const isRunning = (run: Run, at: number): boolean => startOf(run) <= at && at <= endOf(run)

/** The runs that are on at a moment; of one place, the one that is shown comes first. */
export const runningAt = <Of extends Run>(runs: readonly Of[], at: number): Of[] =>
  runs
    .filter((run) => isRunning(run, at))
    .toSorted(byStart)
    .reverse()

/** Whether a run has any time within a span. */
export const touches = (run: Run, { from, to }: Span): boolean => startOf(run) < to && endOf(run) >= from

interface ComingChange {
  run: Run
  kind: 'starts' | 'ends'
  at: string
}

/** The starts and ends within a span, the next first. */
export function changesWithin(runs: readonly Run[], { from, to }: Span): ComingChange[] {
  const isInside = (at: string | null): at is string => at !== null && Date.parse(at) > from && Date.parse(at) <= to
  const changes = runs.flatMap((run): ComingChange[] => [
    ...(isInside(run.from) ? [{ run, kind: 'starts' as const, at: run.from }] : []),
    ...(isInside(run.to) ? [{ run, kind: 'ends' as const, at: run.to }] : []),
  ])
  return changes.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

const startOf = ({ from }: Run): number => (from === null ? Number.NEGATIVE_INFINITY : Date.parse(from))
const endOf = ({ to }: Run): number => (to === null ? Number.POSITIVE_INFINITY : Date.parse(to))
const byStart = (a: Run, b: Run): number => startOf(a) - startOf(b) || (a.id < b.id ? 1 : -1)

function groupByPlace(runs: readonly Run[]): Map<string, Run[]> {
  const groups = new Map<string, Run[]>()
  for (const run of runs) groups.set(run.place, [...(groups.get(run.place) ?? []), run])
  return groups
}
