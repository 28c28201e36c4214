import { createHash } from 'node:crypto'
import type pg from 'pg'
import { queryWithCause, withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { type Codes, createCodes } from '#server/hand-overs/codes/codes.ts'

export interface OpenCode {
  handOverId: string
  orderId: string
  buyerId: string
  code: string
}

export interface CodesMarket {
  hubId: string
  shop: { id: string; ownerId: string }
  open: OpenCode[]
}

interface CodesMarketOptions {
  /** The site's secret, from which its codes are derived. */
  secretKey: string
  shares: number
  /** Existing users: the shop's owner, the buyers in turn, and the person who hands over. */
  ownerId: string
  buyers: readonly string[]
  staff: readonly string[]
}

/** Adds people with confirmed addresses; returns their ids. */
export async function addPeople(owner: pg.Pool, count: number): Promise<string[]> {
  const people = Array.from({ length: count }, (_, number) => idOf(`person ${number}`))
  await owner.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     select id, 'codes' || n || '@bench.test', now(), '{"full_name": "Ngozi Bello"}' from unnest($1::uuid[]) with ordinality as p (id, n)`,
    [people],
  )
  return people
}

/** Creates a hub at which `shares` shares of two bags can be collected, each with its code. */
export async function fillCodes(
  owner: pg.Pool,
  { secretKey, shares, ownerId, buyers, staff }: CodesMarketOptions,
): Promise<CodesMarket> {
  const codes = createCodes(secretKey)
  const shopId = idOf('shop')
  const hubId = idOf('hub')
  await owner.query(`update public.profiles set role = 'vendor' where id = $1`, [ownerId])
  await queryWithCause(
    owner,
    'vendor',
    `insert into public.vendors (id, owner_id, business_name, location, state) values ($1, $2, 'Codes Foods', 'Mile 12', 'Lagos')`,
    [shopId, ownerId],
  )
  await queryWithCause(owner, 'manager', `update public.vendors set status = 'active' where id = $1`, [shopId])
  const productId = idOf('product')
  await queryWithCause(
    owner,
    'vendor',
    `insert into public.products (id, vendor_id, name, category, base_price, unit, available_quantity, share_date)
     values ($1, $2, 'Ofada rice', 'grains', 800, 'bag', 1000, current_date + 30)`,
    [productId, shopId],
  )
  await owner.query(
    `insert into public.pickup_points (id, name, state, lga, street) values ($1, 'Bench hub', 'Lagos', 'Kosofe', '1 Market Road')`,
    [hubId],
  )
  await owner.query(
    `insert into public.memberships (person_id, pickup_point_id, duty) select unnest($1::uuid[]), $2, 'hand-over'`,
    [staff, hubId],
  )
  const open = Array.from({ length: shares }, (_, number) => {
    const handOverId = idOf(`hand-over ${number}`)
    const buyerId = buyers[number % buyers.length] ?? ''
    return { handOverId, orderId: idOf(`order ${number}`), buyerId, code: codes.derive(handOverId, 1) }
  })
  await insertOpenCodes(owner, { open, codes, shopId, productId, hubId })
  return { hubId, shop: { id: shopId, ownerId }, open }
}

interface OpenCodeRows {
  open: readonly OpenCode[]
  codes: Codes
  shopId: string
  productId: string
  hubId: string
}

/** Inserts without triggers, in the state after purchase, payment and packing. */
async function insertOpenCodes(owner: pg.Pool, { open, codes, shopId, productId, hubId }: OpenCodeRows): Promise<void> {
  const ids = open.map(({ orderId }) => orderId)
  const handOvers = open.map(({ handOverId }) => handOverId)
  await withoutTriggers(owner, async (client) => {
    await client.query(
      `with made as (insert into public.checkouts (id, user_id) select * from unnest($1::uuid[], $2::uuid[]) returning id, user_id)
       insert into public.orders (id, checkout_id, user_id, vendor_id, pickup_point_id, quantity, total_amount, fee_kobo, charged_kobo, status, paid_at, ready_at)
       select id, id, user_id, $3, $4, 2, 1600, 4000, 164000, 'ready', now(), now() from made`,
      [ids, open.map(({ buyerId }) => buyerId), shopId, hubId],
    )
    await client.query(
      `insert into public.order_lines (order_id, product_id, product_name, unit, quantity, base_price, unit_price)
       select unnest($1::uuid[]), $2, 'Ofada rice', 'bag', 2, 800, 800`,
      [ids, productId],
    )
    await client.query(
      `insert into public.hand_overs (id, order_id, kind, pickup_point_id, due_from, due_until)
       select h, o, 'pickup', $3, now(), now() + interval '7 days' from unnest($1::uuid[], $2::uuid[]) as t (h, o)`,
      [handOvers, ids, hubId],
    )
    await client.query(
      `insert into codes.codes (hand_over_id, version, hash, notified_at) select h, 1, x, now() from unnest($1::uuid[], $2::bytea[]) as t (h, x)`,
      [handOvers, open.map(({ handOverId, code }) => codes.hash(handOverId, code))],
    )
    // The initial status histories, so that the orders can be advanced.
    await client.query(
      `insert into public.status_changes (subject, subject_id, from_status, to_status, cause) select 'order', unnest($1::uuid[]), 'paid', 'ready', 'vendor'`,
      [ids],
    )
  })
  await owner.query('analyze')
}

/** Out of sequence, like real ids. */
function idOf(name: string): string {
  const hex = createHash('sha256').update(`codes ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
