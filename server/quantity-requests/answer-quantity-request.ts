import type pg from 'pg'
import { checkFields, oneOf, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { quantityRequestFault } from '#domain/quantity-requests/quantity-request.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'
import { lockRequestedBuy } from './read-requested-buy.ts'

/**
 * The shop's owner grants a request, which becomes the person's own maximum in this buy, or declines it. Nothing is
 * reserved: joining takes the units, as always.
 */
export const answerQuantityRequest: Command<'answer-quantity-request'> = {
  name: 'answer-quantity-request',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['quantity_request_id', 'quantity', 'answer', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      quantity_request_id: uuid('Request'),
      quantity: wholeNumber({ label: 'Quantity', min: 1, max: 1_000_000 }),
      answer: oneOf({ label: 'answer', among: ['grant', 'decline'] as const }),
      reason: text({ label: 'Reason', min: 0, max: 300, lines: true }),
    }),
  async run({ input, caller, tx, context }) {
    const asked = await readRequest(tx, input.quantity_request_id, caller.userId)
    if (!asked) return refuse('not_found')
    const { buyId, personId, email } = asked
    // Lock order: the buy, then the request.
    const buy = await lockRequestedBuy(tx, { buyId, personId })
    const { rows } = await tx.query<{ status: string; quantity: number }>(
      'select status, quantity from public.quantity_requests where id = $1 for no key update',
      [input.quantity_request_id],
    )
    if (!buy || rows[0]?.status !== 'open') return refuse('request_not_open')
    const { quantity } = rows[0]
    if (quantity !== input.quantity) return refuse('request_changed')
    const granted = input.answer === 'grant'
    const reason = input.reason ?? ''
    const fault = granted ? quantityRequestFault(buy, quantity, buy.now) : null
    if (fault) return fault
    if (!granted && reason.length < 5) {
      return refuse('invalid_input', { message: WRITE_REASON, errors: { reason: WRITE_REASON } })
    }
    const status = granted ? 'granted' : 'declined'
    await tx.query(
      'update public.quantity_requests set status = $2, decided_by = $3, reason = $4, ended_at = clock_timestamp() where id = $1',
      [input.quantity_request_id, status, caller.userId, reason],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: granted ? 'quantity-request.grant' : 'quantity-request.decline',
      subject: { type: 'group-buy', id: buyId },
      after: { quantity, reason },
    })
    const facts = { buyId, product: buy.product, unit: buy.unit, quantity, reason }
    await queueSystemMail(tx, granted ? 'quantity-granted' : 'quantity-declined', {
      to: email,
      person: personId,
      facts,
      siteUrl: context.siteUrl,
    })
    return { quantity_request_id: input.quantity_request_id, status }
  },
}

/** A request to the caller's own shop; null for any other. */
async function readRequest(tx: pg.PoolClient, id: string, ownerId: string | null) {
  const { rows } = await tx.query<{ buyId: string; personId: string; email: string | null }>(
    `select r.group_buy_id as "buyId", r.person_id as "personId", rights.email_of(r.person_id) as email
     from public.quantity_requests r join public.group_buys g on g.id = r.group_buy_id join public.vendors v on v.id = g.vendor_id
       join public.profiles p on p.id = v.owner_id and p.role = 'vendor'
     where r.id = $1 and v.owner_id = $2`,
    [id, ownerId],
  )
  return rows[0] ?? null
}

const WRITE_REASON = 'Please write the reason, in at least 5 characters: the buyer reads it.'
