import type { DependencyRecorder } from './dependency-recorder.ts'

/** A table that responses depend on, with its last change as a sequence number of change notifications. */
interface TrackedTable {
  changed: number
  /** The same for pages, which see at most ten changes a second. */
  pageChange: number
  pagesNotifiedAtMs: number
  pageTimer: NodeJS.Timeout | undefined
}

/** The tables that one response depends on, with the state in which each was read. */
export interface ResponseDependencies extends DependencyRecorder {
  /** Whether the response can't be cached. */
  isUncacheable(): boolean
  /**
   * Time before the first read; the current time if nothing was read. The request may have been queued long before,
   * which doesn't make the response older.
   */
  firstReadAt(): number
  /** Whether none of its tables has changed since; always false if it can't be cached. */
  isCurrent(kind: 'page' | 'page-data' | 'rows'): boolean
  /**
   * Whether it may be served as a stale copy, whatever has changed since; false if the cache was cleared since it
   * started, such as for changed privileges.
   */
  canBeStaleCopy(): boolean
}

export interface Freshness {
  /** Starts tracking a response; undefined while changes can't be received: nothing may be cached then. */
  begin(): ResponseDependencies | undefined
  isListening(): boolean
  changed(table: string): void
  /** Invalidates everything read before. */
  clear(): void
  /** Changes are received from now on; `closure` returns the tables behind a name, undefined for an unknown one. */
  open(closure: (name: string) => ReadonlySet<string> | undefined): void
  lose(): void
}

/** The rate at which live screens receive changes of a row (decision 0011). */
const PAGE_CHANGE_INTERVAL_MS = 100

/** Numbers change notifications, so that a few comparisons show whether a response is still current. */
export function openFreshness(clock: () => number): Freshness {
  const tables = new Map<string, TrackedTable>()
  let closureOf: ((name: string) => ReadonlySet<string> | undefined) | undefined
  let sequence = 0
  let clearedAt = 0

  function track(name: string): TrackedTable {
    const known = tables.get(name)
    if (known) return known
    const table = { changed: 0, pageChange: 0, pagesNotifiedAtMs: Number.NEGATIVE_INFINITY, pageTimer: undefined }
    tables.set(name, table)
    return table
  }

  function notifyPages(table: TrackedTable): void {
    table.pageTimer = undefined
    table.pageChange = table.changed
    table.pagesNotifiedAtMs = clock()
  }

  function clear(): void {
    sequence += 1
    clearedAt = sequence
  }

  return {
    isListening: () => closureOf !== undefined,
    begin() {
      const closure = closureOf
      return (
        closure && trackDependencies({ closure, track, sequence: () => sequence, clearedAt: () => clearedAt, clock })
      )
    },
    changed(name) {
      const table = tables.get(name)
      if (!table) return
      sequence += 1
      table.changed = sequence
      const remainingMs = table.pagesNotifiedAtMs + PAGE_CHANGE_INTERVAL_MS - clock()
      if (remainingMs <= 0) notifyPages(table)
      else table.pageTimer ??= setTimeout(() => notifyPages(table), remainingMs).unref()
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

interface TrackingDeps {
  closure(name: string): ReadonlySet<string> | undefined
  track(table: string): TrackedTable
  sequence(): number
  clearedAt(): number
  clock(): number
}

function trackDependencies({ closure, track, sequence, clearedAt, clock }: TrackingDeps): ResponseDependencies {
  const begunAt = sequence()
  const readStates = new Map<TrackedTable, number>()
  let isUncacheable = false
  let firstReadAt: number | undefined
  return {
    record(name) {
      firstReadAt ??= clock()
      const tablesBehind = closure(name)
      if (!tablesBehind) isUncacheable = true
      // The first read counts: a change between two reads makes the response stale.
      else
        for (const table of [...tablesBehind].map(track)) if (!readStates.has(table)) readStates.set(table, sequence())
    },
    markUncacheable() {
      isUncacheable = true
    },
    isUncacheable: () => isUncacheable,
    firstReadAt: () => firstReadAt ?? clock(),
    isCurrent(kind) {
      if (isUncacheable || clearedAt() > begunAt) return false
      for (const [table, readAt] of readStates) {
        if ((kind === 'page' ? table.pageChange : table.changed) > readAt) return false
      }
      return true
    },
    canBeStaleCopy: () => !isUncacheable && clearedAt() <= begunAt,
  }
}
