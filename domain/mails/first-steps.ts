/** The list `steps` in the template of the welcome mail. */
export const firstStepsTexts = [
  { text: 'See what is being bought together', path: '/group-buys' },
  { text: 'Browse deals', path: '/products' },
  { text: 'How it works', path: '/faq' },
]
