/** What the welcome mail's template lists under `steps`. */
export const firstStepsTexts = [
  { text: 'See what is being bought together', path: '/group-buys' },
  { text: 'Browse deals', path: '/products' },
  { text: 'How it works', path: '/faq' },
]
