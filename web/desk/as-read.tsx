import { useState } from 'react'
import type { FormValues } from '#domain/edits.ts'

/** The hidden field by which a form says what it showed when it was opened (`saveEdits`). */
export const AS_READ = 'as_read'

interface AsReadProps {
  /** What was typed and refused; it says what its form had read. */
  values: FormValues | null
  /** The row as the form shows it. */
  row: FormValues
}

export function AsRead({ values, row }: AsReadProps) {
  const told = values?.[AS_READ]
  return <AsFirstShown key={told ?? ''} text={told ?? JSON.stringify(row)} />
}

/** Fresh data must not change it: what is typed was typed over what was shown first. */
function AsFirstShown({ text }: { text: string }) {
  const [first] = useState(text)
  return <input type="hidden" name={AS_READ} value={first} />
}
