import { Link } from 'react-router'
import { ADVERT_PAGES, ADVERT_POSITIONS } from '#domain/adverts/placement.ts'
import { daysOf } from '#domain/content/month.ts'
import { isRunning, runningAt } from '#domain/content/schedule.ts'
import { advertPlace, positionText } from '#web/adverts/content/advert-texts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { count, datedDay, longDay } from '#web/ui/format.ts'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'
import type { ScheduledRun } from './schedule-queries.ts'

interface LiveNowProps {
  adverts: readonly ScheduledRun[]
  deals: readonly ScheduledRun[]
  posts: readonly { id: string; title: string; published_at: string | null }[]
  now: string
}

/** The shop window as everyone sees it now: the advert of each place, the deals, the newest posts. Each opens its editor. */
export function LiveNow({ adverts, deals, posts, now }: LiveNowProps) {
  const at = Date.parse(now)
  const running = runningAt(adverts, at)
  const listed = deals.filter((deal) => isRunning(deal, at))
  return (
    <section aria-labelledby="live" className="min-w-0">
      <SectionHeading id="live">Shown now</SectionHeading>
      <h3 className="mb-1 text-18">Adverts by place</h3>
      <ul className="mb-6 divide-y divide-grain">
        {ADVERT_PAGES.flatMap((page) =>
          ADVERT_POSITIONS.map((position) => (
            <PlaceNow
              key={`${page} ${position}`}
              place={{ page, position }}
              running={running.filter((run) => run.place === advertPlace({ page, position }))}
            />
          )),
        )}
      </ul>
      <h3 className="mb-1 text-18">
        Featured deals <span className="font-normal text-soft tabular-nums">{count(listed.length)}</span>
      </h3>
      {listed.length === 0 && <p className="mb-6 text-soft">No deal is on the home page.</p>}
      <ul className="mb-6 divide-y divide-grain">
        {listed.map((deal) => (
          <Shown key={deal.id} run={deal} note={deal.to ? `Until ${lastDay(deal)}` : ''} />
        ))}
      </ul>
      <h3 className="mb-1 text-18">Newest posts</h3>
      {posts.length === 0 && <p className="text-soft">No post is published.</p>}
      <ul className="divide-y divide-grain">
        {posts.map(({ id, title, published_at: published }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
            <Link to={`/blog/edit/${id}`} className="inline-flex min-h-11 items-center break-words text-link">
              {title}
            </Link>
            {published && <span className="text-14 text-soft">{longDay(published)}</span>}
          </li>
        ))}
      </ul>
      {posts.length > 0 && (
        <Link to="/content/posts?state=published" className="inline-flex min-h-11 items-center text-14 text-link">
          All published posts
        </Link>
      )}
    </section>
  )
}

interface PlaceNowProps {
  place: { page: string; position: string }
  /** The adverts running there now, the one that the shop shows before the others. */
  running: readonly ScheduledRun[]
}

function PlaceNow({ place, running: [shown, ...hidden] }: PlaceNowProps) {
  if (!shown) {
    return (
      <li className="flex flex-wrap items-center justify-between gap-x-4 py-1">
        <span>
          {positionText(place)}: <span className="text-soft">nothing</span>
        </span>
        <Link
          to={`/content/adverts/new?page=${place.page}&position=${place.position}`}
          className="inline-flex min-h-11 items-center text-link"
        >
          Fill it <span className="sr-only">: {positionText(place)}</span>
        </Link>
      </li>
    )
  }
  return (
    <Shown run={shown} note={`${shown.placeText} · until ${lastDay(shown)}`}>
      {hidden.length > 0 && <Badge tone="warm">{hidden.length} hidden</Badge>}
    </Shown>
  )
}

const lastDay = (run: ScheduledRun): string => datedDay(daysOf(run).last ?? '')

function Shown({ run, note, children }: { run: ScheduledRun; note: string; children?: React.ReactNode }) {
  return (
    <li className="flex items-center gap-3 py-2">
      <Picture src={run.picture} alt="" width={44} height={44} className="size-11 shrink-0 object-contain" />
      <div className="min-w-0">
        <Link to={run.editor} className="inline-flex min-h-11 items-center break-words text-link">
          {run.title}
        </Link>
        {note && (
          <p className="text-14 text-soft">
            {note} {children}
          </p>
        )}
      </div>
    </li>
  )
}
