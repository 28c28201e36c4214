import { Form, Link, useNavigate } from 'react-router'
import { countUnits } from '#domain/products/units.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { naira } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { put } from './acts.ts'
import type { AgainLine } from './again.ts'
import { checkoutAddress, lineOfItem, writeLine } from './checkout-address.ts'

/** What was bought or listed once, at today's prices: what can be had, what cannot, and the way into the cart. */
export function TodayLines({ lines }: { lines: readonly AgainLine[] }) {
  const had = lines.filter(({ whyNot }) => whyNot === null)
  const gone = lines.filter(({ whyNot }) => whyNot !== null)
  return (
    <>
      {had.length > 0 && (
        <ul className="divide-y divide-grain border-y border-grain">
          {had.map((line) => (
            <Line key={line.item.productId} line={line} />
          ))}
        </ul>
      )}
      {gone.length > 0 && (
        <Notice tone="warning" title={had.length > 0 ? 'Not to be had now' : 'None of it can be had now'}>
          <ul>
            {gone.map(({ item, whyNot, openBuy }) => (
              <li key={item.productId}>
                {item.name}: {whyNot} {openBuy && <OpenBuy {...openBuy} unit={item.unit} />}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Acts lines={had} />
    </>
  )
}

function Line({ line: { item, paid, openBuy } }: { line: AgainLine }) {
  return (
    <li className="flex justify-between gap-4 py-3">
      <span className="min-w-0 break-words">
        <span className="font-bold">{item.name}</span>
        <span className="block text-14 text-soft">
          {countUnits(item.quantity, item.unit)}
          {paid !== null && paid !== item.price && `; you paid ${naira(paid)} a ${item.unit}`}
        </span>
        {openBuy && <OpenBuy {...openBuy} unit={item.unit} />}
      </span>
      <span className="shrink-0 tabular-nums">
        {naira(item.price)} a {item.unit}
      </span>
    </li>
  )
}

function OpenBuy({ id, price, unit }: NonNullable<AgainLine['openBuy']> & { unit: string }) {
  return (
    <Link to={`/group-buys/${id}`} className="inline-flex min-h-11 items-center text-link">
      Group buy open{price !== null && `, now ${naira(price)} a ${unit}`}
    </Link>
  )
}

function Acts({ lines }: { lines: readonly AgainLine[] }) {
  const navigate = useNavigate()
  if (lines.length === 0) return <LinkButton to="/products">Browse Deals</LinkButton>
  const items = lines.map(({ item }) => item)
  return (
    <div className="flex flex-wrap gap-3">
      <form
        method="post"
        action="/cart"
        onSubmit={(event) => {
          event.preventDefault()
          put(items)
          navigate('/cart')
        }}
      >
        <LineFields lines={lines} />
        <Button name="act" value="put">
          Put into the cart
        </Button>
      </form>
      <LinkButton to={checkoutAddress(items.map(lineOfItem), 'beside the cart')} tone="plain">
        Go to checkout with these
      </LinkButton>
    </div>
  )
}

const LineFields = ({ lines }: { lines: readonly Pick<AgainLine, 'item'>[] }) =>
  lines.map(({ item }) => <input key={item.productId} type="hidden" name="line" value={writeLine(lineOfItem(item))} />)

/** Keeps these lines under a name. */
export function SaveAsList({ lines }: { lines: readonly Pick<AgainLine, 'item'>[] }) {
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-adire underline underline-offset-2">
        Save as a list
      </summary>
      <Form method="post" action="/account/lists" className="flex flex-wrap items-end gap-3">
        <LineFields lines={lines} />
        <label className="grid min-w-0 flex-1 gap-1">
          <span className="font-semibold">Name of the list</span>
          <input name="name" required maxLength={60} placeholder="Monthly staples" className="control" />
        </label>
        <Button name="act" value="save" tone="plain">
          Save list
        </Button>
      </Form>
    </details>
  )
}
