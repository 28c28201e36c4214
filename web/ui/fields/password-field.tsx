import { useLingui } from '@lingui/react'
import { useState } from 'react'
import { FieldShell } from '../controls/field.tsx'
import type { TextFieldProps } from '../controls/text-field.tsx'
import { useHydrated } from '../hydrated.ts'

type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'prefix'>

/** A password field with a button to show and hide its value (after hydration). */
export function PasswordField({ label, hint, error, hideLabel, className, ...input }: PasswordFieldProps) {
  const { i18n } = useLingui()
  const [shown, setShown] = useState(false)
  const hydrated = useHydrated()
  return (
    <FieldShell
      label={label}
      hint={hint}
      error={error}
      className={className}
      hideLabel={hideLabel ?? false}
      required={input.required}
    >
      {(ties) => (
        <div className="relative">
          <input {...ties} {...input} type={shown ? 'text' : 'password'} className="control pr-20" />
          {hydrated && (
            <button
              type="button"
              className="absolute inset-y-0 right-0 min-w-11 px-4 text-14 font-semibold text-adire underline"
              aria-label={shown ? i18n.t('Hide password') : i18n.t('Show password')}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
            >
              {shown ? i18n.t('Hide') : i18n.t('Show')}
            </button>
          )}
        </div>
      )}
    </FieldShell>
  )
}
