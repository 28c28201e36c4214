/**
 * Settings of a transaction that touches some dozens of rows beside tables of any size. A connection keeps its plans for as long as it lives and often makes
 * them while the tables are small: with these each row is looked up by its index, and none of them is merged with all there are.
 */
export const BY_INDEX = { enable_seqscan: 'off', enable_mergejoin: 'off', enable_hashjoin: 'off' }
