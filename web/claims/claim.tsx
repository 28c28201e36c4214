import { useLingui } from '@lingui/react'
import { data, Link } from 'react-router'
import { ESCALATION_TEXT } from '#domain/claims/claim-texts.ts'
import { claimRefusals } from '#domain/claims/refusals.ts'
import { apiContext, i18nContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { type FormResult, keepInputOffline, readForm } from '#web/forms/form.ts'
import { OutcomeNotice } from '#web/forms/outcome.tsx'
import { i18nFromMatches } from '#web/languages/i18n.ts'
import { translate } from '#web/languages/translate.ts'
import { revalidateUnlessOffline } from '#web/offline.ts'
import { pageMeta } from '#web/page-meta.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { notFoundBoundary } from '#web/ui/not-found-boundary.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/claim.ts'
import { handleClaimForm } from './claim-action.ts'
import { ClaimContextPanel } from './claim-context.tsx'
import { claimFacts } from './claim-facts.tsx'
import { MessageForm } from './claim-forms.tsx'
import { claimSide } from './claim-side.ts'
import { ClaimDecisionForm } from './decision-forms.tsx'
import { OfferAnswer } from './offers/offer-answer.tsx'
import { type ClaimCosts, readClaimCosts, readClaimProof } from './offers/offer-queries.ts'
import { OwnOffer } from './offers/own-offer.tsx'
import { ClaimProof } from './offers/proof.tsx'
import { VendorAnswer } from './offers/vendor-answer.tsx'
import { ClaimEvents, Evidence, NextStep, StateBadge } from './parts.tsx'
import { type Claim, readClaim, readClaimContext, type Side } from './queries.ts'
import { Replacement } from './replacement.tsx'

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId, role } = context.get(viewerContext)
  const side = claimSide(url.pathname)
  const ofId = side === 'vendor' ? ((await readOwnShop(api, userId))?.id ?? NO_USER_ID) : (userId ?? NO_USER_ID)
  const { claim, files, failure } = await readClaim(api, { id: params.id, side, ofId })
  if (!claim && !failure) throw data(claimRefusals.missing.claim_not_found, { status: 404 })
  const [background, costs, proof] = await Promise.all([
    claim && side === 'staff' ? readClaimContext(api, claim) : null,
    claim ? readClaimCosts(api, { claim, side }) : null,
    claim && side !== 'buyer' ? readClaimProof(api, claim.id) : null,
  ])
  const isNew = url.searchParams.has('made')
  return {
    side,
    role,
    claim,
    files,
    failure,
    background,
    costs,
    proof,
    isNew,
    key: crypto.randomUUID(),
    now: new Date().toISOString(),
  }
}

const NO_USER_ID = '00000000-0000-0000-0000-000000000000'

export async function action({ request, params, context }: Route.ActionArgs) {
  const userId = context.get(viewerContext).userId ?? ''
  const form = await readForm(request)
  return handleClaimForm(context.get(apiContext), { form, claimId: params.id, userId, i18n: context.get(i18nContext) })
}

export const clientAction = (args: Route.ClientActionArgs) => keepInputOffline(args)

export const shouldRevalidate = revalidateUnlessOffline

/** A claim's page: its subject, messages, evidence, next step, and the viewer's actions. */
export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  const { side, role, claim, files, failure, background, costs, proof, isNew, key, now } = loaderData
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
      <p className="mb-6 max-w-measure font-semibold">
        <NextStep claim={claim} now={now} />
      </p>
      {claim.lot && (
        <Notice tone="info" className="mb-6">
          {claim.lot.status === 'open'
            ? i18n.t(
                'Several buyers have a claim about this group buy. One decision is made for all of them: lot {number}.',
                {
                  number: claim.lot.lot_no,
                },
              )
            : i18n.t('Decided together with lot {number}.', { number: claim.lot.lot_no })}{' '}
          {side !== 'buyer' && (
            <Link to={`../lots/${claim.lot_id}`} relative="path" className="text-link">
              {i18n.t('See all its claims')}
            </Link>
          )}
        </Notice>
      )}
      <div className="grid gap-8 md:grid-cols-2">
        <div className="grid content-start gap-8">
          <section aria-labelledby="about">
            <SectionHeading id="about">{i18n.t('What it is about')}</SectionHeading>
            <DataList facts={claimFacts(i18n, claim, side)} />
          </section>
          {proof && <ClaimProof proof={proof} />}
          {background && <ClaimContextPanel claim={claim} background={background} area={role} />}
          <section aria-labelledby="evidence">
            <SectionHeading id="evidence">{i18n.t('Evidence')}</SectionHeading>
            <Evidence evidence={claim.evidence} files={files} />
          </section>
        </div>
        <div className="grid content-start gap-8">
          <section aria-labelledby="said">
            <SectionHeading id="said">{i18n.t('What was said')}</SectionHeading>
            <ClaimEvents events={claim.events} />
          </section>
          <Replacement claim={claim} side={side} />
          <ViewerActions
            claim={claim}
            side={side}
            role={role}
            now={now}
            costs={costs}
            sendKey={key}
            result={actionData}
            isOwnCase={background?.isOwnCase ?? false}
            mostKobo={Math.min(claim.requested_kobo, background?.worthKobo ?? 0)}
          />
          {claim.ended_at && side !== 'staff' && (
            <p className="max-w-measure text-14 text-soft">{i18n.t(ESCALATION_TEXT)}</p>
          )}
        </div>
      </div>
    </>
  )
}

