-- The figures of a shop by month of ordering: their sums are its metrics, their course its trend.
create table public.vendor_metric_months (
  vendor_id uuid not null references public.vendors (id) on delete cascade,
  month date not null check (extract(day from month) = 1),
  orders integer not null check (orders >= 0),
  completed integer not null check (completed >= 0),
  revenue numeric(16,2) not null,
  -- Hours from ready to hand-over, added up over the timed orders.
  timed_hours numeric(14,2) not null,
  timed integer not null check (timed >= 0),
  on_time integer not null check (on_time between 0 and timed),
  let_down integer not null check (let_down >= 0),
  ever_paid integer not null check (ever_paid >= 0),
  cancelled integer not null check (cancelled between 0 and ever_paid),
  handed_over integer not null check (handed_over >= 0),
  disputed integer not null check (disputed between 0 and handed_over),
  primary key (vendor_id, month)
);
comment on table public.vendor_metric_months is 'Orders placed in a month with a shop, counted by a job for its metrics and their trend; never written by people.';
comment on column public.vendor_metric_months.let_down is 'Orders that the vendor cancelled, paid or not: not on time.';
comment on column public.vendor_metric_months.cancelled is 'Of the orders ever paid, those that the vendor cancelled.';
alter table public.vendor_metric_months enable row level security;

-- How far the job has read the history of moves.
create table sums.metric_runs (
  at timestamptz not null default clock_timestamp(),
  last_change bigint not null
);
