-- Who the caller is, for policies and triggers. SECURITY DEFINER, because policies on profiles that read profiles would call themselves.
create schema rights;

grant usage on schema rights to anon, authenticated, service_role;

create schema public_shown;

grant usage on schema public_shown to anon, authenticated, service_role;

-- The ledger (money.md 2): one row is one movement with both sides, nothing is ever changed, and a limited account cannot be overdrawn.
-- domain/payments/{accounts,movements}.ts hold the same kinds, and a test compares the two.
create schema ledger;

grant usage on schema ledger to service_role;

-- Codes that prove a hand-over. The code itself is derived from a secret of the server's and stands nowhere; here is a keyed hash of it, in a schema
-- that the table API does not serve.
create schema codes;

comment on schema codes is 'Codes of hand-overs and tries at them. Commands and jobs alone.';

grant usage on schema codes to service_role;

-- What orders add up to, kept beside them, so that figures of a year do not read a year of rows (decision 0054).
-- Rows here are added and never changed: two that end orders at once do not wait for each other. sums.fold() makes one row of many.
create schema sums;

grant usage on schema sums to authenticated, service_role;

-- How search reads words: without marks and doubled letters, in the singular, and with the names that Nigerians have for one food, measure or place.
create schema search;

grant usage on schema search to service_role;
