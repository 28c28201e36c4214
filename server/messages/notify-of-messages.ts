import { type Database, SERVICE } from '#platform/postgres/database.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

interface MessageJobDeps {
  database: Database
  siteUrl: string
}

/**
 * Notifies the members of a conversation who have not read its latest message, once until they read it. Queued a minute
 * after a message by the trigger `notify_of_messages`, so that members with the conversation open are not notified.
 */
export async function notifyOfMessages({ database, siteUrl }: MessageJobDeps, payload: unknown): Promise<void> {
  const { conversation_id: conversationId } = payload as { conversation_id: string }
  await database.as(SERVICE, async (tx) => {
    const { rows } = await tx.query<{ person: string; email: string | null; from: string; subject: string }>(
      `select m.profile_id as person, rights.email_of(m.profile_id) as email, coalesce(latest.sender_name, s.display_name, 'Ajoja') as from, c.subject
       from public.conversations c
       cross join lateral (select sender_id, sender_name, created_at from public.messages where conversation_id = c.id order by created_at desc, id limit 1) latest
       left join public.conversation_members s on s.conversation_id = c.id and s.profile_id = latest.sender_id
       join public.conversation_members m on m.conversation_id = c.id and m.profile_id <> latest.sender_id
       where c.id = $1 and latest.created_at > coalesce(m.last_read_at, '-infinity') and rights.can_sign_in(m.profile_id)
         and not exists (select from public.notices n where n.person_id = m.profile_id and n.read_at is null
           and n.kind = 'message-waits' and n.link = '/account/messages/' || c.id)
         and not exists (select from outbox.entries e where e.person_id = m.profile_id
           and e.message = 'message-waits' and e.facts ->> 'conversationId' = c.id::text)
       order by m.profile_id`,
      [conversationId],
    )
    await notifyEach(
      tx,
      'message-waits',
      rows.map(({ person, email: to, from, subject }) => ({
        to,
        person,
        siteUrl,
        facts: { conversationId, from, subject },
      })),
    )
  })
}
