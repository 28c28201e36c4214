import { verdictReaders } from '#domain/content/verdicts.ts'
import { checkFields, uuid } from '#domain/forms/validation.ts'
import { isRefusal } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { judgeText } from '#server/judge-text.ts'

/**
 * Content staff hide a question with its answer, or keep a reported one; never their own. `hide: null` takes the caller's
 * own decision back for some minutes.
 */
export const judgeQuestion: Command<'judge-question'> = {
  name: 'judge-question',
  who: 'signed-in',
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['question_id', 'hide', 'reason'],
  check: (raw) => checkFields(raw, { question_id: uuid('Question'), ...verdictReaders }),
  async run({ input: { question_id, ...verdict }, caller, tx }) {
    const hidden = await judgeText(
      tx,
      {
        table: 'public.product_questions',
        noun: 'question',
        forRegionStaff: false,
      },
      { id: question_id, verdict, callerId: caller.userId },
    )
    return isRefusal(hidden) ? hidden : { question_id, hidden }
  },
}
