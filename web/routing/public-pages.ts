import { type PageGroup, page } from './page.ts'

/** Pages for everyone. */
export const PUBLIC_PAGES: readonly PageGroup[] = [
  // The home page is full width.
  {
    layout: 'layouts/wide.tsx',
    pages: [
      page('/', 'pages/home/home.tsx', {
        isCacheable: true,
        isSavedOffline: true,
        joinsOrPays: true,
        isInSitemap: true,
      }),
    ],
  },

  // Public pages with navigation bar and footer.
  {
    layout: 'layouts/public.tsx',
    pages: [
      page('contact', 'pages/contact.tsx', { isSavedOffline: true, isInSitemap: true }),
      page('vendor-signup', 'vendors/sign-up/vendor-signup.tsx', { isInSitemap: true }),
      page('vendor-signup/products/new', 'products/vendor/product.tsx', { id: 'new-draft-product', takesFiles: true }),
      page('vendor-signup/products/:id', 'products/vendor/product.tsx', { id: 'edit-draft-product', takesFiles: true }),
      page('auth', 'pages/auth/auth.tsx'),
      page('auth/confirm', 'auth/links/confirm.tsx'),
      page('auth/reset-password', 'auth/password/reset-password.tsx'),
      page('oauth/consent', 'accounts/apps/consent.tsx'),
      page('goodbye', 'accounts/data/goodbye.tsx'),
      page('blog', 'blog/list.tsx', { isCacheable: true, isSavedOffline: true, isInSitemap: true }),
      page('blog/:slug', 'blog/post.tsx', { isCacheable: true, isSavedOffline: true }),

      page('products', 'products/browse.tsx', { isCacheable: true, isSavedOffline: true, isInSitemap: true }),
      page('search', 'search/search.tsx', { isCacheable: true, isSavedOffline: true }),
      page('products/:id', 'pages/product/product.tsx', { id: 'product', isCacheable: true, isSavedOffline: true }),
      page('products/:id/ask', 'products/ask.tsx'),
      page('products/:id/questions/:questionId', 'products/report-question.tsx'),
      page('cart', 'cart/cart.tsx', { isSavedOffline: true, hasLateScripts: true, joinsOrPays: true }),
      page('checkout', 'cart/checkout/checkout.tsx', { hasLateScripts: true, joinsOrPays: true }),
      page('vendors', 'vendors/browse.tsx', { isCacheable: true, isSavedOffline: true, isInSitemap: true }),
      page('shop/:vendorId', 'pages/shop.tsx', { isCacheable: true, isSavedOffline: true, joinsOrPays: true }),
      page('places', 'places/places.tsx', { isCacheable: true, isSavedOffline: true, isInSitemap: true }),
      page('area', 'places/area/choose-area.tsx'),
      page('shop/:vendorId/ratings/:reviewId', 'vendors/reviews/report-review.tsx'),
      page('leaderboard', 'rewards/leaderboard/leaderboard.tsx', {
        isCacheable: true,
        isSavedOffline: true,
        isInSitemap: true,
      }),
      page('group-buys', 'group-buys/browse.tsx', {
        isCacheable: true,
        isSavedOffline: true,
        joinsOrPays: true,
        isInSitemap: true,
      }),
      page('share/:id', 'share-gifts/share.tsx', { joinsOrPays: true }),
      page('group-buys/:id', 'pages/buy.tsx', { isCacheable: true, isSavedOffline: true, joinsOrPays: true }),

      page('dev/ui', 'pages/ui-gallery.tsx'),
    ],
  },

  // Static pages without scripts.
  {
    layout: 'layouts/no-scripts.tsx',
    pages: [
      page('about', 'pages/about/about.tsx', { isCacheable: true, isSavedOffline: true, isInSitemap: true }),
      page('group-buys/:id/sheet', 'group-buys/sheet/sheet.tsx', { isCacheable: true }),
      page('faq', 'pages/faq/faq.tsx', { isCacheable: true, isSavedOffline: true, isInSitemap: true }),
      page('privacy-policy', 'pages/legal/privacy-policy.tsx', { isCacheable: true, isInSitemap: true }),
      page('terms', 'pages/legal/terms.tsx', { isCacheable: true, isInSitemap: true }),
      page('vendor-terms', 'pages/legal/vendor-terms.tsx', { isCacheable: true, isInSitemap: true }),
    ],
  },
]
