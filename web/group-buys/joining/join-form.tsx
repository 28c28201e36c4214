import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Form, Link } from 'react-router'
import { buyPath, joinPath } from '#domain/group-buys/participants/join-path.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { translate } from '#web/languages/translate.ts'
import { Button } from '#web/ui/button.tsx'
import { QuantityStepper } from '#web/ui/controls/quantity-stepper.tsx'
import { cx } from '#web/ui/cx.ts'
import { useHydrated } from '#web/ui/hydrated.ts'
import { Notice } from '#web/ui/notice.tsx'
import { focusResult } from './focus-result.ts'
import { OwnUnits } from './own-units.tsx'
import type { Joining } from './use-join.ts'

export interface JoinFormProps {
  buy: { id: string; unit: string; product_name: string; payment_due_at: string | null }
  join: Joining
  /** The server's time of the response. */
  now: string
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
  now,
  joinKey,
  signedIn,
  ownShop,
  quiet = false,
  buttonInBar = false,
  inPanel = false,
}: JoinFormProps) {
  const { i18n } = useLingui()
  const { limits, quantity, choose, mine, refusal, hint } = join
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
  const stepper = (
    <QuantityStepper
      label={i18n.t('Quantity of {product}', { product: buy.product_name })}
      hideLabel
      min={limits.min}
      max={limits.max}
      value={quantity}
      onChange={choose}
      unit={buy.unit}
    />
  )
  if (!signedIn) {
    return (
      // The address names the buy and the quantity, and works without scripts.
      <Form action="/auth" id={join.formId} className="grid gap-3">
        <input type="hidden" name="next" value={buyPath(buy.id)} />
        {stepper}
        <Button tone={inPanel ? 'primary' : 'plain'} wide className={cx(buttonInBar && 'max-md:hidden')}>
          {i18n.t('Sign in to join')}
        </Button>
      </Form>
    )
  }
  if (mine > 0 && !inPanel) return <OwnUnits buy={buy} join={join} now={now} />
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
      {/* A second tap on this page, or on one like it, is refused: it would buy twice. */}
      <input type="hidden" name="own_quantity" value={mine} />
      {join.confirms && <input type="hidden" name="confirmed_state" value={join.confirms} />}
      {limits.max === 0 ? (
        <p className="text-14 text-soft">{i18n.t('You already have the most one person can take.')}</p>
      ) : (
        <div className="flex items-end gap-3">
          <div className="min-w-34">{stepper}</div>
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
      <p data-offline hidden role="alert" className="text-14 font-semibold text-pepper">
        {i18n.t(errorTexts.offline)}
      </p>
      {refusal && !(join.isStale && inPanel) && (
        <div ref={focusResult} tabIndex={-1} key={translate(i18n, refusal)}>
          <Notice tone="error">{translate(i18n, refusal)}</Notice>
          {hint && <p className="mt-2 text-14 font-semibold">{hint}</p>}
        </div>
      )}
    </join.fetcher.Form>
  )
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
