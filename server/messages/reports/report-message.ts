import { checkFields, optional, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'

/** A person reports a message that somebody wrote to them, once. `public.guard_message_report` has the same rules. */
export const reportMessage: Command<'report-message'> = {
  name: 'report-message',
  who: 'signed-in',
  personal: true,
  limit: { tries: 20, windowSeconds: 3600 },
  fields: ['message_id', 'buy_broadcast_id', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      message_id: optional(uuid('Message')),
      buy_broadcast_id: optional(uuid('Message')),
      reason: text({ label: 'Reason', min: 5, max: 500, lines: true }),
    }),
  async run({ input, caller, tx }) {
    const { message_id: messageId = null, buy_broadcast_id: broadcastId = null, reason } = input
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('reports-of:' || $1::uuid, 0))`, [caller.userId])
    const { rows } = await tx.query<{ is_theirs: boolean; is_known: boolean; is_hidden: boolean; recent: number }>(
      `select exists (select from public.messages m join public.conversation_members c on c.conversation_id = m.conversation_id and c.profile_id = $1
           where m.id = $2 and m.sender_id <> $1)
         or exists (select from public.buy_broadcast_recipients r join public.buy_broadcasts b on b.id = r.broadcast_id and b.body is not null
           where r.broadcast_id = $3 and r.person_id = $1) as is_theirs,
         exists (select from public.message_reports where reporter_id = $1 and (message_id = $2 or buy_broadcast_id = $3)) as is_known,
         exists (select from public.message_reports where decision = 'hidden' and (message_id = $2 or buy_broadcast_id = $3)) as is_hidden,
         (select count(*)::integer from public.message_reports where reporter_id = $1 and created_at > clock_timestamp() - interval '24 hours') as recent`,
      [caller.userId, messageId, broadcastId],
    )
    const [found] = rows
    if (!found?.is_theirs || (messageId && broadcastId)) return refuse('not_reportable')
    if (found.is_known) return refuse('reported_before')
    if (found.is_hidden) return refuse('message_hidden')
    if (found.recent >= 20) return refuse('reports_used_up')
    const { rows: written } = await tx.query<{ id: string }>(
      `insert into public.message_reports (message_id, buy_broadcast_id, reporter_id, text, reason) values ($1, $2, $3, '-', $4) returning id`,
      [messageId, broadcastId, caller.userId, reason],
    )
    return { report_id: written[0]?.id ?? '' }
  },
}
