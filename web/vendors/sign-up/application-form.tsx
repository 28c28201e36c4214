import { Form, Link, useNavigation } from 'react-router'
import type { VendorApplication } from '#api/commands.ts'
import type { Errors } from '#domain/validation.ts'
import { useFocusFirstError } from '#web/focus-first-error.ts'
import { Button } from '#web/ui/button.tsx'
import { fieldPropsOf } from '#web/ui/form-fields.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Checkbox, TextArea, TextField } from '#web/ui/text-field.tsx'

export type ApplicationValues = Record<keyof VendorApplication, string>

interface ApplicationFormProps {
  formKey: string
  states: readonly string[]
  /** The submitted values after a rejection, or the stored shop. */
  values: ApplicationValues | null
  errors: Errors
  sendLabel: string
}

/** Button label for an application that is under review. */
export const UPDATE_APPLICATION = 'Save corrections'

/** The fields of a shop's application. */
export function ApplicationForm({ formKey, states, values, errors, sendLabel }: ApplicationFormProps) {
  const busy = useNavigation().state !== 'idle'
  const form = useFocusFirstError(errors)
  const getFieldProps = fieldPropsOf(values, errors)
  const field = (name: keyof ApplicationValues) => ({ ...getFieldProps(name, null), required: true })
  return (
    <Form ref={form} method="post" noValidate className="grid gap-5">
      <input type="hidden" name="key" value={formKey} />
      {sendLabel === UPDATE_APPLICATION && <input type="hidden" name="corrects" value="yes" />}
      <TextField label="Business name" {...field('business_name')} autoComplete="organization" maxLength={80} />
      <TextArea
        label="Description"
        {...field('description')}
        hint="What you sell, where it comes from, how long you have been in business. Buyers read this on your shop’s page."
        maxLength={2000}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label="City or market town" {...field('location')} autoComplete="address-level2" maxLength={60} />
        <SelectField
          label="State"
          {...field('state')}
          options={[{ value: '', label: 'Choose a state' }, ...states.map((name) => ({ value: name, label: name }))]}
        />
      </div>
      <TextField
        label="Phone"
        {...field('phone')}
        type="tel"
        autoComplete="tel"
        maxLength={20}
        hint="Such as 0803 123 4567. Only you and our staff see it."
      />
      <TextField
        label="Address"
        {...field('address')}
        autoComplete="street-address"
        maxLength={300}
        hint="Where the goods are sent from. Only you and our staff see it."
      />
      <TextField
        label="Registration number"
        {...field('registration_number')}
        required={false}
        maxLength={40}
        hint="RC or BN number, if the business is registered with the CAC."
      />
      <Checkbox
        name="agree"
        required
        error={errors.agree}
        label={
          <span className="text-link">
            I agree to the <Link to="/vendor-terms">Vendor Terms</Link>.
          </span>
        }
      />
      <div>
        <Button size="large" busy={busy} busyLabel="Sending">
          {sendLabel}
        </Button>
      </div>
    </Form>
  )
}
