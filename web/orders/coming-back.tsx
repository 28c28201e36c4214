import { Form, useNavigation } from 'react-router'
import { refundText, returnWays } from '#domain/texts/refunds.ts'
import { Button } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { day, kobo } from '#web/ui/format.ts'
import { RadioChoice } from '#web/ui/radio-choice.tsx'

interface Refund {
  id: string
  amount_kobo: number
  status: string
  expected_by: string | null
}

/** Naira on their way back, each until it has arrived. */
export function ComingBack({ refunds }: { refunds: readonly Refund[] }) {
  if (refunds.length === 0) return null
  return (
    <section aria-labelledby="coming-back">
      <h2 id="coming-back" className="mb-3 text-22">
        Comes back to you
      </h2>
      <ul className="grid gap-3">
        {refunds.map(({ id, amount_kobo, status, expected_by }) => (
          <li key={id}>
            <DataList
              facts={[
                {
                  label: `${refundText(status)}${status !== 'processed' && expected_by ? `, by ${day(expected_by)}` : ''}`,
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

/** Where a price difference goes, until the price is final. */
export function ReturnChoice({ chosen }: { chosen: string | null }) {
  const busy = useNavigation().formData?.get('intent') === 'return'
  return (
    <section aria-labelledby="return-choice" className="print:hidden">
      <h2 id="return-choice" className="mb-1 text-22">
        If the price falls
      </h2>
      <Form method="post">
        <input type="hidden" name="intent" value="return" />
        <RadioChoice
          legend="Send the difference, until the price is final. What you paid in PEPS comes back as PEPS."
          name="return_to"
          options={returnWays}
          chosen={chosen ?? ''}
          quiet
        />
        <Button tone="plain" busy={busy} busyLabel="Saving">
          Save choice
        </Button>
      </Form>
    </section>
  )
}
