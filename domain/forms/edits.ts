// Merges concurrent edits of a row: a form writes back only the fields that its author changed.

/** Values by field as shown in the form; empty if there is none. */
export type FormValues = Readonly<Record<string, string>>

/** A field that both the author and another user changed, to different values. */
export interface EditConflict {
  field: string
  saved: string
  typed: string
}

interface Edits {
  /** Values shown when the form was opened. A missing field counts as changed by both. */
  read: FormValues
  typed: FormValues
  /** Current values of all of the form's fields. */
  saved: FormValues
}

/** The current row with the author's changes applied, and the conflicts. */
export function mergeEdits({ read, typed, saved }: Edits): {
  values: Record<string, string>
  conflicts: EditConflict[]
} {
  const values: Record<string, string> = {}
  const conflicts: EditConflict[] = []
  for (const [field, now] of Object.entries(saved)) {
    const own = typed[field] ?? ''
    const shown = read[field]
    if (shown !== undefined && isSame(own, shown)) {
      values[field] = now
      continue
    }
    values[field] = own
    if ((shown === undefined || !isSame(now, shown)) && !isSame(now, own))
      conflicts.push({ field, saved: now, typed: own })
  }
  return { values, conflicts }
}

// Browsers submit line breaks as CRLF, and validation trims every text.
const plain = (text: string) => text.replaceAll('\r\n', '\n').trim()
const isSame = (one: string, other: string) => plain(one) === plain(other)
