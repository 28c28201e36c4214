// Messages shared by several screens. Separate constants, so that pages load only those they use.

export const CHECK_FIELDS = /*i18n*/ 'Please check the marked fields.'
export const SIGN_IN = /*i18n*/ 'Sign in to continue.'
export const ORDER_NOT_FOUND = /*i18n*/ 'Order not found'
export const PRODUCT_NOT_FOUND = /*i18n*/ 'Product not found'
export const PAYMENT_NOT_FOUND = /*i18n*/ 'Payment not found'
export const SHOP_CLOSED = /*i18n*/ 'This shop takes no orders at the moment.'
/** For pages that could not be read or rendered in time. It is unknown whether a submitted form arrived. */
export const PAGE_UNAVAILABLE = {
  title: /*i18n*/ 'We cannot show this page right now',
  lead: /*i18n*/ 'The market is very busy or out of reach for a moment. Your cart, your orders and your money are safe. Please try again in a minute; if you had just sent something, check first whether it arrived.',
} as const

export const LOAD_AGAIN = /*i18n*/ 'Please load the page again.'
export const NOT_THERE = /*i18n*/ 'It is not there any more.'

/** The row of a form was saved by another user, or in another tab, after the form was opened. */
export const CHANGED_MEANWHILE =
  /*i18n*/ 'Somebody saved other values while you were editing, so nothing has been saved. Check the marked fields: save again to keep what you typed, or type what is saved.'
export const STILL_CHANGING = /*i18n*/ 'This is being changed at the moment. Please save again.'
/** A buyer joined while the vendor was editing a published buy. */
export const JOINED_MEANWHILE =
  /*i18n*/ 'Somebody has joined this group buy. Its price, target and dates are fixed now.'
export const NO_LONGER_A_DRAFT = /*i18n*/ 'This group buy is no longer a draft. Open it again to see its state.'
export const savedMeanwhile = (value: string): string =>
  value === ''
    ? 'Saved meanwhile: nothing.'
    : `Saved meanwhile: ${value.length > 200 ? `${value.slice(0, 200)}…` : value}`

/** Messages of empty lists. */
export const emptyTexts = {
  deals: /*i18n*/ 'No featured deals available at the moment.',
  posts: /*i18n*/ 'No blog posts available.',
  products: /*i18n*/ 'No products found matching your criteria.',
  templates: 'No email templates yet.',
} as const

/** Consequences of a role change, shown for confirmation. */
export const roleConsequenceTexts = {
  shop: ({ name, openBuys, openOrders }: { name: string; openBuys: number; openOrders: number }): string =>
    `The shop ${name} will be suspended: ${openBuys === 1 ? '1 group buy is' : `${openBuys} group buys are`} still open there and ${openOrders === 1 ? '1 order is' : `${openOrders} orders are`} not finished. The buyers will be told by mail, and the owner can no longer open the shop.`,
  states: (states: readonly string[]): string =>
    `${states.join(', ')} will have one manager fewer. The states are unassigned with the role and must be assigned again.`,
  content: 'The right to edit deals, adverts and the blog ends. Only the operator can restore it, with npm run grant.',
} as const
export const SHOP_STAFF = /*i18n*/ 'You work for this shop, so you cannot buy from it.'
