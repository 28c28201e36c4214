import type pg from 'pg'
import { endSessionsOf } from '#platform/auth/end-sessions.ts'
import { GrantFault } from './grant-role.ts'

/**
 * Signs a person out everywhere and writes it to the audit log, in one transaction: refresh tokens stop at once, access tokens within the seconds in
 * which processes read the list of ended sessions. Role and password stay as they are. Returns the message.
 */
export async function endSessions(client: pg.ClientBase, wish: { email: string }): Promise<string> {
  const email = wish.email.trim().toLowerCase()
  if (!email.includes('@')) throw new GrantFault(`"${wish.email}" is not an e-mail address.`)
  await client.query('begin')
  try {
    const told = await end(client, email)
    await client.query('commit')
    return told
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function end(client: pg.ClientBase, email: string): Promise<string> {
  // An address may belong to an account with a password and to those of companies' sign-ons.
  const { rows: people } = await client.query<{ id: string }>(
    'select id from auth.users where lower(email) = $1 and deleted_at is null for update',
    [email],
  )
  if (people.length === 0) throw new GrantFault(`Nobody has signed up with ${email}.`)
  let ended = 0
  for (const { id } of people) {
    const sessions = await endSessionsOf(client, id)
    ended += sessions
    await client.query(
      `insert into public.audit_log (action, subject_type, subject_id, after) values ('sessions.end', 'profile', $1, $2::jsonb)`,
      [id, JSON.stringify({ sessions })],
    )
  }
  return ended === 0 ? `${email} was signed in nowhere.` : `${email} is signed out everywhere (${ended} sessions).`
}
