import { Link } from 'react-router'
import { DAY_MS, lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { readWaiting } from '#web/desk/read-waiting.ts'
import { type Task, Tasks } from '#web/desk/tasks.tsx'
import { waitingTasks } from '#web/desk/waiting-tasks.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/today.ts'
import { ComingChanges, ProblemList } from './coming.tsx'
import { LiveNow } from './live-now.tsx'
import { NewestWords } from './newest-words.tsx'
import { type News, readNewestPosts, readNews } from './news-queries.ts'
import { contentProblems, readLinkProblems } from './problems.ts'
import { MAX_RUNS, readSchedule } from './schedule-queries.ts'

/** Days ahead that the page shows. */
const DAYS_AHEAD = 7

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const now = new Date()
  const until = new Date(now.getTime() + DAYS_AHEAD * DAY_MS)
  const since = new Date(now.getTime() - DAYS_AHEAD * DAY_MS)
  const [schedule, waiting, news, posts] = await Promise.all([
    readSchedule(api, { from: now.toISOString(), to: until.toISOString() }),
    readWaiting(api),
    readNews(api, { now, since: since.toISOString() }),
    readNewestPosts(api),
  ])
  const { adverts, deals, posts: coming } = schedule
  const linked = await readLinkProblems(
    api,
    adverts.map(({ link }) => link),
    now,
  )
  return {
    now: now.toISOString(),
    until: until.toISOString(),
    // A failed read is no proof that nothing is shown.
    runs: schedule.failure === null ? { adverts, deals: deals.map(({ target: _, ...deal }) => deal), coming } : null,
    posts,
    news,
    problems: contentProblems({ schedule, linked, now, until: until.getTime() }),
    tasks: waitingTasks(waiting, 'content').filter(({ amount }) => amount > 0),
    since: lagosDate(since),
    isCut: schedule.isCut,
    failure: schedule.failure ?? waiting.failure ?? news.failure,
  }
}

/** The content desk's first page: what waits, what is wrong, what is shown now, and what changes in the next days. */
export default function ContentToday({ loaderData }: Route.ComponentProps) {
  const { now, until, runs, posts, news, problems, tasks, since, isCut, failure } = loaderData
  return (
    <>
      <PageHeading
        lead="What the shop shows now, and what needs you."
        action={
          <LinkButton to="/content/calendar" tone="plain">
            Calendar
          </LinkButton>
        }
      >
        Content today
      </PageHeading>
      {failure && <ErrorState message={failure} reload />}
      <Tasks tasks={[...tasks, ...newsTasks(news, since)]} calm="Nothing waits for you." />
      {isCut && <CutNotice />}
      {runs && <ProblemList problems={problems} />}
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-2">
        {runs && <LiveNow {...runs} posts={posts} now={now} />}
        <div className="grid min-w-0 gap-8">
          {runs && <ComingChanges runs={[...runs.adverts, ...runs.deals, ...runs.coming]} from={now} to={until} />}
          <NewestWords news={news} />
        </div>
      </div>
    </>
  )
}

/** Runs are read up to a limit, so problems of the others are not found here. */
function CutNotice() {
  return (
    <Notice tone="warning" className="mb-6">
      Only the first {MAX_RUNS} adverts, deals or posts are looked at here. See all{' '}
      <Link to="/content/adverts" className="text-link">
        adverts
      </Link>
      ,{' '}
      <Link to="/content/deals" className="text-link">
        deals
      </Link>{' '}
      and{' '}
      <Link to="/content/posts" className="text-link">
        posts
      </Link>
      .
    </Notice>
  )
}

function newsTasks({ photographCount, draftCount }: News, since: string): Task[] {
  return [
    {
      amount: photographCount,
      one: 'new photograph in 7 days',
      text: 'new photographs in 7 days',
      to: `/content/photographs?from=${since}`,
    },
    {
      amount: draftCount,
      one: 'draft to finish or delete',
      text: 'drafts to finish or delete',
      to: '/content/posts?state=draft',
    },
  ]
}

export const meta: Route.MetaFunction = () =>
  pageMeta('Content today', 'What the shop shows now, and what needs content staff.')
