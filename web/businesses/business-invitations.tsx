import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'

/** Companies that have invited the viewer to buy for them. */
export function BusinessInvitations({ invitations }: { invitations: readonly { id: string; business: string }[] }) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'join'
  if (invitations.length === 0) return null
  return (
    <section aria-labelledby="invitations">
      <SectionHeading id="invitations">{i18n.t('You are invited')}</SectionHeading>
      <ul className="grid gap-4">
        {invitations.map(({ id, business }) => (
          <li key={id}>
            <Form method="post" className="grid justify-items-start gap-2">
              <input type="hidden" name="id" value={id} />
              <p>
                {i18n.t('{business} invites you to buy for it. Your colleagues see the orders that you place for it.', {
                  business,
                })}
              </p>
              <Button name="intent" value="join" busy={busy}>
                {i18n.t('Accept')}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
