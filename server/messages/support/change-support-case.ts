import { checkFields, oneOf, optional, text, uuid } from '#domain/forms/validation.ts'
import { SUPPORT_TOPICS, topicLabels } from '#domain/messages/support.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { recordAct } from '#server/record-act.ts'
import { lockCase } from './answer-case.ts'

/** Staff sort a case by topic, close it or open it again, or leave a note that only staff read. */
export const changeSupportCase: Command<'change-support-case'> = {
  name: 'change-support-case',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['case_id', 'topic', 'status', 'note'],
  check: (raw) =>
    checkFields(raw, {
      case_id: uuid('Case'),
      topic: optional(oneOf({ label: 'topic', among: SUPPORT_TOPICS })),
      status: optional(oneOf({ label: 'status', among: ['solved', 'new'] as const })),
      note: optional(text({ label: 'Note', max: 2000, lines: true })),
    }),
  async run({ input, caller, tx }) {
    const { case_id: caseId, topic = null, status = null, note = null } = input
    const found = await lockCase(tx, { caseId, personId: caller.userId })
    if (!found) return refuse('not_found')
    const write = (kind: 'note' | 'act', body: string) =>
      tx.query(
        'insert into public.support_entries (case_id, author_id, author_name, kind, body) values ($1, $2, $3, $4, $5)',
        [caseId, caller.userId, found.author_name, kind, body],
      )
    if (topic) {
      await tx.query('update public.support_cases set topic = $2 where id = $1', [caseId, topic])
      await write('act', `Sorted it under "${topicLabels[topic]}".`)
    }
    if (status) {
      await tx.query('update public.support_cases set status = $2 where id = $1', [caseId, status])
      await write('act', status === 'solved' ? 'Closed it as solved.' : 'Opened it again.')
    }
    if (note) await write('note', note)
    await recordAct(tx, {
      actorId: caller.userId,
      action: 'support.change',
      subject: { type: 'support_case', id: caseId },
      before: { status: found.status },
      after: { topic, status, has_note: note !== null },
    })
    return { case_id: caseId }
  },
}
