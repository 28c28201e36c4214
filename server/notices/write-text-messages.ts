import type pg from 'pg'
import type { MessageFacts, NoticedName } from '#domain/all-messages.ts'
import { textMessage } from '#domain/text-messages/text-message.ts'

interface TextedNotice<Name extends NoticedName> {
  person: string
  facts: MessageFacts<Name>
}

/**
 * Queues the SMS or WhatsApp message of a notice for people who have consented, due at once or after quiet hours. Once
 * for each person and event.
 */
export async function writeTextMessages<Name extends NoticedName>(
  tx: pg.ClientBase,
  name: Name,
  entries: readonly TextedNotice<Name>[],
): Promise<void> {
  const messages = entries.flatMap(({ person, facts }) => {
    const message = textMessage(name, facts)
    return message ? [{ person, ...message }] : []
  })
  if (messages.length === 0) return
  await tx.query({
    name: 'write-text-messages',
    text: `insert into public.text_messages (person_id, channel, kind, event, parameters, hand_over_id, parts, next_attempt_at, expires_at)
      select m.person, c.channel, $2, m.event, m.values, m."handOverId", case c.channel when 'sms' then m.parts else 1 end,
        case when m."isUrgent" then now() else public.after_quiet_hours(p, now()) end, ${EXPIRY}
      from json_to_recordset($1::json) as m (person uuid, event text, values jsonb, "handOverId" uuid, parts integer, "isUrgent" boolean, "expiresAt" timestamptz)
      join public.text_consents c on c.person_id = m.person and c.ended_at is null
      cross join lateral public.notice_preferences_of(m.person) p
      on conflict on constraint text_once_an_event do nothing`,
    values: [JSON.stringify(messages), name],
  })
}

const EXPIRY = `least(coalesce(m."expiresAt", 'infinity'), now() + interval '36 hours')`

/**
 * Queues the SMS of a notice to a confirmed number that is the person's only address. People who have consented get the
 * message of the notice itself, in the way that they chose.
 */
export async function textWithoutConsent<Name extends NoticedName>(
  tx: pg.ClientBase,
  name: Name,
  { person, facts }: TextedNotice<Name>,
): Promise<void> {
  const message = textMessage(name, facts)
  if (!message) return
  await tx.query(
    `insert into public.text_messages (person_id, channel, kind, event, parameters, hand_over_id, needs_consent, parts, next_attempt_at, expires_at)
     select $1, 'sms', $2, $3, $4, $5, false, $6, now(), now() + interval '36 hours'
     where not exists (select from public.text_consents c where c.person_id = $1 and c.ended_at is null)
     on conflict on constraint text_once_an_event do nothing`,
    [person, name, message.event, JSON.stringify(message.values), message.handOverId, message.parts],
  )
}
