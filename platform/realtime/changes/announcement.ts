import { isRecord } from '../frames.ts'

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE'

/** A row change as announced by the triggers of `sql/guards.sql`. */
export interface Announcement {
  schema: string
  table: string
  type: ChangeType
  key: Record<string, unknown> | null
  oldKey: Record<string, unknown> | null
  /** Start of the transaction, ISO 8601. */
  at: string
}

/** Parses a notification; null for any other message on the channel. */
export function readAnnouncement(text: string): Announcement | null {
  try {
    const { schema, table, type, key, old_key: oldKey, at } = JSON.parse(text)
    if (typeof schema !== 'string' || typeof table !== 'string' || typeof at !== 'string') return null
    if (type !== 'INSERT' && type !== 'UPDATE' && type !== 'DELETE') return null
    const [newKey, previousKey] = [isRecord(key) ? key : null, isRecord(oldKey) ? oldKey : null]
    if ((type === 'DELETE' ? previousKey : newKey) === null) return null
    return { schema, table, type, key: newKey, oldKey: previousKey, at }
  } catch {
    return null
  }
}
