import { useLingui } from '@lingui/react'
import { Form, Link, useNavigate } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { translate } from '#web/languages/translate.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { naira } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { checkoutAddress, toLineInput, writeLine } from '../checkout/checkout-address.ts'
import { mergeItems } from '../edit-cart.ts'
import type { ReorderLine } from './reorder.ts'

/**
 * Past or saved lines at today's prices: available ones with a button that adds them to the cart, and unavailable ones.
 */
export function ReorderLines({ lines }: { lines: readonly ReorderLine[] }) {
  const { i18n } = useLingui()
  const available = lines.filter(({ unavailableReason }) => unavailableReason === null)
  const unavailable = lines.filter(({ unavailableReason }) => unavailableReason !== null)
  return (
    <>
      {available.length > 0 && (
        <ul className="divide-y divide-grain border-y border-grain">
          {available.map((line) => (
            <Line key={line.item.productId} line={line} />
          ))}
        </ul>
      )}
      {unavailable.length > 0 && (
        <Notice
          tone="warning"
          title={available.length > 0 ? i18n.t('You cannot buy these now') : i18n.t('You cannot buy any of these now')}
        >
          <ul>
            {unavailable.map(({ item, unavailableReason, openBuy }) => (
              <li key={item.productId}>
                {item.name}: {unavailableReason && translate(i18n, unavailableReason)}{' '}
                {openBuy && <OpenBuy {...openBuy} unit={item.unit} />}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Actions lines={available} />
    </>
  )
}

function Line({ line: { item, paid, openBuy } }: { line: ReorderLine }) {
  const { i18n } = useLingui()
  const units = countUnits(item.quantity, item.unit)
  const isOther = paid !== null && paid !== item.price
  return (
    <li className="flex justify-between gap-4 py-3">
      <span className="min-w-0 break-words">
        <span className="font-bold">{item.name}</span>
        <span className="block text-14 text-soft">
          {isOther
            ? i18n.t('{units}; you paid {price} a {unit}', { units, price: naira(paid), unit: item.unit })
            : units}
        </span>
        {openBuy && <OpenBuy {...openBuy} unit={item.unit} />}
      </span>
      <span className="shrink-0 tabular-nums">
        {i18n.t('{price} a {unit}', { price: naira(item.price), unit: item.unit })}
      </span>
    </li>
  )
}

function OpenBuy({ id, price, unit }: NonNullable<ReorderLine['openBuy']> & { unit: string }) {
  const { i18n } = useLingui()
  return (
    <Link to={`/group-buys/${id}`} className="inline-flex min-h-11 items-center text-link">
      {price === null
        ? i18n.t('Group buy open')
        : i18n.t('Group buy open, now {price} a {unit}', { price: naira(price), unit })}
    </Link>
  )
}

function Actions({ lines }: { lines: readonly ReorderLine[] }) {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  if (lines.length === 0) return <LinkButton to="/products">{i18n.t('Browse Deals')}</LinkButton>
  const items = lines.map(({ item }) => item)
  return (
    <div className="flex flex-wrap gap-3">
      <form
        method="post"
        action="/cart"
        onSubmit={(event) => {
          event.preventDefault()
          mergeItems(items)
          navigate('/cart')
        }}
      >
        <LineFields lines={lines} />
        <Button name="act" value="put">
          {i18n.t('Put into the cart')}
        </Button>
      </form>
      <LinkButton to={checkoutAddress(items.map(toLineInput), 'beside the cart')} tone="plain">
        {i18n.t('Go to checkout with these')}
      </LinkButton>
    </div>
  )
}

const LineFields = ({ lines }: { lines: readonly Pick<ReorderLine, 'item'>[] }) =>
  lines.map(({ item }) => <input key={item.productId} type="hidden" name="line" value={writeLine(toLineInput(item))} />)

/** Saves these lines under a name. */
export function SaveAsList({ lines }: { lines: readonly Pick<ReorderLine, 'item'>[] }) {
  const { i18n } = useLingui()
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-adire underline underline-offset-2">
        {i18n.t('Save as a list')}
      </summary>
      <Form method="post" action="/account/lists" className="flex flex-wrap items-end gap-3">
        <LineFields lines={lines} />
        <label className="grid min-w-0 flex-1 gap-1">
          <span className="font-semibold">{i18n.t('Name of the list')}</span>
          <input name="name" required maxLength={60} placeholder={i18n.t('Monthly staples')} className="control" />
        </label>
        <Button name="act" value="save" tone="plain">
          {i18n.t('Save list')}
        </Button>
      </Form>
    </details>
  )
}
