import { Form, useNavigation } from 'react-router'
import { outcomeTexts, payerTexts } from '#domain/claims/claim-texts.ts'
import { CLAIM_OUTCOMES, CLAIM_PAYERS } from '#domain/claims/claiming.ts'
import { koboToNaira } from '#domain/money.ts'
import type { FormResult } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/controls/select-field.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { kobo } from '#web/ui/format.ts'
import type { ClaimFormProps } from './claim-forms.tsx'

interface ClaimDecisionFormProps extends ClaimFormProps {
  intent: 'propose' | 'decide' | 'hear'
  mostKobo: number
}

const PRESS = { propose: 'Propose this', decide: 'Decide', hear: 'Decide for good' }

/** Proposes or decides the outcome of a claim: what is refunded, and who pays. */
export function ClaimDecisionForm({ claim, sendKey, result, intent, mostKobo }: ClaimDecisionFormProps) {
  const { field, errors } = useFormFields(result)
  const shown = Math.min(claim.proposed_kobo > 0 ? claim.proposed_kobo : claim.requested_kobo, mostKobo)
  return (
    <DecisionForm
      intent={intent}
      sendKey={sendKey}
      result={result}
      outcome={claim.proposed_outcome}
      payer={claim.proposed_payer}
      press={PRESS[intent]}
      readBy="Both sides read it."
    >
      <TextField
        label="Value of the goods to refund"
        {...field('goods', koboToNaira(BigInt(shown)))}
        error={errors.goods_kobo}
        prefix="₦"
        inputMode="decimal"
        hint={`At most ${kobo(mostKobo)}, without the fee. Counts only where money comes back.`}
      />
    </DecisionForm>
  )
}

interface DecisionFormProps {
  intent: string
  sendKey: string
  result: FormResult | undefined
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
  const { intent, sendKey, result, outcome, payer, press, readBy, children } = props
  const busy = useNavigation().state === 'submitting'
  const { form, field } = useFormFields(result)
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-[560px] gap-4">
      <input type="hidden" name="key" value={sendKey} />
      <input type="hidden" name="intent" value={intent} />
      <SelectField
        label="Outcome"
        {...field('outcome', outcome ?? 'refund')}
        required
        options={CLAIM_OUTCOMES.map((one) => ({ value: one, label: outcomeTexts[one] }))}
      />
      {children}
      <SelectField
        label="Who pays"
        {...field('payer', payer ?? 'vendor')}
        required
        options={CLAIM_PAYERS.map((one) => ({ value: one, label: payerTexts[one] }))}
      />
      <TextArea label="Reason" {...field('reason')} rows={4} required maxLength={2000} hint={readBy} />
      <div>
        <Button busy={busy} busyLabel="Saving">
          {press}
        </Button>
      </div>
    </Form>
  )
}
