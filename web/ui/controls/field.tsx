import { useLingui } from '@lingui/react'
import { type ReactNode, useId } from 'react'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { translate } from '#web/languages/translate.ts'
import { cx } from '../cx.ts'

export interface FieldProps {
  /** Given where a summary of faults links to the field. */
  id?: string | undefined
  label: string
  /** Help below the label. */
  hint?: ReactNode
  /** The error, announced with the field. */
  error?: TranslatableText | null | undefined
  /** Shows the label only to screen readers, where the context is clear (a search box with its button). */
  hideLabel?: boolean
  className?: string | undefined
}

interface FieldShellProps extends FieldProps {
  required?: boolean | undefined
  children: (ties: FaultMark & { id: string; 'aria-describedby': string | undefined }) => ReactNode
}

interface FaultMark {
  'aria-invalid': true | undefined
  autoFocus: true | undefined
}

/**
 * Marks an invalid control. Without scripts the browser focuses and scrolls to the first control with `autofocus`; with
 * scripts `useRevealFault` does (web/forms).
 */
export const markFault = (error: unknown): FaultMark =>
  error ? { 'aria-invalid': true, autoFocus: true } : { 'aria-invalid': undefined, autoFocus: undefined }

/** Label, hint and error around one control, linked by ids. */
export function FieldShell({
  id: given,
  label,
  hint,
  error,
  hideLabel,
  className,
  required,
  children,
}: FieldShellProps) {
  const { i18n } = useLingui()
  const own = useId()
  const id = given ?? own
  const describedBy = cx(hint ? `${id}-hint` : null, error ? `${id}-error` : null)
  return (
    <div className={cx('field', className)}>
      <label htmlFor={id} className={cx('field-label', hideLabel && 'sr-only')}>
        {label}
        {required === false && <span className="font-normal text-soft"> {i18n.t('(optional)')}</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-14 text-soft">
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': describedBy || undefined, ...markFault(error) })}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

interface FieldErrorProps {
  id?: string
  error: TranslatableText | null | undefined
  className?: string
}

export function FieldError({ id, error, className }: FieldErrorProps) {
  const { i18n } = useLingui()
  if (!error) return null
  return (
    <p id={id} className={cx('field-error', className)}>
      {translate(i18n, error)}
    </p>
  )
}
