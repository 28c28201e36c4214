import type pg from 'pg'
import { nairaToKobo } from '#domain/money.ts'
import type { OfferedProduct, Shopper } from '#domain/orders/offer-fault.ts'
import type { UnpaidStanding } from '#domain/orders/unpaid/unpaid-standing.ts'

export interface CartFacts {
  products: ReadonlyMap<string, OfferedProduct>
  buyer: Shopper & { confirmed: boolean; unpaid: UnpaidStanding }
  buyerBasisPoints: number
  vendorBasisPoints: number
  referralBasisPoints: number
  buyerName: string
  /** 'YYYY-MM-DD' in Lagos, by the database's clock. */
  today: string
  /** The user has just been deleted or banned. */
  isDisabled: boolean
}

interface CartQuery {
  userId: string
  productIds: readonly string[]
}

/**
 * Locks what a checkout depends on: the buyer's promises and row, the shops against closing, and the products against
 * change and sale, each kind ordered by id. Concurrent sales, price changes, archiving and suspensions commit before or
 * wait.
 */
export async function lockCart(tx: pg.ClientBase, { userId, productIds }: CartQuery): Promise<void> {
  await Promise.all([
    tx.query(
      `select public.await_own_promises($1::uuid), public.caused_by('buyer'), (select id from public.profiles where id = $1::uuid for key share)`,
      [userId],
    ),
    tx.query(
      `select from public.vendors where id in (select vendor_id from public.products where id = any ($1::uuid[])) order by id for share`,
      [productIds],
    ),
    tx.query('select from public.products where id = any ($1::uuid[]) order by id for no key update', [productIds]),
  ])
}

/** Reads the input of the checkout rule: the cart's products and buyer. The caller holds the locks. */
export async function readCart(tx: pg.ClientBase, { userId, productIds }: CartQuery): Promise<CartFacts> {
  const [{ rows: people }, { rows: products }] = await Promise.all([
    tx.query<BuyerRow>(BUYER, [userId]),
    tx.query<CartProductRow>(PRODUCTS, [userId, productIds]),
  ])
  const [person] = people
  if (!person) throw new Error('The query for the buyer returned no row')
  const { grade, orders, kobo, lapses, limits } = person
  return {
    products: new Map(products.map((row) => [row.id, offeredProduct(row)])),
    buyer: {
      id: userId,
      confirmed: person.confirmed,
      unpaid: { grade, orders, kobo, lapses, limits, hasPaid: person.has_paid },
      held: new Map(products.map(({ id, held }) => [id, held])),
      serves: new Set(products.filter(({ serves }) => serves).map(({ vendor_id }) => vendor_id)),
    },
    buyerBasisPoints: person.buyer_fee_bps,
    vendorBasisPoints: person.vendor_fee_bps,
    referralBasisPoints: person.referral_bps,
    buyerName: person.buyer_name,
    today: person.today,
    isDisabled: person.is_disabled,
  }
}

const BUYER = `
  select rights.is_confirmed($1::uuid) as confirmed, rights.is_disabled($1::uuid) as is_disabled,
    coalesce((select full_name from public.profiles where id = $1::uuid), '') as buyer_name,
    to_char(clock_timestamp() at time zone 'Africa/Lagos', 'YYYY-MM-DD') as today, public.whole_setting('buyer_fee_bps') as buyer_fee_bps,
    public.whole_setting('vendor_fee_bps') as vendor_fee_bps, public.whole_setting('referral_bps') as referral_bps, u.grade, u.orders, u.kobo, u.lapses, u.limits,
    public.has_paid_before($1::uuid) as has_paid
  from public.unpaid_standing($1::uuid) u`

const PRODUCTS = `
  select p.id, p.name, p.vendor_id, v.owner_id, v.status = 'active' as shop_is_open, p.archived_at is not null as is_archived, p.base_price, p.unit,
    p.min_quantity, p.max_quantity, p.available_quantity, to_char(p.share_date, 'YYYY-MM-DD') as share_date,
    case when p.paused_until > clock_timestamp() then p.paused_until end as paused_until,
    v.business_name, v.pause_note, case when v.paused_until > clock_timestamp() then v.paused_until end as shop_paused_until, rights.serves_shop($1::uuid, p.vendor_id) as serves,
    coalesce((select sum(l.quantity)::integer from public.order_lines l join public.orders o on o.id = l.order_id
      where l.product_id = p.id and o.user_id = $1 and o.group_buy_id is null and o.status in ('pending', 'paid', 'ready')), 0) as held
  from public.products p join public.vendors v on v.id = p.vendor_id where p.id = any ($2::uuid[])`

function offeredProduct(row: CartProductRow): OfferedProduct {
  const { id, name, unit, min_quantity, max_quantity, available_quantity } = row
  return {
    id,
    name,
    unit,
    min_quantity,
    max_quantity,
    available_quantity,
    vendorId: row.vendor_id,
    ownerId: row.owner_id,
    shopIsOpen: row.shop_is_open,
    isArchived: row.is_archived,
    basePriceKobo: nairaToKobo(row.base_price),
    shareDate: row.share_date,
    pausedUntil: row.paused_until,
    shopPause: row.shop_paused_until && {
      shop: row.business_name,
      until: row.shop_paused_until,
      note: row.pause_note,
    },
  }
}

interface BuyerRow {
  confirmed: boolean
  is_disabled: boolean
  buyer_name: string
  today: string
  buyer_fee_bps: number
  vendor_fee_bps: number
  referral_bps: number
  grade: UnpaidStanding['grade']
  orders: number
  kobo: bigint
  lapses: number
  has_paid: boolean
  limits: UnpaidStanding['limits']
}

interface CartProductRow {
  serves: boolean
  id: string
  name: string
  vendor_id: string
  owner_id: string
  shop_is_open: boolean
  is_archived: boolean
  base_price: string
  unit: string
  min_quantity: number
  max_quantity: number | null
  available_quantity: number
  share_date: string | null
  paused_until: Date | null
  business_name: string
  pause_note: string
  shop_paused_until: Date | null
  held: number
}
