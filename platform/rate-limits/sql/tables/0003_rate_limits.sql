-- Limits of how often something may be tried. One row is one bucket; keys are hashes, so that no address is kept.
create schema limits;

grant usage on schema limits to auth_admin, service_role;

create unlogged table limits.buckets (
  key text primary key,
  full_at timestamptz not null
);
comment on column limits.buckets.full_at is 'When the bucket will be as full as it can be again; the past means full';
create index buckets_full_at_idx on limits.buckets (full_at);
