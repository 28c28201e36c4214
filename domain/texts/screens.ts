// Sentences that more than one screen says. Single constants, so that a page carries only its own.

export const CHECK_FIELDS = 'Please check the marked fields.'
export const SIGN_IN = 'Sign in to continue.'
export const ORDER_NOT_FOUND = 'Order not found'
export const PRODUCT_NOT_FOUND = 'Product not found'
export const PAYMENT_NOT_FOUND = 'Payment not found'
export const SHOP_CLOSED = 'This shop takes no orders at the moment.'
/** A page whose data could not be read, or that nobody had time to make. Whether a form arrived is not known. */
export const NOT_NOW = {
  title: 'We cannot show this page right now',
  lead: 'The market is very busy or out of reach for a moment. Your cart, your orders and your money are safe. Please try again in a minute; if you had just sent something, check first whether it arrived.',
} as const

export const LOAD_AGAIN = 'Please load the page again.'
export const NOT_THERE = 'It is not there any more.'

/** A form whose row somebody else, or another tab, has saved since it was opened. */
export const CHANGED_MEANWHILE =
  'Somebody saved other values while you were editing, so nothing has been saved. Check the marked fields: save again to keep what you typed, or type what is saved.'
export const STILL_CHANGING = 'This is being changed at the moment. Please save again.'
export const NO_LONGER_A_DRAFT = 'This group buy is no longer a draft. Open it again to see its state.'
export const savedMeanwhile = (value: string): string =>
  value === ''
    ? 'Saved meanwhile: nothing.'
    : `Saved meanwhile: ${value.length > 200 ? `${value.slice(0, 200)}…` : value}`

export const PROOF_NEEDED = 'Please enter your password, or a code that we mail you.'
export const CODE_SENT = 'A code is on its way to you. It works once, in this form.'
export const SIGNED_IN_LONG_AGO = 'You signed in a while ago. Please sign out, sign in again, and repeat this.'
export const phoneCodeSent = (phone: string): string => `We sent a code to +${phone}.`

/** Specification, section 2: what is asked before something is deleted. */
export const deletionQuestions = {
  advert: 'Are you sure you want to delete this ad?',
  deal: 'Are you sure you want to delete this deal?',
  post: 'Are you sure you want to delete this post?',
  product: 'Are you sure you want to delete this product?',
} as const
export const POST_DELETED = 'The post was deleted.'
export const PRODUCT_DELETED = 'The product was deleted.'
export const PRODUCT_LEAVES_LISTS = 'It leaves every list. Past orders keep their copy.'

/** Of lists with nothing in them. */
export const emptyTexts = {
  deals: 'No featured deals available at the moment.',
  posts: 'No blog posts available.',
  products: 'No products found matching your criteria.',
  templates: 'No email templates yet.',
} as const

/** Codes from our mails, for people who do not open the link. */
export const codeTexts = {
  form: 'Please type the 6 digits from the mail.',
  wrong: 'This code is wrong or no longer works. Five wrong tries end a code, and a newer mail replaces it.',
} as const

/** What a role change leaves behind; asked before it is done. */
export const roleConsequenceTexts = {
  shop: ({ name, openBuys, openOrders }: { name: string; openBuys: number; openOrders: number }): string =>
    `The shop ${name} will be suspended: ${openBuys === 1 ? '1 group buy is' : `${openBuys} group buys are`} still open there and ${openOrders === 1 ? '1 order is' : `${openOrders} orders are`} not finished. The buyers will be told by mail, and the owner can no longer open the shop.`,
  states: (states: readonly string[]): string =>
    `${states.join(', ')} will have one manager less. The states go back with the role and must be assigned anew.`,
  content:
    'The right to edit deals, adverts and the blog ends. Only the operator can give it back, with npm run grant.',
} as const
