import type pg from 'pg'
import { type MessageFacts, type NoticedName, noticedMessage } from '#domain/all-messages.ts'
import { type OwnText, renderOwnNotice } from '#domain/mails/own-texts/own-text.ts'
import { pushMessage } from '#domain/notices/push-message.ts'
import { awaitPipelined } from '#platform/postgres/queries/await-pipelined.ts'
import { orderedUuid } from '#platform/postgres/queries/ordered-uuid.ts'
import { reportUnused } from '#server/mails/own-texts/report-unused.ts'
import { writeTextMessages } from '../write-text-messages.ts'

interface NewNotice<Name extends NoticedName> {
  person: string
  facts: MessageFacts<Name>
  /** When it happened, by which a person's notices are ordered. */
  at: Date
}

interface NoticeBatch<Name extends NoticedName> {
  entries: readonly NewNotice<Name>[]
  ownTexts: readonly OwnText[]
}

/** Creates the same kind of notice for many people, in one statement, with the pushes to their subscribed browsers. */
export function writeNotices<Name extends NoticedName>(
  tx: pg.ClientBase,
  name: Name,
  batch: NoticeBatch<Name>,
): Promise<unknown> {
  if (noticedMessage(name).push !== 'never') return writeWithPushes(tx, name, batch)
  const { entries, ownTexts } = batch
  const notices = entries.map(({ person, at, facts }) => ({
    id: orderedUuid(),
    person,
    at,
    ...renderOwnNotice(name, { facts, ownTexts, onUnused: reportUnused }),
  }))
  return tx.query({
    name: 'write-notices',
    text: `insert into public.notices (id, person_id, kind, title, body, link, templates, created_at)
      select id, person, $2, title, body, link, templates, at
      from json_to_recordset($1::json) as n (id uuid, person uuid, title text, body text, link text, templates jsonb, at timestamptz)`,
    values: [JSON.stringify(notices), name],
  })
}

/** Creates notices with their pushes to each browser of people who want them, due at once or after quiet hours. */
function writeWithPushes<Name extends NoticedName>(
  tx: pg.ClientBase,
  name: Name,
  { entries, ownTexts }: NoticeBatch<Name>,
): Promise<unknown> {
  const notices = entries.map(({ person, at, facts }) => {
    const notice = renderOwnNotice(name, { facts, ownTexts, onUnused: reportUnused })
    return { id: orderedUuid(), person, at, ...notice, push: pushMessage(name, facts, notice) }
  })
  const written = tx.query({
    name: 'write-notices-with-pushes',
    text: `with told as (
        select * from json_to_recordset($1::json)
          as n (id uuid, person uuid, title text, body text, link text, templates jsonb, at timestamptz, push json)),
      written as (
        insert into public.notices (id, person_id, kind, title, body, link, templates, created_at)
        select id, person, $2, title, body, link, templates, at from told)
      insert into public.pushes (subscription_id, notice_id, title, body, link, is_urgent, next_attempt_at)
      select s.id, n.id, n.push ->> 'title', n.push ->> 'body', n.link, (n.push ->> 'isUrgent')::boolean,
        case when (n.push ->> 'isUrgent')::boolean then now() else public.after_quiet_hours(p, now()) end
      from told n join public.push_subscriptions s on s.person_id = n.person
      cross join lateral public.notice_preferences_of(n.person) p
      where public.wants_notice(p, 'push', $3)`,
    values: [JSON.stringify(notices), name, noticedMessage(name).topic],
  })
  return awaitPipelined([written, writeTextMessages(tx, name, entries)])
}
