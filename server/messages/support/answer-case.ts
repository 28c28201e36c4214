import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { parseRole } from '#domain/accounts/roles.ts'
import { contactReference } from '#domain/messages/contact.ts'
import { MAX_MESSAGE_LENGTH, staffName } from '#domain/messages/conversation.ts'
import { splitText } from '#domain/messages/support.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'

interface CaseAnswer {
  caseId: string
  authorId: string | null
  answer: string
  /** The number of answers that the author had seen. */
  answersSeen: number
  solves: boolean
  siteUrl: string
}

/**
 * Answers a case: as a message to a person with an account, by mail to a visitor. The row's lock serialises two who
 * answer at once, and the second is told (`public.guard_support_entry` has the same rule).
 */
export async function answerCase(tx: pg.PoolClient, request: CaseAnswer): Promise<Refusal | null> {
  const { caseId, authorId, answer, answersSeen, solves } = request
  const found = await lockCase(tx, { caseId, personId: authorId })
  if (!found) return refuse('not_found', { message: 'This message was answered before, or is not yours to answer.' })
  if (found.answers !== answersSeen) return refuse('answered_meanwhile')
  await tx.query(
    `insert into public.support_entries (case_id, author_id, author_name, kind, body, answer_no, solves) values ($1, $2, $3, 'answer', $4, $5, $6)`,
    [caseId, authorId, found.author_name, answer, answersSeen + 1, solves],
  )
  await deliver(tx, found, request)
  // Without texts and address: the audit log is permanent, and both may have to be erased.
  await recordAct(tx, {
    actorId: authorId,
    action: found.contact_id ? 'contact.answer' : 'support.answer',
    subject: found.contact_id
      ? { type: 'contact_message', id: found.contact_id }
      : { type: 'support_case', id: caseId },
    before: { status: found.status },
    after: { status: solves ? 'solved' : 'waiting' },
  })
  return null
}

async function deliver(tx: pg.PoolClient, found: LockedCase, { answer, authorId, siteUrl }: CaseAnswer) {
  if (found.contact_id)
    await tx.query(
      `update public.contact_messages set status = 'answered', answered_by = $2, answered_at = coalesce(answered_at, now()) where id = $1`,
      [found.contact_id, authorId],
    )
  const conversationId = found.conversation_id ?? (await openConversation(tx, found))
  if (conversationId) {
    for (const body of splitText(answer, MAX_MESSAGE_LENGTH))
      await tx.query(
        'insert into public.messages (conversation_id, sender_id, sender_name, body, created_at) values ($1, $2, $3, $4, clock_timestamp())',
        [conversationId, authorId, found.author_name, body],
      )
    return
  }
  if (!found.email || !found.contact_id) return
  // The address is unverified, so the mail quotes nothing of the message.
  await queueSystemMail(tx, 'contact-answer', {
    to: found.email,
    facts: { reference: contactReference(found.contact_id), writtenAt: found.written_at, answer },
    siteUrl,
  })
}

/** The conversation of a contact message by a person with an account, begun with what they wrote; null for visitors. */
async function openConversation(tx: pg.PoolClient, found: LockedCase): Promise<string | null> {
  if (!found.person_id || !found.can_read) return null
  const id = randomUUID()
  await tx.query(
    `insert into public.conversations (id, kind, subject, created_by) values ($1, 'support', left($2, 160), $3)`,
    [id, found.subject, found.person_id],
  )
  await tx.query(
    'insert into public.conversation_members (conversation_id, profile_id, display_name) values ($1, $2, $3)',
    [id, found.person_id, found.person_name],
  )
  for (const [place, body] of splitText(found.message ?? '', MAX_MESSAGE_LENGTH).entries())
    await tx.query(
      `insert into public.messages (conversation_id, sender_id, body, created_at) values ($1, $2, $3, $4::timestamptz + make_interval(secs => $5))`,
      [id, found.person_id, body, found.written_at, place / 1000],
    )
  await tx.query('update public.support_cases set conversation_id = $2 where id = $1', [found.id, id])
  return id
}

interface LockedCase {
  id: string
  status: string
  answers: number
  assigned_to: string | null
  assigned_name: string | null
  contact_id: string | null
  conversation_id: string | null
  written_at: Date
  author_name: string
  person_id: string | null
  person_name: string
  can_read: boolean
  email: string | null
  subject: string | null
  message: string | null
}

/** Locks a case for a member of staff; undefined if it is not theirs. */
export async function lockCase(
  tx: pg.PoolClient,
  { caseId, personId }: { caseId: string; personId: string | null },
): Promise<LockedCase | undefined> {
  await tx.query('select from public.support_cases where id = $1 for no key update', [caseId])
  const { rows } = await tx.query<Omit<LockedCase, 'author_name'> & { full_name: string; role: string }>(
    `select s.id, s.status, s.answers, s.assigned_to, s.assigned_name, s.contact_id, s.conversation_id, coalesce(m.created_at, s.written_at) as written_at,
       w.full_name, w.role, p.id as person_id, coalesce(nullif(p.full_name, ''), m.name, 'Buyer') as person_name,
       coalesce(rights.can_sign_in(p.id), false) as can_read, m.email, m.subject, m.message
     from public.support_cases s join public.profiles w on w.id = $2 left join public.contact_messages m on m.id = s.contact_id
     left join public.conversations c on c.id = s.conversation_id left join public.profiles p on p.id = coalesce(c.created_by, m.person_id)
     where s.id = $1 and rights.answers_support(w.id, s.state)`,
    [caseId, personId],
  )
  const [found] = rows
  return found && { ...found, author_name: staffName(found.full_name, parseRole(found.role)) }
}
