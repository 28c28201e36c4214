import { checkFields, oneOf } from '#domain/forms/validation.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** A person has downloaded their own data: a request that is fulfilled at once, written down once a day. */
export const logDataExport: Command<'log-data-export'> = {
  name: 'log-data-export',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['file'],
  check: (raw) => checkFields(raw, { file: oneOf({ label: 'file', among: ['data', 'orders'] }) }),
  async run({ input, caller, tx }) {
    const { rowCount } = await tx.query(
      `insert into public.data_requests (kind, channel, person_id, requester, received_on, status, opened_by, closed_by, closed_at, outcome)
       select 'access', 'account', p.id, coalesce(nullif(p.full_name, ''), 'A person without a name'), t.day, 'fulfilled', p.id, p.id, clock_timestamp(), 'By their own press: ' || $2
       from public.profiles p, (select (clock_timestamp() at time zone 'Africa/Lagos')::date as day) t
       where p.id = $1 and not exists (select from public.data_requests r where r.person_id = p.id and r.received_on = t.day and r.kind = 'access' and r.channel = 'account')`,
      [caller.userId, input.file === 'data' ? 'all data' : 'orders'],
    )
    return { logged: rowCount === 1 }
  },
}
