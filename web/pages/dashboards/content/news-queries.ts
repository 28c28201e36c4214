import type { Api } from '#api/api.ts'

const SHOWN = 4

/** The oldest questions without an answer, and the newest ratings and photographs of lots since a moment. */
export async function readNews(api: Api, since: string) {
  const [questions, reviews, photographs, drafts] = await Promise.all([
    api.tables
      .from('product_questions')
      .select('id, question, asked_at, product:products(id, name)', { count: 'exact' })
      .is('answer', null)
      .order('asked_at')
      .order('id')
      .limit(SHOWN),
    api.tables
      .from('reviews')
      .select('id, rating, comment, created_at, vendor:vendors(id, business_name)', { count: 'exact' })
      .gte('created_at', since)
      .order('created_at', { ascending: false })
      .order('id')
      .limit(SHOWN),
    api.tables
      .from('judged_buy_pictures')
      .select('id', { count: 'exact', head: true })
      .is('hidden_at', null)
      .gte('created_at', since),
    api.tables.from('blog_posts').select('id', { count: 'exact', head: true }).eq('status', 'draft'),
  ])
  return {
    questions: questions.data ?? [],
    questionCount: questions.count ?? 0,
    reviews: reviews.data ?? [],
    reviewCount: reviews.count ?? 0,
    photographCount: photographs.count ?? 0,
    draftCount: drafts.count ?? 0,
    failure: (questions.error ?? reviews.error ?? photographs.error ?? drafts.error)?.message ?? null,
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
