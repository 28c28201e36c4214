import { publicText } from '#domain/forms/public-text.ts'
import { checkFields, uuid } from '#domain/forms/validation.ts'
import { MAX_ANSWER_LENGTH, refuseAnswer } from '#domain/products/questions.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'

/**
 * The vendor answers a question about their product, or corrects the answer within a day. The first answer notifies the
 * asker.
 */
export const answerQuestion: Command<'answer-question'> = {
  name: 'answer-question',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['question_id', 'answer'],
  check: (raw) =>
    checkFields(raw, {
      question_id: uuid('Question'),
      answer: publicText({ label: 'Answer', min: 1, max: MAX_ANSWER_LENGTH, lines: true }),
    }),
  async run({ input, caller, tx, context }) {
    const { rows } = await tx.query<AnswerableQuestion>(
      `select q.product_id, p.name as product, q.asker_id, rights.email_of(q.asker_id) as email, q.answered_at as "answeredAt",
         q.reported_at is not null as "isReported", q.hidden_at is not null as "isHidden", clock_timestamp() as now
       from public.product_questions q join public.products p on p.id = q.product_id join public.vendors v on v.id = q.vendor_id
         join public.profiles o on o.id = v.owner_id
       where q.id = $1 and v.owner_id = $2 and o.role = 'vendor' for no key update of q`,
      [input.question_id, caller.userId],
    )
    const [question] = rows
    if (!question) return refuse('question_not_found')
    const refused = refuseAnswer(question)
    if (refused) return refuse(refused)
    await tx.query(
      `update public.product_questions set answer = $2, answered_at = coalesce(answered_at, clock_timestamp()),
         answer_changed_at = case when answered_at is not null then clock_timestamp() end where id = $1`,
      [input.question_id, input.answer],
    )
    if (!question.answeredAt) {
      const { product, product_id: productId, asker_id: person, email: to } = question
      const facts = { product, productId, answer: input.answer }
      await queueSystemMail(tx, 'question-answered', { to, person, facts, siteUrl: context.siteUrl })
    }
    return { question_id: input.question_id }
  },
}

interface AnswerableQuestion {
  product_id: string
  product: string
  asker_id: string
  email: string | null
  answeredAt: Date | null
  isReported: boolean
  isHidden: boolean
  now: Date
}
