-- Which member of staff opened which record, once an hour.
create table public.record_views (
  record_kind text not null check (record_kind in ('order', 'person', 'shop', 'buy', 'payment', 'claim', 'place')),
  record_id uuid not null,
  viewer_id uuid not null references public.profiles (id) on delete no action,
  hour timestamptz not null default date_trunc('hour', clock_timestamp()) check (hour = date_trunc('hour', hour, 'UTC')),
  primary key (record_kind, record_id, hour, viewer_id)
);
comment on table public.record_views is 'Records with personal data that staff opened. Deleted after 24 months.';
create index record_views_by_age on public.record_views (hour);
create index record_views_of_viewer on public.record_views (viewer_id);
alter table public.record_views enable row level security;
