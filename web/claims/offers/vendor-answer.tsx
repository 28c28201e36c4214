import { Form, useNavigation } from 'react-router'
import { MAX_OFFERS } from '#domain/claims/offering.ts'
import { countUnits } from '#domain/products/units.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/controls/text-field.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import type { ClaimFormProps } from '../claim-forms.tsx'
import { EvidenceField } from '../parts.tsx'
import type { Claim } from '../queries.ts'
import { type AnswerKind, type AnswerReview, reviewOf } from './answer-kinds.ts'
import type { ClaimCosts } from './offer-queries.ts'

type VendorAnswerProps = ClaimFormProps & { costs: ClaimCosts | null }

/** The vendor's answer in two steps: a choice with the cost of each, then a summary that is sent. */
export function VendorAnswer(props: VendorAnswerProps) {
  const review = reviewOf(props.result)
  return review ? <Summary {...props} review={review} /> : <Choice {...props} />
}

function Choice({ claim, costs, sendKey, result }: VendorAnswerProps) {
  const { form, field, errors } = useFormFields(result)
  const busy = useNavigation().formData?.get('intent') === 'review'
  const [line, ...others] = claim.lines
  const claimed = line && others.length === 0 ? (line.exact_quantity ?? line.quantity) : null
  const chosen = result?.values.answer ?? ''
  const mayOffer = claim.offers < MAX_OFFERS
  return (
    <Form ref={form} method="post" noValidate className="grid max-w-[560px] gap-4">
      <input type="hidden" name="key" value={sendKey} />
      <fieldset className="grid gap-4">
        <legend className="mb-2 font-semibold">Choose an answer. You see it once more before it is sent.</legend>
        {errors.answer && (
          <p role="alert" className="text-pepper">
            {String(errors.answer)}
          </p>
        )}
        <Option kind="accept" label={TITLES.accept} chosen={chosen} text={acceptText(claim, costs)} />
        {mayOffer && (
          <div>
            <Option kind="part" label={TITLES.part} chosen={chosen} text={offerTerms(claim)} />
            <div className="mt-2 grid gap-4 pl-8 sm:grid-cols-2">
              <TextField
                label="Amount of goods"
                {...field('goods')}
                error={errors.goods_kobo}
                prefix="₦"
                inputMode="decimal"
                required={false}
                hint={`Below ${kobo(claim.requested_kobo)}, without the fee.`}
              />
              {claimed !== null && line && (
                <TextField
                  label="Or units"
                  {...field('units')}
                  inputMode="decimal"
                  required={false}
                  hint={`Fewer than ${countUnits(claimed, line.line.unit)}.`}
                />
              )}
            </div>
          </div>
        )}
        {mayOffer && claim.preferred_outcome === 'refund' && (
          <Option
            kind="replacement"
            label={TITLES.replacement}
            chosen={chosen}
            text={`You bring the goods again, at your cost, within 5 days after the buyer accepts. If it does not come, ${kobo(claim.requested_kobo)} of goods comes back instead.`}
          />
        )}
        <Option kind="contest" label={TITLES.contest} chosen={chosen} text={contestText(claim, costs)} />
      </fieldset>
      <TextArea
        label="Your message"
        {...field('text')}
        rows={4}
        maxLength={2000}
        required={false}
        hint="The buyer reads it. Needed unless you accept."
      />
      <p>
        <Button tone="plain" name="intent" value="review" busy={busy} busyLabel="Looking it up">
          See the summary
        </Button>
      </p>
    </Form>
  )
}

const TITLES: Record<AnswerKind, string> = {
  accept: 'Accept the claim as it is',
  part: 'Offer a part of the money',
  replacement: 'Offer a replacement',
  contest: 'Contest it',
}

function Option({ kind, label, chosen, text }: { kind: AnswerKind; label: string; chosen: string; text: string }) {
  return (
    <label className="flex min-h-11 items-start gap-3">
      <input
        type="radio"
        name="answer"
        value={kind}
        defaultChecked={chosen === kind}
        className="mt-0.5 size-5 shrink-0"
      />
      <span>
        {label}
        <span className="block text-14 text-soft">{text}</span>
      </span>
    </label>
  )
}

const lossText = ({ shop_loses_kobo: loses }: ClaimCosts): string => `You earn ${kobo(loses ?? 0)} less.`

