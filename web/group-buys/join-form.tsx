import { Link } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { QuantityStepper } from '#web/ui/quantity-stepper.tsx'
import type { Joining } from './use-join.ts'

export interface JoinFormProps {
  buy: { id: string; unit: string; product_name: string }
  join: Joining
  /** The client's key for the next press, so that repeating it joins once. */
  joinKey: string
  signedIn: boolean
  /** Whether the viewer's own shop sells this. */
  ownShop: boolean
  /** The page's path, to return to after signing in. */
  here: string
  /** In a list, where the way to signing in is a line and no button. */
  quiet?: boolean
  /** Whether, on a phone, the button is in the bar at the bottom. */
  buttonInBar?: boolean
}

/** Quantity and button, or why there is none. Posts to its page, with or without scripts. */
export function JoinForm({
  buy,
  join,
  joinKey,
  signedIn,
  ownShop,
  here,
  quiet = false,
  buttonInBar = false,
}: JoinFormProps) {
  const { limits, quantity, choose, mine, joined, refusal, hint } = join
  const hydrated = useHydrated()
  if (ownShop) return <p className="text-14 text-soft">This is your own shop’s group buy.</p>
  if (!signedIn && quiet) {
    return (
      <Link
        to={signInToJoin(here)}
        className="relative z-10 -my-3 inline-flex min-h-11 items-center font-semibold text-link"
      >
        Sign in to join
      </Link>
    )
  }
  if (!signedIn) {
    return (
      <LinkButton
        to={signInToJoin(here)}
        tone={buttonInBar ? 'primary' : 'plain'}
        wide
        className={cx(buttonInBar && 'max-md:hidden')}
      >
        Sign in to join
      </LinkButton>
    )
  }
  return (
    // With scripts our own check speaks, in our words; without them the browser's does.
    <join.fetcher.Form
      method="post"
      id={join.formId}
      onSubmit={join.check}
      noValidate={hydrated}
      className="grid gap-3"
    >
      <input type="hidden" name="intent" value="join" />
      <input type="hidden" name="group_buy_id" value={buy.id} />
      <input type="hidden" name="key" value={joinKey} />
      {limits.max === 0 ? (
        <p className="text-14 text-soft">You have the maximum per person.</p>
      ) : (
        <div className="flex items-end gap-3">
          <div className="min-w-34">
            <QuantityStepper
              label={`Quantity of ${buy.product_name}`}
              hideLabel
              min={limits.min}
              max={limits.max}
              value={quantity}
              onChange={choose}
              unit={buy.unit}
            />
          </div>
          <Button
            busy={join.busy}
            busyLabel="Joining"
            tone={mine > 0 ? 'plain' : 'primary'}
            className={cx('flex-[1_0_auto]', buttonInBar && 'max-md:hidden')}
            aria-label={joinLabel(join, buy)}
          >
            {joinWord(join)}
          </Button>
        </div>
      )}
      {!buttonInBar && <JoinedNotice buy={buy} join={join} />}
      {!buttonInBar && !joined && mine > 0 && (
        <p className="text-14 font-semibold text-leaf">
          You have {countUnits(mine, buy.unit)} in this group buy.
          {join.fits && ` With this it is ${countUnits(mine + quantity, buy.unit)}.`}
        </p>
      )}
      {refusal && (
        <div ref={intoView} key={refusal}>
          <Notice tone="error">{refusal}</Notice>
          {hint && <p className="mt-2 text-14 font-semibold">{hint}</p>}
        </div>
      )}
    </join.fetcher.Form>
  )
}

interface JoinedNoticeProps {
  buy: { unit: string }
  join: Pick<Joining, 'joined'>
  /** What to do next. */
  children?: React.ReactNode
}

/** "You are in", with a link to the order. */
export function JoinedNotice({ buy, join: { joined }, children }: JoinedNoticeProps) {
  if (!joined) return null
  return (
    <div ref={intoView} key={`${joined.orderId} ${joined.quantity}`}>
      <Notice tone="success">
        You are in: order {joined.orderNo}, {countUnits(joined.quantity, buy.unit)}.{' '}
        <Link to={`/account/orders/${joined.orderId}`} className="text-link">
          See your order
        </Link>
        {children}
      </Notice>
    </div>
  )
}

/** Scrolls to the result, which may be off screen because the button is in the bar at the bottom. */
function intoView(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' })
}

/** The button's text. */
export const joinWord = ({ mine }: Pick<Joining, 'mine'>): string => (mine > 0 ? 'Add' : 'Join')

/** Its name for screen readers, out of context. */
export const joinLabel = (join: Pick<Joining, 'mine'>, buy: { product_name: string }): string =>
  join.mine > 0 ? `Add to your order of ${buy.product_name}` : `Join the group buy of ${buy.product_name}`

export const signInToJoin = (here: string): string => `/auth?next=${encodeURIComponent(here)}`
