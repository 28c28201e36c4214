import type { CommandInput } from '#api/commands.ts'
import { moment } from '#domain/forms/times.ts'
import { checkFields, flag, optional, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

type IncidentInput = CommandInput<'save-data-incident'>

/** A chief opens an incident, keeps it up to date and closes it. The moment of its discovery never changes. */
export const saveDataIncident: Command<'save-data-incident'> = {
  name: 'save-data-incident',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: [
    'incident_id',
    'title',
    'discovered_at',
    'what_happened',
    'data_affected',
    'people_affected',
    'is_high_risk',
    'measures',
    'commission_notified_at',
    'people_notified_at',
    'close',
  ],
  check: (raw) =>
    checkFields(raw, {
      incident_id: optional(uuid('Incident')),
      title: text({ label: 'Title', min: 3, max: 120 }),
      discovered_at: moment({ label: 'Time of discovery' }),
      what_happened: text({ label: 'Description', min: 3, max: 4000, lines: true }),
      data_affected: text({ label: 'Data affected', min: 3, max: 1000, lines: true }),
      people_affected: wholeNumber({ label: 'People affected', min: 0, max: 100_000_000 }),
      is_high_risk: flag(),
      measures: text({ label: 'Measures', min: 0, max: 4000, lines: true }),
      commission_notified_at: optional(moment({ label: 'Time of the notice to the commission' })),
      people_notified_at: optional(moment({ label: 'Time of the notice to people' })),
      close: flag(),
    }),
  async run({ input, caller, tx }) {
    const { rows } = await tx.query<{ may: boolean; now: Date }>(
      `select exists (select from public.profiles where id = $1 and role = 'chief') as may, clock_timestamp() as now`,
      [caller.userId],
    )
    if (!rows[0]?.may) return refuse('not_allowed')
    const errors = timeFaults(input, rows[0].now)
    if (Object.keys(errors).length > 0) return refuse('invalid_input', { errors })
    if (input.close && !input.commission_notified_at && input.is_high_risk)
      return refuse('invalid_input', {
        errors: { commission_notified_at: 'An incident with a high risk is closed once the commission has been told.' },
      })

    const values = [
      input.title,
      input.what_happened,
      input.data_affected,
      input.people_affected,
      input.is_high_risk,
      input.measures,
      input.commission_notified_at,
      input.people_notified_at,
      caller.userId,
      input.close,
    ]
    const saved = input.incident_id
      ? await tx.query<{ id: string }>(UPDATE, [...values, input.incident_id])
      : await tx.query<{ id: string }>(INSERT, [...values, input.discovered_at])
    const [row] = saved.rows
    if (!row) return refuse(input.incident_id ? 'incident_closed' : 'incident_not_found')
    await recordAct(tx, {
      actorId: caller.userId,
      action: input.close ? 'data-incident.close' : input.incident_id ? 'data-incident.save' : 'data-incident.open',
      subject: { type: 'data_incident', id: row.id },
      after: { title: input.title },
    })
    return { incident_id: row.id }
  },
}

const INSERT = `insert into public.data_incidents (title, what_happened, data_affected, people_affected, is_high_risk, measures, commission_notified_at,
    people_notified_at, opened_by, closed_by, closed_at, discovered_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $10 then $9::uuid end, case when $10 then clock_timestamp() end, $11) returning id`

const UPDATE = `update public.data_incidents set title = $1, what_happened = $2, data_affected = $3, people_affected = $4, is_high_risk = $5, measures = $6,
    commission_notified_at = $7, people_notified_at = $8, closed_by = case when $10 then $9::uuid end, closed_at = case when $10 then clock_timestamp() end
  where id = $11 and closed_at is null returning id`

function timeFaults({ discovered_at: discovered, ...times }: IncidentInput, now: Date): Record<string, string> {
  const errors: Record<string, string> = {}
  if (new Date(discovered) > now) errors.discovered_at = 'An incident was discovered before now.'
  for (const name of ['commission_notified_at', 'people_notified_at'] as const) {
    const at = times[name]
    if (at && (new Date(at) < new Date(discovered) || new Date(at) > now))
      errors[name] = 'This was after the discovery, and before now.'
  }
  return errors
}
