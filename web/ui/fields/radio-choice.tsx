import type { Option } from '../controls/select-field.tsx'

interface RadioChoiceProps {
  legend: string
  name: string
  options: readonly Option[]
  chosen: string
  /** Sets the legend as secondary text, where the question is already above. */
  quiet?: boolean
}

/** Radio buttons, each on a line with a large touch target. */
export function RadioChoice({ legend, name, options, chosen, quiet = false }: RadioChoiceProps) {
  return (
    <fieldset>
      <legend className={quiet ? 'mb-1 text-soft' : 'mb-1 font-semibold'}>{legend}</legend>
      {options.map(({ value, label, disabled }) => (
        <label key={value} className="flex min-h-11 items-start gap-3 py-2.5">
          <input
            type="radio"
            name={name}
            value={value}
            disabled={disabled}
            defaultChecked={chosen === value}
            className="mt-0.5 size-5 shrink-0"
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
