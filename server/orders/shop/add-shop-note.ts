import { checkAlso, checkFields, optional, text, uuid } from '#domain/forms/validation.ts'
import { SHOP_NOTE_LENGTH, SHOP_NOTES_MOST } from '#domain/orders/shop/shop-notes.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** A shop writes down something about one of its orders or customers, for itself. */
export const addShopNote: Command<'add-shop-note'> = {
  name: 'add-shop-note',
  who: 'signed-in',
  personal: true,
  limit: { tries: 30, ...PER_MINUTE },
  fields: ['order_id', 'customer_id', 'text'],
  check: (raw) =>
    checkAlso(
      checkFields(raw, {
        order_id: optional(uuid('Order')),
        customer_id: optional(uuid('Customer')),
        text: text({ label: 'Note', min: 1, max: SHOP_NOTE_LENGTH, lines: true }),
      }),
      ({ order_id, customer_id }) =>
        (order_id === null) === (customer_id === null)
          ? { order_id: 'A note is about an order or about a customer.' }
          : {},
    ),
  async run({ input, caller, tx }) {
    // The lock serialises notes of one shop, so that none is written beyond the maximum.
    const { rows: shops } = await tx.query<{ id: string }>(
      `select v.id from public.vendors v join public.profiles p on p.id = v.owner_id and p.role = 'vendor'
       where v.owner_id = $1 and v.status in ('active', 'suspended') for no key update of v`,
      [caller.userId],
    )
    const [shop] = shops
    if (!shop) return refuse('not_found')
    const { rows } = await tx.query<{ is_own: boolean; notes: number }>(
      `select exists (select from public.orders o where o.vendor_id = $1 and (o.id = $2 or o.user_id = $3)) as is_own,
         (select count(*)::integer from public.shop_notes n where n.vendor_id = $1 and (n.order_id = $2 or n.customer_id = $3)) as notes`,
      [shop.id, input.order_id, input.customer_id],
    )
    const [facts] = rows
    if (!facts?.is_own) return refuse('not_found')
    if (facts.notes >= SHOP_NOTES_MOST) return refuse('notes_full')
    const { rows: written } = await tx.query<{ id: string }>(
      'insert into public.shop_notes (vendor_id, order_id, customer_id, author_id, text) values ($1, $2, $3, $4, $5) returning id',
      [shop.id, input.order_id, input.customer_id, caller.userId, input.text],
    )
    return { shop_note_id: written[0]?.id ?? '' }
  },
}
