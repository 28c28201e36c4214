import type pg from 'pg'
import type { CartChangeInput } from '#api/commands/cart.ts'
import { applyCartChanges, type CartChange, MAX_CART_UNITS, type StoredCartLine } from '#domain/cart/cart-changes.ts'
import { isUuid } from '#domain/forms/validation.ts'
import { refuse } from '#domain/refusal.ts'
import { type Command, PER_MINUTE } from '#server/command.ts'

/** Enough for a device's whole cart, removed lines included. */
const MAX_CHANGES = 200
/** Retention of removed lines: older changes count as this old, so that they cannot restore a removed line. */
const MAX_AGE_MS = 30 * 24 * 3_600_000

/** Merges a device's changes into the stored cart. The lock on the user's profile serialises their tabs and devices. */
export const saveCart: Command<'save-cart'> = {
  name: 'save-cart',
  who: 'signed-in',
  personal: true,
  limit: { tries: 120, ...PER_MINUTE },
  fields: ['changes'],
  check,
  async run({ input, caller, tx }) {
    const person = caller.userId ?? ''
    const { rows: own } = await tx.query<{ now: string }>(
      `select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as now from public.profiles p
       where p.id = $1 and not rights.is_disabled(p.id) for no key update`,
      [person],
    )
    if (!own[0]) return refuse('sign_in_required')
    const now = Number(own[0].now)
    const changes = input.changes.map(
      ({ product_id, age_ms, seen_kobo, ...change }): CartChange => ({
        ...change,
        productId: product_id,
        seenKobo: seen_kobo,
        at: now - age_ms,
      }),
    )
    const leftOut = changes.length === 0 ? [] : await applyChanges(tx, person, changes)
    return { lines: await readLines(tx, person), left_out: leftOut }
  },
}

async function applyChanges(tx: pg.ClientBase, person: string, changes: readonly CartChange[]): Promise<string[]> {
  const ids = changes.map(({ productId }) => productId)
  const [{ rows: stored }, { rows: known }] = await Promise.all([
    tx.query<CartItemRow>(
      `select product_id, quantity, seen_kobo::text, (extract(epoch from changed_at) * 1000)::bigint::text as changed_at
       from public.cart_items where profile_id = $1`,
      [person],
    ),
    tx.query<{ id: string }>('select id from public.products where id = any ($1::uuid[])', [ids]),
  ])
  const products = new Set(known.map(({ id }) => id))
  const decided = applyCartChanges(
    stored.map(storedLine),
    changes.filter(({ productId }) => products.has(productId)),
  )
  await tx.query(
    `insert into public.cart_items (profile_id, product_id, quantity, seen_kobo, changed_at, created_at)
     select $1, l.product_id, l.quantity, l.seen_kobo, to_timestamp(l.changed_at / 1000.0), now() + row_number() over () * interval '1 microsecond'
     from jsonb_to_recordset($2) as l (product_id uuid, quantity integer, seen_kobo bigint, changed_at bigint)
     on conflict (profile_id, product_id) do update
       set quantity = excluded.quantity, seen_kobo = excluded.seen_kobo, changed_at = excluded.changed_at,
         created_at = case when cart_items.quantity = 0 then excluded.created_at else cart_items.created_at end`,
    [person, JSON.stringify(decided.changed.map(itemRow))],
  )
  // Caps the tombstones per user.
  await tx.query(
    `delete from public.cart_items where profile_id = $1 and quantity = 0 and product_id in (
       select product_id from public.cart_items where profile_id = $1 and quantity = 0 order by changed_at desc offset $2)`,
    [person, MAX_CHANGES],
  )
  return [...decided.leftOut, ...ids.filter((id) => !products.has(id))]
}

async function readLines(tx: pg.ClientBase, person: string) {
  const { rows } = await tx.query<{ lines: never[] }>(
    `select coalesce(jsonb_agg(jsonb_build_object('product_id', c.product_id, 'quantity', c.quantity, 'seen_kobo', c.seen_kobo, 'name', p.name,
       'unit', p.unit, 'image_url', p.image_url) order by c.created_at, c.product_id), '[]') as lines
     from public.cart_items c join public.products p on p.id = c.product_id where c.profile_id = $1 and c.quantity > 0`,
    [person],
  )
  return rows[0]?.lines ?? []
}

interface CartItemRow {
  product_id: string
  quantity: number
  seen_kobo: string
  changed_at: string
}

const storedLine = ({ product_id, quantity, seen_kobo, changed_at }: CartItemRow): StoredCartLine => ({
  productId: product_id,
  quantity,
  seenKobo: Number(seen_kobo),
  changedAt: Number(changed_at),
})
const itemRow = ({ productId, quantity, seenKobo, changedAt }: StoredCartLine) => ({
  product_id: productId,
  quantity,
  seen_kobo: seenKobo,
  changed_at: changedAt,
})

function check(raw: Readonly<Record<string, unknown>>) {
  const changes = Array.isArray(raw.changes) ? raw.changes.map(parseChange) : [null]
  const ids = changes.map((change) => change?.product_id)
  if (changes.length > MAX_CHANGES || changes.includes(null) || new Set(ids).size < ids.length) {
    const errors = {
      changes: `At most ${MAX_CHANGES} changes, each of another product, with how, quantity, price and age.`,
    }
    return { ok: false as const, errors }
  }
  return { ok: true as const, value: { changes: changes.flatMap((change) => change ?? []) } }
}

function parseChange(raw: unknown): CartChangeInput | null {
  const { product_id: id, how, quantity, seen_kobo: seen, age_ms: age } = (raw ?? {}) as Record<string, unknown>
  if (!isUuid(id) || (how !== 'set' && how !== 'merge' && how !== 'add')) return null
  if (!isWhole(quantity, MAX_CART_UNITS) || !isWhole(seen, MAX_KOBO)) return null
  // Clamped, because device clocks are unreliable.
  const ms = typeof age === 'number' && Number.isFinite(age) ? Math.min(Math.max(Math.round(age), 0), MAX_AGE_MS) : null
  if (ms === null || (quantity === 0 && how !== 'set')) return null
  return { product_id: id.toLowerCase(), how, quantity, seen_kobo: seen, age_ms: ms }
}

const MAX_KOBO = 9_999_999_999_999
const isWhole = (value: unknown, most: number): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most
