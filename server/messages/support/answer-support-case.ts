import { checkFields, flag, text, uuid, wholeNumber } from '#domain/forms/validation.ts'
import { MAX_ANSWER_LENGTH } from '#domain/messages/support.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { answerCase } from './answer-case.ts'

/** Staff answer a case of the support inbox. */
export const answerSupportCase: Command<'answer-support-case'> = {
  name: 'answer-support-case',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['case_id', 'answer', 'answers_seen', 'solves'],
  check: (raw) =>
    checkFields(raw, {
      case_id: uuid('Case'),
      answer: text({ label: 'Answer', max: MAX_ANSWER_LENGTH, lines: true }),
      answers_seen: wholeNumber({ label: 'Answers seen', min: 0, max: 100_000 }),
      solves: flag(),
    }),
  async run({ input, caller, tx, context }) {
    const refusal = await answerCase(tx, {
      caseId: input.case_id,
      authorId: caller.userId,
      answer: input.answer,
      answersSeen: input.answers_seen,
      solves: input.solves,
      siteUrl: context.siteUrl,
    })
    return refusal ?? { case_id: input.case_id }
  },
}
