import { type OpenDay, WEEKDAYS } from '#domain/places/opening-hours.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { FieldError } from '#web/ui/controls/field.tsx'

interface HoursFieldProps {
  legend: string
  hint: string
  /** Null for a new place or zone, which starts with `usual` from Monday to Saturday. */
  stored: readonly OpenDay[] | null
  usual: Pick<OpenDay, 'opens' | 'closes'>
  values: Readonly<Record<string, string>> | null
  error: TranslatableText | undefined
}

/** One row per day; a day with both times empty has no hours. */
export function HoursField({ legend, hint, stored, usual, values, error }: HoursFieldProps) {
  return (
    <fieldset aria-describedby={error ? 'hours-error' : undefined}>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <p className="mb-2 text-14 text-soft">{hint}</p>
      <FieldError id="hours-error" error={error} className="mb-2" />
      <div className="grid gap-2">
        {WEEKDAYS.map((name, index) => {
          const own = stored === null ? index < 6 && usual : stored.find(({ day }) => day === index + 1)
          const time = (which: 'opens' | 'closes') =>
            values ? (values[`${which}_${index + 1}`] ?? '') : own ? own[which] : ''
          return (
            <div key={name} className="grid grid-cols-2 items-center gap-x-3 gap-y-1 sm:grid-cols-[6.5rem_1fr_1fr]">
              <span className="col-span-2 sm:col-span-1">{name}</span>
              <input
                type="time"
                name={`opens_${index + 1}`}
                defaultValue={time('opens')}
                aria-label={`${name}, opens`}
                className="control min-w-0"
              />
              <input
                type="time"
                name={`closes_${index + 1}`}
                defaultValue={time('closes')}
                aria-label={`${name}, closes`}
                className="control min-w-0"
              />
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

/** The submitted hours. A day without both times has none; with only one of them it is invalid. */
export function readHours(values: Readonly<Record<string, string>>): OpenDay[] {
  return WEEKDAYS.flatMap((_, index) => {
    const [opens = '', closes = ''] = [values[`opens_${index + 1}`], values[`closes_${index + 1}`]]
    return opens === '' && closes === '' ? [] : [{ day: index + 1, opens, closes }]
  })
}
