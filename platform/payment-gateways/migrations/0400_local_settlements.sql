-- What the local gateway keeps for itself and what it pays into the market's bank, so that the books can be compared with it as with Paystack.
create table local_gateway.settlements (
  id bigint primary key generated always as identity (start 700001),
  total_kobo bigint not null check (total_kobo > 0),
  fees_kobo bigint not null check (fees_kobo >= 0),
  deducted_kobo bigint not null check (deducted_kobo >= 0),
  created_at timestamptz not null default now(),
  constraint something_arrives check (total_kobo > fees_kobo + deducted_kobo)
);
comment on column local_gateway.settlements.deducted_kobo is 'What went back to payers meanwhile.';
alter table local_gateway.payments
  add column fees_kobo bigint not null default 0 check (fees_kobo >= 0),
  add column settlement_id bigint references local_gateway.settlements;
alter table local_gateway.refunds add column settlement_id bigint references local_gateway.settlements;
create index payments_to_settle on local_gateway.payments (paid_at) where settlement_id is null and status = 'success';
create index refunds_to_settle on local_gateway.refunds (created_at) where settlement_id is null and status = 'processed';
create index payments_by_time on local_gateway.payments (created_at);
create index refunds_by_time on local_gateway.refunds (created_at);

alter table local_gateway.settlements enable row level security;
grant select, insert on local_gateway.settlements to service_role;
