import type pg from 'pg'
import { checkFields, isUuid, type Reader } from '#domain/forms/validation.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'
import { PER_MINUTE } from '#server/command.ts'

/** One page of the list, and room for programs. */
const MAX_PRODUCTS = 100

interface OwnProductRow {
  id: string
  name: string
  unit: string
  base_price: string
  available_quantity: number
  archived_at: Date | null
}

/** Reads ids of products, each once. */
export const productIds: Reader<string[]> = (raw) => {
  if (!Array.isArray(raw) || raw.length === 0) return { error: 'Tick the products first.' }
  if (raw.length > MAX_PRODUCTS) return { error: `At most ${MAX_PRODUCTS} products at once.` }
  if (!raw.every(isUuid)) return { error: 'Each product must be a valid id.' }
  return { value: [...new Set(raw.map((id) => id.toLowerCase()))] }
}

/** Shared by the commands about ticked products. */
export const ofOwnProducts = {
  who: 'signed-in',
  personal: true,
  limit: { tries: 60, ...PER_MINUTE },
  fields: ['product_ids'],
  check: (raw: Readonly<Record<string, unknown>>) => checkFields(raw, { product_ids: productIds }),
} as const

/**
 * Locks products of the caller's shop, in the order of their ids as carts do. Refuses if one of them is not theirs, or
 * their shop is suspended: the service role is exempt from the guard for that.
 */
export async function lockOwnProducts(
  tx: pg.ClientBase,
  { userId, ids }: { userId: string | null; ids: readonly string[] },
): Promise<OwnProductRow[] | Refusal> {
  const { rows: shops } = await tx.query<{ status: string }>(
    'select status from public.vendors where owner_id = $1 for share',
    [userId],
  )
  if (shops[0]?.status === 'suspended') return refuse('shop_is_suspended')
  const { rows } = await tx.query<OwnProductRow>(
    `select p.id, p.name, p.unit, p.base_price, p.available_quantity, p.archived_at
     from public.products p join public.vendors v on v.id = p.vendor_id
     where p.id = any ($1::uuid[]) and v.owner_id = $2 order by p.id for no key update of p`,
    [ids, userId],
  )
  return rows.length === ids.length ? rows : refuse('product_not_found')
}
