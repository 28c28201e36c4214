/** What a visitor without scripts has chosen (cart-cookie.ts). */
export const CART_COOKIE = 'cart'

/** Under this key stands what this browser knows of its person's cart (account-record.ts). */
export const RECORD_KEY = 'cart-account'

/** What was changed by somebody who left before it could be sent. */
export const UNSENT_KEY = 'cart-unsent'
