import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { readRate } from '#api/settings.ts'
import { REFERRAL_CREDIT_HOURS } from '#domain/limits.ts'
import { apiContext, viewerContext } from '#web/context.ts'
import { Figures } from '#web/desk/figures/figures.tsx'
import { PagedTable } from '#web/desk/lists/paged-table.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageParam } from '#web/list-page.ts'
import { pageMeta } from '#web/page-meta.ts'
import { Badge } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { count, longDay } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import type { Column } from '#web/ui/tables/table.tsx'
import type { Route } from './+types/referred.ts'
import { countSuccessfulReferrals, listReferred, type ReferredUser } from './queries.ts'

export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const userId = context.get(viewerContext).userId ?? ''
  const page = pageParam(url.searchParams)
  const [list, successful, basisPoints] = await Promise.all([
    listReferred(api, userId, page),
    countSuccessfulReferrals(api, userId),
    readRate(api, 'referral_bps'),
  ])
  return { page, list, successful, percent: basisPoints / 100 }
}

/** A customer's "Customers": the users they referred. It shows that they joined and bought, but not their identity. */
export default function ReferredPeople({ loaderData: { page, list, successful, percent } }: Route.ComponentProps) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading
        lead={i18n.t('Everybody who signed up through your link. You do not see their names or their orders.')}
        action={<LinkButton to="/account/referrals">{i18n.t('Your link and code')}</LinkButton>}
      >
        {i18n.t('People you referred')}
      </PageHeading>
      <Figures
        label={i18n.t('People you referred')}
        figures={[
          { label: i18n.t('Signed up'), value: count(list.count) },
          { label: i18n.t('With a settled order'), value: count(successful) },
          {
            label: i18n.t('Your reward'),
            value: `${percent}%`,
            rule: i18n.t('of what they buy, as PEPS, within {hours} hours', { hours: REFERRAL_CREDIT_HOURS }),
          },
        ]}
      />
      <PagedTable
        caption={i18n.t('People you referred')}
        list={list}
        columns={referralColumns(i18n)}
        rowKey={({ id }) => id}
        query={{ page }}
        empty={
          <EmptyState
            title={i18n.t('You have not referred anybody yet.')}
            action={<LinkButton to="/account/referrals">{i18n.t('Get your link')}</LinkButton>}
          >
            {i18n.t(
              'Send your link to family and friends. Everybody who signs up gets a line here. It turns to “Successful” with their first settled order.',
            )}
          </EmptyState>
        }
      />
    </>
  )
}

const referralColumns = (i18n: I18n): Column<ReferredUser>[] => [
  { header: i18n.t('Signed up'), heading: true, cell: ({ created_at: at }) => longDay(at) },
  {
    header: i18n.t('First settled order'),
    cell: ({ settled_at: at }) => (
      <>
        <Badge tone={at ? 'good' : 'plain'}>{at ? i18n.t('Successful') : i18n.t('Not yet')}</Badge>
        {at && <span className="block text-14 text-soft">{longDay(at)}</span>}
      </>
    ),
  },
]

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('People you referred'), i18n.t('Who signed up through your link.'))
}
