import type pg from 'pg'
import type { MessageFacts } from '#domain/all-messages.ts'
import { notifyEach } from '#server/notices/queue-system-mail.ts'

type CircleMessage =
  | 'ajo-started'
  | 'ajo-reminder'
  | 'ajo-turn'
  | 'ajo-bought'
  | 'ajo-not-bought'
  | 'ajo-repaid'
  | 'ajo-over'

interface CircleNotification<Name extends CircleMessage> {
  circle: { id: string; name: string }
  facts: Omit<MessageFacts<Name>, 'circleId' | 'circle'>
  siteUrl: string
  /** Only these members; all active ones otherwise. */
  memberIds?: readonly string[]
}

/** Notifies members of a circle with the same facts. */
export async function notifyMembers<Name extends CircleMessage>(
  tx: pg.ClientBase,
  name: Name,
  { circle, facts, siteUrl, memberIds }: CircleNotification<Name>,
): Promise<void> {
  const { rows } = await tx.query<{ person: string; to: string | null }>(
    `select person_id as person, rights.email_of(person_id) as "to" from public.ajo_members
     where circle_id = $1 and case when $2::uuid[] is null then status = 'active' else id = any ($2) end order by joined_at, id`,
    [circle.id, memberIds ?? null],
  )
  const own = { ...facts, circleId: circle.id, circle: circle.name } as unknown as MessageFacts<Name>
  await notifyEach<CircleMessage>(
    tx,
    name,
    rows.map(({ person, to }) => ({ to, person, facts: own, siteUrl })),
  )
}
