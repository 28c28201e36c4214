import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { translate } from '#web/languages/translate.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/controls/text-field.tsx'
import { ProofFields } from '#web/ui/fields/proof-fields.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { DeletionOutcome } from './delete-account.ts'

interface DeleteFormProps {
  outcome: DeletionOutcome | undefined
  userId: string
  /** An idempotency key. */
  formKey: string
}

/** The consequences of deletion, the fields for reauthentication, and the button. */
export function DeleteForm({ outcome, userId, formKey }: DeleteFormProps) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'delete'
  return (
    <section aria-labelledby="delete">
      <SectionHeading id="delete">{i18n.t('Delete account')}</SectionHeading>
      <div className="grid gap-4">
        <p>
          {i18n.t(
            'We remove your name, email address, phone number, password, devices, mails and contact messages, and take you off the leaderboard. You lose your PEPS and your referral code. If you have a shop, we close it and take its products down.',
          )}
        </p>
        <p>
          {i18n.t(
            'We keep your orders, payments and reviews, and what you wrote to others, under “Deleted member”. Tax law requires the figures, and the other party to an order needs a record of it.',
          )}
        </p>
        <p>{i18n.t('You can do this once your orders and your shop’s group buys have ended. You cannot undo it.')}</p>
        {outcome?.error && <Notice tone="error">{translate(i18n, outcome.error)}</Notice>}
        {outcome?.notice && <Notice tone="success">{translate(i18n, outcome.notice)}</Notice>}
        <Form method="post" noValidate preventScrollReset className="grid gap-4">
          {/* Enter activates the first submit button. */}
          <button type="submit" name="intent" value="delete" hidden tabIndex={-1} aria-hidden />
          <input type="hidden" name="user_id" value={userId} />
          <input type="hidden" name="key" value={formKey} />
          <ProofFields error={outcome?.proof} needsProof />
          <Checkbox name="sure" label={i18n.t('Delete my account for good.')} error={outcome?.sure} />
          <Button
            type="submit"
            name="intent"
            value="delete"
            tone="danger"
            className="justify-self-start"
            busy={busy}
            busyLabel={i18n.t('Deleting')}
          >
            {i18n.t('Delete my account')}
          </Button>
        </Form>
      </div>
    </section>
  )
}
