import pLimit from 'p-limit'
import type { Database } from '#platform/postgres/database.ts'
import { readAnnouncement } from './announcement.ts'
import { PublicRows } from './public-rows.ts'
import { rowId } from './read-rows.ts'
import { type Interest, TableWatch, type Watcher } from './table-watch.ts'

interface ChangeFeedOptions {
  database: Database
  /** Minimum milliseconds between two deliveries of one row to one identity; changes in between are merged. */
  intervalMs: number
  /** Called when announcements may have been missed. */
  onGap(): void
  onFault(fault: unknown): void
}

export interface ChangeFeed {
  watch(watcher: Watcher, interests: Interest[]): () => void
  stop(): Promise<void>
}

/** Identities whose rows are read at once, so that a hot row with many watchers does not take over the database. */
const READS_AT_ONCE = 3

/**
 * Listens to `realtime.announce_change()` and sends each watcher the rows as that watcher may see them. Watchers with the
 * same identity share one read. A row that changes faster than the interval is delivered in its last state.
 */
export async function startChangeFeed(options: ChangeFeedOptions): Promise<ChangeFeed> {
  // table -> identity -> what is watched there
  const tables = new Map<string, Map<string, TableWatch>>()
  const publicTables = new Map<string, PublicRows>()
  const readInTurn = pLimit(READS_AT_ONCE)

  function hear(text: string): void {
    const change = readAnnouncement(text)
    if (!change) return
    const noted = { ...change, id: rowId(change.key ?? change.oldKey ?? {}), heardAt: performance.now() }
    for (const watch of tables.get(nameOf(change))?.values() ?? []) if (watch.mayCare(change)) watch.touch(noted)
  }

  function publicRowsOf({ schema, table, readable, isShared }: Interest): PublicRows | null {
    if (!isShared) return null
    // The key includes the columns, because a migration may expose more of them while the process runs.
    const id = JSON.stringify([schema, table, readable.columns])
    const known =
      publicTables.get(id) ?? new PublicRows({ database: options.database, name: { schema, table }, readable })
    publicTables.set(id, known)
    return known
  }

  function join(watcher: Watcher, interest: Interest): TableWatch {
    const name = nameOf(interest)
    const watches = tables.get(name) ?? new Map<string, TableWatch>()
    tables.set(name, watches)
    const identityId = JSON.stringify([watcher.identity.role, watcher.identity.claims])
    const watch =
      watches.get(identityId) ??
      new TableWatch({
        database: options.database,
        identity: watcher.identity,
        name: { schema: interest.schema, table: interest.table },
        readable: interest.readable,
        publicRows: publicRowsOf(interest),
        intervalMs: options.intervalMs,
        read: (work) => void readInTurn(work).catch(options.onFault),
        onEmpty: () => {
          watches.delete(identityId)
          if (watches.size === 0) tables.delete(name)
        },
      })
    watches.set(identityId, watch)
    return watch
  }

  const unlisten = await options.database.listen('realtime_changes', hear, options.onGap)
  return {
    watch(watcher, interests) {
      const leaves = interests.map((interest) => join(watcher, interest).add(watcher, interest))
      return () => {
        for (const leave of leaves) leave()
      }
    },
    async stop() {
      await unlisten()
      for (const watches of tables.values()) for (const watch of watches.values()) watch.close()
    },
  }
}

const nameOf = ({ schema, table }: { schema: string; table: string }) => `${schema}.${table}`
