import type pg from 'pg'
import type { CommandInput } from '#api/commands.ts'
import { REQUEST_STEPS } from '#domain/data-protection/requests.ts'
import { day } from '#domain/forms/times.ts'
import { checkFields, oneOf, optional, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { isClosed, lockRequest } from './lock-request.ts'

type HandlingInput = CommandInput<'handle-data-request'>

/** A chief takes a request over, extends its deadline with a reason, or closes it with its outcome. */
export const handleDataRequest: Command<'handle-data-request'> = {
  name: 'handle-data-request',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['request_id', 'step', 'text', 'until'],
  check: (raw) =>
    checkFields(raw, {
      request_id: uuid('Request'),
      step: oneOf({ label: 'step', among: REQUEST_STEPS }),
      text: text({ label: 'Text', min: raw.step === 'take' ? 0 : 10, max: 500 }),
      until: optional(day({ label: 'New deadline' })),
    }),
  async run({ input, caller, tx }) {
    const request = await lockRequest(tx, input.request_id, caller)
    if (!request) return refuse('data_request_not_found')
    if (isClosed(request)) return refuse('data_request_closed')
    if (input.step === 'fulfil' && request.kind === 'erasure' && request.person_id)
      return refuse('erasure_is_confirmed')
    if (input.step === 'extend' && !(await mayExtend(tx, input)))
      return refuse('invalid_input', {
        errors: { until: 'The new deadline is after the 30 days, and at most 60 days after the receipt.' },
      })
    const { rows } = await tx.query<{ status: 'open' | 'confirming' | 'fulfilled' | 'refused' }>(
      STATEMENTS[input.step],
      [
        input.request_id,
        caller.userId,
        ...(input.step === 'take' ? [] : [input.text]),
        ...(input.step === 'extend' ? [input.until] : []),
      ],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: `data-request.${input.step}`,
      subject: { type: 'data_request', id: request.id },
      after: { request_no: request.request_no, ...(input.step !== 'take' && { reason: input.text }) },
    })
    return { request_id: request.id, status: rows[0]?.status ?? request.status }
  },
}

const close = (status: 'fulfilled' | 'refused') =>
  `update public.data_requests set status = '${status}', outcome = $3, closed_by = $2, closed_at = clock_timestamp()
   where id = $1 returning status`

const STATEMENTS = {
  take: 'update public.data_requests set handler_id = $2 where id = $1 returning status',
  extend: `update public.data_requests set handler_id = $2, extension_reason = $3, extended_to = $4 where id = $1 returning status`,
  fulfil: close('fulfilled'),
  refuse: close('refused'),
} as const

async function mayExtend(tx: pg.PoolClient, { request_id: id, until }: HandlingInput): Promise<boolean> {
  const { rows } = await tx.query<{ may: boolean }>(
    'select $2::date between received_on + 31 and received_on + 60 as may from public.data_requests where id = $1',
    [id, until],
  )
  return rows[0]?.may === true
}
