import { useState } from 'react'
import type { FormValues } from '#domain/forms/edits.ts'

/** The hidden field with the values that a form showed when it was opened, for optimistic concurrency (`saveEdits`). */
export const VERSION_FIELD = 'as_read'

interface VersionFieldProps {
  /** Rejected input, which contains its form's version. */
  values: FormValues | null
  /** The row in the form's format. */
  row: FormValues
}

export function VersionField({ values, row }: VersionFieldProps) {
  const stored = values?.[VERSION_FIELD]
  return <InitialVersion key={stored ?? ''} text={stored ?? JSON.stringify(row)} />
}

/** Keeps the first value when the data is reloaded: the input is based on the values shown first. */
function InitialVersion({ text }: { text: string }) {
  const [first] = useState(text)
  return <input type="hidden" name={VERSION_FIELD} value={first} />
}
