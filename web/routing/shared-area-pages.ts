import { type Page, type PageGroup, page } from './page.ts'

/** The message pages of a role's area, of the content desk or of the account; the first path segment names it. */
export const messagePages = (area: string) => [
  page(`${area}/messages`, 'messages/list.tsx', { id: `${area}-messages` }),
  page(`${area}/messages/report`, 'messages/report.tsx', { id: `${area}-report` }),
  page(`${area}/messages/support`, 'messages/support.tsx', { id: `${area}-support` }),
  page(`${area}/messages/inbox`, 'messages/staff/inbox.tsx', { id: `${area}-inbox` }),
  page(`${area}/messages/:id`, 'messages/thread.tsx', { id: `${area}-conversation` }),
]

/** A case of the support inbox. */
export const supportCasePage = (area: string) =>
  page(`${area}/messages/inbox/:id`, 'messages/staff/case.tsx', { id: `${area}-support-case` })

/** The answers to begin with, which a case of the inbox links to. */
export const cannedAnswersPage = (area: string) =>
  page(`${area}/messages/canned`, 'messages/staff/canned.tsx', { id: `${area}-canned-answers` })

/** Where the forms of saved views are sent; the first path segment names the area. */
export const savedViewsPage = (area: string) =>
  page(`${area}/lists/views`, 'desk/lists/views.ts', { id: `${area}-views` })

/**
 * Packing pages of a shop: in the vendor's area, or at the top level for shop staff. Printed sheets have no navigation
 * bar.
 */
export const packingPages = (base: string, id: string) => [
  page(base, 'packing/packing.tsx', { id }),
  page(`${base}/days/:day`, 'packing/day/day.tsx', { id: `${id}-day` }),
  page(`${base}/:batch`, 'packing/batch.tsx', { id: `${id}-batch`, takesFiles: true }),
]
export const packingSheetPages = (base: string, id: string) => [
  page(`${base}/:batch/print/:sheet`, 'packing/sheets/print.tsx', { id: `${id}-sheet` }),
  page(`${base}/:batch/:sheet.csv`, 'packing/sheets/sheet-csv.ts', { id: `${id}-csv` }),
]

/** Claims of a buyer or of a shop. */
export const claimPages = (area: string, { takesFiles = false } = {}) => [
  page(`${area}/claims`, 'claims/claims.tsx', { id: `${area}-claims` }),
  page(`${area}/claims/:id`, 'claims/claim.tsx', { id: `${area}-claim`, takesFiles }),
]

export const lotPage = (area: string) => page(`${area}/claims/lots/:id`, 'claims/lot.tsx', { id: `${area}-lot` })

/** The photographs of one buy, for its vendor or for shop staff. */
export const photographsPage = (path: string, area: string) =>
  page(path, 'group-buys/vendor/own-photographs.tsx', { id: `${area}-photographs`, takesFiles: true })

/** The photographs of all buys that staff may hide. */
export const photographDesk = (area: string) =>
  page(`${area}/photographs`, 'group-buys/staff/photograph-desk.tsx', { id: `${area}-photograph-desk` })

export const reviewsPage = (area: string) =>
  page(`${area}/reviews`, 'vendors/reviews/review-desk.tsx', { id: `${area}-reviews` })

export const questionsPage = (area: string) =>
  page(`${area}/questions`, 'products/question-desk.tsx', { id: `${area}-questions` })

/** One act for several rows of a list. */
export const bulkPage = (area: string, list: string) =>
  page(`${area}/${list}/bulk`, 'pages/bulk/bulk.tsx', { id: `${area}-${list.replaceAll('/', '-')}-bulk` })

/** A list as CSV and as an Excel file. */
export const sheetPages = (area: string, list: string, file: string) =>
  ['csv', 'xlsx'].map((ending) => page(`${area}/${list}.${ending}`, file, { id: `${area}-${list}-${ending}` }))

/** Pages of every desk with records: the quick search and the list of shortcuts. */
export const framePages = (area: string) => [
  page(`${area}/search`, 'desk/search/search.tsx', { id: `${area}-search` }),
  page(`${area}/shortcuts`, 'pages/dashboards/staff/shortcuts.tsx', { id: `${area}-shortcuts` }),
]

/**
 * Pages of every staff area. Row-level security and the Nigerian states that the viewer looks after decide which rows
 * they show.
 */
