-- A retried request must have one effect: the key is written in the transaction of the effect, so both stand or neither.
create table public.idempotency_keys (
  actor text not null check (char_length(actor) between 1 and 200),
  route text not null check (char_length(route) between 1 and 200),
  key text not null check (char_length(key) between 1 and 255),
  body_hash bytea not null check (octet_length(body_hash) = 32),
  status smallint check (status between 100 and 599),
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (actor, route, key)
);
comment on table public.idempotency_keys is 'Answers of requests that carried an idempotency key, kept for at least 72 hours.';
comment on column public.idempotency_keys.actor is 'Who asked: a user id, or the name of a key for callers without one.';
comment on column public.idempotency_keys.route is 'The called verb, so that one key may serve two different calls.';
comment on column public.idempotency_keys.body_hash is 'SHA-256 of the canonical JSON of the body: the same key with another body is refused.';
create index idempotency_keys_created_at on public.idempotency_keys (created_at);
alter table public.idempotency_keys enable row level security;
