import { Form, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { moment } from '#web/ui/format.ts'
import type { ClaimFormProps } from '../claim-forms.tsx'

/** The vendor's open offer, which can be withdrawn while the claim may still be answered otherwise. */
export function OwnOffer({ claim, now, sendKey }: ClaimFormProps & { now: string }) {
  const busy = useNavigation().formData?.get('intent') === 'withdraw-offer'
  const by = claim.offer_by ? moment(claim.offer_by) : ''
  if (now > claim.answer_by)
    return <p className="max-w-measure">The offer stands until the buyer answers it, or until {by}.</p>
  return (
    <Form method="post" className="grid max-w-[560px] gap-4">
      <input type="hidden" name="intent" value="withdraw-offer" />
      <input type="hidden" name="key" value={sendKey} />
      <p>
        The buyer answers by {by}. You can withdraw the offer until {moment(claim.answer_by)}, and answer otherwise; if
        you do not, the claim is upheld then.
      </p>
      <p>
        <Button tone="plain" busy={busy} busyLabel="Withdrawing">
          Withdraw the offer
        </Button>
      </p>
    </Form>
  )
}
