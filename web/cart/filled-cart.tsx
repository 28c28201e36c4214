import { useLingui } from '@lingui/react'
import { lagosDate } from '#domain/time/calendar.ts'
import { counted } from '#web/languages/counted.ts'
import { FulfilmentFacts } from '#web/places/fulfilment-ways.tsx'
import { useShell } from '#web/shell.ts'
import { Button } from '#web/ui/button.tsx'
import { count, day, kobo } from '#web/ui/format.ts'
import { Notice } from '#web/ui/notice.tsx'
import { type CurrentProduct, useCurrentProducts } from './current-products.ts'
import { type RemovedLine, setPrice } from './edit-cart.ts'
import { CartLine } from './line.tsx'
import { lineChange } from './line-change.ts'
import type { MoveInput } from './move-to-buy.tsx'
import { SaveAsList } from './reorder/reorder-lines.tsx'
import { type GroupedLine, groupByShop, type ShopGroup } from './shop-groups.ts'
import { type CartItem, cartCount } from './store.ts'
import { CartTotals } from './totals.tsx'
import { Undo } from './undo.tsx'

interface FilledCartProps {
  items: readonly CartItem[]
  /** The products the server read for this page. */
  products: ReadonlyMap<string, CurrentProduct> | null
  removed: readonly RemovedLine[]
  onTakeOut: (removed: readonly RemovedLine[]) => void
  onUndo: (removed: readonly RemovedLine[]) => void
  move: MoveInput
}

/** Lines by shop with their totals. Every button submits a form; with scripts the page handles it in the browser. */
export function FilledCart({ items, products, removed, onTakeOut, onUndo, move }: FilledCartProps) {
  const { i18n } = useLingui()
  const current = useCurrentProducts(
    items.map(({ productId }) => productId),
    products,
  )
  const { now, viewer } = useShell()
  const today = lagosDate(new Date(now))
  const isRead = typeof current !== 'string'
  const lines = items.map((item, at): GroupedLine => {
    const product = isRead ? current.get(item.productId) : undefined
    return { item, product, at, change: isRead ? lineChange(item, product, today) : null }
  })
  const groups = groupByShop(lines)
  const inIt = cartCount(items)
  return (
    <div className="grid gap-8 lg:grid-cols-[1fr_22rem]">
      <section aria-labelledby="items">
        <form
          method="post"
          action="/cart"
          onSubmit={(event) => {
            event.preventDefault()
            onTakeOut(items.map((item, at) => ({ item, at })))
          }}
          className="mb-2 flex items-baseline justify-between gap-4"
        >
          <h2 id="items" className="text-22">
            {counted(i18n, inIt, {
              one: /*i18n*/ '{number} item',
              many: /*i18n*/ '{number} items',
              number: count(inIt),
            })}
          </h2>
          <Button name="act" value="clear" tone="quiet" size="small">
            {i18n.t('Clear cart')}
          </Button>
        </form>
        <Changes lines={lines} />
        {current === 'unreadable' && (
          <Notice tone="info" className="mb-3">
            {i18n.t(
              'We could not check the prices just now. Your cart is safe, and we check them again when you order.',
            )}
          </Notice>
        )}
        {groups.map((group) => (
          <Shop
            key={group.vendorId}
            group={group}
            isOnly={groups.length === 1}
            removed={removed.filter(({ at }) => groupAt(at, groups) === group)}
            onTakeOut={onTakeOut}
            onUndo={onUndo}
            move={move}
          />
        ))}
        {viewer.userId !== null && <SaveAsList lines={lines} />}
      </section>
      <CartTotals lines={lines} isRead={isRead} />
    </div>
  )
}

/** The shop group at whose lines a removed line was. */
const groupAt = (at: number, groups: readonly ShopGroup[]) =>
  groups.find(({ lines }) => lines.some((line) => line.at >= at)) ?? groups.at(-1)

interface ShopProps extends Pick<FilledCartProps, 'removed' | 'onTakeOut' | 'onUndo' | 'move'> {
  group: ShopGroup
  isOnly: boolean
}

function Shop({
  group: { vendorId, name, lines, shareDate, goodsKobo, ways },
  isOnly,
  removed,
  onTakeOut,
  onUndo,
  move,
}: ShopProps) {
  const { i18n } = useLingui()
  const { area } = useShell()
  // A removed line was before the line that has its index now.
  const rows = [
    ...lines.map((line) => ({ ...line, isRemoved: false as const })),
    ...removed.map((one) => ({ ...one, at: one.at - 0.5, one, isRemoved: true as const })),
  ].sort((a, b) => a.at - b.at)
  return (
    <section aria-label={name || i18n.t('Products')} className="mb-6">
      {/* Reserves the space before the products are read, to avoid a layout shift. */}
      <p className="mb-1 min-h-6 font-semibold break-words">
        {name}
        {shareDate && (
          <span className="block text-14 font-normal text-soft">
            {i18n.t('Shared on {day}', { day: day(shareDate) })}
          </span>
        )}
      </p>
      <ul className="divide-y divide-grain border-y border-grain">
        {rows.map((row) =>
          row.isRemoved ? (
            <li key={`undo-${row.item.productId}`} className="py-3">
              <Undo removed={[row.one]} onUndo={onUndo} />
            </li>
          ) : (
            <CartLine
              key={row.item.productId}
              {...row}
              move={move}
              showsDay={shareDate === null}
              onRemove={() => onTakeOut([{ item: row.item, at: row.at }])}
            />
          ),
        )}
      </ul>
      {ways && (
        <div className="mt-3 text-14">
          <FulfilmentFacts ways={ways} area={area} />
        </div>
      )}
      {!isOnly && vendorId !== '' && (
        <p className="mt-2 flex justify-between gap-4 text-14 text-soft">
          {i18n.t('Goods from this shop')} <span className="tabular-nums">{kobo(goodsKobo)}</span>
        </p>
      )}
    </section>
  )
}

/** Says how many lines have changed, and accepts all new prices at once. */
function Changes({ lines }: { lines: readonly GroupedLine[] }) {
  const { i18n } = useLingui()
  const changed = lines.filter(({ change }) => change !== null)
  const priced = changed.flatMap(({ item, change }) =>
    change === null || change.newPrice === null ? [] : [{ id: item.productId, price: change.newPrice }],
  )
  if (changed.length === 0) return null
  return (
    <Notice tone="warning" className="mb-3">
      <p>
        {counted(i18n, changed.length, {
          one: /*i18n*/ 'One product in your cart changed. See what is new below.',
          many: /*i18n*/ '{count} products in your cart changed. See what is new below.',
        })}
      </p>
      {priced.length > 0 && (
        <form
          method="post"
          action="/cart"
          className="mt-2"
          onSubmit={(event) => {
            event.preventDefault()
            for (const { id, price } of priced) setPrice(id, price)
          }}
        >
          <Button name="act" value="accept" tone="plain" size="small">
            {priced.length === 1 ? i18n.t('Use the new price') : i18n.t('Use the new prices')}
          </Button>
        </form>
      )}
    </Notice>
  )
}
