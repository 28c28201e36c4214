import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Form, Link } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { translate } from '#web/languages/translate.ts'
import { Button } from '#web/ui/button.tsx'
import { QuantityStepper } from '#web/ui/controls/quantity-stepper.tsx'
import { cx } from '#web/ui/cx.ts'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { buyPath, joinPath } from './join-path.ts'
import type { Joining } from './use-join.ts'

export interface JoinFormProps {
  buy: { id: string; unit: string; product_name: string }
  join: Joining
  /** Idempotency key of the next submission. */
  joinKey: string
  signedIn: boolean
  /** Whether the viewer's own shop sells this product. */
  ownShop: boolean
  /** In a list, where sign-in is a line of text instead of a button. */
  quiet?: boolean
  /** Whether, on a phone, the button is in the bar at the bottom instead. */
  buttonInBar?: boolean
  /** On the buy's own page, which shows the result elsewhere. */
  inPanel?: boolean
}

/** Quantity and Join button, or why the viewer cannot join. Submits to the current page, with or without scripts. */
export function JoinForm({
  buy,
  join,
  joinKey,
  signedIn,
  ownShop,
  quiet = false,
  buttonInBar = false,
  inPanel = false,
}: JoinFormProps) {
  const { i18n } = useLingui()
  const { limits, quantity, choose, mine, joined, refusal, hint } = join
  const hydrated = useHydrated()
  if (ownShop) return <p className="text-14 text-soft">{i18n.t('This is your own shop’s group buy.')}</p>
  if (!signedIn && quiet) {
    return (
      <Link
        to={signInToJoin(joinPath(buy.id, limits.initial))}
        className="relative z-10 -my-3 inline-flex min-h-11 items-center font-semibold text-link"
      >
        {i18n.t('Sign in to join')}
      </Link>
    )
  }
  if (!signedIn) {
    return (
      // The address names the buy and the quantity, and works without scripts.
      <Form action="/auth" id={join.formId} className="grid gap-3">
        <input type="hidden" name="next" value={buyPath(buy.id)} />
        <QuantityStepper
          label={i18n.t('Quantity of {product}', { product: buy.product_name })}
          hideLabel
          min={limits.min}
          max={limits.max}
          value={quantity}
          onChange={choose}
          unit={buy.unit}
        />
        <Button tone={inPanel ? 'primary' : 'plain'} wide className={cx(buttonInBar && 'max-md:hidden')}>
          {i18n.t('Sign in to join')}
        </Button>
      </Form>
    )
  }
  return (
    // With scripts our own validation message is shown; without them, the browser's.
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
        <p className="text-14 text-soft">{i18n.t('You already have the most one person can take.')}</p>
      ) : (
        <div className="flex items-end gap-3">
          <div className="min-w-34">
            <QuantityStepper
              label={i18n.t('Quantity of {product}', { product: buy.product_name })}
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
            busyLabel={i18n.t('Joining')}
            tone={mine > 0 ? 'plain' : 'primary'}
            className={cx('flex-[1_0_auto]', buttonInBar && 'max-md:hidden')}
            aria-label={joinLabel(join, { product: buy.product_name, i18n })}
          >
            {joinButtonText(join, i18n)}
          </Button>
        </div>
      )}
      {!inPanel && <JoinedNotice buy={buy} join={join} />}
      {!inPanel && !joined && mine > 0 && (
        <p className="text-14 font-semibold text-leaf">
          {i18n.t('You have {units} in this group buy.', { units: countUnits(mine, buy.unit) })}
          {join.fits &&
            ` ${i18n.t('With these you will have {units}.', { units: countUnits(mine + quantity, buy.unit) })}`}
        </p>
      )}
      {refusal && (
        <div ref={intoView} key={translate(i18n, refusal)}>
          <Notice tone="error">{translate(i18n, refusal)}</Notice>
          {hint && <p className="mt-2 text-14 font-semibold">{hint}</p>}
        </div>
      )}
    </join.fetcher.Form>
  )
}

interface JoinedNoticeProps {
  buy: { unit: string }
  join: Pick<Joining, 'joined'>
  /** The next step. */
  children?: React.ReactNode
}

/** "You are in", with a link to the order. */
export function JoinedNotice({ buy, join: { joined }, children }: JoinedNoticeProps) {
  const { i18n } = useLingui()
  if (!joined) return null
  return (
    <div ref={intoView} key={`${joined.orderId} ${joined.quantity}`}>
      <Notice tone="success">
        {i18n.t('You are in: order {number}, {units}.', {
          number: joined.orderNo,
          units: countUnits(joined.quantity, buy.unit),
        })}{' '}
        <Link to={`/account/orders/${joined.orderId}`} className="text-link">
          {i18n.t('See your order')}
        </Link>
        {children}
      </Notice>
    </div>
  )
}

/** Scrolls the result into view, because the button may be in the bar at the bottom. */
function intoView(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' })
}

/** The label of the Join button. */
export const joinButtonText = ({ mine }: Pick<Joining, 'mine'>, i18n: I18n): string =>
  mine > 0 ? i18n.t('Add') : i18n.t('Join')

/** Its accessible name, which must be clear out of context. */
export const joinLabel = (
  { mine }: Pick<Joining, 'mine'>,
  { product, i18n }: { product: string; i18n: I18n },
): string =>
  mine > 0
    ? i18n.t('Add to your order of {product}', { product })
    : i18n.t('Join the group buy of {product}', { product })

/** Signs in to come back to this path, which names a buy and a quantity (`joinPath`), and to join it. */
const signInToJoin = (here: string): string => `/auth?next=${encodeURIComponent(here)}`
