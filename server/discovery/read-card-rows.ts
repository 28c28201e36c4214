import { type Database, VISITOR } from '#platform/postgres/database.ts'

export interface BuyCardRow {
  product_name: string
  unit: string
  image_url: string | null
  base_price: string
  price_tiers: string
  current_price: string
  final_price: string | null
  current_participants: number
  paid_participants: number
  min_participants: number
  locked_participants: number
  vendor_location: string
  business_name: string
  status: string
  terms_version: number
  joinable: boolean
  end_date: Date
}

/** Reads a buy as an anonymous visitor: drafts have no card. */
export function readBuy(database: Database, id: string): Promise<BuyCardRow | null> {
  return readAsAnonymous<BuyCardRow>(
    database,
    `select g.*, public.locked_participants(g) as locked_participants, coalesce(v.business_name, '') as business_name, g.status = 'active' and g.end_date > now() as joinable
     from public.group_buys g left join public.vendors v on v.id = g.vendor_id where g.id = $1`,
    id,
  )
}

export interface ProductCardRow {
  name: string
  unit: string
  image_url: string | null
  base_price: string
  vendor_location: string
  business_name: string
}

/** Reads a product as an anonymous visitor: archived products and those of inactive shops have no card. */
export function readProduct(database: Database, id: string): Promise<ProductCardRow | null> {
  return readAsAnonymous<ProductCardRow>(
    database,
    `select p.name, p.unit, p.image_url, p.base_price, p.vendor_location, v.business_name
     from public.products p join public.vendors v on v.id = p.vendor_id
     where p.id = $1 and p.archived_at is null and v.status = 'active'`,
    id,
  )
}

export interface ShopCardRow {
  business_name: string
  location: string
  logo_url: string | null
  /** numeric */
  rating: string | null
  rating_count: number
  completed_orders: number
}

/** Reads a shop as an anonymous visitor: inactive shops have no card. */
export function readShop(database: Database, id: string): Promise<ShopCardRow | null> {
  return readAsAnonymous<ShopCardRow>(
    database,
    `select v.business_name, v.location, v.logo_url, m.rating, coalesce(m.rating_count, 0)::int as rating_count,
     coalesce(m.completed_orders, 0)::int as completed_orders
     from public.vendors v left join public.vendor_metrics m on m.vendor_id = v.id where v.id = $1 and v.status = 'active'`,
    id,
  )
}

function readAsAnonymous<Row extends object>(database: Database, sql: string, id: string): Promise<Row | null> {
  return database.as(VISITOR, async (tx) => (await tx.query<Row>(sql, [id])).rows[0] ?? null, { readOnly: true })
}
