import type pg from 'pg'
import { ROLES } from '#domain/accounts/roles.ts'

const GRANTABLE = ROLES.filter((role) => role !== 'visitor')

/** Nothing was changed; the message is for the operator. */
export class GrantFault extends Error {
  override readonly name = 'GrantFault'
}

/**
 * Grants a role to the person with this e-mail address and writes it to the audit log, in one transaction. Any role,
 * including administrator, supervisor and the first chief, because only the operator can call this. Returns a message
 * for the operator.
 */
export async function grantRole(client: pg.ClientBase, input: { email: string; role: string }): Promise<string> {
  const email = input.email.trim().toLowerCase()
  const role = GRANTABLE.find((known) => known === input.role.trim().toLowerCase())
  if (!email.includes('@')) throw new GrantFault(`"${input.email}" is not an e-mail address.`)
  if (!role) throw new GrantFault(`There is no role "${input.role}". Choose one of ${GRANTABLE.join(', ')}.`)
  await client.query('begin')
  try {
    const message = await change(client, email, role)
    await client.query('commit')
    return message
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function change(client: pg.ClientBase, email: string, role: string): Promise<string> {
  const person = await findPerson(client, email)
  if (!person) throw new GrantFault(`There is no account with the address ${email}. The person must sign up first.`)
  // An unconfirmed address may have been entered by another person.
  if (!person.confirmed)
    throw new GrantFault(`${email} is not confirmed yet. The person must open the link in the mail first.`)
  if (person.role === role) return `${email} is ${role} already; nothing was changed.`
  if (person.role === 'chief' && (await otherChiefs(client, person.id)) === 0) {
    throw new GrantFault(`${email} is the only chief who can sign in. Make another person chief first.`)
  }
  // Vendors have no referral code; all other roles do.
  await client.query(
    `update public.profiles set role = $2,
       referral_code = case when $2 = 'vendor' then null else coalesce(referral_code, public.new_referral_code()) end
     where id = $1`,
    [person.id, role],
  )
  await client.query(
    `insert into public.audit_log (action, subject_type, subject_id, before, after)
     values ('role.grant', 'profile', $1, $2::jsonb, $3::jsonb)`,
    [person.id, JSON.stringify({ role: person.role }), JSON.stringify({ role })],
  )
  return `${email} is now ${role} (was ${person.role}).`
}

async function findPerson(client: pg.ClientBase, email: string) {
  const { rows } = await client.query<{ id: string; role: string; confirmed: boolean }>(
    `select p.id, p.role, rights.is_confirmed(p.id) as confirmed from auth.users u join public.profiles p on p.id = u.id
     where u.email = $1 and u.deleted_at is null order by u.is_sso_user limit 1 for update of p`,
    [email],
  )
  return rows[0]
}

async function otherChiefs(client: pg.ClientBase, id: string): Promise<number> {
  const { rows } = await client.query(
    "select id from public.profiles where role = 'chief' and id <> $1 and rights.can_sign_in(id) for update",
    [id],
  )
  return rows.length
}
