import { route } from '@react-router/dev/routes'

/** Routes of the message pages, which every area has; the first path segment names the area. */
export const messageRoutes = (area: string) => [
  route(`${area}/messages`, 'messages/list.tsx', { id: `${area}-messages` }),
  route(`${area}/messages/inbox`, 'messages/inbox.tsx', { id: `${area}-inbox` }),
  route(`${area}/messages/:id`, 'messages/thread.tsx', { id: `${area}-conversation` }),
]

/**
 * Packing pages of a shop: in the vendor's area, or at the top level for shop staff. Printed sheets have no navigation
 * bar.
 */
export const packingRoutes = (base: string, id: string) => [
  route(base, 'packing/packing.tsx', { id }),
  route(`${base}/:batch`, 'packing/batch.tsx', { id: `${id}-batch` }),
]
export const packingSheetRoutes = (base: string, id: string) => [
  route(`${base}/:batch/print/:sheet`, 'packing/print.tsx', { id: `${id}-sheet` }),
  route(`${base}/:batch/:sheet.csv`, 'packing/sheet-csv.ts', { id: `${id}-csv` }),
]

/** Claims as the area's role sees them: the buyer's own, the shop's, or a region's. */
export const claimRoutes = (area: string) => [
  route(`${area}/claims`, 'claims/claims.tsx', { id: `${area}-claims` }),
  route(`${area}/claims/:id`, 'claims/claim.tsx', { id: `${area}-claim` }),
]

export const lotRoute = (area: string) => route(`${area}/claims/lots/:id`, 'claims/lot.tsx', { id: `${area}-lot` })

export const reviewsRoute = (area: string) =>
  route(`${area}/reviews`, 'vendors/review-desk.tsx', { id: `${area}-reviews` })

export const questionsRoute = (area: string) =>
  route(`${area}/questions`, 'products/question-desk.tsx', { id: `${area}-questions` })

/** Pages of every staff area; row-level security and the viewer's states decide which rows they show. */
export const staffRoutes = (area: string) => [
  route(area, 'pages/dashboards/front.ts', { id: `${area}-front` }),
  ...messageRoutes(area),
  route(`${area}/products`, 'products/staff/products.tsx', { id: `${area}-products` }),
  route(`${area}/orders`, 'orders/staff/orders.tsx', { id: `${area}-orders` }),
  route(`${area}/analytics`, 'pages/dashboards/staff/analytics.tsx', { id: `${area}-analytics` }),
  route(`${area}/queue`, 'pages/dashboards/staff/queue.tsx', { id: `${area}-queue` }),
  ...claimRoutes(area),
  lotRoute(area),
  reviewsRoute(area),
  route(`${area}/uncollected`, 'hand-overs/staff/uncollected.tsx', { id: `${area}-uncollected` }),
  route(`${area}/short-deliveries`, 'packing/short-deliveries.tsx', { id: `${area}-short-deliveries` }),
  route(`${area}/overrides`, 'hand-overs/staff/overrides.tsx', { id: `${area}-overrides` }),
  route(`${area}/uncollected/:id`, 'hand-overs/staff/decide.tsx', { id: `${area}-decide-uncollected` }),
  route(`${area}/amounts`, 'payments/staff/amounts.tsx', { id: `${area}-amounts` }),
  route(`${area}/buys/:id`, 'group-buys/staff/buy.tsx', { id: `${area}-buy` }),
  route(`${area}/vendors`, 'vendors/staff/shops.tsx', { id: `${area}-vendors` }),
  route(`${area}/vendors/:id`, 'vendors/staff/shop.tsx', { id: `${area}-vendor` }),
  route(`${area}/performance`, 'vendors/staff/performance.tsx', { id: `${area}-performance` }),
]

/** Pickup points and delivery zones, for coordinators and administrators. */
export const placeRoutes = (area: string) => [
  route(`${area}/places`, 'places/staff/places.tsx', { id: `${area}-places` }),
  route(`${area}/places/new`, 'places/staff/place.tsx', { id: `${area}-new-place` }),
  route(`${area}/places/zones`, 'places/staff/zones.tsx', { id: `${area}-zones` }),
  route(`${area}/places/zones/new`, 'places/staff/zone.tsx', { id: `${area}-new-zone` }),
  route(`${area}/places/zones/:id`, 'places/staff/zone.tsx', { id: `${area}-zone` }),
  route(`${area}/places/:id`, 'places/staff/place.tsx', { id: `${area}-place` }),
]

/** The catch-all of an area. It runs the area's guard first, so an unauthorised viewer never gets a 404. */
export const notFoundRoute = (area: string) => route(`${area}/*`, 'pages/not-found.tsx', { id: `${area}-missing` })
