import type { Api } from '#api/api.ts'
import { ADVERT_PAGES, ADVERT_POSITIONS } from '#domain/adverts/placement.ts'
import { gapsOf, overlapsOf, touches } from '#domain/content/schedule.ts'
import { buyProblem, productProblem, readLinkTarget, shopProblem } from '#domain/content/targets.ts'
import { advertPlace, positionText } from '#web/adverts/content/advert-texts.ts'
import { overlapText, spanText } from '#web/content/overlap-text.ts'
import { isId } from '#web/list-page.ts'
import { day } from '#web/ui/format.ts'
import type { Schedule, ScheduledRun } from './schedule-queries.ts'

export interface ContentProblem {
  /** One sentence. */
  text: string
  /** The name of its row or place, and where it is put right. */
  name: string
  to: string
  kind: 'target' | 'picture' | 'overlap' | 'gap'
}

interface ProblemQuery {
  schedule: Pick<Schedule, 'adverts' | 'deals'>
  /** The records that adverts open, by link. */
  linked: ReadonlyMap<string, string>
  now: Date
  /** Until when overlaps and gaps count. */
  until: number
}

/** All problems of what is shown now and within the days ahead, the urgent kinds first. */
export function contentProblems({ schedule, linked, now, until }: ProblemQuery): ContentProblem[] {
  const span = { from: now.getTime(), to: until }
  const ahead = <Of extends ScheduledRun>(runs: readonly Of[]) => runs.filter((run) => touches(run, span))
  const [adverts, deals] = [ahead(schedule.adverts), ahead(schedule.deals)]
  const of = ({ title: name, editor: to }: ScheduledRun) => ({ name, to })
  return [
    ...deals.flatMap((run) => {
      const { product_id, product, group_buy_id, group_buy } = run.target
      const text =
        group_buy_id !== null ? buyProblem(group_buy, now) : product_id !== null ? productProblem(product, now) : null
      return text ? [{ text, ...of(run), kind: 'target' as const }] : []
    }),
    ...adverts.flatMap((run) => {
      const text = run.link === null ? undefined : linked.get(run.link)
      return text ? [{ text, ...of(run), kind: 'target' as const }] : []
    }),
    ...adverts
      .filter(({ picture }) => !picture)
      .map((run) => ({ text: 'It has no picture.', ...of(run), kind: 'picture' as const })),
    ...overlapsOf([...adverts, ...deals])
      .filter(({ to }) => to > span.from)
      .map(({ hidden, shown, from, to }) => ({
        ...of(hidden as ScheduledRun),
        kind: 'overlap' as const,
        text: overlapText({ hidden, shown, from: Math.max(from, span.from), to }),
      })),
    ...gapProblems(adverts, span),
  ]
}

function gapProblems(adverts: readonly ScheduledRun[], span: { from: number; to: number }): ContentProblem[] {
  return ADVERT_PAGES.flatMap((page) =>
    ADVERT_POSITIONS.flatMap((position) => {
      const place = { page, position }
      return gapsOf(adverts, advertPlace(place), span).map((gap) => ({
        text: `No advert ${periodWords(gap, span)}.`,
        name: positionText(place),
        to: `/content/adverts/new?page=${page}&position=${position}`,
        kind: 'gap' as const,
      }))
    }),
  )
}

function periodWords(gap: { from: number; to: number }, span: { from: number; to: number }): string {
  if (gap.from === span.from && gap.to === span.to) return 'now and in the next 7 days'
  if (gap.from === span.from) return `until ${day(new Date(gap.to))}`
  return gap.to === span.to ? `from ${day(new Date(gap.from))} on` : spanText(gap)
}

/** The problems of the records that these links open, by link: one query for each kind. */
export async function readLinkProblems(
  api: Api,
  links: readonly (string | null)[],
  now: Date,
): Promise<Map<string, string>> {
  const targets = links.flatMap((link) => {
    const target = readLinkTarget(link)
    return link !== null && target && (target.kind === 'blog' || isId(target.key)) ? [{ link, ...target }] : []
  })
  const keysOf = (kind: string) => [...new Set(targets.filter((one) => one.kind === kind).map(({ key }) => key))]
  const [products, buys, shops, posts] = await Promise.all([
    api.tables
      .from('products')
      .select('id, archived_at, available_quantity, min_quantity, paused_until, vendor:vendors(paused_until)')
      .in('id', keysOf('products')),
    api.tables
      .from('group_buys')
      .select('id, status, end_date, target_quantity, current_quantity, max_participants, current_participants')
      .in('id', keysOf('group-buys')),
    api.tables.from('vendors').select('id, paused_until').eq('status', 'active').in('id', keysOf('shop')),
    api.tables.from('blog_posts').select('slug').eq('status', 'published').in('slug', keysOf('blog')),
  ])
  // A failed read is no proof that something is gone.
  const byId = <Row extends { id: string }>({ data }: { data: Row[] | null }, key: string) =>
    data === null ? undefined : (data.find(({ id }) => id === key.toLowerCase()) ?? null)
  const problemOf = ({ kind, key }: (typeof targets)[number]): string | null => {
    if (kind === 'blog') return posts.data?.every(({ slug }) => slug !== key) ? 'Its post is not published.' : null
    if (kind === 'products') {
      const row = byId(products, key)
      return row === undefined ? null : productProblem(row, now)
    }
    const row = kind === 'group-buys' ? byId(buys, key) : undefined
    if (kind === 'group-buys') return row === undefined ? null : buyProblem(row, now)
    const shop = byId(shops, key)
    return shop === undefined ? null : shopProblem(shop, now)
  }
  return new Map(
    targets.flatMap((target) => {
      const text = problemOf(target)
      return text === null ? [] : [[target.link, text] as const]
    }),
  )
}
