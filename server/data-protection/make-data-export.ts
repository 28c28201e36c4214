import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { isClosed, lockRequest } from './lock-request.ts'

/** Makes a link by which a chief downloads a person's file once. */
export const makeDataExport: Command<'make-data-export'> = {
  name: 'make-data-export',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['request_id'],
  check: (raw) => checkFields(raw, { request_id: uuid('Request') }),
  async run({ input, caller, tx }) {
    const request = await lockRequest(tx, input.request_id, caller)
    if (request?.kind !== 'access') return refuse('data_request_not_found')
    if (isClosed(request)) return refuse('data_request_closed')
    if (!request.person_id) return refuse('request_without_account')
    const { rows } = await tx.query<{ id: string }>(
      'insert into public.data_exports (request_id, person_id, made_by) values ($1, $2, $3) returning id',
      [request.id, request.person_id, caller.userId],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'data-export.make',
      subject: { type: 'data_request', id: request.id },
      after: { request_no: request.request_no },
    })
    return { export_id: rows[0]?.id ?? '' }
  },
}
