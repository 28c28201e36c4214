import { useLingui } from '@lingui/react'
import { readReferralCode } from '#api/referral-code.ts'
import { readPlannedRate, readRate } from '#api/settings.ts'
import { REFERRAL_CREDIT_HOURS } from '#domain/limits.ts'
import { sharedAddress } from '#domain/rewards/referrals.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { pageMeta } from '#web/page-meta.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { datedMoment } from '#web/ui/format.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/referrals.ts'
import { countOwnReferrals } from './queries.ts'
import { ShareLink } from './share-link.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const userId = context.get(viewerContext).userId ?? ''
  const [{ code, error }, counts, basisPoints, planned] = await Promise.all([
    readReferralCode(api, userId),
    countOwnReferrals(api, userId),
    readRate(api, 'referral_bps'),
    readPlannedRate(api, 'referral_bps'),
  ])
  const link = code && sharedAddress(`${context.get(siteContext).origin}/`, code)
  return { code, link, counts, error, percent: basisPoints / 100, planned }
}

export default function Referrals({
  loaderData: { code, link, counts, error, percent, planned },
}: Route.ComponentProps) {
  const { i18n } = useLingui()
  return (
    <>
      <PageHeading
        lead={i18n.t('You earn {percent}% of what the people you refer buy. It comes as PEPS within {hours} hours.', {
          percent,
          hours: REFERRAL_CREDIT_HOURS,
        })}
      >
        {i18n.t('Referrals')}
      </PageHeading>
      {planned && (
        <Notice
          tone="info"
          className="mb-5"
          title={i18n.t('From {moment} you earn {percent}%', {
            moment: datedMoment(planned.from),
            percent: planned.basisPoints / 100,
          })}
        >
          {i18n.t('Group buys that are published before then stay at {percent}%.', { percent })}
        </Notice>
      )}
      {error && <ErrorState message={error} reload />}
      {!error && !code && (
        <EmptyState title={i18n.t('Vendors cannot enroll as affiliates.')}>
          {i18n.t('A vendor’s account has no referral code and earns no rewards.')}
        </EmptyState>
      )}
      {code && link && (
        <div className="grid max-w-140 gap-6">
          <ShareLink link={link} />
          <DataList
            facts={[
              { label: i18n.t('Your code'), value: <strong>{code}</strong> },
              { label: i18n.t('People you referred'), value: counts.all },
              { label: i18n.t('With a settled order'), value: counts.successful },
            ]}
          />
          <p>
            <LinkButton to="/account/wallet" tone="plain">
              {i18n.t('Your wallet')}
            </LinkButton>
          </p>
        </div>
      )}
    </>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const i18n = i18nFromMatches(matches)
  return pageMeta(i18n.t('Referrals'), i18n.t('Your referral code and your link to share.'))
}
