import { DELETED_MEMBER, refuseDeletion } from '#domain/accounts/delete-account.ts'
import { parseRole } from '#domain/accounts/roles.ts'
import { checkFields, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { secondsSinceProof } from '#platform/auth/users/forget-user.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { asAuthAdmin } from './as-auth-admin.ts'
import { erasePerson, lockPerson } from './erase-person.ts'

/**
 * Deletes the caller's account. Orders, ledger and audit rows are kept without the user's name; login, contact data,
 * mails and all sessions are deleted. Requires a recent authentication in this session (password or code, checked by
 * the auth service).
 */
export const deleteAccount: Command<'delete-account'> = {
  name: 'delete-account',
  who: 'signed-in',
  personal: true,
  endsOwnSession: true,
  limit: { tries: 5, ...PER_MINUTE },
  // Named in the request, so that a page left open by one user cannot delete another who has signed in since.
  fields: ['user_id'],
  check: (raw) => checkFields(raw, { user_id: uuid('Account') }),
  async run({ input, caller, tx }) {
    const id = input.user_id
    if (id !== caller.userId) return refuse('not_allowed')
    const person = await lockPerson(tx, id)
    if (!person) return refuse('user_not_found')
    const { session_id: session } = caller.claims
    const proof = typeof session === 'string' ? await asAuthAdmin(tx, () => secondsSinceProof(tx, session)) : null
    const refusal = refuseDeletion({ ...person, role: parseRole(person.role), secondsSinceProof: proof })
    if (refusal) return refusal
    const fault = await erasePerson(tx, person)
    if (fault) return fault
    await tx.query(
      `insert into public.data_requests (kind, channel, person_id, requester, received_on, status, opened_by, closed_by, closed_at, outcome)
       values ('erasure', 'account', $1, $2, (clock_timestamp() at time zone 'Africa/Lagos')::date, 'fulfilled', $1, $1, clock_timestamp(), 'By their own press')`,
      [id, DELETED_MEMBER],
    )
    await recordAct(tx, {
      actorId: id,
      action: 'account.delete',
      subject: { type: 'profile', id },
      before: { role: person.role },
    })
    return { user_id: id }
  },
}
