import type { Api } from '#api/api.ts'
import { COUNTED_ROWS } from '#api/counted-rows.ts'
import { COUNTED } from '#web/list-page.ts'
import { listUnansweredQuestions } from '#web/products/question-queries.ts'
import { listNewReviews } from '#web/vendors/reviews/review-queries.ts'

const SHOWN = 4

const FIRST = { page: 1, size: SHOWN, sort: '', from: '', until: '' } as const

/** The first of the unanswered questions and of the new ratings, and the photographs of lots since a moment. */
export async function readNews(api: Api, { now, since }: { now: Date; since: string }) {
  const [questions, reviews, photographs, drafts] = await Promise.all([
    listUnansweredQuestions(api, { ...FIRST, now }),
    listNewReviews(api, { ...FIRST, stars: '', now }),
    api.tables
      .from('judged_buy_pictures')
      .select('id', { ...COUNTED, head: true })
      .is('hidden_at', null)
      .gte('created_at', since),
    api.tables.from('blog_posts').select('id', { count: 'exact', head: true }).eq('status', 'draft'),
  ])
  return {
    questions,
    reviews,
    photographCount: Math.min(photographs.count ?? 0, COUNTED_ROWS),
    draftCount: drafts.count ?? 0,
    failure: questions.failure ?? reviews.failure ?? (photographs.error ?? drafts.error)?.message ?? null,
  }
}

export type News = Awaited<ReturnType<typeof readNews>>

/** The newest published posts. */
export async function readNewestPosts(api: Api) {
  const { data } = await api.tables
    .from('blog_posts')
    .select('id, title, published_at')
    .eq('status', 'published')
    .order('published_at', { ascending: false })
    .order('id')
    .limit(3)
  return data ?? []
}
