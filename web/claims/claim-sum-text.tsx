import { useLingui } from '@lingui/react'
import { claimSum } from '#domain/claims/claim-sum.ts'
import { parseNaira } from '#domain/money.ts'
import { kobo } from '#web/ui/format.ts'
import type { ClaimableRow, readClaimable } from './queries.ts'

export type OrderToClaim = NonNullable<Awaited<ReturnType<typeof readClaimable>>['order']>

/** A typed quantity: "0.5" and "0,5" are half a unit. */
export const parseQuantity = (text: string): number => Number(text.trim().replace(',', '.'))

/** The texts of a form's fields, without files. */
export function formTexts(form: HTMLFormElement): Record<string, string> {
  return Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

interface ClaimSumProps {
  order: OrderToClaim
  lines: readonly ClaimableRow[]
  /** The form's texts; a field that is not there has its initial value. */
  typed: Readonly<Record<string, string>>
}

/** In one sum: what comes back, from whom and when. */
export function ClaimSumText({ order, lines, typed }: ClaimSumProps) {
  const { i18n } = useLingui()
  if (typed.preferred_outcome === 'replacement') return null
  const parts = lines.map(({ line_id, quantity, worth_kobo }) => {
    const text = typed[`line-${line_id}`]
    const claimed = text === undefined ? (lines.length === 1 ? quantity : 0) : parseQuantity(text)
    return { worthKobo: BigInt(worth_kobo), quantity, claimed: Number.isNaN(claimed) ? 0 : Math.max(0, claimed) }
  })
  const requestedKobo = typed.amount ? parseNaira(typed.amount) : null
  const { goodsKobo, feeKobo, totalKobo, to } = claimSum(order, parts, requestedKobo)
  if (totalKobo === 0n) return null
  const shop = order.vendor?.business_name ?? i18n.t('The shop')
  return (
    <p role="status" className="rounded-field bg-grain-wash p-3">
      <strong className="block text-18 tabular-nums">
        {i18n.t('{total} comes back to you', { total: kobo(totalKobo) })}
      </strong>
      {i18n.t('{goods} for the goods and {fee} of the fee, from {shop}.', {
        goods: kobo(goodsKobo),
        fee: kobo(feeKobo),
        shop,
      })}{' '}
      {i18n.t('If {shop} agrees or does not answer within 2 business days, and does not appeal, it comes then:', {
        shop,
      })}{' '}
      {to === 'peps'
        ? i18n.t('as PEPS, at once.')
        : i18n.t('to where you paid from, in 3 to 5 business days. What you paid in PEPS comes back as PEPS.')}
    </p>
  )
}
