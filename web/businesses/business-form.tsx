import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { businessStateLabels } from '#domain/businesses/business.ts'
import { NIGERIAN_STATES } from '#domain/geography/nigerian-states.ts'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import type { OwnBusiness } from '#web/session/own-business.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface BusinessFormProps {
  own: OwnBusiness | null
  sendKey: string
  result: FormResult | undefined
}

/** The company's details and, for its owner, the form that asks to verify or change them. */
export function BusinessForm({ own, sendKey, result }: BusinessFormProps) {
  const { i18n } = useLingui()
  return (
    <section aria-labelledby="company" className="grid gap-5">
      <SectionHeading id="company">{own ? own.name : i18n.t('Add your company')}</SectionHeading>
      {own && (
        <DataList
          facts={[
            { label: i18n.t('Verification'), value: i18n.t(businessStateLabels[own.status]) },
            { label: i18n.t('TIN'), value: own.tin },
            { label: i18n.t('Address'), value: <span className="whitespace-pre-line">{own.address}</span> },
          ]}
        />
      )}
      {own?.decision_note && own.status !== 'verified' && (
        <Notice tone="warning">{i18n.t('Reason: {reason}', { reason: own.decision_note })}</Notice>
      )}
      {own?.new_name && (
        <Notice tone="info">
          {i18n.t('You asked to change it to {name}, TIN {tin}. It stays as it is until we have checked that.', {
            name: own.new_name,
            tin: own.new_tin ?? '',
          })}
        </Notice>
      )}
      {own?.role === 'owner' && own.status === 'verified' ? (
        <details open={result?.ok === false && result.values.intent === 'save'}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-adire underline underline-offset-4">
            {i18n.t('Ask to change this')}
          </summary>
          <Fields own={own} sendKey={sendKey} result={result} />
        </details>
      ) : (
        own?.role !== 'buyer' && <Fields own={own} sendKey={sendKey} result={result} />
      )}
    </section>
  )
}

function Fields({ own, sendKey, result }: BusinessFormProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'save'
  const { form, field } = useFormFields(result)
  return (
    <Form ref={form} method="post" noValidate className="grid gap-4">
      <input type="hidden" name="key" value={sendKey} />
      <TextField
        label={i18n.t('Company name')}
        {...field('name', own?.name)}
        required
        maxLength={80}
        autoComplete="organization"
      />
      <TextField
        label={i18n.t('TIN')}
        {...field('tin', own?.tin)}
        required
        maxLength={20}
        inputMode="numeric"
        hint={i18n.t('Tax identification number, such as 12345678-0001.')}
      />
      <TextArea label={i18n.t('Address')} {...field('address', own?.address)} required maxLength={300} rows={2} />
      <SelectField
        label={i18n.t('State')}
        {...field('state', own?.state)}
        required
        options={[
          { value: '', label: i18n.t('Choose') },
          ...NIGERIAN_STATES.map((name) => ({ value: name, label: name })),
        ]}
      />
      <Button name="intent" value="save" className="justify-self-start" busy={busy} busyLabel={i18n.t('Sending')}>
        {i18n.t('Send for checking')}
      </Button>
    </Form>
  )
}
