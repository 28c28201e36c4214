import { Link, useFetcher } from 'react-router'
import { countUnits } from '#domain/catalogue/units.ts'
import { quantityField } from '#domain/group-buys/progress.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import type { JoinOutcome } from './join.ts'

export interface JoinFormProps {
  buy: { id: string; unit: string; product_name: string; min_quantity: number; max_quantity: number | null }
  /** Client-made key of the next press: a repeated one joins once. */
  joinKey: string
  signedIn: boolean
  /** The viewer's own shop sells here. */
  ownShop: boolean
  /** The person has an order already: joining adds to it. */
  joinedBefore?: boolean
  /** What the page answered without scripts. */
  outcome: JoinOutcome | null
  /** Path of the page, to come back to after signing in. */
  here: string
}

/** Quantity and the button, or why there is none. Posts to its page, with and without scripts. */
export function JoinForm({ buy, joinKey, signedIn, ownShop, joinedBefore = false, here, ...given }: JoinFormProps) {
  const fetcher = useFetcher<JoinOutcome>()
  const limits = quantityField({ minQuantity: buy.min_quantity, maxQuantity: buy.max_quantity })
  const answered = fetcher.data ?? given.outcome
  const outcome = answered?.buyId === buy.id ? answered : null
  if (ownShop) return <p className="text-14 text-soft">This is your own shop’s group buy.</p>
  if (!signedIn) {
    return (
      <LinkButton to={`/auth?next=${encodeURIComponent(here)}`} tone="plain" wide>
        Sign in to join
      </LinkButton>
    )
  }
  return (
    <fetcher.Form method="post" className="grid gap-3">
      <input type="hidden" name="intent" value="join" />
      <input type="hidden" name="group_buy_id" value={buy.id} />
      <input type="hidden" name="key" value={joinKey} />
      <div className="flex items-end gap-3">
        <QuantityStepper
          label={`Quantity of ${buy.product_name}`}
          hideLabel
          min={limits.min}
          max={limits.max}
          defaultValue={outcome && !outcome.joined && outcome.quantity > 0 ? outcome.quantity : limits.initial}
          unit={buy.unit}
        />
        <Button
          busy={fetcher.state !== 'idle'}
          busyLabel="Joining"
          wide
          aria-label={`Join the group buy of ${buy.product_name}`}
        >
          {joinedBefore ? 'Add' : 'Join'}
        </Button>
      </div>
      {outcome?.joined && (
        <Notice tone="success">
          You are in: order {outcome.joined.orderNo}, {countUnits(outcome.joined.quantity, buy.unit)}.{' '}
          <Link to={`/account/orders/${outcome.joined.orderId}`} className="text-link">
            See your order
          </Link>
        </Notice>
      )}
      {outcome && !outcome.joined && <Notice tone="error">{outcome.text}</Notice>}
    </fetcher.Form>
  )
}
