import { Form, useNavigation } from 'react-router'
import type { Api } from '#api/api.ts'
import { dutyTexts, type StaffDuty } from '#domain/hand-overs/hand-over-texts.ts'
import { commandResult, type FormResult, type SubmittedForm } from '#web/forms/form.ts'
import { useFormFields } from '#web/forms/form-fields.tsx'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { type Option, SelectField } from '#web/ui/controls/select-field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ConfirmForm } from '#web/ui/fields/confirm-form.tsx'
import { datedDay, plural } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { StaffAndInvitations } from './queries.ts'

/** Invites staff and ends their duties, for shops and hubs. */
export async function handleStaffForm(api: Api, form: SubmittedForm) {
  const { field, key } = form
  if (field('intent') === 'end') {
    const successor = field('successor') || null
    const ended = await api.command('end-membership', { id: field('id'), successor_id: successor })
    const runs = successor ? ' Their runs are with the other rider now.' : ''
    return commandResult(form, ended, `Ended. The person has no access any more.${runs}`)
  }
  const contact = field('contact')
  const invitation = { pickup_point_id: field('place') || null, duty: field('duty') as StaffDuty, contact }
  const done = await api.command('invite-staff', invitation, key)
  const sent = contact.includes('@') ? 'A mail' : 'A text message'
  return commandResult(
    form,
    done,
    `${contact} is invited. ${sent} tells them how; they accept after signing in with it.`,
  )
}

interface StaffListProps {
  staff: StaffAndInvitations
  result: FormResult | undefined
  formKey: string
  /** Places that staff can be invited to; none for a shop, which is one itself. */
  places: readonly { value: string; label: string }[]
  /** Whether people can sign in, and so accept, with a phone number. */
  byPhone: boolean
}

export function StaffList({ staff, result, formKey, places, byPhone }: StaffListProps) {
  const busy = useNavigation().formData?.get('intent') === 'invite'
  const { form, field } = useFormFields(result)
  const ridersBeside = (id: string | null, place: string | null) =>
    staff.members
      .filter((one) => one.duty === 'delivery' && one.pickup_point_id === place && one.id !== id)
      .map(({ person_id: value, full_name: label }) => ({ value: value ?? '', label: label ?? '' }))
  const placeName = (id: string | null) => places.find(({ value }) => value === id)?.label
  return (
    <>
      <OutcomeNotice namesFault outcome={result} />
      <section aria-labelledby="invite" className="mb-10">
        <SectionHeading id="invite">Invite somebody</SectionHeading>
        <Form ref={form} method="post" className="flex flex-wrap items-end gap-3" key={formKey}>
          <input type="hidden" name="key" value={formKey} />
          <TextField
            label={byPhone ? 'Email address or phone number' : 'Email address'}
            {...field('contact')}
            required
            maxLength={255}
            className="min-w-64 flex-1"
          />
          {places.length > 0 && <SelectField label="Place" name="place" required options={places} />}
          <SelectField
            label="They may"
            name="duty"
            required
            options={[
              { value: 'hand-over', label: 'Hand goods over' },
              { value: 'delivery', label: 'Deliver goods' },
            ]}
          />
          <Button name="intent" value="invite" busy={busy} busyLabel="Inviting">
            Invite
          </Button>
        </Form>
      </section>
      <section aria-labelledby="members">
        <SectionHeading id="members">Staff</SectionHeading>
        {staff.failure && <ErrorState message={staff.failure} reload />}
        {staff.members.length + staff.invitations.length === 0 && !staff.failure && (
          <EmptyState title="No staff yet">Staff see who collects what, and no money.</EmptyState>
        )}
        <ul className="divide-y divide-grain border-grain not-empty:border-y">
          {staff.members.map(({ id, full_name, duty, created_at, overrides, pickup_point_id, ...stake }) => (
            <Row
              key={id}
              id={id ?? ''}
              verb="End"
              name={full_name ?? ''}
              stake={stakeText(stake)}
              successors={stake.orders_on_runs ? ridersBeside(id, pickup_point_id) : []}
            >
              May {dutyTexts[duty as StaffDuty]}
              {placeName(pickup_point_id) && ` at ${placeName(pickup_point_id)}`}, since{' '}
              {created_at && datedDay(created_at)}.
              {overrides ? ` ${plural(overrides, 'hand-over')} without a code in 30 days.` : ''}
            </Row>
          ))}
          {staff.invitations.map(({ id, email, phone, duty, created_at, pickup_point_id }) => (
            <Row key={id} id={id} verb="Take back" name={email ?? `+${phone}`}>
              Invited {datedDay(created_at)} to {dutyTexts[duty as StaffDuty]}
              {placeName(pickup_point_id) && ` at ${placeName(pickup_point_id)}`}. Not accepted yet.
            </Row>
          ))}
        </ul>
      </section>
    </>
  )
}

/** Runs and places without staff after this person is removed. */
function stakeText(stake: { orders_on_runs: number | null; goods_left_alone: number | null }): string {
  const { orders_on_runs: runs, goods_left_alone: goods } = stake
  if (runs) {
    return `${plural(runs, 'order is', 'orders are')} on their runs. Hand these runs to another rider; a run that is out cannot be left.`
  }
  return goods
    ? `${plural(goods, 'order is', 'orders are')} ready there, and nobody else hands over at this place.`
    : ''
}

interface RowProps {
  id: string
  name: string
  verb: string
  stake?: string
  /** Other riders of the place, who can take over this one's runs. */
  successors?: readonly Option[]
  children: React.ReactNode
}

function Row({ id, name, verb, stake = '', successors = [], children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <span className="min-w-0">
        <strong className="wrap-anywhere">{name}</strong>
        <span className="block text-14 text-soft">{children}</span>
      </span>
      <ConfirmForm
        question={verb === 'End' ? `End what ${name} may do here?` : `Take back the invitation of ${name}?`}
        detail={
          verb === 'End'
            ? `${stake} Their rights end at once. You can invite them again.`.trim()
            : 'They can no longer accept it. You can invite them again.'
        }
        confirmLabel={verb}
        fields={{ intent: 'end', id }}
        choice={
          successors.length > 0 && (
            <SelectField
              label="Who takes over their runs"
              name="successor"
              options={[{ value: '', label: 'Decide later' }, ...successors]}
            />
          )
        }
        className={buttonClass({ tone: 'plain', size: 'small' })}
        label={`${verb} ${name}`}
      >
        {verb}
      </ConfirmForm>
    </li>
  )
}
