import type { Shown } from './shown.ts'

/** A table as answers know it: when it changed last, counted in announcements. */
interface Followed {
  changed: number
  /** The same for pages, which hear of a table that changes all the time ten times a second. */
  changedForPages: number
  toldPagesAtMs: number
  later: NodeJS.Timeout | undefined
}

/** What one answer shows, and when each table was about to be read. */
export interface Reading extends Shown {
  /** Whether it may not be kept. */
  isSpoilt(): boolean
  /** When the first of it was about to be read; now, if nothing was. An answer may wait long before that, and is not the older for it. */
  readSince(): number
  /** Whether nothing that it shows has been announced since; never true of what may not be kept. */
  isCurrent(kind: 'page' | 'page-data' | 'rows'): boolean
  /** Whether it may be kept as a last copy, whatever has changed since; never if everything was forgotten since it began, such as for other rights. */
  mayBeCopied(): boolean
}

export interface Freshness {
  /** Undefined while announcements cannot be heard: nothing may be kept then. */
  begin(): Reading | undefined
  isHeard(): boolean
  changed(table: string): void
  /** Nothing from before counts any more. */
  clear(): void
  /** Announcements are heard from now on; `closure` gives the tables behind a name, undefined for an unknown one. */
  open(closure: (name: string) => ReadonlySet<string> | undefined): void
  lose(): void
}

/** As often as live screens hear of a row (decision 0011). */
const PAGES_HEAR_EVERY_MS = 100

/** Counts announcements, so that an answer knows in a few comparisons whether it still holds. */
export function openFreshness(clock: () => number): Freshness {
  const tables = new Map<string, Followed>()
  let closureOf: ((name: string) => ReadonlySet<string> | undefined) | undefined
  let now = 0
  let clearedAt = 0

  function follow(name: string): Followed {
    const known = tables.get(name)
    if (known) return known
    const table = { changed: 0, changedForPages: 0, toldPagesAtMs: Number.NEGATIVE_INFINITY, later: undefined }
    tables.set(name, table)
    return table
  }

  function tellPages(table: Followed): void {
    table.later = undefined
    table.changedForPages = table.changed
    table.toldPagesAtMs = clock()
  }

  function clear(): void {
    now += 1
    clearedAt = now
  }

  return {
    isHeard: () => closureOf !== undefined,
    begin() {
      const closure = closureOf
      return closure && openReading({ closure, follow, now: () => now, clearedAt: () => clearedAt, clock })
    },
    changed(name) {
      const table = tables.get(name)
      if (!table) return
      now += 1
      table.changed = now
      const restMs = table.toldPagesAtMs + PAGES_HEAR_EVERY_MS - clock()
      if (restMs <= 0) tellPages(table)
      else table.later ??= setTimeout(() => tellPages(table), restMs).unref()
    },
    clear,
    open(closure) {
      clear()
      closureOf = closure
    },
    lose() {
      clear()
      closureOf = undefined
    },
  }
}

interface ReadingDeps {
  closure(name: string): ReadonlySet<string> | undefined
  follow(table: string): Followed
  now(): number
  clearedAt(): number
  clock(): number
}

function openReading({ closure, follow, now, clearedAt, clock }: ReadingDeps): Reading {
  const begunAt = now()
  const shown = new Map<Followed, number>()
  let isSpoilt = false
  let readSince: number | undefined
  return {
    note(name) {
      readSince ??= clock()
      const behind = closure(name)
      if (!behind) isSpoilt = true
      // What was read first counts: a change between two reads makes the answer of the first one old.
      else for (const table of [...behind].map(follow)) if (!shown.has(table)) shown.set(table, now())
    },
    spoil() {
      isSpoilt = true
    },
    isSpoilt: () => isSpoilt,
    readSince: () => readSince ?? clock(),
    isCurrent(kind) {
      if (isSpoilt || clearedAt() > begunAt) return false
      for (const [table, readAt] of shown) {
        if ((kind === 'page' ? table.changedForPages : table.changed) > readAt) return false
      }
      return true
    },
    mayBeCopied: () => !isSpoilt && clearedAt() <= begunAt,
  }
}
