import { layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Pages that every area has; their address says which area. */
const messagesOf = (area: string) => [
  route(`${area}/messages`, 'messages/list.tsx', { id: `${area}-messages` }),
  route(`${area}/messages/inbox`, 'messages/inbox.tsx', { id: `${area}-inbox` }),
  route(`${area}/messages/:id`, 'messages/thread.tsx', { id: `${area}-conversation` }),
]

/** What a shop packs: for its vendor in their area, for its staff by itself. Sheets for the printer have no bar. */
const packingOf = (base: string, id: string) => [
  route(base, 'packing/packing.tsx', { id }),
  route(`${base}/:batch`, 'packing/batch.tsx', { id: `${id}-batch` }),
]
const sheetsOf = (base: string, id: string) => [
  route(`${base}/:batch/print/:sheet`, 'packing/print.tsx', { id: `${id}-sheet` }),
  route(`${base}/:batch/:sheet.csv`, 'packing/sheet-csv.ts', { id: `${id}-csv` }),
]

/** Claims of the area's side: the buyer's, the shop's, or a region's. */
const claimsOf = (area: string) => [
  route(`${area}/claims`, 'claims/claims.tsx', { id: `${area}-claims` }),
  route(`${area}/claims/:id`, 'claims/claim.tsx', { id: `${area}-claim` }),
]

const lotsOf = (area: string) => route(`${area}/claims/lots/:id`, 'claims/lot.tsx', { id: `${area}-lot` })

const reviewsOf = (area: string) => route(`${area}/reviews`, 'vendors/review-desk.tsx', { id: `${area}-reviews` })

const questionsOf = (area: string) =>
  route(`${area}/questions`, 'products/question-desk.tsx', { id: `${area}-questions` })

/** Pages that every staff area has; row level security and the viewer's states decide which rows they show. */
const staffPagesOf = (area: string) => [
  route(area, 'pages/dashboards/front.ts', { id: `${area}-front` }),
  ...messagesOf(area),
  route(`${area}/products`, 'products/staff/products.tsx', { id: `${area}-products` }),
  route(`${area}/orders`, 'orders/staff/orders.tsx', { id: `${area}-orders` }),
  route(`${area}/analytics`, 'pages/dashboards/staff/analytics.tsx', { id: `${area}-analytics` }),
  route(`${area}/queue`, 'pages/dashboards/staff/queue.tsx', { id: `${area}-queue` }),
  ...claimsOf(area),
  lotsOf(area),
  reviewsOf(area),
  route(`${area}/uncollected`, 'hand-overs/staff/uncollected.tsx', { id: `${area}-uncollected` }),
  route(`${area}/uncollected/:id`, 'hand-overs/staff/decide.tsx', { id: `${area}-decide-uncollected` }),
  route(`${area}/buys/:id`, 'group-buys/staff/buy.tsx', { id: `${area}-buy` }),
  route(`${area}/vendors`, 'vendors/staff/shops.tsx', { id: `${area}-vendors` }),
  route(`${area}/vendors/:id`, 'vendors/staff/shop.tsx', { id: `${area}-vendor` }),
  route(`${area}/performance`, 'vendors/staff/performance.tsx', { id: `${area}-performance` }),
]

/** Pickup points and delivery zones: for coordinators and chiefs. */
const placesOf = (area: string) => [
  route(`${area}/places`, 'places/staff/places.tsx', { id: `${area}-places` }),
  route(`${area}/places/new`, 'places/staff/place.tsx', { id: `${area}-new-place` }),
  route(`${area}/places/zones`, 'places/staff/zones.tsx', { id: `${area}-zones` }),
  route(`${area}/places/zones/new`, 'places/staff/zone.tsx', { id: `${area}-new-zone` }),
  route(`${area}/places/zones/:id`, 'places/staff/zone.tsx', { id: `${area}-zone` }),
  route(`${area}/places/:id`, 'places/staff/place.tsx', { id: `${area}-place` }),
]

/** Unknown pages in an area still pass its guard, which refuses before the 404. */
const missingOf = (area: string) => route(`${area}/*`, 'pages/not-found.tsx', { id: `${area}-missing` })

export default [
  // Home reaches from edge to edge.
  layout('layouts/wide.tsx', [route('/', 'pages/home/home.tsx')]),

  // Public pages with bar and footer.
  layout('layouts/public.tsx', [
    route('contact', 'pages/contact.tsx'),
    route('vendor-signup', 'vendors/sign-up/vendor-signup.tsx'),
    route('vendor-signup/products/new', 'products/vendor/product.tsx', { id: 'new-draft-product' }),
    route('vendor-signup/products/:id', 'products/vendor/product.tsx', { id: 'edit-draft-product' }),
    route('auth', 'auth/auth.tsx'),
    route('auth/confirm', 'auth/confirm.tsx'),
    route('auth/reset-password', 'auth/reset-password.tsx'),
    route('goodbye', 'accounts/goodbye.tsx'),
    route('blog', 'blog/list.tsx'),
    route('blog/new', 'blog/editor.tsx', { id: 'new-post' }),
    route('blog/edit/:id', 'blog/editor.tsx', { id: 'edit-post' }),
    route('blog/:slug', 'blog/post.tsx'),

    route('products', 'products/browse.tsx'),
    route('products/:id', 'pages/product/product.tsx', { id: 'product' }),
    route('products/:id/ask', 'products/ask.tsx'),
    route('products/:id/questions/:questionId', 'products/report-question.tsx'),
    route('cart', 'cart/cart.tsx'),
    route('checkout', 'cart/checkout.tsx'),
    route('vendors', 'vendors/browse.tsx'),
    route('shop/:vendorId', 'pages/shop.tsx'),
    route('places', 'places/places.tsx'),
    route('shop/:vendorId/ratings/:reviewId', 'vendors/report-review.tsx'),
    route('leaderboard', 'rewards/leaderboard/leaderboard.tsx'),
    route('group-buys', 'group-buys/browse.tsx'),
    route('group-buys/:id', 'group-buys/buy.tsx'),

    route('dev/ui', 'pages/ui-gallery.tsx'),
  ]),

  // Pages for reading: no scripts.
  layout('layouts/quiet.tsx', [
    route('about', 'pages/about/about.tsx'),
    route('group-buys/:id/sheet', 'group-buys/sheet.tsx'),
    route('faq', 'pages/faq/faq.tsx'),
    route('privacy-policy', 'pages/legal/privacy-policy.tsx'),
    route('terms', 'pages/legal/terms.tsx'),
    route('vendor-terms', 'pages/legal/vendor-terms.tsx'),
  ]),

  // Areas: the same frame, each with its own id. The path decides the sidebar and who may enter.
  layout('layouts/role-area.tsx', { id: 'customer-area' }, [
    ...messagesOf('customer'),
    route('customer', 'pages/dashboards/front.ts', { id: 'customer-front' }),
    route('customer/dashboard', 'pages/dashboards/customer/dashboard.tsx'),
    route('customer/products', 'orders/bought-products.tsx'),
    route('customer/customers', 'rewards/referred.tsx'),
    route('customer/analytics', 'pages/dashboards/customer/analytics.tsx'),
    route('customer/orders', 'orders/other-address.ts', { id: 'customer-orders' }),
    route('customer/orders/:id', 'orders/other-address.ts', { id: 'customer-order' }),
    missingOf('customer'),
  ]),
  layout('layouts/role-area.tsx', { id: 'vendor-area' }, [
    ...messagesOf('vendor'),
    route('vendor/messages/new', 'messages/new-message.tsx'),
    route('vendor', 'pages/dashboards/front.ts', { id: 'vendor-front' }),
    route('vendor/dashboard', 'pages/dashboards/vendor/dashboard.tsx'),
    route('vendor/orders', 'orders/vendor/orders.tsx'),
    route('vendor/orders.csv', 'orders/vendor/orders-csv.ts'),
    ...packingOf('vendor/packing', 'vendor-packing'),
    route('vendor/invoices', 'receipts/invoices.tsx'),
    ...claimsOf('vendor'),
    lotsOf('vendor'),
    reviewsOf('vendor'),
    questionsOf('vendor'),
    route('vendor/customers', 'orders/vendor/customers.tsx'),
    route('vendor/analytics', 'pages/dashboards/vendor/analytics.tsx'),
    route('vendor/products', 'products/vendor/products.tsx'),
    route('vendor/products/new', 'products/vendor/product.tsx', { id: 'new-product' }),
    route('vendor/products/buys', 'group-buys/vendor/buys.tsx'),
    route('vendor/products/buys/new', 'group-buys/vendor/buy.tsx', { id: 'new-buy' }),
    route('vendor/products/buys/:id', 'group-buys/vendor/buy.tsx', { id: 'edit-buy' }),
    route('vendor/products/buys/:id/earnings', 'group-buys/vendor/earnings.tsx'),
    route('vendor/products/buys/:id/earnings.csv', 'group-buys/vendor/earnings-csv.ts'),
    route('vendor/products/:id', 'products/vendor/product.tsx', { id: 'edit-product' }),
    route('vendor/staff', 'hand-overs/shop-staff.tsx'),
    route('vendor/payouts', 'payouts/payouts.tsx'),
    route('vendor/payouts/account', 'payouts/account.tsx'),
    route('vendor/payouts/statement', 'payouts/statement.tsx'),
    route('vendor/payouts/statement.csv', 'payouts/statement-csv.ts'),
    route('vendor/payouts/statement.pdf', 'payouts/statement-pdf.ts'),
    missingOf('vendor'),
  ]),
  layout('layouts/role-area.tsx', { id: 'manager-area' }, [
    ...staffPagesOf('manager'),
    route('manager/dashboard', 'pages/dashboards/region/dashboard.tsx'),
    route('manager/customers', 'orders/staff/customers.tsx', { id: 'manager-customers' }),
    route('manager/reports', 'orders/staff/reports.tsx', { id: 'manager-reports' }),
    route('manager/reports.csv', 'orders/staff/reports-csv.ts', { id: 'manager-reports-csv' }),
    missingOf('manager'),
  ]),
  layout('layouts/role-area.tsx', { id: 'coordinator-area' }, [
    ...staffPagesOf('coordinator'),
    ...placesOf('coordinator'),
    route('coordinator/dashboard', 'pages/dashboards/coordinator/dashboard.tsx'),
    route('coordinator/customers', 'orders/staff/customers.tsx', { id: 'coordinator-customers' }),
    route('coordinator/managers', 'staff/manager-list.tsx'),
    route('coordinator/managers/:id', 'staff/assign.tsx'),
    route('coordinator/reports', 'orders/staff/reports.tsx', { id: 'coordinator-reports' }),
    route('coordinator/reports.csv', 'orders/staff/reports-csv.ts', { id: 'coordinator-reports-csv' }),
    route('coordinator/hub-staff', 'hand-overs/hub-staff.tsx', { id: 'coordinator-hub-staff' }),
    route('coordinator/audit', 'staff/audit.tsx', { id: 'coordinator-audit' }),
    missingOf('coordinator'),
  ]),
  layout('layouts/role-area.tsx', { id: 'chief-area' }, [
    ...staffPagesOf('chief'),
    ...placesOf('chief'),
    route('chief/measures', 'products/chief/measures.tsx'),
    route('chief/dashboard', 'pages/dashboards/chief/dashboard.tsx'),
    route('chief/overview', 'pages/dashboards/chief/overview.tsx'),
    route('chief/customers', 'accounts/chief/people.tsx'),
    route('chief/orders/:id', 'orders/staff/order.tsx'),
    route('chief/payments', 'payments/staff/payments.tsx'),
    route('chief/payouts', 'payouts/staff/payouts.tsx', { id: 'chief-payouts' }),
    route('chief/vat', 'receipts/vat.tsx'),
    route('chief/ledger', 'books/ledger.tsx'),
    route('chief/ledger/accounts', 'books/accounts.tsx'),
    route('chief/ledger/accounts.csv', 'books/accounts-csv.ts'),
    route('chief/ledger/accounts/:id', 'books/account.tsx'),
    route('chief/ledger/orders/:id', 'books/journal.tsx', { id: 'order-journal' }),
    route('chief/ledger/buys/:id', 'books/journal.tsx', { id: 'buy-journal' }),
    route('chief/ledger/payments/:id', 'books/journal.tsx', { id: 'payment-journal' }),
    route('chief/ledger/lines.csv', 'books/lines-csv.ts'),
    route('chief/ledger/differences', 'books/differences.tsx'),
    route('chief/ledger/checks', 'books/checks.tsx'),
    route('chief/settings', 'staff/settings.tsx'),
    route('chief/settings/holidays', 'staff/holidays.tsx'),
    route('chief/settings/mails', 'mails/mails.tsx'),
    route('chief/settings/templates', 'mails/templates.tsx'),
    route('chief/settings/templates/:id', 'mails/template.tsx'),
    route('chief/hub-staff', 'hand-overs/hub-staff.tsx', { id: 'chief-hub-staff' }),
    route('chief/audit', 'staff/audit.tsx', { id: 'chief-audit' }),
    route('chief/staff', 'accounts/chief/role-management.tsx'),
    missingOf('chief'),
  ]),
  layout('layouts/role-area.tsx', { id: 'account-area' }, [
    ...messagesOf('account'),
    route('account/profile', 'accounts/profile.tsx'),
    route('account/security', 'accounts/security.tsx'),
    route('account/security/two-factor', 'accounts/two-factor.tsx'),
    route('account/referrals', 'rewards/referrals.tsx'),
    route('account/data', 'accounts/data.tsx'),
    route('account/pay', 'payments/pay.tsx'),
    route('account/payments', 'payments/payments.tsx'),
    route('account/payments/:id', 'payments/payment.tsx'),
    route('account/receipts', 'receipts/receipts.tsx'),
    route('account/receipts/:number', 'receipts/receipt.tsx'),
    route('account/wallet', 'rewards/wallet/wallet.tsx'),
    route('account/notices', 'notices/notices.tsx'),
    route('account/follows', 'follows/follows.tsx'),
    route('account/codes', 'hand-overs/codes.tsx'),
    route('account/stockpile', 'hand-overs/stockpile.tsx'),
    route('account/orders', 'orders/own-orders.tsx'),
    route('account/orders/:id', 'orders/own-order.tsx'),
    route('account/orders/:id/where', 'orders/where.tsx'),
    route('account/orders/:id/where/:address', 'orders/difference.tsx'),
    route('account/addresses', 'places/addresses.tsx'),
    route('account/addresses/new', 'places/address.tsx', { id: 'new-address' }),
    route('account/addresses/:id', 'places/address.tsx', { id: 'edit-address' }),
    route('account/orders/:id/again', 'cart/buy-again.tsx'),
    ...claimsOf('account'),
    route('account/claims/new', 'claims/new-claim.tsx'),
    missingOf('account'),
  ]),
  layout('layouts/role-area.tsx', { id: 'serving-area' }, [
    route('handover', 'hand-overs/hand-over.tsx'),
    missingOf('handover'),
    route('held', 'hand-overs/held.tsx'),
    missingOf('held'),
    ...packingOf('packing', 'packing'),
    route('weigh-in', 'packing/weigh-in.tsx'),
    route('weigh-in/:place/:subject/:product', 'packing/delivery.tsx'),
    route('runs', 'delivery-runs/runs.tsx'),
    route('my-run', 'delivery-runs/own-run.tsx'),
    missingOf('packing'),
    missingOf('weigh-in'),
    missingOf('runs'),
    missingOf('my-run'),
  ]),
  layout('layouts/role-area.tsx', { id: 'content-area' }, [
    route('content', 'content/front.ts'),
    route('content/deals', 'deals/content/deals.tsx'),
    route('content/deals/new', 'deals/content/deal.tsx', { id: 'new-deal' }),
    route('content/deals/:id', 'deals/content/deal.tsx', { id: 'edit-deal' }),
    route('content/adverts', 'adverts/content/adverts.tsx'),
    route('content/adverts/new', 'adverts/content/advert.tsx', { id: 'new-advert' }),
    route('content/adverts/:id', 'adverts/content/advert.tsx', { id: 'edit-advert' }),
    route('content/products', 'products/content/products.tsx'),
    route('content/posts', 'blog/content/posts.tsx'),
    reviewsOf('content'),
    questionsOf('content'),
    route('content/templates', 'mails/content/templates.tsx'),
    missingOf('content'),
  ]),

  // Sheets for the printer: no bar, no scripts.
  ...sheetsOf('vendor/packing', 'vendor-packing'),
  ...sheetsOf('packing', 'packing'),
  route('vendor/orders/print/:buyId', 'orders/vendor/packing-list.tsx'),

  // Shown in place of pages that cannot be made now.
  route('not-now', 'pages/not-now.tsx'),

  // What search engines and phones ask for.
  route('robots.txt', 'discovery/robots.ts'),
  route('sitemap.xml', 'discovery/sitemap.ts'),
  route('manifest.webmanifest', 'discovery/manifest.ts'),

  // No page of their own: forms that redirect to another page.
  route('theme', 'theme/choose.ts'),
  route('follow', 'follows/follow.ts'),
  route('auth/sign-out', 'auth/sign-out.ts'),
  route('account', 'accounts/home.ts'),
  route('account/data.json', 'accounts/data-file.ts'),
  route('account/notices/unread.json', 'notices/unread.ts'),
  route('account/orders.csv', 'orders/own-orders-csv.ts'),
  route('account/receipts.csv', 'receipts/receipts-csv.ts'),
  route('account/receipts/:number.pdf', 'receipts/receipt-pdf.ts'),

  route('*', 'pages/not-found.tsx'),
] satisfies RouteConfig
