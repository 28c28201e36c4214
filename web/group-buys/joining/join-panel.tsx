import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react'
import { shownPrice } from '#domain/group-buys/price/shown-price.ts'
import { countUnits } from '#domain/products/units.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { kobo } from '#web/ui/format.ts'
import { ALL_TAKEN } from '../buy-texts.ts'
import { placesLeft } from '../prices/places-left.ts'
import { mostToPay } from '../prices/what-you-pay.ts'
import type { OwnPart } from '../queries.ts'
import { JoinForm, type JoinFormProps, joinButtonText, joinLabel } from './join-form.tsx'
import type { Joining } from './use-join.ts'

interface JoinPanelProps extends Pick<JoinFormProps, 'joinKey' | 'signedIn' | 'ownShop'> {
  buy: {
    id: string
    product_name: string
    unit: string
    base_price: number
    price_tiers: string
    min_participants: number
    locked_participants: number
    max_participants: number | null
    current_participants: number
    target_quantity: number
    current_quantity: number
    buyer_fee_bps: number
  }
  join: Joining
  parts: readonly OwnPart[]
  /** How the money is protected and how to get help, as our own HTML. */
  trust: string
}

/** Quantity, maximum cost, the Join button, and reasons to trust it. */
export function JoinPanel({ buy, join, parts, trust, ...form }: JoinPanelProps) {
  const { i18n } = useLingui()
  const full = placesLeft(buy, join.mine) === 0
  return (
    <Card as="section" className="grid gap-4">
      <h2 className="text-18">{join.mine > 0 ? i18n.t('Take more') : i18n.t('Join this group buy')}</h2>
      {full ? (
        <p className="font-semibold text-pepper">{i18n.t(ALL_TAKEN)}</p>
      ) : (
        <>
          <JoinForm buy={buy} join={join} inPanel buttonInBar={!unpaidOrder(parts)} {...form} />
          {!form.ownShop && join.limits.max !== 0 && join.fits && <WhatYouPay buy={buy} join={join} parts={parts} />}
        </>
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: written by React on the server (read-only.server.tsx). */}
      {!form.ownShop && <div dangerouslySetInnerHTML={{ __html: trust }} />}
    </Card>
  )
}

function WhatYouPay({ buy, join, parts }: Pick<JoinPanelProps, 'buy' | 'join' | 'parts'>) {
  const { i18n } = useLingui()
  const most = currentMaximum({ buy, join, parts })
  return (
    <p aria-live="polite" className="tabular-nums">
      <Trans
        id="{order}: <most>at most {price}</most> all in, with the {percent}% fee"
        components={{ most: <strong /> }}
        values={{
          order: <>{orderTotalText(most.quantity, { unit: buy.unit, join, i18n })}</>,
          price: kobo(most.amountDueKobo),
          percent: buy.buyer_fee_bps / 100,
        }}
      />
    </p>
  )
}

/** The Join button within thumb's reach on a phone; hidden from 700 px. */
export function JoinBar({ buy, join, parts, signedIn, ownShop }: Omit<JoinPanelProps, 'trust'>) {
  const { i18n } = useLingui()
  const most = currentMaximum({ buy, join, parts })
  const unpaid = unpaidOrder(parts)
  if (unpaid) return <PayBar part={unpaid} />
  if (ownShop || join.limits.max === 0 || placesLeft(buy, join.mine) === 0) return null
  return (
    <div className="contents md:hidden">
      <ActionBar
        price={
          <>
            <p className="font-extrabold tabular-nums">
              <Trans
                id="{price} <unit>a {unit}</unit>"
                components={{ unit: <span className="text-14 font-semibold" /> }}
                values={{ price: kobo(shownPrice(buy).priceKobo), unit: <>{buy.unit}</> }}
              />
            </p>
            {signedIn && join.fits && (
              <p className="text-14 text-soft tabular-nums">
                {i18n.t('{order}: at most {price}', {
                  order: orderTotalText(most.quantity, { unit: buy.unit, join, i18n }),
                  price: kobo(most.amountDueKobo),
                })}
              </p>
            )}
          </>
        }
        action={
          signedIn ? (
            <Button
              form={join.formId}
              busy={join.busy}
              busyLabel={i18n.t('Joining')}
              tone={join.mine > 0 ? 'plain' : 'primary'}
              aria-label={joinLabel(join, { product: buy.product_name, i18n })}
            >
              {joinButtonText(join, i18n)}
            </Button>
          ) : (
            <Button form={join.formId}>{i18n.t('Sign in to join')}</Button>
          )
        }
      />
    </div>
  )
}

/** The viewer's unpaid order, which must be paid before more is added. */
const unpaidOrder = (parts: readonly OwnPart[]) => parts.find(({ status }) => status === 'pending')

function PayBar({ part }: { part: OwnPart }) {
  const { i18n } = useLingui()
  const amount = kobo(part.amount_due_kobo)
  return (
    <div className="contents md:hidden">
      <ActionBar
        price={<p className="font-semibold tabular-nums">{i18n.t('You pay at most {price}.', { price: amount })}</p>}
        action={<LinkButton to={`/account/pay?order=${part.id}`}>{i18n.t('Pay {amount}', { amount })}</LinkButton>}
      />
    </div>
  )
}

/** The total of the order after adding, not only the added units. */
function orderTotalText(quantity: number, { unit, join, i18n }: { unit: string; join: Joining; i18n: I18n }): string {
  const units = countUnits(quantity, unit)
  if (join.mine === 0) return units
  const added = countUnits(join.quantity, unit)
  return quantity === join.quantity
    ? i18n.t('{added} more, as a separate order', { added })
    : i18n.t('{added} more, which makes {units}', { added, units })
}

/** The most the typed quantity can cost; null while it is not valid. */
export function currentMaximum({ buy, join, parts }: Pick<JoinPanelProps, 'buy' | 'join' | 'parts'>) {
  return mostToPay(buy, { adding: join.fits ? join.quantity : join.limits.min, parts })
}
