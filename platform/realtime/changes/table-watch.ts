import type { Database, Identity } from '#platform/postgres/database.ts'
import type { Announcement, ChangeType } from './announcement.ts'
import type { TableName, WatchableTable } from './columns.ts'
import type { RowFilter } from './filters.ts'
import type { PublicRows } from './public-rows.ts'
import { pick, readRows } from './read-rows.ts'

/** A client's binding to one table, validated, with its filter parsed. */
export interface TableSubscription extends TableName {
  id: number
  event: ChangeType | '*'
  filter: RowFilter | null
  /** Whether the filter uses key columns only, so that it can run before the row is read. */
  filtersByKey: boolean
  /** Columns to deliver; all readable ones if undefined. */
  select: string[] | undefined
  readable: WatchableTable
  /** Whether this identity sees every row that anonymous users see, in the same columns. */
  isShared: boolean
}

export interface Watcher {
  identity: Identity
  /** `dataJson` is the change as JSON, serialised once for all watchers. */
  deliver(ids: number[], dataJson: string): void
}

interface TableWatchOptions {
  database: Database
  identity: Identity
  name: TableName
  readable: WatchableTable
  /** Shared reads of public rows; null if this identity may see those rows differently. */
  publicRows: PublicRows | null
  intervalMs: number
  /** Queues a read and reports its errors. */
  read(work: () => Promise<void>): void
  onEmpty(): void
}

const RETRY_MS = 1_000

/** `receivedAt` is from `performance.now()`: a read that started later shows the change. */
type Change = Announcement & { id: string; receivedAt: number }

interface RowState {
  /** The latest change of each type, in order; they suffice to convey the row's latest state. */
  pending: Map<ChangeType, Change>
  timer: NodeJS.Timeout | undefined
}

/** All watchers of one table with the same identity, who therefore see the same rows. */
export class TableWatch {
  readonly #options: TableWatchOptions
  readonly #subscriptions = new Map<Watcher, TableSubscription[]>()
  readonly #rows = new Map<string, RowState>()
  #due = new Set<string>()

  constructor(options: TableWatchOptions) {
    this.#options = options
  }

