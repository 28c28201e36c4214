import type pg from 'pg'
import { endAllSessions } from '#platform/auth/sessions/end-sessions.ts'
import { GrantFault } from './grant-role.ts'

/**
 * Signs a person out everywhere and writes it to the audit log, in one transaction. Refresh tokens are revoked
 * immediately, access tokens within seconds, when processes reload the list of ended sessions. Role and password do not
 * change. Returns a message for the operator.
 */
export async function endSessions(client: pg.ClientBase, input: { email: string }): Promise<string> {
  const email = input.email.trim().toLowerCase()
  if (!email.includes('@')) throw new GrantFault(`"${input.email}" is not an e-mail address.`)
  await client.query('begin')
  try {
    const message = await end(client, email)
    await client.query('commit')
    return message
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function end(client: pg.ClientBase, email: string): Promise<string> {
  // An address may belong to an account with a password and to accounts of single sign-on.
  const { rows: people } = await client.query<{ id: string }>(
    'select id from auth.users where lower(email) = $1 and deleted_at is null for update',
    [email],
  )
  if (people.length === 0) throw new GrantFault(`There is no account with the address ${email}.`)
  let ended = 0
  for (const { id } of people) {
    const sessions = await endAllSessions(client, id)
    ended += sessions
    await client.query(
      `insert into public.audit_log (action, subject_type, subject_id, after) values ('sessions.end', 'profile', $1, $2::jsonb)`,
      [id, JSON.stringify({ sessions })],
    )
  }
  return ended === 0 ? `${email} was signed in nowhere.` : `${email} is signed out everywhere (${ended} sessions).`
}
