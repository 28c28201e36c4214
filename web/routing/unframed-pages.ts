import { type Page, page } from './page.ts'
import { packingSheetPages } from './shared-area-pages.ts'

/** Pages without a layout, and responses that are no pages. */
export const UNFRAMED_PAGES: readonly Page[] = [
  // Printed sheets: no navigation bar, no scripts.
  ...packingSheetPages('vendor/packing', 'vendor-packing'),
  ...packingSheetPages('packing', 'packing'),
  page('vendor/orders/print/:buyId', 'orders/vendor/packing-list.tsx'),
  page('vendor/poster', 'vendors/own-shop/poster.tsx', { id: 'shop-poster' }),
  page('vendor/poster/:buyId', 'vendors/own-shop/poster.tsx', { id: 'buy-poster' }),

  // Shown instead of pages that cannot be rendered at the moment.
  page('not-now', 'pages/not-now.tsx'),

  // For search engines, feed readers and phones.
  page('robots.txt', 'discovery/robots.ts'),
  page('sitemap.xml', 'discovery/sitemap.ts'),
  page('sitemaps/:part.xml', 'discovery/sitemap-part.ts'),
  page('blog/rss.xml', 'blog/feed/feed.ts'),
  page('manifest.webmanifest', 'discovery/manifest.ts'),

  // Uploads of photos before their form is submitted.

  // Without a page of their own: search suggestions, and forms that redirect to another page.
  page('search/suggestions', 'search/suggest.ts', { isCacheable: true }),
  page('theme', 'theme/choose.ts'),
  page('low-data', 'theme/choose-data.ts'),
  page('language', 'languages/choose-language.ts'),
  page('follow', 'follows/follow.ts'),
  page('handover/send', 'hand-overs/offline/send.ts'),
  page('handover/day.json', 'pages/counter/day.ts'),
  page('auth/sign-out', 'auth/sign-in/sign-out.ts'),
  page('account', 'accounts/home.ts'),
  page('account/data.json', 'accounts/data/data-file.ts'),
  page('account/notices/unread.json', 'notices/unread.ts'),
  page('account/orders.csv', 'orders/own/own-orders-csv.ts'),
  page('account/receipts.csv', 'receipts/receipts-csv.ts'),
  page('account/receipts/:number.pdf', 'receipts/receipt-pdf.ts'),

  page('*', 'pages/not-found.tsx'),
]
