import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { ESCALATION_TEXT } from '#domain/claims/claim-texts.ts'
import { claimRefusals } from '#domain/claims/refusals.ts'
import type { FormResult } from '#web/forms/form.ts'
import { DataList } from '#web/ui/data-list.tsx'
import { SectionHeading } from '#web/ui/headings.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ClaimContextPanel } from './claim-context.tsx'
import { claimFacts } from './claim-facts.tsx'
import { MessageForm } from './claim-forms.tsx'
import type { ClaimPageData } from './claim-loader.ts'
import { ClaimDecisionForm } from './decision-forms.tsx'
import { OfferAnswer } from './offers/offer-answer.tsx'
import type { ClaimCosts } from './offers/offer-queries.ts'
import { OwnOffer } from './offers/own-offer.tsx'
import { ClaimProof } from './offers/proof.tsx'
import { VendorAnswer } from './offers/vendor-answer.tsx'
import { ClaimEvents, Evidence, NextStep } from './parts.tsx'
import type { Claim, Side } from './queries.ts'
import { Replacement } from './replacement.tsx'

interface ClaimBodyProps extends Omit<ClaimPageData, 'claim' | 'failure' | 'isNew' | 'key'> {
  claim: Claim
  sendKey: string
  result: FormResult | undefined
}

/** A claim's subject, messages, evidence, next step, and the viewer's actions. */
export function ClaimBody(props: ClaimBodyProps) {
  const { side, role, claim, files, background, costs, proof, sendKey, now, result } = props
  const { i18n } = useLingui()
  return (
    <>
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
            sendKey={sendKey}
            result={result}
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
