import { useLingui } from '@lingui/react'
import { Form, useNavigation } from 'react-router'
import { refundText, returnChoices } from '#domain/payments/refunds/refund-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { RadioChoice } from '#web/ui/fields/radio-choice.tsx'
import { awaitedDay, kobo } from '#web/ui/format.ts'

interface PendingRefund {
  id: string
  amount_kobo: number
  status: string
  expected_by: string | null
}

/** Naira refunds, each shown until it has arrived. */
export function PendingRefunds({ refunds }: { refunds: readonly PendingRefund[] }) {
  const { i18n } = useLingui()
  if (refunds.length === 0) return null
  return (
    <section aria-labelledby="coming-back">
      <h2 id="coming-back" className="mb-3 text-22">
        {i18n.t('Money coming back to you')}
      </h2>
      <ul className="grid gap-3">
        {refunds.map(({ id, amount_kobo, status, expected_by }) => (
          <li key={id}>
            <DataList
              facts={[
                {
                  label:
                    status !== 'processed' && expected_by
                      ? i18n.t('{status}. Expected by {day}', {
                          status: i18n.t(refundText(status)),
                          day: awaitedDay(expected_by),
                        })
                      : i18n.t(refundText(status)),
                  value: kobo(amount_kobo),
                },
              ]}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Where a price difference is refunded to. Can be changed until the price is final. */
export function ReturnChoice({ chosen }: { chosen: string | null }) {
  const { i18n } = useLingui()
  const busy = useNavigation().formData?.get('intent') === 'return'
  return (
    <section aria-labelledby="return-choice" className="print:hidden">
      <h2 id="return-choice" className="mb-1 text-22">
        {i18n.t('If the price falls')}
      </h2>
      <Form method="post">
        <input type="hidden" name="intent" value="return" />
        <RadioChoice
          legend={i18n.t(
            'Choose how you get the difference. You can change this until the price is final. What you paid in PEPS comes back as PEPS.',
          )}
          name="return_to"
          options={returnChoices.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
          chosen={chosen ?? ''}
          quiet
        />
        <Button tone="plain" busy={busy} busyLabel={i18n.t('Saving')}>
          {i18n.t('Save choice')}
        </Button>
      </Form>
    </section>
  )
}
