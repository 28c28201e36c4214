import { Link } from 'react-router'
import { readRate } from '#api/settings.ts'
import { BADGES, badgeTexts } from '#domain/rewards/badges.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { i18nOf } from '#web/languages/i18n.ts'
import { partTitle, titled } from '#web/titled.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/leaderboard.ts'
import { boardAddress, boardOf, boards } from './boards.ts'
import { Place } from './place.tsx'
import { readBoard } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { key } = boardOf(url.searchParams.get('tab'))
  const api = context.get(apiContext)
  const [{ people, error }, basisPoints] = await Promise.all([
    readBoard(api, boardOf(key)),
    readRate(api, 'referral_bps'),
  ])
  const viewerId = context.get(viewerContext).userId
  return { tab: key, people, failure: error, viewerId, percent: basisPoints / 100 }
}

export default function Leaderboard({ loaderData }: Route.ComponentProps) {
  const board = boardOf(loaderData.tab)
  return (
    <>
      <PageHeading lead="Who brings their neighbours, and who buys the most.">Leaderboard</PageHeading>
      <Tabs
        label="Boards"
        tabs={boards.map((tab) => ({ to: boardAddress(tab), label: tab.label, current: tab.key === board.key }))}
      />
      <section aria-labelledby="board">
        <h2 id="board" className="sr-only">
          {board.label}
        </h2>
        <p className="mb-4 max-w-measure text-soft">{board.rule} Names are shortened.</p>
        <Places {...loaderData} />
        {loaderData.viewerId && (
          <p className="mt-4 text-14">
            Do not want to appear here?{' '}
            <Link to="/account/profile" className="text-link">
              Turn it off in your profile
            </Link>
          </p>
        )}
      </section>
      <section aria-labelledby="badges" className="mt-12">
        <SectionHeading id="badges">Badges</SectionHeading>
        <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {BADGES.map((badge) => (
            <div key={badge} className="border-l-4 border-adire pl-3">
              <dt className="font-bold">{badgeTexts[badge].name}</dt>
              <dd className="text-soft">{badgeTexts[badge].rule}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

function Places({ tab, people, failure, viewerId, percent }: Route.ComponentProps['loaderData']) {
  const board = boardOf(tab)
  if (failure) return <ErrorState message={failure} />
  if (people.length === 0) {
    return (
      <EmptyState title={board.empty} action={<LinkButton to="/group-buys">See the group buys</LinkButton>}>
        {board.firstStep(percent)}
      </EmptyState>
    )
  }
  return (
    <ol className="grid gap-3 lg:grid-cols-3">
      {people.map((person) => (
        <li key={person.id} className={person.rank <= 3 ? '' : 'lg:col-span-3'}>
          <Place person={person} board={board} own={person.id === viewerId} />
        </li>
      ))}
    </ol>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  titled(
    partTitle(i18nOf(matches), 'Leaderboard', { part: loaderData && boardOf(loaderData.tab).label }),
    'Top Referrers and Top Buyers of the market, and the four badges they can earn.',
  )
