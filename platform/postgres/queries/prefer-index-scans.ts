/**
 * Planner settings for a transaction that touches a few dozen rows of tables of any size. A connection caches its plans
 * for its lifetime and often makes them while the tables are small: with these settings each row is looked up by index,
 * and no whole table is scanned for a join. Generic plans, because PostgreSQL would plan a statement again for every
 * short list: it expects ten values of a list that it does not know.
 */
export const PREFER_INDEX_SCANS = {
  enable_seqscan: 'off',
  enable_mergejoin: 'off',
  enable_hashjoin: 'off',
  plan_cache_mode: 'force_generic_plan',
}
