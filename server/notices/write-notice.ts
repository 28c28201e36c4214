import type pg from 'pg'
import type { SystemMails } from '#domain/texts/mails.ts'
import { type NoticedMail, noticeOf } from '#domain/texts/notices.ts'

/** Puts a notice before a person, in the transaction of the move that it tells of. */
export async function writeNotice<Name extends NoticedMail>(
  tx: pg.ClientBase,
  name: Name,
  { person, facts }: { person: string; facts: SystemMails[Name] },
): Promise<void> {
  const { title, body, link } = noticeOf(name, facts)
  await tx.query({
    name: 'write-notice',
    text: 'insert into public.notices (person_id, kind, title, body, link) values ($1, $2, $3, $4, $5)',
    values: [person, name, title, body, link],
  })
}

/** The same for many people, in one statement. */
export function writeNotices<Name extends NoticedMail>(
  tx: pg.ClientBase,
  name: Name,
  told: readonly { person: string; facts: SystemMails[Name] }[],
): Promise<unknown> {
  const notices = told.map(({ person, facts }) => ({ person, ...noticeOf(name, facts) }))
  return tx.query({
    name: 'write-notices',
    text: `insert into public.notices (person_id, kind, title, body, link)
      select person, $2, title, body, link from json_to_recordset($1::json) as n (person uuid, title text, body text, link text)`,
    values: [JSON.stringify(notices), name],
  })
}
