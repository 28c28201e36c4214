import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { periodTexts } from '#domain/cycles/cycle-texts.ts'
import { countUnits } from '#domain/products/units.ts'
import { orderPath } from '#domain/texts/paths.ts'
import { day, kobo } from '#web/ui/format.ts'
import type { OwnStandingOrder } from './queries.ts'

/** "3 bags every month, at most ₦70,000: you are asked each time" */
export function standingText(i18n: I18n, { quantity, unit, period, most_kobo, mode }: OwnStandingOrder): string {
  const terms = { units: countUnits(quantity, unit), period: i18n.t(periodTexts[period]), naira: kobo(most_kobo) }
  return mode === 'join'
    ? i18n.t('{units} {period}, at most {naira}. We join for you.', terms)
    : i18n.t('{units} {period}, at most {naira}. We ask you each time.', terms)
}

/** Whether and when the next round is ordered. */
export function nextText(i18n: I18n, order: OwnStandingOrder): string {
  if (order.status === 'paused')
    return order.pause_reason === 'unpaid'
      ? i18n.t('Paused: two rounds in a row were not paid for.')
      : i18n.t('Paused by you.')
  if (order.cycle_status === 'paused') return i18n.t('The shop has paused it. We order again when it goes on.')
  const terms = { day: day(order.next_share_date) }
  return order.skips_next
    ? i18n.t('You skip the next round, shared on {day}.', terms)
    : i18n.t('The next round is shared on {day}.', terms)
}

/** The outcome of the last round. */
export function LastRound({ order }: { order: OwnStandingOrder }) {
  const { i18n } = useLingui()
  const { outcome, order_id: orderId, group_buy_id: buyId, round_at: at, reason } = order
  if (!outcome || !at) return null
  const when = { day: day(at) }
  if (outcome === 'joined' && orderId)
    return (
      <p className="text-14">
        <Link to={orderPath(orderId)} className="inline-flex min-h-11 items-center text-link">
          {i18n.t('Ordered on {day}', when)}
        </Link>
      </p>
    )
  if (outcome === 'skipped') return <p className="text-14 text-soft">{i18n.t('Skipped on {day}.', when)}</p>
  return (
    <p className="text-14">
      {outcome === 'asked' ? i18n.t('Asked on {day}.', when) : i18n.t('Not ordered on {day}.', when)}{' '}
      {reason && `${i18n.t(reason)} `}
      <Link
        to={`/group-buys/${buyId}?quantity=${order.quantity}`}
        className="inline-flex min-h-11 items-center text-link"
      >
        {i18n.t('See the round')}
      </Link>
    </p>
  )
}
