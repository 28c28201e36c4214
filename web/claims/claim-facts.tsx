import type { I18n } from '@lingui/core'
import { Link } from 'react-router'
import { outcomeText, preferredOutcomeTexts, reasonTexts } from '#domain/claims/claim-texts.ts'
import { UNDECIDED_CLAIM_STATES } from '#domain/claims/states.ts'
import { countUnits } from '#domain/products/units.ts'
import { translate } from '#web/languages/translate.ts'
import type { Fact } from '#web/ui/data-list.tsx'
import { kobo, moment } from '#web/ui/format.ts'
import type { Claim, Side } from './queries.ts'

/** The subject of a claim, and what was proposed, offered and decided. */
export function claimFacts(i18n: I18n, claim: Claim, side: Side): Fact[] {
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
    ...lines.map(({ quantity, exact_quantity: exact, line }) => ({
      label: line.product_name,
      value: countUnits(exact ?? quantity, line.unit),
    })),
    { label: i18n.t('Reason'), value: i18n.t(reasonTexts[claim.reason]) },
    { label: i18n.t('Wanted'), value: i18n.t(preferredOutcomeTexts[claim.preferred_outcome]) },
    { label: i18n.t('Goods asked back'), value: kobo(claim.requested_kobo) },
    ...(claim.offered_outcome
      ? [
          {
            label: i18n.t('Offered by the vendor'),
            value: translate(i18n, outcomeText(claim.offered_outcome, BigInt(claim.offered_kobo), null)),
          },
        ]
      : []),
    ...(claim.proposed_outcome
      ? [
          {
            label: i18n.t('Proposed'),
            value: translate(
              i18n,
              outcomeText(claim.proposed_outcome, BigInt(claim.proposed_kobo), claim.proposed_payer),
            ),
          },
        ]
      : []),
    ...(outcome
      ? [
          {
            label: i18n.t('Decision'),
            value: translate(i18n, outcomeText(outcome, BigInt(claim.outcome_kobo), claim.payer)),
          },
        ]
      : []),
    ...(outcome === 'refund' && claim.returned_goods_kobo !== null
      ? [{ label: i18n.t('Goods that came back'), value: kobo(claim.returned_goods_kobo) }]
      : []),
    ...(UNDECIDED_CLAIM_STATES.has(claim.status)
      ? [
          { label: i18n.t('Vendor answers by'), value: moment(claim.answer_by) },
          { label: i18n.t('Manager proposes by'), value: moment(claim.propose_by) },
          { label: i18n.t('Coordinator decides by'), value: moment(claim.decide_by) },
        ]
      : []),
  ]
}
