import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import type { OwnBusiness } from '#web/session/own-business.ts'
import { Button } from '#web/ui/button.tsx'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'

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