interface ViewerActionsProps {
  claim: Claim
  side: Side
  role: string
  isOwnCase: boolean
  /** The most that staff may refund. */
  mostKobo: number
  now: string
  costs: ClaimCosts | null
  sendKey: string
  result: FormResult | undefined
}

/** The viewer's possible actions. The command enforces the same rules. */
function ViewerActions({ claim, side, role, now, isOwnCase, mostKobo, costs, ...form }: ViewerActionsProps) {
  const { i18n } = useLingui()
  const { status, appeal_by, ended_at } = claim
  const withLot = isDecidedWithLot(claim)
  const mayAppeal = !ended_at && appeal_by !== null && now <= appeal_by && ['upheld', 'rejected'].includes(status)
  if (side === 'staff') {
    if (isOwnCase) return <p className="text-soft">{claimRefusals.forbidden.own_case}</p>
    if (claim.lot?.status === 'open') return null
    if (withLot && status === 'appealed') return null
    const intent = nextAction(role, status, now > claim.propose_by)
    return intent ? (
      <ActionSection title={intent === 'propose' ? i18n.t('Your proposal') : i18n.t('Your decision')}>
        <ClaimDecisionForm claim={claim} intent={intent} mostKobo={mostKobo} {...form} />
      </ActionSection>
    ) : null
  }
  if (side === 'vendor' && status === 'open') {
    return (
      <ActionSection title={i18n.t('Your answer')}>
        <VendorAnswer claim={claim} costs={costs} {...form} />
      </ActionSection>
    )
  }
  if (status === 'offered' && side === 'vendor') {
    return (
      <ActionSection title={/*as is*/ 'Your offer'}>
        <OwnOffer claim={claim} now={now} {...form} />
      </ActionSection>
    )
  }
  if (status === 'offered') {
    return (
      <ActionSection title={i18n.t('The vendor’s offer')}>
        <OfferAnswer claim={claim} costs={costs} {...form} />
      </ActionSection>
    )
  }
  if (mayAppeal) {
    return (
      <ActionSection title={i18n.t('Appeal')}>
        {withLot && (
          <p className="mb-3">
            {i18n.t('It was decided with the others of its lot, and one appeal counts for all of them.')}
          </p>
        )}
        <MessageForm intent="appeal" {...form} />
      </ActionSection>
    )
  }
  return side === 'buyer' && ['open', 'disputed', 'proposed'].includes(status) ? (
    <ActionSection title={i18n.t('Is it settled?')}>
      <MessageForm intent="withdraw" {...form} />
    </ActionSection>
  ) : null
}

/** The vendor's response period belongs to each claim; a decision taken for the whole lot belongs to the lot. */
const isDecidedWithLot = ({ lot, events }: Claim): boolean =>
  lot?.decided_at != null && !events.some(({ kind }) => kind === 'accepted' || kind === 'unanswered')

function nextAction(role: string, status: string, isLate: boolean): 'propose' | 'decide' | 'hear' | null {
  if (role === 'manager') return status === 'disputed' ? 'propose' : null
  if (role === 'coordinator') return status === 'proposed' || (status === 'disputed' && isLate) ? 'decide' : null
  return role === 'chief' && status === 'appealed' ? 'hear' : null
}

function ActionSection({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby="act" className="print:hidden">
      <SectionHeading id="act">{title}</SectionHeading>
      {children}
    </section>
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