function acceptText(claim: Claim, costs: ClaimCosts | null): string {
  if (claim.preferred_outcome === 'replacement')
    return 'You bring a replacement within 5 days, at your cost. If it does not come, the money comes back instead.'
  if (!costs) return `${kobo(claim.requested_kobo)} of goods comes back to the buyer, at your cost.`
  const { goods_kobo, fee_kobo, delivery_kobo } = costs
  const delivery = delivery_kobo > 0 ? ` and ${kobo(delivery_kobo)} for the delivery` : ''
  return `${kobo(goods_kobo)} of goods comes back to the buyer at once, with ${kobo(fee_kobo)} of the market’s fee${delivery}. ${lossText(costs)} Neither side can appeal.`
}

const offerTerms = ({ offers }: Claim): string =>
  `The buyer accepts or declines it by the end of the next business day. Otherwise our staff decide about the whole claim.${offers > 0 ? ` ${MAX_OFFERS - offers} more possible.` : ''}`

function contestText(claim: Claim, costs: ClaimCosts | null): string {
  const most =
    costs && costs.goods_kobo > 0
      ? ` They may still decide that up to ${kobo(costs.goods_kobo)} of goods comes back at your cost.`
      : ''
  return `Nothing comes back now. Our staff look at both sides and decide by ${moment(claim.decide_by)}.${most}`
}

/** The chosen answer with its meaning, and the button that sends it. */
function Summary({ claim, sendKey, result, review }: VendorAnswerProps & { review: AnswerReview }) {
  const { errors } = useFormFields(result)
  const busy = useNavigation().formData?.get('intent')
  const { answer, costs } = review
  const intent = answer === 'part' || answer === 'replacement' ? 'offer' : answer
  const values = result?.values ?? {}
  return (
    <Form method="post" encType="multipart/form-data" noValidate className="grid max-w-[560px] gap-4">
      <input type="hidden" name="key" value={sendKey} />
      {['answer', 'goods', 'units', 'text'].map((name) => (
        <input key={name} type="hidden" name={name} value={values[name] ?? ''} />
      ))}
      <input type="hidden" name="goods_kobo" value={costs?.goods_kobo ?? 0} />
      <h3 className="text-18">{TITLES[answer]}</h3>
      <DataList facts={summaryFacts(claim, review)} />
      {values.text && <p className="border-l-4 border-grain pl-3 break-words whitespace-pre-line">{values.text}</p>}
      <EvidenceField error={errors.evidence} />
      <div className="flex flex-wrap gap-3">
        <Button name="intent" value={intent} busy={busy === intent} busyLabel="Sending">
          Send this answer
        </Button>
        <Button tone="plain" name="intent" value="change" busy={busy === 'change'}>
          Change it
        </Button>
      </div>
    </Form>
  )
}

function summaryFacts(claim: Claim, { answer, costs }: AnswerReview): Fact[] {
  const movesMoney = answer === 'part' || (answer === 'accept' && claim.preferred_outcome === 'refund')
  const when: Record<AnswerKind, string> = {
    accept: movesMoney ? 'At once, without an appeal' : 'Bring it within 5 days',
    part: 'Once the buyer accepts it; they have until the end of the next business day',
    replacement: 'Within 5 days after the buyer accepts it',
    contest: `Our staff decide by ${moment(claim.decide_by)}`,
  }
  return [
    { label: 'Claimed', value: kobo(claim.requested_kobo) },
    { label: 'When', value: when[answer] },
    ...(movesMoney && costs ? costFacts(costs) : []),
  ]
}

function costFacts(costs: ClaimCosts): Fact[] {
  const { goods_kobo, fee_kobo, delivery_kobo, returned_kobo, shop_loses_kobo: loses } = costs
  return [
    { label: 'Goods that come back', value: kobo(goods_kobo) },
    { label: 'The market’s fee with them', value: kobo(fee_kobo) },
    { label: 'Delivery', value: delivery_kobo > 0 ? `${kobo(delivery_kobo)} comes back` : 'Stays paid' },
    { label: 'The buyer gets', value: kobo(returned_kobo) },
    { label: 'You earn less by', value: kobo(loses ?? 0), total: true },
  ]
}
