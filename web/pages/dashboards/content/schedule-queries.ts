import type { Api } from '#api/api.ts'
import type { Run } from '#domain/content/schedule.ts'
import { positionText, advertRun as runOf } from '#web/adverts/content/advert-texts.ts'

/** More than run at a time; a month with more says so. */
export const MAX_RUNS = 200

/** A run as the desk shows it: what it is, where, and its editor. */
export interface ScheduledRun extends Run {
  kind: 'advert' | 'deal' | 'post'
  placeText: string
  editor: string
  picture: string | null
  /** Path that an advert opens. */
  link: string | null
}

interface Period {
  from: string
  to: string
}

/** The adverts, deals and posts with a time within a period, and the first failure to read them. */
export async function readSchedule(api: Api, period: Period) {
  const [adverts, deals, posts] = await Promise.all([
    readAdverts(api, period),
    readDeals(api, period),
    readPosts(api, period),
  ])
  return {
    adverts: (adverts.data ?? []).map(advertRun),
    deals: (deals.data ?? []).map(dealRun),
    posts: (posts.data ?? []).map(postRun),
    failure: (adverts.error ?? deals.error ?? posts.error)?.message ?? null,
    isCut: [adverts, deals, posts].some(({ data }) => data?.length === MAX_RUNS),
  }
}

export type Schedule = Awaited<ReturnType<typeof readSchedule>>

function readAdverts(api: Api, { from, to }: Period) {
  return api.tables
    .from('advertisements')
    .select('id, title, page, position, image_url, link_url, start_date, end_date')
    .eq('status', 'active')
    .gte('end_date', from)
    .lt('start_date', to)
    .order('start_date')
    .order('id')
    .limit(MAX_RUNS)
}

const DEAL_STATE =
  'id, name, image_url, product_id, group_buy_id, created_at, starts_at, ends_at, product:products(name, archived_at, available_quantity, min_quantity, paused_until, vendor:vendors(paused_until)), group_buy:group_buys(product_name, status, end_date, target_quantity, current_quantity, max_participants, current_participants)' as const

function readDeals(api: Api, { from, to }: Period) {
  return api.tables
    .from('featured_deals')
    .select(DEAL_STATE)
    .eq('status', 'active')
    .or(`ends_at.is.null,ends_at.gte."${from}"`)
    .or(`starts_at.lt."${to}",and(starts_at.is.null,created_at.lt."${to}")`)
    .order('created_at', { ascending: false })
    .order('id')
    .limit(MAX_RUNS)
}

function readPosts(api: Api, { from, to }: Period) {
  return api.tables
    .from('blog_posts')
    .select('id, title, status, published_at, featured_image')
    .in('status', ['scheduled', 'published'])
    .gte('published_at', from)
    .lt('published_at', to)
    .order('published_at')
    .order('id')
    .limit(MAX_RUNS)
}

type ScheduledAdvertRow = NonNullable<Awaited<ReturnType<typeof readAdverts>>['data']>[number]
type ScheduledDealRow = NonNullable<Awaited<ReturnType<typeof readDeals>>['data']>[number]
type ScheduledPostRow = NonNullable<Awaited<ReturnType<typeof readPosts>>['data']>[number]

const advertRun = (advert: ScheduledAdvertRow) => ({
  ...runOf(advert),
  kind: 'advert' as const,
  placeText: positionText(advert),
  editor: `/content/adverts/${advert.id}`,
  picture: advert.image_url,
  link: advert.link_url,
})

/** Two deals that open the same record are in each other's place: the home page would show it twice. */
const dealRun = (deal: ScheduledDealRow) => ({
  id: deal.id,
  kind: 'deal' as const,
  title: deal.name,
  place: `deal.${deal.product_id ?? deal.group_buy_id ?? deal.id}`,
  placeText: 'Featured deals',
  from: deal.starts_at ?? deal.created_at,
  to: deal.ends_at,
  editor: `/content/deals/${deal.id}`,
  picture: deal.image_url,
  link: null,
  target: deal,
})

const postRun = (post: ScheduledPostRow) => ({
  id: post.id,
  kind: 'post' as const,
  title: post.title,
  place: `post.${post.id}`,
  placeText: post.status === 'scheduled' ? 'Blog, scheduled' : 'Blog',
  from: post.published_at,
  to: post.published_at,
  editor: `/blog/edit/${post.id}`,
  picture: post.featured_image,
  link: null,
})