export const staffPages = (area: string) => [
  page(area, 'pages/dashboards/front.ts', { id: `${area}-front` }),
  savedViewsPage(area),
  ...framePages(area),
  ...messagePages(area),
  supportCasePage(area),
  cannedAnswersPage(area),
  page(`${area}/messages/new`, 'messages/staff/write.tsx', { id: `${area}-write` }),
  page(`${area}/messages/reports`, 'messages/staff/reports.tsx', { id: `${area}-message-reports` }),
  page(`${area}/messages/broadcasts`, 'messages/staff/broadcasts.tsx', { id: `${area}-broadcasts` }),
  page(`${area}/products`, 'products/staff/products.tsx', { id: `${area}-products` }),
  ...['products', 'reviews', 'photographs', 'messages/inbox'].map((list) => bulkPage(area, list)),
  page(`${area}/orders`, 'orders/staff/orders.tsx', { id: `${area}-orders` }),
  ...sheetPages(area, 'orders', 'orders/staff/orders-sheet.ts'),
  ...sheetPages(area, 'products', 'products/staff/products-sheet.ts'),
  ...sheetPages(area, 'claims', 'claims/staff/claims-sheet.ts'),
  ...sheetPages(area, 'vendors', 'vendors/staff/shops-sheet.ts'),
  page(`${area}/orders/:id`, 'orders/staff/order.tsx', { id: `${area}-order` }),
  page(`${area}/analytics`, 'pages/dashboards/staff/analytics.tsx', { id: `${area}-analytics` }),
  page(`${area}/queue`, 'pages/dashboards/staff/queue.tsx', { id: `${area}-queue` }),
  page(`${area}/claims`, 'claims/claims.tsx', { id: `${area}-claims` }),
  page(`${area}/claims/:id`, 'claims/staff-claim.tsx', { id: `${area}-claim` }),
  lotPage(area),
  reviewsPage(area),
  photographDesk(area),
  page(`${area}/uncollected`, 'hand-overs/staff/uncollected.tsx', { id: `${area}-uncollected` }),
  page(`${area}/short-deliveries`, 'packing/shortfalls/short-deliveries.tsx', { id: `${area}-short-deliveries` }),
  page(`${area}/overrides`, 'hand-overs/staff/overrides.tsx', { id: `${area}-overrides` }),
  page(`${area}/uncollected/:id`, 'hand-overs/staff/decide.tsx', { id: `${area}-decide-uncollected` }),
  page(`${area}/amounts`, 'payments/staff/amounts.tsx', { id: `${area}-amounts` }),
  page(`${area}/buys/:id`, 'group-buys/staff/buy.tsx', { id: `${area}-buy` }),
  page(`${area}/vendors`, 'vendors/staff/shops.tsx', { id: `${area}-vendors` }),
  page(`${area}/vendors/:id`, 'vendors/staff/shop.tsx', { id: `${area}-vendor` }),
  page(`${area}/people/:id`, 'accounts/staff/person.tsx', { id: `${area}-person` }),
  page(`${area}/businesses`, 'businesses/staff/businesses.tsx', { id: `${area}-businesses` }),
  page(`${area}/performance`, 'vendors/staff/performance.tsx', { id: `${area}-performance` }),
]

/** Pickup points and delivery zones, for coordinators and chiefs. */
export const placePages = (area: string) => [
  page(`${area}/places`, 'places/staff/places.tsx', { id: `${area}-places` }),
  page(`${area}/places/new`, 'places/staff/place.tsx', { id: `${area}-new-place` }),
  page(`${area}/places/zones`, 'places/staff/zones.tsx', { id: `${area}-zones`, crumb: 'Delivery zones' }),
  page(`${area}/places/zones/new`, 'places/staff/zone.tsx', { id: `${area}-new-zone` }),
  page(`${area}/places/zones/:id`, 'places/staff/zone.tsx', { id: `${area}-zone` }),
  page(`${area}/places/:id`, 'places/staff/place.tsx', { id: `${area}-place` }),
]

const BUYERS: readonly string[] = ['customer', 'account']

export const DESK_LAYOUT = 'layouts/desk-area.tsx'

/** An area with its pages. The path decides the sidebar and the required role; buyers' areas are no desks. */
export const area = (
  name: string,
  pages: readonly Page[],
  facts: Pick<PageGroup, 'hasLateScripts'> = {},
): PageGroup => ({
  layout: BUYERS.includes(name) ? 'layouts/role-area.tsx' : DESK_LAYOUT,
  id: `${name}-area`,
  pages: [...pages, notFoundPage(name)],
  ...facts,
})

/** The catch-all of an area. It runs the area's guard first, so an unauthorised viewer never gets a 404. */
export const notFoundPage = (area: string) => page(`${area}/*`, 'pages/not-found.tsx', { id: `${area}-missing` })
