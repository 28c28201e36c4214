import { useLingui } from '@lingui/react'
import type { Errors } from '#domain/forms/validation.ts'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { RoleChoice } from './role-choice.tsx'

interface MoreFieldsProps {
  errors: Errors
  values: Record<string, string>
  /** The phone number is asked for above. */
  byPhone: boolean
  /** The code from a share link. */
  referral: string | null
  /** Whether the person comes from Vendor Sign Up. */
  isVendor: boolean
}

/** Fields of sign-up that most people leave as they are. Open where one of them matters. */
export function MoreFields({ errors, values, byPhone, referral, isVendor }: MoreFieldsProps) {
  const { i18n } = useLingui()
  const role = values.role || (isVendor ? 'vendor' : 'customer')
  const isOpen = role === 'vendor' || Boolean(errors.phone || errors.referral_code)
  return (
    <details open={isOpen} className="border-y border-grain">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
        {i18n.t('More: seller account, phone, referral code')}
      </summary>
      <div className="grid gap-4 pb-4">
        <RoleChoice chosen={role} />
        {!byPhone && (
          <TextField
            name="phone"
            type="tel"
            label={i18n.t('Phone')}
            hint={i18n.t('For pickup and delivery, such as 0803 123 4567.')}
            required={false}
            autoComplete="tel"
            defaultValue={values.phone}
            error={errors.phone}
          />
        )}
        <TextField
          name="referral_code"
          label={i18n.t('Referral code')}
          hint={referral ? i18n.t('From the link that brought you here.') : undefined}
          required={false}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={12}
          defaultValue={values.referral_code ?? referral ?? ''}
          error={errors.referral_code}
        />
      </div>
    </details>
  )
}