  add(watcher: Watcher, subscription: TableSubscription): () => void {
    this.#subscriptions.set(watcher, [...(this.#subscriptions.get(watcher) ?? []), subscription])
    return () => {
      if (!this.#subscriptions.delete(watcher) || this.#subscriptions.size > 0) return
      this.close()
      this.#options.onEmpty()
    }
  }

  close(): void {
    for (const { timer } of this.#rows.values()) clearTimeout(timer)
    this.#rows.clear()
    this.#subscriptions.clear()
  }

  /** False if no watcher can be affected; decided without reading the row. */
  isAffectedBy(change: Announcement): boolean {
    const key = change.key ?? change.oldKey ?? {}
    for (const subscriptions of this.#subscriptions.values()) {
      for (const { event, filter, filtersByKey } of subscriptions) {
        if ((event === '*' || event === change.type) && (!filter || !filtersByKey || filter(key))) return true
      }
    }
    return false
  }

  enqueueChange(change: Change): void {
    const { id } = change
    const row = this.#rows.get(id) ?? { pending: new Map(), timer: undefined }
    row.pending.delete(change.type)
    row.pending.set(change.type, change)
    if (this.#rows.has(id)) return
    this.#rows.set(id, row)
    this.#enqueue(id)
  }

  #enqueue(id: string): void {
    this.#due.add(id)
    // One read covers all rows that became due while it was queued.
    if (this.#due.size === 1) this.#options.read(() => this.#flush())
  }

  async #flush(): Promise<void> {
    const ids = [...this.#due]
    this.#due = new Set()
    const changes = ids.flatMap((id) => this.#takePending(id))
    try {
      const rows = await this.#read(changes.filter(({ type }) => type !== 'DELETE'))
      for (const change of changes) this.#deliver(change, rows)
      for (const id of ids) this.#coolDown(id, this.#options.intervalMs)
    } catch (fault) {
      for (const change of changes) this.#requeue(change)
      for (const id of ids) this.#coolDown(id, RETRY_MS)
      throw fault
    }
  }

  /** After a failed read the change is retried, unless a newer one has arrived. */
  #requeue(change: Change): void {
    const pending = this.#rows.get(change.id)?.pending
    if (pending && !pending.has(change.type)) pending.set(change.type, change)
  }

  /** Takes public rows from the shared reads, and reads the rest under the identity's own policies. */
  async #read(changes: Change[]): Promise<Map<string, Record<string, unknown>>> {
    const { database, identity, name, readable, publicRows } = this.#options
    const shared = await Promise.all(
      changes.map(({ key, receivedAt }) => publicRows?.get(key ?? {}, receivedAt) ?? null),
    )
    const rows = new Map<string, Record<string, unknown>>()
    const keys: Record<string, unknown>[] = []
    for (const [index, { id, key }] of changes.entries()) {
      const row = shared[index]
      if (row) rows.set(id, row)
      else keys.push(key ?? {})
    }
    if (keys.length === 0) return rows
    const own = await readRows(database, identity, { ...name, readable, keys })
    return new Map([...rows, ...own])
  }

  #takePending(id: string): Change[] {
    const row = this.#rows.get(id)
    const changes = [...(row?.pending.values() ?? [])]
    row?.pending.clear()
    return changes
  }

  /** Holds back further changes of a row for the interval after a delivery. */
  #coolDown(id: string, delayMs: number): void {
    const row = this.#rows.get(id)
    if (!row) return
    row.timer = setTimeout(() => {
      if (row.pending.size > 0) this.#enqueue(id)
      else this.#rows.delete(id)
    }, delayMs)
    row.timer.unref()
  }

  #deliver(change: Change, rows: Map<string, Record<string, unknown>>): void {
    const { name, readable } = this.#options
    const record = change.type === 'DELETE' ? undefined : rows.get(change.id)
    if (change.type !== 'DELETE' && !record) return
    const oldRecord = pick(
      change.oldKey ?? {},
      readable.columns.map((column) => column.name),
    )
    const data = {
      schema: name.schema,
      table: name.table,
      type: change.type,
      commit_timestamp: change.at,
      columns: readable.columns,
      ...(record ? { record } : {}),
      ...(change.type === 'INSERT' ? {} : { old_record: oldRecord }),
      errors: null,
    }
    const serialised = new Map<string, string>()
    for (const [watcher, subscriptions] of this.#subscriptions) {
      const wanted = subscriptions
        .filter(({ event }) => event === '*' || event === change.type)
        .filter(({ filter }) => !filter || filter(record ?? oldRecord))
      for (const [selection, group] of bySelection(wanted)) {
        const dataJson = serialised.get(selection) ?? JSON.stringify(selectFrom(data, group[0]?.select))
        serialised.set(selection, dataJson)
        watcher.deliver(
          group.map(({ id }) => id),
          dataJson,
        )
      }
    }
  }
}

/** Groups subscriptions that are delivered the same columns. */
function bySelection(subscriptions: TableSubscription[]): Map<string, TableSubscription[]> {
  const groups = new Map<string, TableSubscription[]>()
  for (const subscription of subscriptions) {
    const selection = subscription.select ? JSON.stringify([...subscription.select].sort()) : ''
    groups.set(selection, [...(groups.get(selection) ?? []), subscription])
  }
  return groups
}

/** The change with the selected columns only; the old record is the key, which every client receives. */
function selectFrom<Data extends { columns: readonly { name: string }[]; record?: Record<string, unknown> }>(
  data: Data,
  select: string[] | undefined,
): object {
  if (!select) return data
  return {
    ...data,
    columns: data.columns.filter(({ name }) => select.includes(name)),
    ...(data.record && { record: pick(data.record, select) }),
  }
}
