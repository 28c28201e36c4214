import { useLingui } from '@lingui/react'
import { claimRefusals } from '#domain/claims/refusals.ts'
import { apiContext, i18nContext, viewerContext } from '#web/context.ts'
import { keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { PageHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/claim.ts'
import { handleClaimForm } from './claim-action.ts'
import { ClaimBody } from './claim-body.tsx'
import { loadClaim } from './claim-loader.ts'
import { StateBadge } from './parts.tsx'

export const loader = (args: Route.LoaderArgs) => loadClaim(args)

export async function action({ request, params, context }: Route.ActionArgs) {
  const userId = context.get(viewerContext).userId ?? ''
  const form = await readForm(request)
  return handleClaimForm(context.get(apiContext), { form, claimId: params.id, userId, i18n: context.get(i18nContext) })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A claim's page for its buyer or its shop. */
export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  const { claim, failure, isNew, key, ...rest } = loaderData
  const { i18n } = useLingui()
  if (!claim) return <ErrorState message={translate(i18n, failure ?? '')} reload={i18n.t('Nothing is lost.')} />
  return (
    <>
      <PageHeading
        lead={claim.lines.map(({ line }) => line.product_name).join(', ')}
        action={<StateBadge claim={claim} />}
      >
        {i18n.t('Claim {number}', { number: claim.claim_no })}
      </PageHeading>
      <OutcomeNotice outcome={actionData} />
      {!actionData && isNew && (
        <Notice tone="success" className="mb-5">
          {i18n.t('We have your claim and have told the vendor.')}
        </Notice>
      )}
      <ClaimBody {...rest} claim={claim} sendKey={key} result={actionData} />
    </>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nFromMatches(matches)
  const number = loaderData?.claim?.claim_no
  return pageMeta(
    number ? i18n.t('Claim {number}', { number }) : i18n.t(claimRefusals.missing.claim_not_found),
    i18n.t('A claim, both sides of it, and what comes next.'),
  )
}

export const ErrorBoundary = notFoundBoundary({
  title: claimRefusals.missing.claim_not_found,
  lead: /*i18n*/ 'It may belong to another account, or the address is mistyped.',
  back: /*i18n*/ 'All claims',
  to: '..',
})
