import { useLingui } from '@lingui/react'
import { payPath } from '#domain/texts/paths.ts'
import { HOUR_MS } from '#domain/time/calendar.ts'
import { ActionBar } from '../action-bar.tsx'
import { LinkButton } from '../button.tsx'
import { clockTime, kobo, moment } from '../format.ts'

interface PayLinkProps {
  order: { id: string; amount_due_kobo: number }
  /** When the place or the goods are lost; null if that is not set yet. */
  until: string | null
  /** The server's time of the response. */
  now: string
  wide?: boolean
  className?: string
}

/** Leads to paying an order: "Pay ₦66,215 by 12:46 am". Nothing once it is too late to pay. */
export function PayLink({ order, until, now, ...look }: PayLinkProps) {
  const { i18n } = useLingui()
  if (isTooLate(until, now)) return null
  const amount = kobo(order.amount_due_kobo)
  return (
    <LinkButton to={payPath(order.id)} {...look}>
      {until === null
        ? i18n.t('Pay {amount}', { amount })
        : i18n.t('Pay {amount} by {time}', { amount, time: deadlineText(until, now) })}
    </LinkButton>
  )
}

/** The same within thumb's reach on a phone; hidden from 700 px. */
export function PayBar(props: Omit<PayLinkProps, 'wide' | 'className'>) {
  if (isTooLate(props.until, props.now)) return null
  return (
    <div className="contents md:hidden print:hidden">
      <ActionBar action={<PayLink wide {...props} />} />
    </div>
  )
}

const isTooLate = (until: string | null, now: string): boolean => until !== null && Date.parse(until) < Date.parse(now)

/** The time alone if it can only be the next one of that name. */
function deadlineText(until: string, now: string): string {
  return Date.parse(until) - Date.parse(now) < 12 * HOUR_MS ? clockTime(until) : moment(until)
}
