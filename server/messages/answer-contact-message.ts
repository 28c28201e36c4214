import { checkFields, text, uuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { answerCase } from './support/answer-case.ts'

/** Staff answer a contact message, which can be answered once by this command (`answer-support-case` continues). */
export const answerContactMessage: Command<'answer-contact-message'> = {
  name: 'answer-contact-message',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['id', 'answer'],
  check: (raw) => checkFields(raw, { id: uuid('Message'), answer: text({ label: 'Answer', max: 5000, lines: true }) }),
  async run({ input, caller, tx, context }) {
    const { rows } = await tx.query<{ id: string }>(
      'select id from public.support_cases where contact_id = $1 and answers = 0',
      [input.id],
    )
    const [found] = rows
    const refusal = await answerCase(tx, {
      caseId: found?.id ?? crypto.randomUUID(),
      authorId: caller.userId,
      answer: input.answer,
      answersSeen: 0,
      solves: true,
      siteUrl: context.siteUrl,
    })
    if (refusal?.code === 'answered_meanwhile') return refuse('not_found', { message: refusal.message })
    return refusal ?? { id: input.id }
  },
}
