import { useLingui } from '@lingui/react'
import { Form } from 'react-router'
import { translate } from '#web/languages/translate.ts'
import { Button } from '#web/ui/button.tsx'

interface NameFormProps {
  buyId: string
  shown: boolean
  failure: string | null
}

/** A participant's consent to show their first name to non-participants. Off by default. */
export function NameForm({ buyId, shown, failure }: NameFormProps) {
  const { i18n } = useLingui()
  return (
    <Form method="post" preventScrollReset className="border-t border-grain pt-3">
      <input type="hidden" name="intent" value="show-name" />
      <input type="hidden" name="group_buy_id" value={buyId} />
      {!shown && <input type="hidden" name="show" value="on" />}
      <p className="text-14 text-soft">
        {shown
          ? i18n.t('Everybody who opens this page sees your first name.')
          : i18n.t('People join faster when they see who is in.')}
      </p>
      <Button tone="quiet" size="small" className="-ml-3">
        {shown ? i18n.t('Hide my first name') : i18n.t('Show my first name on this group buy')}
      </Button>
      {failure && (
        <p role="alert" className="text-14 font-semibold text-pepper">
          {translate(i18n, failure)}
        </p>
      )}
    </Form>
  )
}
