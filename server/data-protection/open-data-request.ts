import { REQUEST_CHANNELS, REQUEST_KINDS } from '#domain/data-protection/requests.ts'
import { day } from '#domain/forms/times.ts'
import { checkFields, oneOf, optional, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/** A chief enters a request about personal data that came by mail, phone, letter or in person. */
export const openDataRequest: Command<'open-data-request'> = {
  name: 'open-data-request',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['kind', 'channel', 'person_id', 'requester', 'details', 'received_on'],
  check: (raw) =>
    checkFields(raw, {
      kind: oneOf({ label: 'kind of request', among: REQUEST_KINDS }),
      channel: oneOf({ label: 'way', among: REQUEST_CHANNELS }),
      person_id: optional(uuid('Account')),
      requester: text({ label: 'Name or e-mail', min: 1, max: 200 }),
      details: text({ label: 'Details', min: 0, max: 2000, lines: true }),
      received_on: day({ label: 'Day of receipt' }),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ may: boolean; exists: boolean; is_past: boolean }>(
      `select exists (select from public.profiles where id = $1 and role = 'chief') as may,
         $2::uuid is null or exists (select from public.profiles where id = $2) as exists,
         $3::date <= (clock_timestamp() at time zone 'Africa/Lagos')::date as is_past`,
      [caller.userId, input.person_id, input.received_on],
    )
    const facts = rows[0]
    if (!facts?.may) return refuse('not_allowed')
    if (!facts.exists) return refuse('user_not_found')
    if (!facts.is_past)
      return refuse('invalid_input', { errors: { received_on: 'A request was received today or before.' } })
    const { rows: written } = await tx.query<{ id: string; request_no: number }>(
      `insert into public.data_requests (kind, channel, person_id, requester, details, received_on, handler_id, opened_by)
       values ($1, $2, $3, $4, $5, $6, $7, $7) returning id, request_no::integer`,
      [input.kind, input.channel, input.person_id, input.requester, input.details, input.received_on, caller.userId],
    )
    const { id = '', request_no = 0 } = written[0] ?? {}
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'data-request.open',
      subject: { type: 'data_request', id },
      after: { request_no, kind: input.kind },
    })
    return { request_id: id, request_no }
  },
}
