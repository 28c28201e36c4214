import type pg from 'pg'

/** A page made for one person. */
interface PersonalPage {
  name: string
  /** Whose page it is, of the demo market. */
  email: string
  /** Its address, or that of a page whose first link to it is followed. */
  path: string
  link?: RegExp
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const CUSTOMER = 'customer@ajoja.test'
const VENDOR = 'vendor@ajoja.test'
const linkTo = (path: string, id = UUID) => new RegExp(`href="(${path}/${id})"`)

/** The pages that people with a task open most. */
export const TEN_PAGES: readonly PersonalPage[] = [
  { name: 'dashboard', email: CUSTOMER, path: '/customer/dashboard' },
  { name: 'orders', email: CUSTOMER, path: '/account/orders' },
  { name: 'an order', email: CUSTOMER, path: '/account/orders', link: linkTo('/account/orders') },
  { name: 'codes', email: CUSTOMER, path: '/account/codes' },
  { name: 'cart', email: CUSTOMER, path: '/cart' },
  { name: 'pay', email: CUSTOMER, path: '/account/orders', link: /href="(\/account\/pay\?order=[^"]+)"/ },
  { name: "a vendor's today", email: VENDOR, path: '/vendor/dashboard' },
  { name: 'a packing batch', email: VENDOR, path: '/vendor/packing', link: linkTo('/vendor/packing', '[\\w-]{20,}') },
  { name: "a manager's queue", email: 'manager@ajoja.test', path: '/manager/queue' },
  { name: 'a group buy', email: CUSTOMER, path: '/group-buys', link: linkTo('/group-buys') },
]

/** Puts some products into the customer's cart, because an empty one costs less. */
export async function fillCart(owner: pg.ClientBase): Promise<void> {
  await owner.query(
    `insert into public.cart_items (profile_id, product_id, quantity, seen_kobo, changed_at)
     select u.id, p.id, 2, p.base_price, now() from auth.users u, lateral (
       select p.id, p.base_price from public.products p join public.vendors v on v.id = p.vendor_id
       where v.status = 'active' and p.archived_at is null order by p.created_at limit 4) p
     where u.email = $1 on conflict do nothing`,
    [CUSTOMER],
  )
}
