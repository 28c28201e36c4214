import type { SelectHTMLAttributes } from 'react'
import { type FieldProps, FieldShell } from './field.tsx'

export interface Option {
  value: string
  label: string
  disabled?: boolean
}

interface SelectFieldProps extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'> {
  name: string
  options: readonly Option[]
}

/** A native select, which is quickest on a phone. */
export function SelectField({ label, hint, error, hideLabel, className, options, ...select }: SelectFieldProps) {
  return (
    <FieldShell
      label={label}
      hint={hint}
      error={error}
      className={className}
      hideLabel={hideLabel ?? false}
      required={select.required}
      id={select.id}
    >
      {(ties) => (
        <select {...ties} {...select} data-default={select.defaultValue} className="control control-select">
          {options.map(({ value, label, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldShell>
  )
}
