/** A table whose rows are copied: its series, and exceptions from the defaults. */
export interface CopiedTable {
  table: string
  /** Each series has its own number of copies. */
  series: 'orders' | 'people' | 'products'
  /** Condition on the rows to copy; `t` is the row. */
  where?: string
  /** By column: an expression over `t`, the number `c` of the copy, and the pseudo-functions of `fill-copies.ts`. */
  set?: Record<string, string>
  /** Condition for rows that have ended, if it cannot be derived from the columns. */
  ended?: string
  /** The order in which rows get numbers. */
  orderBy?: string
}

/** Rows of customers: staff and shop owners are not copied. */
const OF_CUSTOMER = 'is_customer(t.user_id)'

/**
 * The next number of its kind and year, from the counter: the index of documents contains the rows of the same
 * statement.
 */
const SERIAL = `(select case t.kind when 'receipt' then n.receipts when 'invoice' then n.invoices else n.credit_notes end from public.document_numbers n
  where n.year = t.year) + row_number() over (partition by t.kind, t.year order by c, t.serial)`

/** Otherwise thousands of people would share a phone and a street, which the market takes for one household. */
const OWN_ADDRESS = {
  phone: `left(t.phone, -7) || lpad(((right(t.phone, 7)::bigint + c * 7919) % 10000000)::text, 7, '0')`,
  street: `left(t.street, 100) || ', Flat ' || c`,
}

/** In the order of their foreign keys. By default UUIDs of copied tables are replaced, and times are shifted. */
export const COPIED_TABLES: readonly CopiedTable[] = [
  {
    table: 'auth.users',
    series: 'people',
    where: 'is_customer(t.id)',
    set: {
      email: `replace(t.email, '@', '+' || c || '@')`,
      phone: 'null',
      raw_user_meta_data: `replace(replace(t.raw_user_meta_data::text, t.id::text, copied(t.id)::text), '@', '+' || c || '@')::jsonb`,
    },
  },
  {
    table: 'auth.identities',
    series: 'people',
    where: `${OF_CUSTOMER} and t.provider = 'email'`,
    set: {
      provider_id: 'copied(t.user_id)::text',
      identity_data: `replace(replace(t.identity_data::text, t.user_id::text, copied(t.user_id)::text), '@', '+' || c || '@')::jsonb`,
    },
  },
  {
    table: 'public.profiles',
    series: 'people',
    where: 'is_customer(t.id)',
    set: {
      full_name: `split_part(t.full_name, ' ', 1) || ' ' || (select names[1 + (c * 7 + length(t.full_name)) % cardinality(names)] from pg_temp.last_names)`,
      points_balance: '0',
      referral_code: `case when t.referral_code is not null then upper(substr(md5(t.referral_code || c), 1, 12)) end`,
    },
  },
  { table: 'public.addresses', series: 'people', where: OF_CUSTOMER, set: OWN_ADDRESS },
  { table: 'public.referrals', series: 'people', where: 'is_customer(t.referred_id)' },
  { table: 'public.email_logs', series: 'people', where: OF_CUSTOMER },
  {
    table: 'public.status_changes',
    series: 'people',
    orderBy: 'c, t.id',
    where: `t.subject = 'email_log' and t.subject_id in (select id from public.email_logs l where is_customer(l.user_id))`,
    set: { subject_id: 'copied(t.subject_id)' },
  },
  { table: 'public.products', series: 'products', set: { name: `left(t.name, 114) || ' ' || c` } },
  { table: 'public.group_buys', series: 'orders' },
  { table: 'public.checkouts', series: 'orders' },
  {
    table: 'public.payments',
    series: 'orders',
    set: {
      reference: `replace(t.reference, t.id::text, copied(t.id)::text)`,
      gateway_id: `(t.gateway_id::bigint + c::bigint * 10000000)::text`,
    },
  },
  {
    table: 'public.orders',
    series: 'orders',
    orderBy: 'c, t.order_no',
    set: { order_no: `(select max(order_no) from public.orders) + row_number() over (order by c, t.order_no)` },
  },
  { table: 'public.order_lines', series: 'orders' },
  { table: 'public.order_addresses', series: 'orders', set: OWN_ADDRESS },
  { table: 'public.payment_parts', series: 'orders' },
  {
    table: 'public.refunds',
    series: 'orders',
    set: { gateway_refund_id: `(t.gateway_refund_id::bigint + c::bigint * 10000000)::text` },
  },
  { table: 'public.hand_overs', series: 'orders' },
  { table: 'public.hand_over_lines', series: 'orders' },
  { table: 'public.reviews', series: 'orders' },
  { table: 'public.collection_reminders', series: 'orders' },
  { table: 'public.uncollected', series: 'orders' },
  {
    table: 'public.lot_incidents',
    series: 'orders',
    set: { lot_no: `(select max(lot_no) from public.lot_incidents) + row_number() over (order by c, t.lot_no)` },
  },
  {
    table: 'public.claims',
    series: 'orders',
    set: { claim_no: `(select max(claim_no) from public.claims) + row_number() over (order by c, t.claim_no)` },
  },
  { table: 'public.claim_lines', series: 'orders' },
  { table: 'public.claim_events', series: 'orders' },
  { table: 'public.conversations', series: 'orders' },
  { table: 'public.conversation_members', series: 'orders' },
  { table: 'public.messages', series: 'orders' },
  { table: 'public.contact_messages', series: 'orders', ended: 'true' },
  { table: 'public.audit_log', series: 'orders', orderBy: 'c, t.id', ended: 'true' },
  {
    table: 'public.documents',
    series: 'orders',
    set: {
      cause: 'copied_in(t.cause)',
      serial: SERIAL,
      number: `substr(t.number, 1, 8) || lpad((${SERIAL})::text, 6, '0')`,
    },
  },
  {
    table: 'public.status_changes',
    series: 'orders',
    orderBy: 'c, t.id',
    where: `t.subject in ('order', 'group_buy', 'checkout', 'payment', 'refund', 'claim', 'lot')`,
    set: { subject_id: 'copied(t.subject_id)', actor_id: 'person(t.actor_id)' },
    ended: 't.subject_id in (select id from pg_temp.ended)',
  },
  {
    table: 'local_gateway.payments',
    series: 'orders',
    set: { reference: 'copied_in(t.reference)', id: 't.id + c::bigint * 10000000' },
    ended: 'right(t.reference, 36)::uuid in (select id from pg_temp.ended)',
  },
  {
    table: 'local_gateway.refunds',
    series: 'orders',
    set: { reference: 'copied_in(t.reference)', note: 'copied_in(t.note)', id: 't.id + c::bigint * 10000000' },
    ended: 'right(t.reference, 36)::uuid in (select id from pg_temp.ended)',
  },
]
