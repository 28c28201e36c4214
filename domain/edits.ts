// What a form does about everybody else who writes the same row: nothing that its author did not touch is written back.

/** Field by field as the form shows it; empty means nothing. */
export type FormValues = Readonly<Record<string, string>>

/** A field that its author changed and somebody else changed too, to something different. */
export interface EditConflict {
  field: string
  saved: string
  typed: string
}

interface Edits {
  /** What the form showed when it was opened. A field that it did not tell of counts as changed by both. */
  read: FormValues
  typed: FormValues
  /** What is saved now. Its fields are the form's. */
  saved: FormValues
}

/** The author's changes laid over the row as it is now, and where the two clash. */
export function layOver({ read, typed, saved }: Edits): { values: Record<string, string>; conflicts: EditConflict[] } {
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

// Browsers send line breaks as two characters, and the rules trim every text.
const plain = (text: string) => text.replaceAll('\r\n', '\n').trim()
const isSame = (one: string, other: string) => plain(one) === plain(other)
