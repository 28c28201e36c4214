import { Trans, useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { readRate } from '#api/settings.ts'
import { BADGES, badgeTexts } from '#domain/rewards/badges.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta, partTitle } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { Tabs } from '#web/ui/tables/tabs.tsx'
import type { Route } from './+types/leaderboard.ts'
import { boardAddress, boardByKey, boards } from './boards.ts'
import { Place } from './place.tsx'
import { readBoard } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { key } = boardByKey(url.searchParams.get('tab'))
  const api = context.get(apiContext)
  const [{ people, error }, basisPoints] = await Promise.all([
    readBoard(api, boardByKey(key)),
    readRate(api, 'referral_bps'),
  ])
  const viewerId = context.get(viewerContext).userId
  return { tab: key, people, failure: error, viewerId, percent: basisPoints / 100 }
}

export default function Leaderboard({ loaderData }: Route.ComponentProps) {
  const { i18n } = useLingui()
  const board = boardByKey(loaderData.tab)
  return (
    <>
      <PageHeading lead={i18n.t('Who refers the most people, and who buys the most.')}>
        {i18n.t('Leaderboard')}
      </PageHeading>
      <Tabs
        label={i18n.t('Leaderboards')}
        tabs={boards.map((tab) => ({
          to: boardAddress(tab),
          label: i18n.t(tab.label),
          current: tab.key === board.key,
        }))}
      />
      <section aria-labelledby="board">
        <h2 id="board" className="sr-only">
          {i18n.t(board.label)}
        </h2>
        <p className="mb-4 max-w-measure text-soft">{i18n.t(board.rule)}</p>
        <Places {...loaderData} />
        {loaderData.viewerId && (
          <p className="mt-4 text-14">
            <Trans
              id="Do not want to appear here? <profile>Hide your name in your profile</profile>."
              components={{ profile: <Link to="/account/profile" className="text-link" /> }}
            />
          </p>
        )}
      </section>
      <section aria-labelledby="badges" className="mt-12">
        <SectionHeading id="badges">{i18n.t('Badges')}</SectionHeading>
        <dl className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {BADGES.map((badge) => (
            <div key={badge} className="border-l-4 border-adire pl-3">
              <dt className="font-bold">{i18n.t(badgeTexts[badge].name)}</dt>
              <dd className="text-soft">{i18n.t(badgeTexts[badge].rule)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

function Places({ tab, people, failure, viewerId, percent }: Route.ComponentProps['loaderData']) {
  const { i18n } = useLingui()
  const board = boardByKey(tab)
  if (failure) return <ErrorState message={failure} />
  if (people.length === 0) {
    return (
      <EmptyState
        title={i18n.t(board.empty)}
        action={<LinkButton to="/group-buys">{i18n.t('See the group buys')}</LinkButton>}
      >
        {i18n.t(board.firstStep, { percent })}
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

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(
    partTitle(i18n, i18n.t('Leaderboard'), { part: loaderData && i18n.t(boardByKey(loaderData.tab).label) }),
    i18n.t('Top Referrers and Top Buyers of the market, and the four badges they can earn.'),
  )
}
