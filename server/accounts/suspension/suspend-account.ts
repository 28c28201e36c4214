import type pg from 'pg'
import { SUSPENSION_REASON_LENGTH } from '#domain/accounts/suspension.ts'
import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * A coordinator or chief keeps a person of a lower role out of the market. Orders, money and shop stand; the login is
 * banned by a trigger (ban_suspended).
 */
export const suspendAccount: Command<'suspend-account'> = {
  name: 'suspend-account',
  who: 'signed-in',
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['user_id', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      user_id: uuid('Account'),
      reason: text({ label: 'Reason', ...SUSPENSION_REASON_LENGTH }),
    }),
  async run({ input, caller, tx, context: { siteUrl } }) {
    const { user_id: id, reason } = input
    const person = await lockForSuspension(tx, { staff: caller.userId, person: id })
    if (id !== caller.userId && !person?.overseen) return refuse('user_not_found')
    if (!person?.outranked) return refuse('cannot_suspend')
    if (person.suspended) return refuse('account_suspended')
    await tx.query('insert into public.account_suspensions (person_id, reason, suspended_by) values ($1, $2, $3)', [
      id,
      reason,
      caller.userId,
    ])
    const facts = { reason, paidOrders: person.paid_orders }
    await queueSystemMail(tx, 'account-suspended', { to: person.email, person: id, facts, siteUrl })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'account.suspend',
      subject: { type: 'profile', id },
      after: { reason },
    })
    return { user_id: id, suspended: true as const }
  },
}

interface PersonToSuspend {
  overseen: boolean
  outranked: boolean
  suspended: boolean
  /** A chief suspended the person, and the member of staff is none. */
  waits_for_chief: boolean
  email: string | null
  paid_orders: number
}

/** Locks both profiles in a fixed order, so that neither role changes meanwhile and one suspension is open at most. */
export async function lockForSuspension(
  tx: pg.PoolClient,
  { staff, person }: { staff: string | null; person: string },
): Promise<PersonToSuspend | undefined> {
  await tx.query('select from public.profiles where id = any ($1::uuid[]) order by id for no key update', [
    [staff, person],
  ])
  const { rows } = await tx.query<PersonToSuspend>(
    `select public.may_see_person($1, p.id) as overseen,
       rights.outranks($1, p.id) as outranked, rights.is_suspended(p.id) as suspended, rights.waits_for_chief($1, p.id) as waits_for_chief, rights.email_of(p.id) as email,
       (select count(*)::integer from public.orders o where o.user_id = p.id and o.is_live and o.is_paid and o.status <> 'completed') as paid_orders
     from public.profiles p where p.id = $2`,
    [staff, person],
  )
  return rows[0]
}
