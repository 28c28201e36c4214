import { Form, useNavigation } from 'react-router'
import { outcomeTexts, payerTexts } from '#domain/claims/claim-words.ts'
import { CLAIM_PAYERS, OUTCOMES } from '#domain/claims/claiming.ts'
import { koboToNaira } from '#domain/money.ts'
import { Button } from '#web/ui/button.tsx'
import { kobo } from '#web/ui/format.ts'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'
import type { ClaimAnswer } from './claim-action.ts'
import { EvidenceField } from './parts.tsx'
import type { Claim } from './queries.ts'

interface FormProps {
  claim: Claim
  sendKey: string
  answered: ClaimAnswer | null
}

/** The vendor accepts or contests. */
export function AnswerForm({ claim, sendKey, answered }: FormProps) {
  const busy = useNavigation().formData?.get('intent')
  const wanted = claim.wish === 'refund' ? `${kobo(claim.asked_kobo)} of goods back` : 'a replacement'
  return (
    <Form method="post" encType="multipart/form-data" noValidate className="grid max-w-[560px] gap-4">
      <input type="hidden" name="key" value={sendKey} />
      <p>
        The buyer wants <strong>{wanted}</strong>. If you accept, it is carried out at your cost. If you contest it, our
        staff look at both sides.
      </p>
      <TextArea
        label="Your answer"
        name="text"
        rows={4}
        maxLength={2000}
        defaultValue={answered?.values.text ?? ''}
        error={answered?.errors.text}
        hint="Needed if you contest it. The buyer reads it."
      />
      <EvidenceField error={answered?.errors.evidence} />
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value="accept" busy={busy === 'accept'} busyLabel="Accepting">
          Accept
        </Button>
        <Button name="intent" value="contest" tone="plain" busy={busy === 'contest'} busyLabel="Sending">
          Contest
        </Button>
      </div>
    </Form>
  )
}

/** Words to the other side with one press: withdrawing, and appealing. */
export function WordsForm({ sendKey, answered, intent }: Omit<FormProps, 'claim'> & { intent: 'withdraw' | 'appeal' }) {
  const busy = useNavigation().formData?.get('intent') === intent
  const appeals = intent === 'appeal'
  return (
    <Form method="post" noValidate className="grid max-w-[560px] gap-4">
      <input type="hidden" name="key" value={sendKey} />
      <input type="hidden" name="intent" value={intent} />
      <TextArea
        label={appeals ? 'What should be looked at again' : 'Why you withdraw it'}
        name="text"
        rows={3}
        maxLength={2000}
        required={appeals}
        defaultValue={answered?.values.intent === intent ? answered.values.text : ''}
        error={answered?.values.intent === intent ? answered.errors.text : null}
      />
      <div>
        <Button tone="plain" busy={busy} busyLabel="Sending">
          {appeals ? 'Appeal to a chief' : 'Withdraw the claim'}
        </Button>
      </div>
    </Form>
  )
}

interface JudgeProps extends FormProps {
  intent: 'propose' | 'decide' | 'hear'
  mostKobo: number
}

const PRESS = { propose: 'Propose this', decide: 'Decide', hear: 'Decide for good' }

/** How it should end, or ends: what comes back, and who pays. */
export function JudgeForm({ claim, sendKey, answered, intent, mostKobo }: JudgeProps) {
  const shown = Math.min(claim.proposed_kobo > 0 ? claim.proposed_kobo : claim.asked_kobo, mostKobo)
  return (
    <JudgementForm
      {...{ intent, sendKey, answered }}
      outcome={claim.proposed_outcome}
      payer={claim.proposed_payer}
      press={PRESS[intent]}
      readBy="Both sides read it."
    >
      <TextField
        label="Goods to give back"
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
