import type { I18n } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react'
import { shownPrice } from '#domain/group-buys/price/shown-price.ts'
import { payBy } from '#domain/orders/pay-by.ts'
import { countUnits } from '#domain/products/units.ts'
import { translate } from '#web/languages/translate.ts'
import { ActionBar } from '#web/ui/action-bar.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { PayBar } from '#web/ui/controls/pay-link.tsx'
import { kobo } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { mostToPay } from '../prices/what-you-pay.ts'
import type { OwnPart } from '../queries.ts'
import { focusResult } from './focus-result.ts'
import { JoinForm, type JoinFormProps, joinButtonText, joinLabel } from './join-form.tsx'
import type { Joining } from './use-join.ts'

interface JoinPanelProps extends Pick<JoinFormProps, 'now' | 'joinKey' | 'signedIn' | 'ownShop'> {
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
    payment_due_at: string | null
  }
  join: Joining
  parts: readonly OwnPart[]
  /** The waiting list; none if there is room and the viewer does not wait. */
  waiting?: React.ReactNode
  isFull: boolean
  /** The field "take up to" of goods in packs, as our own HTML. */
  upTo: string
  /** How the money is protected and how to get help, as our own HTML. */
  trust: string
}

/** Quantity, maximum cost, the Join button, and reasons to trust it. For a participant, "Take more" opens it. */
export function JoinPanel({ buy, join, parts, upTo, trust, waiting, isFull, ...form }: JoinPanelProps) {
  const { i18n } = useLingui()
  const isIn = join.mine > 0
  const choice = (
    <>
      <JoinForm buy={buy} join={join} inPanel buttonInBar={!isIn} {...form} />
      {!form.ownShop && join.limits.max !== 0 && join.fits && <WhatYouPay buy={buy} join={join} parts={parts} />}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: written by React on the server (read-only.server.tsx). */}
      {upTo && !form.ownShop && join.limits.max !== 0 && <div dangerouslySetInnerHTML={{ __html: upTo }} />}
    </>
  )
  return (
    <Card as="section" id={JOIN_ID} tabIndex={-1} className="grid gap-4">
      {!isIn && <h2 className="text-18">{i18n.t('Join this group buy')}</h2>}
      {join.isStale && join.refusal && (
        <div ref={focusResult} tabIndex={-1} key={translate(i18n, join.refusal)}>
          <Notice tone="info">{translate(i18n, join.refusal)}</Notice>
        </div>
      )}
      {waiting}
      {isFull ? null : isIn ? (
        <TakeMore key={join.mine} open={join.refusal !== null && !join.isStale}>
          {choice}
        </TakeMore>
      ) : (
        choice
      )}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: written by React on the server (read-only.server.tsx). */}
      {!form.ownShop && <div dangerouslySetInnerHTML={{ __html: trust }} />}
    </Card>
  )
}

/** The id of the panel, for the link that skips to it. */
export const JOIN_ID = 'join'

/** A second, asked-for act: a tap in the place where Join was must not buy twice. */
function TakeMore({ open, children }: { open: boolean; children: React.ReactNode }) {
  const { i18n } = useLingui()
  return (
    <details open={open}>
      <summary className={buttonClass({ tone: 'plain' })}>{i18n.t('Take more')}</summary>
      <div className="mt-4 grid gap-4">{children}</div>
    </details>
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
export function JoinBar({ buy, join, parts, now, signedIn, ownShop, isFull }: Omit<JoinPanelProps, 'trust' | 'upTo'>) {
  const { i18n } = useLingui()
  const most = currentMaximum({ buy, join, parts })
  const { unpaid } = join
  if (unpaid) return <PayBar order={unpaid} until={payBy({ ...unpaid, group_buy: buy })} now={now} />
  if (ownShop || join.mine > 0 || join.limits.max === 0 || isFull) return null
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
