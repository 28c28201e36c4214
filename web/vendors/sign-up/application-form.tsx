import { Form, Link, useNavigation } from 'react-router'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { Checkbox, TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import type { ApplicantShop } from './queries.ts'

interface ApplicationFormProps {
  formKey: string
  states: readonly string[]
  stored: ApplicantShop | null
  result: FormResult | undefined
  sendLabel: string
}

/** Button label for an application that is under review. */
export const UPDATE_APPLICATION = 'Save corrections'

/** The fields of a shop's application. */
export function ApplicationForm({ formKey, states, stored, result, sendLabel }: ApplicationFormProps) {
  const busy = useNavigation().state !== 'idle'
  const { form, field, errors } = useFormFields(result)
  return (
    <Form ref={form} method="post" noValidate className="grid gap-5">
      <input type="hidden" name="key" value={formKey} />
      {sendLabel === UPDATE_APPLICATION && <input type="hidden" name="corrects" value="yes" />}
      <TextField
        label="Business name"
        {...field('business_name', stored?.business_name)}
        required
        autoComplete="organization"
        maxLength={80}
      />
      <TextArea
        label="Description"
        {...field('description', stored?.description)}
        required
        hint="What you sell, where it comes from, how long you have been in business. Buyers read this on your shop’s page."
        maxLength={2000}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          label="City or market town"
          {...field('location', stored?.location)}
          required
          autoComplete="address-level2"
          maxLength={60}
        />
        <SelectField
          label="State"
          {...field('state', stored?.state)}
          required
          options={[{ value: '', label: 'Choose a state' }, ...states.map((name) => ({ value: name, label: name }))]}
        />
      </div>
      <TextField
        label="Phone"
        {...field('phone', stored?.details?.phone)}
        required
        type="tel"
        autoComplete="tel"
        maxLength={20}
        hint="Such as 0803 123 4567. Only you and our staff see it."
      />
      <TextField
        label="Address"
        {...field('address', stored?.details?.address)}
        required
        autoComplete="street-address"
        maxLength={300}
        hint="Where the goods are sent from. Only you and our staff see it."
      />
      <TextField
        label="Registration number"
        {...field('registration_number', stored?.details?.registration_number)}
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
