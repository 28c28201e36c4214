import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'
import { readHeldData } from './read-held-data.ts'

interface ExportRow {
  person_id: string
  request_id: string
  request_no: number
  is_open: boolean
  email: string | null
}

/**
 * Hands the file of a person to a chief who has used the second step, once. The file is made now, so that it has
 * everything of today, and is not kept. The person is told.
 */
export const takeDataExport: Command<'take-data-export'> = {
  name: 'take-data-export',
  who: 'signed-in',
  returnsSecrets: true,
  limit: { tries: 10, ...PER_MINUTE },
  fields: ['export_id'],
  check: (raw) => checkFields(raw, { export_id: uuid('File') }),
  async run({ input, caller, tx, context: { siteUrl } }) {
    const { rows } = await tx.query<ExportRow>(
      `select e.person_id, e.request_id, r.request_no::integer, e.taken_at is null and e.expires_at > clock_timestamp() as is_open,
         rights.email_of(e.person_id) as email
       from public.data_exports e join public.data_requests r on r.id = e.request_id
       where e.id = $1 and exists (select from public.profiles p where p.id = $2 and p.role = 'chief') for no key update of e`,
      [input.export_id, caller.userId],
    )
    const [found] = rows
    if (!found) return refuse('not_found')
    if (caller.claims.aal !== 'aal2') return refuse('second_factor_needed')
    if (!found.is_open) return refuse('file_was_taken')
    await tx.query('update public.data_exports set taken_by = $2, taken_at = clock_timestamp() where id = $1', [
      input.export_id,
      caller.userId,
    ])
    const file = await readHeldData(tx, found.person_id)
    const facts = { requestNo: found.request_no }
    await queueSystemMail(tx, 'data-handed-out', { to: found.email, person: found.person_id, facts, siteUrl })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'data-export.take',
      subject: { type: 'data_request', id: found.request_id },
      after: { request_no: found.request_no },
    })
    return { file }
  },
}
