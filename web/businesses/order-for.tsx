import { useLingui } from '@lingui/react'
import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'
import type { OwnBusiness } from './queries.ts'

/** Whom the viewer's next orders are for. */
export function OrderFor({ own }: { own: Pick<OwnBusiness, 'name' | 'orders_for_business'> }) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'order-for'
  return (
    <Form method="post" className="grid justify-items-start gap-3">
      <RadioChoice
        legend={i18n.t('My next orders are for')}
        name="for"
        chosen={own.orders_for_business ? 'business' : 'me'}
        options={[
          { value: 'business', label: own.name },
          { value: 'me', label: i18n.t('Me') },
        ]}
      />
      <Button name="intent" value="order-for" tone="plain" busy={busy} busyLabel={i18n.t('Saving')}>
        {i18n.t('Save choice')}
      </Button>
    </Form>
  )
}

/** Says before ordering that it is for the company, with the way to change that. */
export function OrderingFor({ business }: { business: string | null }) {
  const { i18n } = useLingui()
  if (!business) return null
  return (
    <p className="break-words">
      {i18n.t('You order for {business}.', { business })}{' '}
      <Link to="/account/business" className="inline-flex min-h-11 items-center text-link">
        {i18n.t('Change whom it is for')}
      </Link>
    </p>
  )
}
