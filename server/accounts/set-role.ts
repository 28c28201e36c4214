import type pg from 'pg'
import { type RoleHoldings, roleConsequences } from '#domain/accounts/role-consequences.ts'
import { parseRole } from '#domain/accounts/roles.ts'
import { decideSetRole } from '#domain/accounts/set-role.ts'
import { uuidText } from '#domain/forms/validation.ts'
import { isRefusal, refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'

/** A chief assigns one of five roles. Also behind `PATCH /rest/v1/profiles?id=eq.…`. */
export const setRole: Command<'set-role'> = {
  name: 'set-role',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['user_id', 'role', 'accept_consequences'],
  // The rule itself refuses a missing user or role, with its own texts.
  check: ({ user_id, role, accept_consequences: accepts }) => ({
    ok: true,
    value: { user_id: uuidText(user_id), role: String(role ?? ''), accept_consequences: accepts === true },
  }),
  async run({ input, caller, tx }) {
    // Locks the chiefs' rows in a fixed order, so that two chiefs cannot demote each other concurrently.
    const { rows } = await tx.query<{ id: string; role: string; canSignIn: boolean }>(
      `select id, role, rights.can_sign_in(id) as "canSignIn" from public.profiles where role = 'chief' or id = any ($1::uuid[]) order by id for update`,
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
      otherChiefs: rows.filter((row) => row.role === 'chief' && row.id !== input.user_id && row.canSignIn).length,
    })
    if (isRefusal(decision)) return decision

    const holdings = await readHoldings(tx, input.user_id)
    const consequences = holdings ? roleConsequences(holdings, decision.role) : []
    if (consequences.length > 0 && !input.accept_consequences) {
      return refuse('role_leaves_something', { errors: { accept_consequences: consequences.join(' ') } })
    }

    // Every user but vendors has a referral code. A trigger updates shop and states (leave_role), so that the
    // operator's command does the same.
    await tx.query(
      `update public.profiles set role = $2,
         referral_code = case when $2 <> 'vendor' then coalesce(referral_code, public.new_referral_code()) end where id = $1`,
      [input.user_id, decision.role],
    )
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'role.set',
      subject: { type: 'profile', id: input.user_id },
      before: { role: target?.role },
      after: { role: decision.role, ...(consequences.length > 0 && { left_behind: consequences }) },
    })
    return { user_id: input.user_id, role: decision.role }
  },
}

/** Locks the user's shop first: until then a new buy may be opened. */
async function readHoldings(tx: pg.PoolClient, id: string): Promise<RoleHoldings | null> {
  await tx.query('select from public.vendors where owner_id = $1 for no key update', [id])
  const { rows } = await tx.query<HoldingsRow>(
    `select role, shop_name, shop_status, open_buys, open_orders, states from public.role_holdings where id = $1`,
    [id],
  )
  const [row] = rows
  if (!row) return null
  const { shop_name: name, shop_status: status, open_buys: openBuys, open_orders: openOrders } = row
  const shop = name !== null && status !== null ? { name, status, openBuys, openOrders } : null
  return { role: parseRole(row.role), shop, states: row.states }
}

interface HoldingsRow {
  role: string
  shop_name: string | null
  shop_status: string | null
  open_buys: number
  open_orders: number
  states: string[]
}
