import { checkFields, oneOf, text, uuid } from '#domain/forms/validation.ts'
import { HIDDEN_TEXT, REPORT_DECISIONS } from '#domain/messages/reports.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'
import { recordAct } from '#server/record-act.ts'

/**
 * Staff decide about a reported message, and the reporter is told; the writer only of a consequence, once of each even if
 * several people reported the message. A hidden text is kept with its report.
 */
export const decideReport: Command<'decide-report'> = {
  name: 'decide-report',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['report_id', 'decision', 'reason'],
  check: (raw) =>
    checkFields(raw, {
      report_id: uuid('Report'),
      decision: oneOf({ label: 'decision', among: REPORT_DECISIONS }),
      reason: text({ label: 'Reason', min: 5, max: 500, lines: true }),
    }),
  async run({ input, caller, tx, context }) {
    const { report_id: id, decision, reason } = input
    await tx.query(LOCK_REPORTS, [id])
    const { rows } = await tx.query<ReportRow>(
      `select decided_at, message_id, buy_broadcast_id, reporter_id, writer_id, text, rights.email_of(reporter_id) as reporter_email, rights.email_of(writer_id) as writer_email,
         exists (select from public.message_reports o where o.decision = $3 and (o.message_id = r.message_id or o.buy_broadcast_id = r.buy_broadcast_id)) as was_writer_notified
       from public.message_reports r where id = $1 and rights.judges_report($2, state)`,
      [id, caller.userId, decision],
    )
    const [report] = rows
    if (!report) return refuse('not_found')
    if (report.decided_at) return refuse('report_decided')
    await tx.query(
      'update public.message_reports set decision = $2, decision_reason = $3, decided_by = $4, decided_at = clock_timestamp() where id = $1',
      [id, decision, reason, caller.userId],
    )
    if (decision === 'hidden') {
      await tx.query('update public.messages set body = $2 where id = $1', [report.message_id, HIDDEN_TEXT])
      await tx.query('update public.buy_broadcasts set body = $2 where id = $1', [report.buy_broadcast_id, HIDDEN_TEXT])
    }
    const { siteUrl } = context
    const { reporter_id: reporter, writer_id: writer } = report
    if (reporter)
      await queueSystemMail(tx, 'report-decided', {
        to: report.reporter_email,
        person: reporter,
        facts: { decision },
        siteUrl,
      })
    if (writer && decision !== 'nothing' && !report.was_writer_notified)
      await queueSystemMail(tx, 'message-judged', {
        to: report.writer_email,
        person: writer,
        facts: { decision, reason, text: report.text },
        siteUrl,
      })
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'report.decide',
      subject: { type: 'message_report', id },
      after: { decision, reason },
    })
    return { report_id: id }
  },
}

/** All reports of the message in a fixed order, so that the second of two decisions knows what the writer was told. */
const LOCK_REPORTS = `
  select from public.message_reports r join public.message_reports o
    on o.id = r.id or o.message_id = r.message_id or o.buy_broadcast_id = r.buy_broadcast_id
  where r.id = $1 order by o.id for no key update of o`

interface ReportRow {
  decided_at: Date | null
  message_id: string | null
  buy_broadcast_id: string | null
  reporter_id: string | null
  writer_id: string | null
  text: string
  reporter_email: string | null
  writer_email: string | null
  was_writer_notified: boolean
}
