import { parseRole } from '#domain/accounts/roles.ts'
import { decideSetRole } from '#domain/accounts/set-role.ts'
import { isRefusal } from '#domain/refusal.ts'
import { uuidText } from '#domain/validation.ts'
import { type Command, PER_MINUTE } from '../command.ts'
import { recordAct } from '../record-act.ts'

/** A chief gives one of five roles. Also behind `PATCH /rest/v1/profiles?id=eq.…` (design.md, section 7). */
export const setRole: Command<'set-role'> = {
  name: 'set-role',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['user_id', 'role'],
  // Nobody or no role chosen has its words in the rule itself.
  check: ({ user_id, role }) => ({ ok: true, value: { user_id: uuidText(user_id), role: String(role ?? '') } }),
  async run({ input, caller, tx }) {
    // The chiefs' rows are locked in a fixed order, so that two chiefs cannot demote each other at the same moment.
    const { rows } = await tx.query<{ id: string; role: string }>(
      `select id, role from public.profiles where role = 'chief' or id = any ($1::uuid[]) order by id for update`,
      [[caller.userId, input.user_id].filter((id) => id)],
    )
    const person = (id: string | null) => {
      const row = rows.find((candidate) => candidate.id === id)
      return row ? { id: row.id, role: parseRole(row.role) } : null
    }
    const target = person(input.user_id)
    const decision = decideSetRole({
      actor: person(caller.userId) ?? { id: '', role: 'visitor' },
      target,
      role: input.role,
      chiefs: rows.filter((row) => row.role === 'chief').length,
    })
    if (isRefusal(decision)) return decision

    await tx.query('update public.profiles set role = $2 where id = $1', [input.user_id, decision.role])
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'role.set',
      subject: { type: 'profile', id: input.user_id },
      before: { role: target?.role },
      after: { role: decision.role },
    })
    return { user_id: input.user_id, role: decision.role }
  },
}
