import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'
import type { OrderRow } from '#api/commands/orders.ts'
import type { ShownBuy } from '#domain/group-buys/price/shown-price.ts'
import { countUnits } from '#domain/products/units.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { translate } from '#web/languages/translate.ts'
import { useShell } from '#web/shell.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { cheaperBuyText } from '#web/ui/cards/cheaper-buy-text.ts'
import { PayLink } from '#web/ui/controls/pay-link.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { toLineInput, writeLine } from './checkout/checkout-address.ts'
import { removeOrdered } from './edit-cart.ts'
import type { CartItem } from './store.ts'

/** The result of moving a line into a group buy. */
export type MoveOutcome =
  | { productId: string; moved: { order: OrderRow; unit: string; units: number } }
  | {
      productId: string
      moved: null
      text: TranslatableText
      /** The state that the next press confirms, because the goods are not received in the buyer's own. */
      confirms: string | null
    }

/** One move at a time, shared by the lines and the notice above them, which outlives the moved line. */
const MOVE = 'move-to-buy'

export interface MoveInput {
  /** Idempotency key of the page's next move. */
  moveKey: string
  /** The result of a submission without scripts. */
  outcome: MoveOutcome | null
}

interface MoveToBuyProps extends MoveInput {
  item: CartItem
  buy: ShownBuy & { id: string; end_date: string }
}

/** The cheaper group buy of a line's product, which one press joins with the line's quantity. */
export function MoveToBuy({ item, buy, moveKey, outcome }: MoveToBuyProps) {
  const { i18n } = useLingui()
  const { viewer } = useShell()
  const fetcher = useFetcher<MoveOutcome>({ key: MOVE })
  const result = fetcher.data ?? outcome
  const refused = result?.productId === item.productId && !result.moved ? result : null
  const move = i18n.t('Move {units} to the group buy', { units: countUnits(item.quantity, item.unit) })
  return (
    <div className="col-span-2 grid justify-items-start gap-2 rounded-field bg-leaf-wash p-3 sm:col-span-1 sm:col-start-2">
      <Link to={`/group-buys/${buy.id}`} className="text-link font-semibold tabular-nums">
        {cheaperBuyText(i18n, buy)}
      </Link>
      {viewer.userId === null ? (
        <LinkButton to={`/auth?next=${encodeURIComponent('/cart')}`} tone="plain" size="small">
          {i18n.t('Sign in to move it there')}
        </LinkButton>
      ) : (
        <fetcher.Form method="post" action="/cart">
          <input type="hidden" name="act" value="move" />
          <input type="hidden" name="line" value={writeLine(toLineInput(item))} />
          <input type="hidden" name="group_buy_id" value={buy.id} />
          {/* Taking more than before is asked for on the page of the buy. */}
          <input type="hidden" name="own_quantity" value="0" />
          {refused?.confirms && <input type="hidden" name="confirmed_state" value={refused.confirms} />}
          <input type="hidden" name="key" value={`${moveKey}.${item.productId}`} />
          <Button
            tone="plain"
            size="small"
            busy={fetcher.state !== 'idle'}
            busyLabel={i18n.t('Joining')}
            aria-label={`${move}: ${item.name}`}
          >
            {move}
          </Button>
        </fetcher.Form>
      )}
      {refused && (
        <p role="alert" className="text-14 font-semibold text-pepper">
          {translate(i18n, refused.text)} {i18n.t('It is still in your cart.')}
        </p>
      )}
    </div>
  )
}

/** "You are in", above the lines, after a line has moved; takes the line out of this browser's cart. */
export function MovedNotice({ outcome }: { outcome: MoveOutcome | null }) {
  const { i18n } = useLingui()
  const { now } = useShell()
  const fetcher = useFetcher<MoveOutcome>({ key: MOVE })
  const result = fetcher.data ?? outcome
  const moved = result?.moved
  const productId = result?.productId
  useEffect(() => {
    if (moved && productId) removeOrdered([{ productId, quantity: moved.units }])
  }, [moved, productId])
  if (!moved) return null
  return (
    <div className="mb-5">
      <Notice tone="success">
        {i18n.t('You are in: order {number}, {units}.', {
          number: moved.order.order_no,
          units: countUnits(moved.order.quantity, moved.unit),
        })}{' '}
        <Link to={`/account/orders/${moved.order.id}`} className="text-link">
          {i18n.t('See your order')}
        </Link>
        <div className="mt-2">
          <PayLink order={moved.order} until={moved.order.hold_expires_at} now={now} />
        </div>
      </Notice>
    </div>
  )
}
