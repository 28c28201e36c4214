import type { PageView } from '../people/shopper.ts'
import type { WholeLoad } from '../people/whole-load.ts'
import type { Sheet } from '../sheet.ts'

/** The time of a fault, until the next one. */
export interface Window {
  name: string
  what: string
  /** By `performance.now()`. */
  fromMs: number
  untilMs: number
}

interface Seen {
  load: WholeLoad
  views: readonly PageView[]
}

/** Seconds without writes of each kind after a fault, and what a signed-in person saw meanwhile. */
export function reportFault(sheet: Sheet, { what, fromMs, untilMs }: Window, { load, views }: Seen): void {
  const isWithin = (atMs: number) => atMs >= fromMs && atMs < untilMs
  const gap = (acts: readonly { atMs: number }[]) => {
    const times = acts.map(({ atMs }) => atMs).filter(isWithin)
    const edges = [fromMs, ...times.toSorted((a, b) => a - b), untilMs]
    return edges.reduce((longest, at, index) => Math.max(longest, at - (edges[index - 1] ?? at)), 0) / 1_000
  }
  const all = [...load.joins, ...load.paid, ...load.handOvers]
  sheet.figure(`${what}: seconds without any write`, gap(all))
  const kinds = [load.joins, load.paid, load.handOvers, load.pictures].map((acts) => gap(acts).toFixed(1))
  sheet.figure(`${what}: without joins, payments, hand-overs, uploads`, kinds.join(', '))
  const seen = views.filter(({ atMs }) => isWithin(atMs))
  const shown = seen.filter(({ status }) => status === 200)
  const count = (status: number) => seen.filter((view) => view.status === status).length
  const slowest = Math.max(0, ...shown.map(({ ms }) => ms)) / 1_000
  sheet.figure(
    `${what}: pages of a signed-in shopper shown, told to come back, not answered; slowest, s`,
    `${shown.length}, ${count(503)}, ${seen.length - shown.length - count(503)}; ${slowest.toFixed(1)}`,
  )
}
