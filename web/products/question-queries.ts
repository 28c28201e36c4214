import type { Api } from '#api/api.ts'
import { COUNTED, listPage, rowRange } from '#web/list-page.ts'

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

/** A shop's questions, unanswered ones first; or for staff the reported ones, undecided ones first. */
export async function listQuestionsToModerate(api: Api, { vendorId, page }: { vendorId: string | null; page: number }) {
  const all = api.tables.from('judged_questions').select('*', COUNTED)
  const own = vendorId
    ? all.eq('vendor_id', vendorId).order('answered_at', { ascending: false, nullsFirst: true })
    : all.not('reported_at', 'is', null).order('judged_at', { ascending: false, nullsFirst: true })
  return listPage(
    await own
      .order('asked_at', { ascending: false })
      .order('id')
      .range(...rowRange(page))
      .overrideTypes<ModeratedQuestion[], { merge: false }>(),
  )
}

export interface ModeratedQuestion {
  id: string
  product_id: string
  product_name: string
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
