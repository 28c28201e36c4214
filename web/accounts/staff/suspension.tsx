import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordSection } from '#web/desk/records/record-screen.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { datedMoment, kobo, plural } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { PersonHead, PersonParts } from './person-queries.ts'

interface SuspendPersonProps {
  name: string
  impact: PersonParts['impact']
  sendKey: string
  /** A reason that was refused, to be corrected. */
  reason: string
}

/** The question names the orders, money and goods that a suspension meets. */
export function Suspend({ name, impact, sendKey, reason }: SuspendPersonProps) {
  return (
    <ConfirmForm
      question={`Suspend ${name}?`}
      detail={<Consequences impact={impact} />}
      confirmLabel="Suspend account"
      cancelLabel="Leave it open"
      fields={{ intent: 'suspend', key: sendKey }}
      className={buttonClass({ tone: 'danger' })}
      choice={<ReasonField reason={reason} />}
    >
      Suspend account
    </ConfirmForm>
  )
}

function Consequences({ impact }: { impact: PersonParts['impact'] }) {
  const { paid_orders: paid = 0, unpaid_orders: unpaid = 0, open_buys: buys = 0, held_kobo: held = 0 } = impact ?? {}
  return (
    <ul className="grid list-disc gap-1 ps-5">
      <li>They are signed out everywhere and cannot sign in, join, order or take money out.</li>
      <li>
        {paid === 0
          ? 'They have no paid order under way.'
          : `${plural(paid, 'paid order')} with ${kobo(held)} held ${paid === 1 ? 'stands' : 'stand'} and can be collected.`}
      </li>
      {unpaid > 0 && (
        <li>{`${plural(unpaid, 'unpaid order')} will expire, in ${plural(buys, 'open group buy', 'open group buys')}.`}</li>
      )}
      <li>Money that is theirs still comes back to them.</li>
      {impact?.shop_id && (
        <li>
          Their shop{' '}
          <RecordLink kind="shop" id={impact.shop_id}>
            {impact.shop_name ?? 'without a name'}
          </RecordLink>{' '}
          is not suspended: it has {plural(impact.shop_orders, 'paid order')} to hand over, and {kobo(impact.shop_kobo)}{' '}
          that is not paid out meanwhile.
        </li>
      )}
      {(impact?.duties ?? 0) > 0 && <li>{plural(impact?.duties ?? 0, 'duty', 'duties')} stop being done.</li>}
      {impact?.is_out && <li>They are out with a delivery run: give it to another rider first.</li>}
    </ul>
  )
}

export function Reinstate({ name, sendKey, reason }: Omit<SuspendPersonProps, 'impact'>) {
  return (
    <ConfirmForm
      question={`Open the account of ${name} again?`}
      detail="They can sign in as before, and are told by mail."
      confirmLabel="Reinstate account"
      confirmTone="primary"
      cancelLabel="Leave it suspended"
      fields={{ intent: 'reinstate', key: sendKey }}
      className={buttonClass({ tone: 'primary' })}
      choice={<ReasonField reason={reason} />}
    >
      Reinstate account
    </ConfirmForm>
  )
}

const ReasonField = ({ reason }: { reason: string }) => (
  <TextArea
    label="Reason"
    name="reason"
    rows={3}
    minLength={10}
    maxLength={500}
    required
    defaultValue={reason}
    hint="They read it at sign-in and by mail."
  />
)

export function SuspendedNotice({ person }: { person: PersonHead }) {
  if (!person.suspended_at) return null
  return (
    <div className="mb-5">
      <Notice tone="warning" title={`Suspended since ${datedMoment(person.suspended_at)}`}>
        <p className="break-words">{person.suspension_reason}</p>
        {person.waits_for_chief && (
          <p className="mt-2">A chief decided this, so only a chief can reinstate the account.</p>
        )}
      </Notice>
    </div>
  )
}

/** Former suspensions, for coordinators and chiefs. */
export function Suspensions({ suspensions }: { suspensions: PersonParts['suspensions'] }) {
  const ended = suspensions.filter(({ ended_at: at }) => at !== null)
  if (ended.length === 0) return null
  return (
    <RecordSection id="suspensions" title="Former suspensions">
      <ul className="divide-y divide-grain border-y border-grain">
        {ended.map(({ id, reason, suspended_at: from, ended_at: until, end_reason: why }) => (
          <li key={id} className="py-2 break-words">
            {reason}
            <span className="block text-14 text-soft">
              {datedMoment(from)} to {until && datedMoment(until)}. {why}
            </span>
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}
