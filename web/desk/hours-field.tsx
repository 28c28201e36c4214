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

/** The times of a day, by the end of their fields' names. */
const PERIODS = [
  { suffix: '', text: '' },
  { suffix: 'b', text: ' again' },
] as const

/** One row per day, and a second one on request for the time after a break; a day without times has no hours. */
export function HoursField({ legend, hint, stored, usual, values, error }: HoursFieldProps) {
  return (
    <fieldset aria-describedby={error ? 'hours-error' : undefined}>
      <legend className="mb-1 font-semibold">{legend}</legend>
      <p className="mb-2 text-14 text-soft">{hint}</p>
      <FieldError id="hours-error" error={error} className="mb-2" />
      <div className="grid gap-3">
        {WEEKDAYS.map((name, index) => {
          const day = index + 1
          const own = stored === null ? (index < 6 ? [usual] : []) : stored.filter((one) => one.day === day)
          const [first, second] = PERIODS.map(({ suffix }, at) => ({
            opens: values ? (values[`opens_${day}${suffix}`] ?? '') : (own[at]?.opens ?? ''),
            closes: values ? (values[`closes_${day}${suffix}`] ?? '') : (own[at]?.closes ?? ''),
          }))
          return (
            <div key={name} className="grid gap-x-3 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
              <span className="sm:py-2.5">{name}</span>
              <div>
                <Period day={day} at={0} times={first} />
                <details open={Boolean(second?.opens || second?.closes)}>
                  <summary className="inline-flex min-h-11 cursor-pointer items-center text-14 underline underline-offset-2">
                    {name}, a second time
                  </summary>
                  <Period day={day} at={1} times={second} />
                </details>
              </div>
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

interface PeriodProps {
  day: number
  /** Index of the period. */
  at: 0 | 1
  times: Pick<OpenDay, 'opens' | 'closes'> | undefined
}

function Period({ day, at, times }: PeriodProps) {
  const { suffix, text } = PERIODS[at]
  const name = WEEKDAYS[day - 1]
  return (
    <div className="grid grid-cols-2 gap-3">
      <input
        type="time"
        name={`opens_${day}${suffix}`}
        defaultValue={times?.opens}
        aria-label={`${name}, opens${text}`}
        className="control min-w-0"
      />
      <input
        type="time"
        name={`closes_${day}${suffix}`}
        defaultValue={times?.closes}
        aria-label={`${name}, closes${text}`}
        className="control min-w-0"
      />
    </div>
  )
}

/** The submitted hours. A time without both ends is left out; with only one of them it is invalid. */
export function readHours(values: Readonly<Record<string, string>>): OpenDay[] {
  return WEEKDAYS.flatMap((_, index) =>
    PERIODS.flatMap(({ suffix }) => {
      const day = index + 1
      const [opens = '', closes = ''] = [values[`opens_${day}${suffix}`], values[`closes_${day}${suffix}`]]
      return opens === '' && closes === '' ? [] : [{ day, opens, closes }]
    }),
  )
}
