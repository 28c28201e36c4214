import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { Api } from '#api/api.ts'
import { claimStatusText } from '#domain/claims/claim-texts.ts'
import type { ClaimState } from '#domain/claims/states.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { moment } from '#web/ui/format.ts'

/** Until when goods of an order can be claimed, and its existing claims. */
export async function readOrderClaims(api: Api, orderId: string, now: string) {
  const [lines, claims] = await Promise.all([
    api.tables
      .from('claimable_lines')
      .select('hand_over_id, closes_at')
      .eq('order_id', orderId)
      .lte('opens_at', now)
      .gte('closes_at', now)
      .order('closes_at'),
    api.tables
      .from('claims')
      .select('id, claim_no, reason, status, hand_over_id, outcome_kobo, returned_goods_kobo')
      .eq('order_id', orderId)
      .order('created_at'),
  ])
  const rows = claims.data ?? []
  const made = new Set(rows.filter(({ status }) => status !== 'withdrawn').map((one) => one.hand_over_id))
  const until = (lines.data ?? []).find(({ hand_over_id }) => !made.has(hand_over_id))?.closes_at ?? null
  return { until, claims: rows }
}

type OrderClaimsProps = Awaited<ReturnType<typeof readOrderClaims>> & { orderId: string }

/** Link to a new claim while there is time, and links to existing claims. */
export function OrderClaims({ orderId, until, claims }: OrderClaimsProps) {
  const { i18n } = useLingui()
  if (until === null && claims.length === 0) return null
  return (
    <section aria-labelledby="claims" className="print:hidden">
      <h2 id="claims" className="mb-3 text-22">
        {claims.length > 0 ? i18n.t('Claims') : i18n.t('Is everything all right?')}
      </h2>
      <ul className="grid gap-2">
        {claims.map(({ id, claim_no, status, outcome_kobo, returned_goods_kobo }) => (
          <li key={id}>
            <Link to={`/account/claims/${id}`} className="text-link inline-flex min-h-11 items-center">
              {i18n.t('Claim {number}: {state}', {
                number: claim_no,
                state: i18n.t(
                  claimStatusText(status as ClaimState, {
                    outcomeKobo: outcome_kobo,
                    returnedGoodsKobo: returned_goods_kobo,
                  }),
                ),
              })}
            </Link>
          </li>
        ))}
      </ul>
      {until !== null && (
        <>
          <p className="mb-3">
            {i18n.t('If something is short, spoiled or missing, tell us by {time}.', { time: moment(until) })}
          </p>
          <LinkButton to={`/account/claims/new?order=${orderId}`} tone="plain">
            {i18n.t('Something is wrong')}
          </LinkButton>
        </>
      )}
    </section>
  )
}
