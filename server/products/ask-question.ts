import { publicText } from '#domain/forms/public-text.ts'
import { checkFields, uuid } from '#domain/forms/validation.ts'
import { firstName, QUESTION_LENGTH, refuseQuestion } from '#domain/products/questions.ts'
import { refuse } from '#domain/refusal.ts'
import type { Command } from '#server/command.ts'
import { queueSystemMail } from '#server/notices/queue-system-mail.ts'

/** A user asks a public question about a product, which notifies its vendor. */
export const askQuestion: Command<'ask-question'> = {
  name: 'ask-question',
  who: 'signed-in',
  personal: true,
  limit: { tries: 10, windowSeconds: 3600 },
  fields: ['product_id', 'question'],
  check: (raw) =>
    checkFields(raw, {
      product_id: uuid('Product'),
      question: publicText({ label: 'Question', ...QUESTION_LENGTH }),
    }),
  async run({ input, caller, tx, context }) {
    // Serialises a user's questions, so that the unanswered ones are counted correctly.
    await tx.query('select from public.profiles where id = $1 for no key update', [caller.userId])
    const { rows } = await tx.query<QuestionTarget>(
      `select p.name as product, v.owner_id, rights.email_of(v.owner_id) as email, s.full_name, rights.is_confirmed(s.id) as "isConfirmed",
         v.owner_id = s.id as "isOwn", p.archived_at is null and v.status = 'active' as "isOnSale",
         (select count(*)::integer from public.product_questions q
          where q.product_id = p.id and q.asker_id = s.id and q.answer is null and q.hidden_at is null) as waiting
       from public.products p join public.vendors v on v.id = p.vendor_id join public.profiles s on s.id = $2 where p.id = $1`,
      [input.product_id, caller.userId],
    )
    const [target] = rows
    if (!target) return refuse('product_not_found')
    const refused = refuseQuestion(target)
    if (refused) return refuse(refused)
    const made = await tx.query<{ id: string }>(
      'insert into public.product_questions (product_id, asker_id, asker_name, question) values ($1, $2, $3, $4) returning id',
      [input.product_id, caller.userId, firstName(target.full_name ?? ''), input.question],
    )
    const facts = { product: target.product, question: input.question }
    await queueSystemMail(tx, 'question-asked', {
      to: target.email,
      person: target.owner_id,
      facts,
      siteUrl: context.siteUrl,
    })
    return { question_id: made.rows[0]?.id ?? '' }
  },
}

interface QuestionTarget {
  product: string
  owner_id: string
  email: string | null
  full_name: string | null
  isConfirmed: boolean
  isOwn: boolean
  isOnSale: boolean
  waiting: number
}
