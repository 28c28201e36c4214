import { useEffect } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Api } from '#api/api.ts'
import { commandResult, type FormResult, reject, type SubmittedForm } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox, TextArea } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { naira, plural } from '#web/ui/format.ts'
import type { StaffShop, SuspensionImpact } from './queries.ts'

const decisions = {
  approve: 'The shop is open. The vendor has been told by mail.',
  reject: 'The shop was not approved. The vendor will see your reason.',
  suspend: 'The shop is suspended. The vendor will see your reason.',
  reinstate: 'The shop is open again. The vendor has been told by mail.',
} as const
type Decision = keyof typeof decisions

/** Parts of an application that a vendor can be asked to correct. */
const CORRECTABLE = ['Name', 'Description', 'City', 'Phone', 'Address', 'Registration number'] as const

/** "Please correct: Phone, Address. The number has a digit too few." An application that is sent back can be sent again. */
function correctionText(form: SubmittedForm): string | null {
  const fields = CORRECTABLE.filter((name) => form.data.has(`correct ${name}`))
  const note = form.field('note')
  return fields.length > 0 && note ? `Please correct: ${fields.join(', ')}. ${note}` : null
}

/** Handles the forms of `DecideShop`. */
export async function decideShop(api: Api, form: SubmittedForm, vendorId: string) {
  const { field, key } = form
  if (field('decision') === 'correct') {
    const note = correctionText(form)
    if (!note) return reject(form, { errors: { note: 'Choose what to correct, and write what is wrong with it.' } })
    const asked = await api.command(
      'decide-vendor',
      { vendor_id: vendorId, decision: 'reject', note },
      key && `${key}-correct`,
    )
    return commandResult(
      form,
      asked,
      'The vendor has been asked to correct it. The application comes back here once it is sent again.',
    )
  }
  const decision = (Object.keys(decisions) as Decision[]).find((name) => name === field('decision'))
  if (!decision) return reject(form, { text: 'Please choose a decision.' })
  const decided = { vendor_id: vendorId, decision, note: field('note') }
  return commandResult(
    form,
    await api.command('decide-vendor', decided, key && `${key}-${decision}`),
    decisions[decision],
  )
}

interface DecideShopProps {
  shop: StaffShop
  stake: SuspensionImpact | null
  sendKey: string
  result: FormResult | undefined
}

/** The decisions that the shop's state allows. */
export function DecideShop({ shop, stake, sendKey, result }: DecideShopProps) {
  return stake ? (
    <Suspend shop={shop} stake={stake} sendKey={sendKey} note={result?.values.note ?? ''} />
  ) : (
    <Decide shop={shop} sendKey={sendKey} result={result} />
  )
}

const offered: Record<
  string,
  { decision: Decision | 'correct'; label: string; tone: 'primary' | 'danger' | 'plain' }[]
> = {
  pending: [
    { decision: 'approve', label: 'Approve shop', tone: 'primary' },
    { decision: 'correct', label: 'Ask to correct it', tone: 'plain' },
    { decision: 'reject', label: 'Reject', tone: 'danger' },
  ],
  suspended: [{ decision: 'reinstate', label: 'Reinstate shop', tone: 'primary' }],
}

const hints: Record<string, string> = {
  pending: 'Required to reject and to ask for a correction; the vendor will see it. Optional if you approve.',
  active: 'The vendor will see it. Accepted orders still stand.',
  suspended: 'Optional; the vendor will see it.',
}

interface SuspendProps {
  shop: StaffShop
  stake: SuspensionImpact
  sendKey: string
  note: string
}

/** The confirmation names the goods and money affected. */
function Suspend({ shop, stake, sendKey, note }: SuspendProps) {
  return (
    <section aria-labelledby="decide">
      <h2 id="decide" className="mb-3 text-22">
        Decide
      </h2>
      <p className="mb-3">{stakeText(stake)}</p>
      <ConfirmForm
        question={`Suspend ${shop.business_name}?`}
        detail={`${stakeText(stake)} Accepted orders still stand, and it takes no new ones. You can reinstate it at any time.`}
        confirmLabel="Suspend shop"
        cancelLabel="Keep it open"
        fields={{ decision: 'suspend', key: sendKey }}
        className={buttonClass({ tone: 'danger' })}
        choice={
          <TextArea label="Reason" name="note" rows={3} maxLength={500} defaultValue={note} hint={hints.active} />
        }
      >
        Suspend shop
      </ConfirmForm>
    </section>
  )
}

function stakeText({ orders, people, goods, isMore, buys, joined }: SuspensionImpact): string {
  const paid =
    orders === 0
      ? 'No paid order is waiting to be handed over.'
      : `${isMore ? 'More than ' : ''}${plural(orders, 'paid order')} of ${plural(people, 'person', 'people')}, ${naira(goods)} of goods, not handed over yet.`
  const open =
    buys === 0
      ? ''
      : ` ${plural(buys, 'open group buy', 'open group buys')} with ${plural(joined, 'person', 'people')} in.`
  return paid + open
}

interface DecideProps {
  shop: StaffShop
  sendKey: string
  result: FormResult | undefined
}

function Corrections() {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold">What is to be corrected</legend>
      <div className="flex flex-wrap gap-x-6">
        {CORRECTABLE.map((name) => (
          <Checkbox key={name} name={`correct ${name}`} label={name} />
        ))}
      </div>
    </fieldset>
  )
}

function Decide({ shop, sendKey, result }: DecideProps) {
  const { form, field } = useFormFields(result)
  // A reason being typed is retained when the page is reloaded; only a completed decision empties the field.
  useEffect(() => {
    if (result?.ok) form.current?.reset()
  }, [result, form])
  const busy = useNavigation().state === 'submitting'
  const choices = offered[shop.status] ?? []
  return (
    <section aria-labelledby="decide">
      <h2 id="decide" className="mb-3 text-22">
        Decide
      </h2>
      {choices.length === 0 ? (
        <p>The vendor may correct the application and send it again. It will then wait here for your decision.</p>
      ) : (
        <Form ref={form} method="post" className="grid gap-3">
          <input type="hidden" name="key" value={sendKey} />
          {shop.status === 'pending' && <Corrections />}
          <TextArea label="Reason" {...field('note')} rows={3} maxLength={500} hint={hints[shop.status]} />
          <div className="flex flex-wrap gap-3">
            {choices.map(({ decision, label, tone }) => (
              <Button key={decision} name="decision" value={decision} tone={tone} busy={busy} busyLabel="Saving">
                {label}
              </Button>
            ))}
          </div>
        </Form>
      )}
    </section>
  )
}
