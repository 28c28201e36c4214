/** Cookie with the cart of visitors without scripts (cart-cookie.ts). */
export const CART_COOKIE = 'cart'

/** Cookie with the totals of an account's cart, for pages without scripts (cart-totals.ts). */
export const TOTALS_COOKIE = 'cart-totals'

/** Storage key of the last known state of the account's cart (sync-record.ts). */
export const RECORD_KEY = 'cart-account'

/** Storage key of changes that could not be sent before a sign-out. */
export const UNSENT_KEY = 'cart-unsent'
