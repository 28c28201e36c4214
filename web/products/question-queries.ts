import type { Api } from '#api/api.ts'
import { ANSWER_DUE_MS } from '#domain/products/questions.ts'
import { sortedBy, withinDays } from '#web/desk/lists/list-query.ts'
import { COUNTED, listPage, ROWS_A_PAGE, rowRange } from '#web/list-page.ts'

/** Number of questions shown at first, and on request. */
const SHOWN = 4
export const ALL_QUESTIONS = 100

const QUESTION = 'id, question, asker_name, asked_at, answer, answered_at' as const

/**
 * Questions about a product and their total count: answered ones first, newest first within each group. If they cannot
 * be read, the server's message.
 */
export async function listQuestions(api: Api, productId: string, { most = SHOWN }: { most?: number } = {}) {
  const { data, count, error } = await api.tables
    .from('product_questions')
    .select(QUESTION, { count: 'exact' })
    .eq('product_id', productId)
    .order('answered_at', { ascending: false, nullsFirst: false })
    .order('asked_at', { ascending: false })
    .order('id')
    .limit(most)
  return { questions: data ?? [], count: count ?? 0, error: error?.message ?? null }
}

export type ProductQuestion = Awaited<ReturnType<typeof listQuestions>>['questions'][number]

/** A visible question with its product; null for any other. */
export async function readQuestion(api: Api, { id, questionId }: { id: string; questionId: string }) {
  const { data } = await api.tables
    .from('product_questions')
    .select(QUESTION)
    .eq('id', questionId)
    .eq('product_id', id)
    .maybeSingle()
  return data
}

interface ModerationDays {
  from: string
  until: string
}

interface QuestionsToModerate extends ModerationDays {
  vendorId: string | null
  page: number
}

/**
 * A shop's questions, unanswered ones first; or for staff the reported ones, undecided ones first. The days are those on
 * which they were asked, or reported.
 */
export async function listQuestionsToModerate(api: Api, { vendorId, page, ...days }: QuestionsToModerate) {
  const all = api.tables.from('judged_questions').select('*', COUNTED)
  const own = vendorId
    ? withinDays(all.eq('vendor_id', vendorId), 'asked_at', days).order('answered_at', LAST_FIRST)
    : withinDays(all.not('reported_at', 'is', null), 'reported_at', days).order('judged_at', LAST_FIRST)
  return listPage(
    await own
      .order('asked_at', { ascending: false })
      .order('id')
      .range(...rowRange(page))
      .overrideTypes<ModeratedQuestion[], { merge: false }>(),
  )
}

const LAST_FIRST = { ascending: false, nullsFirst: true }

export const UNANSWERED_SORTS = { asked: 'asked_at' }
export const UNANSWERED_ORDER = 'asked'

interface UnansweredQuestions extends ModerationDays {
  sort: string
  page: number
  now: Date
  size?: number
}

/** Visible questions of all shops that have waited for an answer for more than a day, the oldest first. */
export async function listUnansweredQuestions(api: Api, query: UnansweredQuestions) {
  const { sort, page, now, size = ROWS_A_PAGE, ...days } = query
  const waiting = api.tables
    .from('judged_questions')
    .select('*', COUNTED)
    .is('answer', null)
    .is('hidden_at', null)
    .lt('asked_at', new Date(now.getTime() - ANSWER_DUE_MS).toISOString())
  const sorted = sortedBy(withinDays(waiting, 'asked_at', days), UNANSWERED_SORTS, { sort, fallback: UNANSWERED_ORDER })
  return listPage(
    await sorted
      .order('id')
      .range(...rowRange(page, size))
      .overrideTypes<ModeratedQuestion[], { merge: false }>(),
    size,
  )
}

export interface ModeratedQuestion {
  id: string
  product_id: string
  product_name: string
  vendor_id: string
  business_name: string
  asker_name: string
  question: string
  asked_at: string
  answer: string | null
  answered_at: string | null
  reported_at: string | null
  report_reason: string | null
  judged_at: string | null
  judge_reason: string | null
  hidden_at: string | null
}
