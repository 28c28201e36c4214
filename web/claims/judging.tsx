import { Form, useNavigation } from 'react-router'
import { outcomeTexts, payerTexts } from '#domain/claims/claim-words.ts'
import { CLAIM_PAYERS, OUTCOMES } from '#domain/claims/claiming.ts'
import { koboToNaira } from '#domain/money.ts'
import { Button } from '#web/ui/button.tsx'
import { kobo } from '#web/ui/format.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import type { ClaimAnswer } from './claim-action.ts'
import type { ClaimFormProps } from './claim-forms.tsx'

interface JudgeProps extends ClaimFormProps {
  intent: 'propose' | 'decide' | 'hear'
  mostKobo: number
}

const PRESS = { propose: 'Propose this', decide: 'Decide', hear: 'Decide for good' }

/** How it should end, or ends: what comes back, and who pays. */
export function JudgeForm({ claim, sendKey, answered, intent, mostKobo }: JudgeProps) {
  const shown = Math.min(claim.proposed_kobo > 0 ? claim.proposed_kobo : claim.asked_kobo, mostKobo)
  return (
    <JudgementForm
      intent={intent}
      sendKey={sendKey}
      answered={answered}
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
        defaultValue={answered?.values.goods ?? koboToNaira(BigInt(shown))}
        error={answered?.errors.goods_kobo}
        hint={`At most ${kobo(mostKobo)}, without the fee. Counts only where money comes back.`}
      />
    </JudgementForm>
  )
}

interface JudgementProps {
  intent: string
  sendKey: string
  answered: ClaimAnswer | null
  /** As it was proposed or decided before. */
  outcome: string | null
  payer: string | null
  press: string
  /** Who reads the reason. */
  readBy: string
  /** How much comes back. */
  children: React.ReactNode
}

/** The judgement of a claim, or of all claims of a lot. */
export function JudgementForm(props: JudgementProps) {
  const { intent, sendKey, answered, outcome, payer, press, readBy, children } = props
  const busy = useNavigation().state === 'submitting'
  const given = answered?.values
  return (
    <Form method="post" noValidate className="grid max-w-[560px] gap-4">
      <input type="hidden" name="key" value={sendKey} />
      <input type="hidden" name="intent" value={intent} />
      <SelectField
        label="Outcome"
        name="outcome"
        required
        defaultValue={given?.outcome ?? outcome ?? 'refund'}
        error={answered?.errors.outcome}
        options={OUTCOMES.map((one) => ({ value: one, label: outcomeTexts[one] }))}
      />
      {children}
      <SelectField
        label="Who pays"
        name="payer"
        required
        defaultValue={given?.payer ?? payer ?? 'vendor'}
        error={answered?.errors.payer}
        options={CLAIM_PAYERS.map((one) => ({ value: one, label: payerTexts[one] }))}
      />
      <TextArea
        label="Reason"
        name="reason"
        rows={4}
        required
        maxLength={2000}
        defaultValue={given?.reason ?? ''}
        error={answered?.errors.reason}
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
