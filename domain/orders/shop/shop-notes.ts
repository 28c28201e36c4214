/** The longest note of a shop, in characters; the same in the table. */
export const SHOP_NOTE_LENGTH = 1000

/** Notes about one order or customer, so that a page shows all of them. */
export const SHOP_NOTES_MOST = 100
