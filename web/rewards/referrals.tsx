import { useState } from 'react'
import { readRate } from '#api/settings.ts'
import { REFERRAL_CREDIT_HOURS } from '#domain/limits.ts'
import { apiContext, siteContext, viewerContext } from '#web/context.ts'
import { titled } from '#web/titled.ts'
import { Button } from '#web/ui/button.tsx'
import { DataList } from '#web/ui/data-list.tsx'
import { PageHeading } from '#web/ui/headings.tsx'
import { useHydrated } from '#web/ui/hydrated.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { Route } from './+types/referrals.ts'
import { countOwnReferrals, readReferralCode } from './queries.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const userId = context.get(viewerContext).userId ?? ''
  const [{ code, error }, counts, basisPoints] = await Promise.all([
    readReferralCode(api, userId),
    countOwnReferrals(api, userId),
    readRate(api, 'referral_bps'),
  ])
  const link = code && `${context.get(siteContext).origin}/?ref=${code}`
  return { code, link, counts, error, percent: basisPoints / 100 }
}

export default function Referrals({ loaderData: { code, link, counts, error, percent } }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        lead={`You earn ${percent}% in PEPS of what people you refer buy, within ${REFERRAL_CREDIT_HOURS} hours.`}
      >
        Referrals
      </PageHeading>
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
        </div>
      )}
    </>
  )
}

function ShareLink({ link }: { link: string }) {
  const [copied, setCopied] = useState(false)
  const hydrated = useHydrated()
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    setCopied(true)
  }
  return (
    <div className="grid gap-3">
      <TextField name="link" label="Your share link" value={link} readOnly onFocus={(event) => event.target.select()} />
      <div className="flex flex-wrap items-center gap-3">
        {hydrated && (
          <Button type="button" onClick={() => void copy().catch(() => setCopied(false))}>
            Copy link
          </Button>
        )}
        <a
          className="button button-plain button-medium"
          href={`https://wa.me/?text=${encodeURIComponent(`Buy food together and pay less: ${link}`)}`}
          rel="noopener noreferrer"
          target="_blank"
        >
          Share on WhatsApp
        </a>
        <span role="status">{copied && 'Copied.'}</span>
      </div>
    </div>
  )
}

export const meta: Route.MetaFunction = () => titled('Referrals', 'Your referral code and share link.')
