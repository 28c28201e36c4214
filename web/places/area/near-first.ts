/**
 * An embed without columns that only rows of shops in one state have. Filtering it by `NEAR_STATE` and ordering by
 * `NEAR_FIRST`, nulls last, lists those rows first.
 */
export const NEAR_SHOP = 'near_shop:vendors()'
/** Both typed as a column that every table has. */
export const NEAR_STATE = 'near_shop.state' as 'id'
export const NEAR_FIRST = 'near_shop(state)' as 'id'
