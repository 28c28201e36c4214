import type pg from 'pg'
import { REGISTER } from '#domain/data-protection/register.ts'

/** Never handed out: secrets, other people, and what only tells staff apart. */
const LEFT_OUT = ['payee_code', 'p256dh', 'auth', 'endpoint', 'buyer_code', 'parameters', 'input', 'ip']

/** Columns that name staff or another person end like this. */
const OTHER_PEOPLE = /_by$|^(author|handler|referred|rider|asker|writer|with|approver|receiver)_id$|^approver_name$/

/**
 * Everything that the register of processing lists with a person's column, as rows by table. Read without the person's
 * own rights, which a suspended person does not have.
 */
export async function readHeldData(tx: pg.PoolClient, personId: string): Promise<Record<string, unknown>> {
  const file: Record<string, unknown> = { made_at: new Date().toISOString() }
  const { rows: account } = await tx.query<{ account: unknown }>(
    'select jsonb_build_object($2::text, rights.email_of($1), $3::text, rights.phone_of($1)) as account',
    [personId, 'email', 'phone'],
  )
  file.account = account[0]?.account
  for (const { table, subject } of REGISTER.flatMap(({ tables }) => tables)) {
    if (!subject) continue
    const { rows } = await tx.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t where t.${subject} = $1 limit 100000`,
      [personId],
    )
    file[table.replace('public.', '')] = rows.map(({ row }) => withoutOthers(row, subject))
  }
  return file
}

export const withoutOthers = (row: Record<string, unknown>, subject: string) =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => name === subject || (!LEFT_OUT.includes(name) && !OTHER_PEOPLE.test(name))),
  )
