import { buyLabel } from '#domain/group-buys/state-labels.ts'
import { RecordLink } from '#web/desk/records/record-link.tsx'
import { RecordSection } from '#web/desk/records/record-screen.tsx'
import { datedMoment, kobo, naira } from '#web/ui/format.ts'
import type { ShopSurroundings } from './shop-queries.ts'

/** The owner and the staff of a shop. */
export function ShopPeople({ people }: Pick<ShopSurroundings, 'people'>) {
  if (!people) return null
  return (
    <RecordSection id="people" title="People">
      <ul className="grid gap-1">
        <li>
          <RecordLink kind="person" id={people.owner_id}>
            {people.owner_name || 'The owner'}
          </RecordLink>
          , owner
        </li>
        {people.people.map(({ id, name, duty }) => (
          <li key={`${id} ${duty}`}>
            {name || 'A person without a name'}, {duty.replaceAll('-', ' ')}
          </li>
        ))}
      </ul>
    </RecordSection>
  )
}

/** Its latest group buys with the money held in them, and the products it has prepared. */
export function ShopGoods({ around: { buys, heldKobo, products } }: { around: ShopSurroundings }) {
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <RecordSection id="buys" title="Group buys">
        <p className="mb-2">
          <strong className="tabular-nums">{kobo(heldKobo)}</strong> is held in running ones.
        </p>
        {buys.length === 0 && <p className="text-soft">It has opened none.</p>}
        <ul className="grid gap-2 empty:hidden">
          {buys.map((buy) => (
            <li key={buy.id}>
              <RecordLink kind="buy" id={buy.id}>
                {buy.product_name}
              </RecordLink>
              : {buyLabel(buy.status).toLowerCase()}, {buy.current_participants} joined, {buy.paid_participants} paid,
              closes {datedMoment(buy.end_date)}
            </li>
          ))}
        </ul>
      </RecordSection>
      <RecordSection id="products" title="Products">
        {products.length === 0 && <p className="text-soft">It has prepared none.</p>}
        <ul className="grid gap-2 empty:hidden">
          {products.map(({ id, name, base_price: price, unit, available_quantity: left }) => (
            <li key={id} className="wrap-anywhere">
              {name}: {naira(price)} a {unit}, {left} available
            </li>
          ))}
        </ul>
      </RecordSection>
    </div>
  )
}
