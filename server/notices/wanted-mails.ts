import type pg from 'pg'
import { alwaysByMail } from '#domain/notices/topics.ts'
import { wayOf } from '#domain/notices/ways.ts'
import type { NoticedMail } from '#domain/texts/notices.ts'

/** Whether people choose about the mail of this notice, or about its hour. If not, it goes to all at once, and nobody need be asked. */
export const isChosen = (name: NoticedMail): boolean => {
  const { topic, mailWaits } = wayOf(name)
  return !alwaysByMail(topic) || mailWaits === true
}

/** When each of these people wants such a mail: now, or after their quiet hours. Who does not want it is left out. */
export async function wantedMails(
  tx: pg.ClientBase,
  name: NoticedMail,
  people: readonly string[],
): Promise<Map<string, Date>> {
  const { topic, mailWaits = false } = wayOf(name)
  const { rows } = await tx.query<{ person: string; due_at: Date }>({
    name: 'wanted-mails',
    text: `select person, case when $3 then public.after_quiet_hours(p, now()) else now() end as due_at
      from unnest($1::uuid[]) person cross join lateral public.notice_preferences_of(person) p
      where public.wants_notice(p, 'mail', $2)`,
    values: [people, topic, mailWaits],
  })
  return new Map(rows.map(({ person, due_at }) => [person, due_at]))
}
