import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { cx } from '../cx.ts'
import { FieldError, type FieldProps, FieldShell, markFault } from './field.tsx'

export interface TextFieldProps extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  name: string
  /** A prefix inside the box, such as ₦. */
  prefix?: string
}

/** One line of text, a number, a date. `required={false}` writes "(optional)". */
export function TextField({ label, hint, error, hideLabel, className, prefix, ...input }: TextFieldProps) {
  return (
    <FieldShell
      label={label}
      hint={hint}
      error={error}
      className={className}
      hideLabel={hideLabel ?? false}
      required={input.required}
      id={input.id}
    >
      {(ties) => (
        <div className="relative">
          {prefix && (
            <span aria-hidden className="absolute inset-y-0 left-3 flex items-center text-soft">
              {prefix}
            </span>
          )}
          <input {...ties} {...input} className={cx('control', prefix && 'pl-8')} />
        </div>
      )}
    </FieldShell>
  )
}

interface TextAreaProps extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> {
  name: string
}

/** Several lines of text. */
export function TextArea({ label, hint, error, hideLabel, className, rows = 5, ...area }: TextAreaProps) {
  return (
    <FieldShell
      label={label}
      hint={hint}
      error={error}
      className={className}
      hideLabel={hideLabel ?? false}
      required={area.required}
      id={area.id}
    >
      {(ties) => <textarea {...ties} {...area} rows={rows} className="control py-2.5 leading-normal" />}
    </FieldShell>
  )
}

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className'> {
  name: string
  label: ReactNode
  error?: TranslatableText | null | undefined
}

/** A checkbox with its label. */
export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const errorId = `${input.name}-error`
  return (
    <div>
      <label className="flex min-h-11 items-start gap-3 py-2.5">
        <input
          {...input}
          type="checkbox"
          {...markFault(error)}
          aria-describedby={error ? errorId : undefined}
          className="mt-0.5 size-5 shrink-0"
        />
        <span>{label}</span>
      </label>
      <FieldError id={errorId} error={error} />
    </div>
  )
}
