import { Form, useNavigation } from 'react-router'
import { outcomeTexts, payerTexts } from '#domain/claims/claim-texts.ts'
import { CLAIM_OUTCOMES, CLAIM_PAYERS } from '#domain/claims/claiming.ts'
import { koboToNaira } from '#domain/money.ts'
import { Button } from '#web/ui/button.tsx'
import { kobo } from '#web/ui/format.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import type { ClaimActionResult } from './claim-action.ts'
import type { ClaimFormProps } from './claim-forms.tsx'

interface ClaimDecisionFormProps extends ClaimFormProps {
  intent: 'propose' | 'decide' | 'hear'
  mostKobo: number
}

const PRESS = { propose: 'Propose this', decide: 'Decide', hear: 'Decide for good' }

/** Proposes or decides the outcome of a claim: what is refunded, and who pays. */
export function ClaimDecisionForm({ claim, sendKey, lastResult, intent, mostKobo }: ClaimDecisionFormProps) {
  const shown = Math.min(claim.proposed_kobo > 0 ? claim.proposed_kobo : claim.asked_kobo, mostKobo)
  return (
    <DecisionForm
      intent={intent}
      sendKey={sendKey}
      lastResult={lastResult}
      outcome={claim.proposed_outcome}
      payer={claim.proposed_payer}
      press={PRESS[intent]}
      readBy="Both sides read it."
    >
      <TextField
        label="Value of the goods to refund"
        name="goods"
        prefix="₦"
        inputMode="decimal"
        defaultValue={lastResult?.values.goods ?? koboToNaira(BigInt(shown))}
        error={lastResult?.errors.goods_kobo}
        hint={`At most ${kobo(mostKobo)}, without the fee. Counts only where money comes back.`}
      />
    </DecisionForm>
  )
}

interface DecisionFormProps {
  intent: string
  sendKey: string
  lastResult: ClaimActionResult | null
  /** The earlier proposal or decision. */
  outcome: string | null
  payer: string | null
  press: string
  /** The readers of the reason. */
  readBy: string
  /** The refunded amount. */
  children: React.ReactNode
}

/** The decision on a claim, or on all claims of a lot. */
export function DecisionForm(props: DecisionFormProps) {
  const { intent, sendKey, lastResult, outcome, payer, press, readBy, children } = props
  const busy = useNavigation().state === 'submitting'
  const values = lastResult?.values
  return (
    <Form method="post" noValidate className="grid max-w-[560px] gap-4">
      <input type="hidden" name="key" value={sendKey} />
      <input type="hidden" name="intent" value={intent} />
      <SelectField
        label="Outcome"
        name="outcome"
        required
        defaultValue={values?.outcome ?? outcome ?? 'refund'}
        error={lastResult?.errors.outcome}
        options={CLAIM_OUTCOMES.map((one) => ({ value: one, label: outcomeTexts[one] }))}
      />
      {children}
      <SelectField
        label="Who pays"
        name="payer"
        required
        defaultValue={values?.payer ?? payer ?? 'vendor'}
        error={lastResult?.errors.payer}
        options={CLAIM_PAYERS.map((one) => ({ value: one, label: payerTexts[one] }))}
      />
      <TextArea
        label="Reason"
        name="reason"
        rows={4}
        required
        maxLength={2000}
        defaultValue={values?.reason ?? ''}
        error={lastResult?.errors.reason}
        hint={readBy}
      />
      <div>
        <Button busy={busy} busyLabel="Saving">
          {press}
        </Button>
      </div>
    </Form>
  )
}
