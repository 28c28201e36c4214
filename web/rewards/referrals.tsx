import { readReferralCode } from '#api/referral-code.ts'
import { readPlannedRate, readRate } from '#api/settings.ts'
import { REFERRAL_CREDIT_HOURS } from '#domain/limits.ts'
import { sharedAddress } from '#domain/rewards/referrals.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { titled } from '#web/titled.ts'
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
  return (
    <>
      <PageHeading
        lead={`You earn ${percent}% in PEPS of what people you refer buy, within ${REFERRAL_CREDIT_HOURS} hours.`}
      >
        Referrals
      </PageHeading>
      {planned && (
        <Notice
          tone="info"
          className="mb-5"
          title={`From ${datedMoment(planned.from)} on: ${planned.basisPoints / 100}%`}
        >
          Group buys that are published before keep {percent}%.
        </Notice>
      )}
      {error && <ErrorState message={error} reload />}
      {!error && !code && (
        <EmptyState title="Vendors cannot enroll as affiliates.">
          A vendor's account has no referral code and earns no referral rewards.
        </EmptyState>
      )}
      {code && link && (
        <div className="grid max-w-140 gap-6">
          <ShareLink link={link} />
          <DataList
            facts={[
              { label: 'Your code', value: <strong>{code}</strong> },
              { label: 'People you referred', value: counts.all },
              { label: 'With a settled order', value: counts.successful },
            ]}
          />
          <p>
            <LinkButton to="/account/wallet" tone="plain">
              Your wallet
            </LinkButton>
          </p>
        </div>
      )}
    </>
  )
}

export const meta: Route.MetaFunction = () => titled('Referrals', 'Your referral code and share link.')
