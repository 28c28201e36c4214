-- Disputes of play money, so that a market without a provider can be tried with them.
create table local_gateway.disputes (
  id bigint primary key generated always as identity (start 500001),
  reference text not null references local_gateway.payments,
  amount_kobo bigint not null check (amount_kobo > 0),
  status text not null default 'awaiting-merchant-feedback' check (status in ('awaiting-merchant-feedback', 'awaiting-bank-feedback', 'pending', 'resolved')),
  resolution text check (resolution in ('merchant-accepted', 'declined')),
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  constraint resolved_with_a_resolution check ((status = 'resolved') = (resolution is not null))
);
create index disputes_of_payment on local_gateway.disputes (reference);
create index disputes_by_time on local_gateway.disputes (created_at);
alter table local_gateway.disputes enable row level security;
grant select, insert, update on local_gateway.disputes to service_role;
