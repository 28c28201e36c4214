import type pg from 'pg'
import { type NoticedName, noticedMessage } from '#domain/all-messages.ts'
import { alwaysByMail } from '#domain/notices/topics.ts'

/** Whether people can turn off or delay the mail of this notice. If not, preferences need not be read. */
export const isOptional = (name: NoticedName): boolean => {
  const { topic, isMailDeferred } = noticedMessage(name)
  return !alwaysByMail(topic) || isMailDeferred === true
}

/**
 * Returns when each person gets the mail: now, or after their quiet hours. People who have turned it off are left out.
 */
export async function readMailTimes(
  tx: pg.ClientBase,
  name: NoticedName,
  people: readonly string[],
): Promise<Map<string, Date>> {
  const { topic, isMailDeferred = false } = noticedMessage(name)
  const { rows } = await tx.query<{ person: string; due_at: Date }>({
    name: 'wanted-mails',
    text: `select person, case when $3 then public.after_quiet_hours(p, now()) else now() end as due_at
      from unnest($1::uuid[]) person cross join lateral public.notice_preferences_of(person) p
      where public.wants_notice(p, 'mail', $2)`,
    values: [people, topic, isMailDeferred],
  })
  return new Map(rows.map(({ person, due_at }) => [person, due_at]))
}
