import pLimit from 'p-limit'
import type { Database } from '#platform/postgres/database.ts'
import { readAnnouncement } from './announcement.ts'
import { PublicRows } from './public-rows.ts'
import { rowId } from './read-rows.ts'
import { type TableSubscription, TableWatch, type Watcher } from './table-watch.ts'

interface ChangeFeedOptions {
  database: Database
  /** Minimum milliseconds between two deliveries of one row to one identity; changes in between are merged. */
  intervalMs: number
  /** Called when announcements may have been missed. */
  onGap(): void
  onFault(fault: unknown): void
}

export interface ChangeFeed {
  watch(watcher: Watcher, subscriptions: TableSubscription[]): () => void
  stop(): Promise<void>
}

/** Maximum concurrent reads, so that a hot row with many watchers does not overload the database. */
const MAX_CONCURRENT_READS = 3

/**
 * Listens to the announcements of changed rows and sends each watcher the rows that its policies allow. Watchers with
 * the same identity share one read. A row that changes faster than the interval is delivered in its latest state.
 */
export async function startChangeFeed(options: ChangeFeedOptions): Promise<ChangeFeed> {
  // By table name, then by identity.
  const tables = new Map<string, Map<string, TableWatch>>()
  const publicTables = new Map<string, PublicRows>()
  const limitReads = pLimit(MAX_CONCURRENT_READS)

  function onAnnouncement(text: string): void {
    const change = readAnnouncement(text)
    if (!change) return
    const received = { ...change, id: rowId(change.key ?? change.oldKey ?? {}), receivedAt: performance.now() }
    for (const watch of tables.get(qualifiedName(change))?.values() ?? [])
      if (watch.isAffectedBy(change)) watch.enqueueChange(received)
  }

  function sharedRows({ schema, table, readable, isShared }: TableSubscription): PublicRows | null {
    if (!isShared) return null
    // The key includes the columns, because a migration may expose more of them while the process runs.
    const id = JSON.stringify([schema, table, readable.columns])
    const rows =
      publicTables.get(id) ?? new PublicRows({ database: options.database, name: { schema, table }, readable })
    publicTables.set(id, rows)
    return rows
  }

  function join(watcher: Watcher, subscription: TableSubscription): TableWatch {
    const name = qualifiedName(subscription)
    const watches = tables.get(name) ?? new Map<string, TableWatch>()
    tables.set(name, watches)
    const identityId = JSON.stringify([watcher.identity.role, watcher.identity.claims])
    const watch =
      watches.get(identityId) ??
      new TableWatch({
        database: options.database,
        identity: watcher.identity,
        name: { schema: subscription.schema, table: subscription.table },
        readable: subscription.readable,
        publicRows: sharedRows(subscription),
        intervalMs: options.intervalMs,
        read: (work) => void limitReads(work).catch(options.onFault),
        onEmpty: () => {
          watches.delete(identityId)
          if (watches.size === 0) tables.delete(name)
        },
      })
    watches.set(identityId, watch)
    return watch
  }

  const unlisten = await options.database.listen('realtime_changes', onAnnouncement, options.onGap)
  return {
    watch(watcher, subscriptions) {
      const leaves = subscriptions.map((subscription) => join(watcher, subscription).add(watcher, subscription))
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

const qualifiedName = ({ schema, table }: { schema: string; table: string }) => `${schema}.${table}`
