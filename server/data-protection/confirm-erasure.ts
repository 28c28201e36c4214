import { refuseDeletion } from '#domain/accounts/delete-account.ts'
import { parseRole } from '#domain/accounts/roles.ts'
import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { erasePerson, lockPerson } from '#server/accounts/erase-person.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'
import { isClosed, lockRequest } from './lock-request.ts'

/**
 * Two chiefs erase an account on its person's behalf, under the same conditions as the person's own press. The second
 * one's press erases.
 */
export const confirmErasure: Command<'confirm-erasure'> = {
  name: 'confirm-erasure',
  who: 'signed-in',
  limit: { tries: 20, ...PER_MINUTE },
  fields: ['request_id'],
  check: (raw) => checkFields(raw, { request_id: uuid('Request') }),
  async run({ input, caller, tx, context: { siteUrl } }) {
    const request = await lockRequest(tx, input.request_id, caller)
    if (request?.kind !== 'erasure') return refuse('data_request_not_found')
    if (isClosed(request)) return refuse('data_request_closed')
    if (!request.person_id) return refuse('request_without_account')
    if (request.person_id === caller.userId) return refuse('own_case')
    if (request.agreed_by === caller.userId) return refuse('second_chief_needed')
    const person = await lockPerson(tx, request.person_id)
    if (!person) return refuse('user_not_found')
    // The two chiefs have seen who asks, in place of the person's password.
    const fault = refuseDeletion({ ...person, role: parseRole(person.role), secondsSinceProof: 0 })
    if (fault) return refuse('erasure_blocked', { message: BLOCKED[fault.code] ?? fault.message })

    const subject = { type: 'data_request', id: request.id }
    const after = { request_no: request.request_no }
    if (!request.agreed_by) {
      await tx.query(
        `update public.data_requests set status = 'confirming', agreed_by = $2, agreed_at = clock_timestamp(), handler_id = $2 where id = $1`,
        [request.id, caller.userId],
      )
      await recordAct(tx, { actorId: caller.userId, action: 'data-request.agree', subject, after })
      return { request_id: request.id, status: 'confirming' as const }
    }
    const closing = await erasePerson(tx, person)
    if (closing) return refuse('erasure_blocked', { message: closing.message })
    await tx.query(
      `update public.data_requests set status = 'fulfilled', closed_by = $2, closed_at = clock_timestamp(), outcome = 'The account is erased' where id = $1`,
      [request.id, caller.userId],
    )
    // To the address that the account had: it is not kept.
    await queueSystemMail(tx, 'data-erased', { to: person.email, facts: { requestNo: request.request_no }, siteUrl })
    await recordAct(tx, { actorId: caller.userId, action: 'data-request.erase', subject, after })
    return { request_id: request.id, status: 'fulfilled' as const }
  },
}

/** The reasons in the words for staff; the person's own page has its own. */
const BLOCKED: Readonly<Record<string, string>> = {
  account_in_circle: 'This person is in a circle of ajo. Its money must go back to them first.',
  account_has_orders:
    'They have orders that are not finished. The account can be erased once those are completed or refunded.',
  account_has_shop: 'Their shop has running group buys or orders. The account can be erased once those have ended.',
  account_has_money: 'Their shop has money to take out, or a payout on its way. It has to be paid out first.',
  account_is_out: 'They are out with a delivery run. Give it to another rider first.',
}
