/** Separate tables for the rival, without the product's triggers, with the product's number of people and buys. */
export const JOIN_TABLES = `create schema rival_joins;
  create table rival_joins.people (id uuid primary key);
  create table rival_joins.buys (
    id uuid primary key, vendor_id uuid not null, status text not null default 'active', price_kobo bigint not null,
    quantity integer not null default 0, participants integer not null default 0,
    target_quantity integer not null, ends_at timestamptz not null, check (quantity <= target_quantity));
  create table rival_joins.orders (
    id uuid primary key default gen_random_uuid(), idempotency_key uuid not null unique,
    buy_id uuid not null references rival_joins.buys, user_id uuid not null references rival_joins.people,
    vendor_id uuid not null, quantity integer not null check (quantity > 0), unit_price_kobo bigint not null,
    total_kobo bigint not null, status text not null default 'pending', created_at timestamptz not null default now());
  create index on rival_joins.orders (buy_id);
  create index on rival_joins.orders (user_id);
  insert into rival_joins.people select id from auth.users;
  insert into rival_joins.buys (id, vendor_id, price_kobo, target_quantity, ends_at)
    select id, vendor_id, 80000, 1000000, end_date from public.group_buys;
  analyze rival_joins.people, rival_joins.buys`

/**
 * One join, one statement, one transaction: takes the places only if there are enough, then writes the order.
 * $1 the buy, $2 the person, $3 units, $4 the idempotency key. No row: nothing was left, or the buy is over.
 */
export const JOIN = `with taken as (
    update rival_joins.buys set quantity = quantity + $3, participants = participants + 1
    where id = $1 and status = 'active' and ends_at > now() and quantity + $3 <= target_quantity
    returning id, vendor_id, price_kobo)
  insert into rival_joins.orders (idempotency_key, buy_id, user_id, vendor_id, quantity, unit_price_kobo, total_kobo)
  select $4, id, $2, vendor_id, $3, price_kobo, price_kobo * $3 from taken
  returning *`

/** The order that this person's earlier request with the same key has written. */
export const ORDER_OF_KEY = 'select * from rival_joins.orders where idempotency_key = $1 and user_id = $2'
