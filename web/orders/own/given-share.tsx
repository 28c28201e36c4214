import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { sharePath } from '#domain/texts/paths.ts'
import { moment } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { OrderGift } from './order-gifts.ts'

/** Whether a gift says something about the order now: one that came to nothing does not. */
const isShown = ({ status }: OrderGift) => status === 'offered' || status === 'accepted' || status === 'taken'

/** The state of an order that is given away or taken over. */
export function GivenShare({ orderId, gifts }: { orderId: string; gifts: readonly OrderGift[] }) {
  const { i18n } = useLingui()
  return gifts.filter(isShown).map((gift) => (
    <Notice key={gift.id} tone="info" className="mb-4">
      <p>{gift.is_given ? givenText(i18n, gift) : takenText(i18n, gift)}</p>
      {gift.status !== 'taken' && (
        <Link
          to={gift.is_given ? `/account/orders/${orderId}/give` : sharePath(gift.id)}
          className="inline-flex min-h-11 items-center text-link"
        >
          {gift.is_given ? i18n.t('See or withdraw the offer') : i18n.t('See the share')}
        </Link>
      )}
    </Notice>
  ))
}

function givenText(i18n: I18n, { status, to_waiting_list: toList, address, receiver, ...until }: OrderGift): string {
  const name = receiver || i18n.t('Somebody')
  if (status === 'taken') return i18n.t('{receiver} took over this share.', { receiver: name })
  if (status === 'accepted' && until.held_until)
    return i18n.t('{receiver} has accepted your share and can pay for it until {moment}.', {
      receiver: name,
      moment: moment(until.held_until),
    })
  if (toList)
    return i18n.t('Your share is offered to the waiting list until {moment}.', { moment: moment(until.expires_at) })
  return i18n.t('Your share is offered to {address} until {moment}.', { address, moment: moment(until.expires_at) })
}

function takenText(i18n: I18n, { status, giver }: OrderGift): string {
  const name = giver || i18n.t('Somebody')
  return status === 'taken'
    ? i18n.t('You took over the share of {giver}.', { giver: name })
    : i18n.t('{giver} gives you this share. It is yours once you have paid.', { giver: name })
}
