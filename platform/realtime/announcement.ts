import { isRecord } from './frames.ts'

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** What `realtime.announce_change()` says about a row. */
export interface Announcement {
  schema: string
  table: string
  type: ChangeType
  key: Record<string, unknown> | null
  oldKey: Record<string, unknown> | null
  /** When the transaction began, ISO 8601. */
  at: string
}

/** Null for any other message on the channel. */
export function readAnnouncement(text: string): Announcement | null {
  try {
    const { schema, table, type, key, old_key: oldKey, at } = JSON.parse(text)
    if (typeof schema !== 'string' || typeof table !== 'string' || typeof at !== 'string') return null
    if (type !== 'INSERT' && type !== 'UPDATE' && type !== 'DELETE') return null
    const [fresh, former] = [isRecord(key) ? key : null, isRecord(oldKey) ? oldKey : null]
    if ((type === 'DELETE' ? former : fresh) === null) return null
    return { schema, table, type, key: fresh, oldKey: former, at }
  } catch {
    return null
  }
}
