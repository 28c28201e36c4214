import { Link } from 'react-router'
import { readMonth } from '#domain/content/month.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/calendar.ts'
import { Agenda } from './agenda.tsx'
import { MonthGrid } from './month-grid.tsx'
import { OverlapList } from './overlap-list.tsx'
import { MAX_RUNS, readSchedule } from './schedule-queries.ts'
import './calendar.css'

const HERE = '/content/calendar'

export async function loader({ url, context }: Route.LoaderArgs) {
  const now = new Date()
  const month = readMonth(url.searchParams.get('month'), now)
  const { adverts, deals, posts, failure, isCut } = await readSchedule(context.get(apiContext), month)
  return {
    month,
    today: lagosDate(now),
    runs: [...adverts, ...deals.map(({ target: _, ...deal }) => deal), ...posts],
    failure,
    isCut,
  }
}

/** A month of adverts, deals and posts: bars by place on wide screens, a list by day on phones. */
export default function ContentCalendar({ loaderData: { month, today, runs, failure, isCut } }: Route.ComponentProps) {
  const name = monthName(month.month)
  return (
    <>
      <PageHeading
        lead="Adverts by place, featured deals and posts. Days are those of Lagos."
        action={
          <div className="flex flex-wrap gap-2">
            <LinkButton to="/content/adverts/new" tone="plain" size="small">
              New advert
            </LinkButton>
            <LinkButton to="/content/deals/new" tone="plain" size="small">
              New deal
            </LinkButton>
            <LinkButton to="/blog/new" tone="plain" size="small">
              New post
            </LinkButton>
          </div>
        }
      >
        Calendar
      </PageHeading>
      {failure && <ErrorState message={failure} reload />}
      {isCut && <p className="mb-4">Only the first {MAX_RUNS} adverts, deals and posts of each kind are shown.</p>}
      <nav aria-label="Months" className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="mr-auto text-22 max-sm:w-full">{name}</h2>
        <Link to={`${HERE}?month=${month.previous}`} className="inline-flex min-h-11 items-center text-link">
          Previous<span className="sr-only"> month, {monthName(month.previous)}</span>
        </Link>
        <Link to={HERE} className="inline-flex min-h-11 items-center text-link">
          Today
        </Link>
        <Link to={`${HERE}?month=${month.next}`} className="inline-flex min-h-11 items-center text-link">
          Next<span className="sr-only"> month, {monthName(month.next)}</span>
        </Link>
      </nav>
      <OverlapList runs={runs} month={month} />
      <div className="max-lg:hidden">
        <MonthGrid runs={runs} month={month} today={today} />
      </div>
      <div className="lg:hidden">
        <Agenda runs={runs} month={month} today={today} />
      </div>
    </>
  )
}

/** "March 2026" */
const monthName = (month: string): string => longDay(`${month}-01`).replace(/^\d+ /, '')

export const meta: Route.MetaFunction = () =>
  pageMeta('Content calendar', 'A month of adverts, featured deals and posts.')
