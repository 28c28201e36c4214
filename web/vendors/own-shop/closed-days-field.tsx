import type { ClosedDays } from '#domain/places/closed-days.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { FieldError } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'

interface ClosedDaysFieldProps {
  stored: readonly ClosedDays[]
  values: Readonly<Record<string, string>> | null
  error: TranslatableText | undefined
  today: string
}

/** Empty rows below the stored ones; saving gives new ones. */
const EMPTY_ROWS = 2
const FIELDS = ['from', 'until', 'reason'] as const

/** One row for each day or range. A row without a first day is no closed day, so the list works without scripts. */
export function ClosedDaysField({ stored, values, error, today }: ClosedDaysFieldProps) {
  const typed = values && rowsOf(values)
  const rows = [
    ...(typed ?? stored),
    ...Array.from({ length: EMPTY_ROWS }, () => ({ from: '', until: '', reason: '' })),
  ]
  return (
    <fieldset aria-describedby={error ? 'closed-error' : undefined}>
      <legend className="sr-only">Closed days</legend>
      <p className="mb-2 text-14 text-soft">
        Leave the last day empty for a single day. Empty the first day to open the shop on it again. No group buy is
        shared on a closed day, and nothing is collected at your own place.
      </p>
      <FieldError id="closed-error" error={error} className="mb-2" />
      <ol className="grid gap-4">
        {rows.map(({ from, until, reason }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only appended, by a save that renews the form.
            key={index}
            className="grid grid-cols-1 gap-x-3 gap-y-2 border-b border-grain pb-4 sm:grid-cols-[11.5rem_11.5rem_minmax(0,1fr)]"
          >
            <TextField
              label={`First day, row ${index + 1}`}
              type="date"
              name={`closed_from_${index}`}
              defaultValue={from}
              min={today}
            />
            <TextField
              label={`Last day, row ${index + 1}`}
              type="date"
              name={`closed_until_${index}`}
              defaultValue={until === from ? '' : until}
              min={today}
            />
            <TextField
              label={`Reason, row ${index + 1}`}
              name={`closed_reason_${index}`}
              defaultValue={reason}
              maxLength={80}
              autoComplete="off"
            />
          </li>
        ))}
      </ol>
    </fieldset>
  )
}

/** The submitted rows that have a day or a reason. */
export const readClosedDays = (values: Readonly<Record<string, string>>) =>
  rowsOf(values).map(({ from, until, reason }) => ({ from, until: until || null, reason }))

function rowsOf(values: Readonly<Record<string, string>>): ClosedDays[] {
  const count = Object.keys(values).filter((name) => name.startsWith('closed_from_')).length
  return Array.from({ length: count }, (_, index) => {
    const [from = '', until = '', reason = ''] = FIELDS.map((field) =>
      (values[`closed_${field}_${index}`] ?? '').trim(),
    )
    return { from, until, reason }
  }).filter(({ from }) => from !== '')
}
