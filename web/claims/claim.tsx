import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { data, isRouteErrorResponse, Link } from 'react-router'
import { ELSEWHERE, outcomeText, reasonTexts, wishTexts } from '#domain/claims/claim-words.ts'
import { UNDECIDED } from '#domain/claims/states.ts'
import { countUnits } from '#domain/products/units.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { refusalTexts } from '#domain/texts/refusals.ts'
import { apiContext, i18nContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/own-shop.ts'
import { i18nOf } from '#web/languages/i18n.ts'
import { told } from '#web/languages/told.ts'
import { keepWhenOffline, orOffline } from '#web/offline.ts'
import { titled } from '#web/titled.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { DataList, type Fact } from '#web/ui/data-list.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import { PageHeading, SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { Route } from './+types/claim.ts'
import { AnswerForm } from './answer-form.tsx'
import { actOnClaim, type ClaimAnswer, typedIn } from './claim-action.ts'
import { WordsForm } from './claim-forms.tsx'
import { JudgeForm } from './judging.tsx'
import { Evidence, Next, Said, StateBadge } from './parts.tsx'
import { type Claim, readAround, readClaim, type Side } from './queries.ts'
import { Replacement } from './replacement.tsx'
import { sideOf } from './side.ts'
import { Weighed } from './weighed.tsx'

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { userId, role } = context.get(viewerContext)
  const side = sideOf(url.pathname)
  const ofId = side === 'vendor' ? ((await readOwnShop(api, userId))?.id ?? NOBODY) : (userId ?? NOBODY)
  const { claim, files, failure } = await readClaim(api, { id: params.id, side, ofId })
  if (!claim && !failure) throw data(refusalTexts.claim_not_found, { status: 404 })
  const around = claim && side === 'staff' ? await readAround(api, claim) : null
  const isNew = url.searchParams.has('made')
  return { side, role, claim, files, failure, around, isNew, key: crypto.randomUUID(), now: new Date().toISOString() }
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

export async function action({ request, params, context }: Route.ActionArgs) {
  const userId = context.get(viewerContext).userId ?? ''
  const form = await request.formData()
  return actOnClaim(context.get(apiContext), { form, claimId: params.id, userId, i18n: context.get(i18nContext) })
}

export const clientAction = async ({ request, serverAction }: Route.ClientActionArgs) => {
  const values = typedIn(await request.clone().formData())
  return orOffline(
    serverAction,
    () => ({ text: errorTexts.offline, ok: false, errors: {}, values }) satisfies ClaimAnswer,
  )
}

export const shouldRevalidate = keepWhenOffline

/** A claim: what it is about, what was said and shown, what comes next, and the viewer's part in it. */
export default function ClaimPage({ loaderData, actionData }: Route.ComponentProps) {
  const { side, role, claim, files, failure, around, isNew, key, now } = loaderData
  const { i18n } = useLingui()
  const answered: ClaimAnswer | null = actionData ?? null
  if (!claim) return <ErrorState message={told(i18n, failure ?? '')} reload={i18n.t('Nothing is lost.')} />
  return (
    <>
      <PageHeading
        lead={claim.lines.map(({ line }) => line.product_name).join(', ')}
        action={<StateBadge claim={claim} />}
      >
        {i18n.t('Claim {number}', { number: claim.claim_no })}
      </PageHeading>
      {answered?.text && (
        <Notice tone={answered.ok ? 'success' : 'error'} className="mb-5">
          {told(i18n, answered.text)}
        </Notice>
      )}
      {!answered && isNew && (
        <Notice tone="success" className="mb-5">
          {i18n.t('We have your claim and have told the vendor.')}
        </Notice>
      )}
      <p className="mb-6 max-w-measure font-semibold">
        <Next claim={claim} now={now} />
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
            <DataList facts={factsOf(i18n, claim, side)} />
          </section>
          {around && <Weighed claim={claim} around={around} area={role} />}
          <section aria-labelledby="evidence">
            <SectionHeading id="evidence">{i18n.t('Evidence')}</SectionHeading>
            <Evidence evidence={claim.evidence} files={files} />
          </section>
        </div>
        <div className="grid content-start gap-8">
          <section aria-labelledby="said">
            <SectionHeading id="said">{i18n.t('What was said')}</SectionHeading>
            <Said events={claim.events} />
          </section>
          <Replacement claim={claim} side={side} />
          <Part
            claim={claim}
            side={side}
            role={role}
            now={now}
            sendKey={key}
            answered={answered}
            isOwnCase={around?.isOwnCase ?? false}
            mostKobo={Math.min(claim.asked_kobo, around?.worthKobo ?? 0)}
          />
          {claim.ended_at && side !== 'staff' && <p className="max-w-measure text-14 text-soft">{i18n.t(ELSEWHERE)}</p>}
        </div>
      </div>
    </>
  )
}

function factsOf(i18n: I18n, claim: Claim, side: Side): Fact[] {
  const { order, order_id, lines, outcome, vendor } = claim
  const order_no =
    side === 'buyer' ? (
      <Link to={`/account/orders/${order_id}`} className="text-link">
        {order.order_no}
      </Link>
    ) : (
      order.order_no
    )
  return [
    { label: i18n.t('Order'), value: order_no },
    ...(side === 'buyer' ? [] : [{ label: i18n.t('Buyer'), value: order.buyer_name || i18n.t('without a name') }]),
    ...(vendor && side !== 'vendor' ? [{ label: i18n.t('Shop'), value: vendor.business_name }] : []),
    ...lines.map(({ quantity, line }) => ({ label: line.product_name, value: countUnits(quantity, line.unit) })),
    { label: i18n.t('Reason'), value: i18n.t(reasonTexts[claim.reason]) },
    { label: i18n.t('Wanted'), value: i18n.t(wishTexts[claim.wish]) },
    { label: i18n.t('Goods asked back'), value: kobo(claim.asked_kobo) },
    ...(claim.proposed_outcome
      ? [
          {
            label: i18n.t('Proposed'),
            value: told(i18n, outcomeText(claim.proposed_outcome, BigInt(claim.proposed_kobo), claim.proposed_payer)),
          },
        ]
      : []),
    ...(outcome
      ? [
          {
            label: i18n.t('Decision'),
            value: told(i18n, outcomeText(outcome, BigInt(claim.outcome_kobo), claim.payer)),
          },
        ]
      : []),
    ...(outcome === 'refund' && claim.carried_kobo !== null
      ? [{ label: i18n.t('Goods that came back'), value: kobo(claim.carried_kobo) }]
      : []),
    ...(UNDECIDED.has(claim.status)
      ? [
          { label: i18n.t('Vendor answers by'), value: moment(claim.answer_by) },
          { label: i18n.t('Manager proposes by'), value: moment(claim.propose_by) },
          { label: i18n.t('Coordinator decides by'), value: moment(claim.decide_by) },
        ]
      : []),
  ]
}

interface PartProps {
  claim: Claim
  side: Side
  role: string
  isOwnCase: boolean
  /** What staff may give back at most. */
  mostKobo: number
  now: string
  sendKey: string
  answered: ClaimAnswer | null
}

/** What the viewer may do now. The command says so too. */
function Part({ claim, side, role, now, isOwnCase, mostKobo, ...form }: PartProps) {
  const { i18n } = useLingui()
  const { status, appeal_by, ended_at } = claim
  const withLot = isDecidedWithLot(claim)
  const mayAppeal = !ended_at && appeal_by !== null && now <= appeal_by && ['upheld', 'rejected'].includes(status)
  if (side === 'staff') {
    if (isOwnCase) return <p className="text-soft">{refusalTexts.own_case}</p>
    if (claim.lot?.status === 'open') return null
    if (withLot && status === 'appealed') return null
    const intent = stepOf(role, status, now > claim.propose_by)
    return intent ? (
      <Act title={intent === 'propose' ? i18n.t('Your proposal') : i18n.t('Your decision')}>
        <JudgeForm claim={claim} intent={intent} mostKobo={mostKobo} {...form} />
      </Act>
    ) : null
  }
  if (side === 'vendor' && status === 'open') {
    return (
      <Act title={i18n.t('Your answer')}>
        <AnswerForm claim={claim} {...form} />
      </Act>
    )
  }
  if (mayAppeal) {
    return (
      <Act title={i18n.t('Appeal')}>
        {withLot && (
          <p className="mb-3">
            {i18n.t('It was decided with the others of its lot, and one appeal counts for all of them.')}
          </p>
        )}
        <WordsForm intent="appeal" {...form} />
      </Act>
    )
  }
  return side === 'buyer' && ['open', 'disputed', 'proposed'].includes(status) ? (
    <Act title={i18n.t('Is it settled?')}>
      <WordsForm intent="withdraw" {...form} />
    </Act>
  ) : null
}

/** The vendor's answer and silence are a claim's own; what is decided at its lot's moment is its lot's. */
const isDecidedWithLot = ({ lot, events }: Claim): boolean =>
  lot?.decided_at != null && !events.some(({ kind }) => kind === 'accepted' || kind === 'silent')

function stepOf(role: string, status: string, isLate: boolean): 'propose' | 'decide' | 'hear' | null {
  if (role === 'manager') return status === 'disputed' ? 'propose' : null
  if (role === 'coordinator') return status === 'proposed' || (status === 'disputed' && isLate) ? 'decide' : null
  return role === 'chief' && status === 'appealed' ? 'hear' : null
}

function Act({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-labelledby="act" className="print:hidden">
      <SectionHeading id="act">{title}</SectionHeading>
      {children}
    </section>
  )
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const i18n = i18nOf(matches)
  const number = loaderData?.claim?.claim_no
  return titled(
    number ? i18n.t('Claim {number}', { number }) : i18n.t(refusalTexts.claim_not_found),
    i18n.t('A claim, both sides of it, and what comes next.'),
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { i18n } = useLingui()
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return (
    <>
      <PageHeading lead={i18n.t('It may belong to another account, or the address is mistyped.')}>
        {i18n.t(refusalTexts.claim_not_found)}
      </PageHeading>
      <LinkButton to=".." relative="path">
        {i18n.t('All claims')}
      </LinkButton>
    </>
  )
}
