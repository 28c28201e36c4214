import { bannerOverlaps, bannerPhase } from '#domain/banners/banner.ts'
import { NOT_THERE } from '#domain/texts/screens.ts'
import { savedOutcome } from '#web/content/soft-deletion.tsx'
import { apiContext, bannersContext } from '#web/context.ts'
import { SettingsTabs } from '#web/desk/settings-tabs.tsx'
import { keepInputOffline, readForm, reject, succeed } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { isId, pageParam, pathWithParams } from '#web/list-page.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/banners.ts'
import { BannerItem } from './banner-item.tsx'
import {
  type BannerRow,
  endBanner,
  listBannersAhead,
  listPastBanners,
  readBannerRow,
  showBannerAgain,
} from './queries.ts'

const PATH = '/chief/banners'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const now = new Date()
  const page = pageParam(url.searchParams)
  const [ahead, past] = await Promise.all([listBannersAhead(api, now), listPastBanners(api, { now, page })])
  return { ahead, past, page, now: now.getTime(), done: savedOutcome(url.searchParams, 'The banner is saved.') }
}

/** Ends a banner, or shows one again. A repeated press counts as done. */
export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await readForm(request)
  const id = form.field('id')
  if (!isId(id)) return reject(form, { text: NOT_THERE })
  const ends = form.field('intent') === 'end'
  const { data, error } = await (ends ? endBanner(api, id) : showBannerAgain(api, id))
  if (error) return reject(form, { text: error.message })
  // The page that follows is rendered without the banner, or with it.
  await context.get(bannersContext).refresh()
  if (data.length === 0) {
    const { data: row } = await readBannerRow(api, id)
    if (!row || (row.ended_at !== null) !== ends) return reject(form, { text: NOT_THERE })
  }
  return succeed(
    ends ? 'The banner has ended. You can undo this within a minute, under “Past”.' : 'The banner is back.',
  )
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

export default function Banners({ loaderData: { ahead, past, page, now, done }, actionData }: Route.ComponentProps) {
  const running = ahead.rows.filter((banner) => bannerPhase(banner, now) === 'now')
  const planned = ahead.rows.filter((banner) => bannerPhase(banner, now) === 'planned')
  return (
    <>
      <PageHeading
        lead="One line at the top of every page. A reader sees one at a time: a warning before information, then the newest."
        action={<LinkButton to={`${PATH}/new`}>Write a banner</LinkButton>}
      >
        Banners
      </PageHeading>
      <SettingsTabs current="banners" />
      <OutcomeNotice outcome={actionData ?? done} />
      {ahead.failure && <ErrorState message={ahead.failure} reload />}
      {!ahead.failure && (
        <>
          <List title="Now" banners={running} others={running} now={now} empty="No banner is shown now." />
          <List title="Planned" banners={planned} others={ahead.rows} now={now} empty="No banner is planned." />
        </>
      )}
      {past.failure && <ErrorState message={past.failure} reload />}
      {!past.failure && (
        <List title="Past" banners={past.rows} others={[]} now={now} empty="No banner has ended yet." />
      )}
      <Pagination
        page={page}
        pageCount={past.pageCount}
        linkTo={(to) => pathWithParams(PATH, { page: to })}
        label="past banners"
      />
    </>
  )
}

interface BannerListProps {
  title: string
  banners: readonly BannerRow[]
  /** Those that can be shown instead. */
  others: readonly BannerRow[]
  now: number
  empty: string
}

function List({ title, banners, others, now, empty }: BannerListProps) {
  const id = title.toLowerCase()
  return (
    <section aria-labelledby={id} className="mt-6">
      <SectionHeading id={id}>{title}</SectionHeading>
      {banners.length === 0 ? (
        <p className="text-soft">{empty}</p>
      ) : (
        <ul className="grid divide-y divide-grain">
          {banners.map((banner) => (
            <BannerItem key={banner.id} banner={banner} overlaps={bannerOverlaps(banner, others)} now={now} />
          ))}
        </ul>
      )}
    </section>
  )
}

export const meta: Route.MetaFunction = () => pageMeta('Banners', 'Lines at the top of every page.')
