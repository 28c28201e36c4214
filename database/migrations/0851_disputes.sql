-- Disputes: a payer's bank asks for a payment back. While one is open, the money of its orders is not released to their shops.
create table public.disputes (
  gateway text not null check (gateway in ('paystack', 'local')),
  id text not null check (char_length(id) between 1 and 100),
  payment_id uuid not null references public.payments (id),
  status text not null check (status in ('open', 'won', 'lost')),
  amount_kobo bigint not null check (amount_kobo between 0 and 99999999999999),
  opened_at timestamptz,
  seen_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  next_look_at timestamptz default now() + interval '1 hour',
  primary key (gateway, id),
  constraint ended_with_an_end check ((status = 'open') = (ended_at is null))
);
comment on table public.disputes is 'Chargebacks as the gateway has them. Only its answer is written here, never what an event claims.';
comment on column public.disputes.status is 'won: the market keeps the payment. lost: the payer got amount_kobo back.';
comment on column public.disputes.amount_kobo is 'What the payer''s bank asks for, or took.';
comment on column public.disputes.seen_at is 'When the market first heard of it. Nothing is released from then on.';
comment on column public.disputes.next_look_at is 'When the gateway is asked next; null once it has ended.';
create index disputes_of_payment on public.disputes (payment_id);
create index disputes_to_look_at on public.disputes (next_look_at) where next_look_at is not null;

alter table public.disputes enable row level security;
create policy chief_reads on public.disputes for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.disputes as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.disputes to authenticated;
grant select, insert, update on public.disputes to service_role;
create trigger log_act after insert or update or delete on public.disputes for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('dispute', 'id', '');

create function public.has_open_dispute(of_order uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.disputes d join public.payment_parts t on t.payment_id = d.payment_id where t.order_id = of_order and d.status = 'open')
$$;
comment on function public.has_open_dispute is 'Whether a bank disputes a payment of this order: its money is not released meanwhile.';
revoke execute on function public.has_open_dispute(uuid) from public;
grant execute on function public.has_open_dispute(uuid) to service_role;

-- The last gate behind the job that releases.
create function public.hold_disputed_money() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if public.has_open_dispute(new.order_id) then
    raise exception 'A bank disputes a payment of this order' using errcode = 'PT409';
  end if;
  return new;
end $$;
revoke execute on function public.hold_disputed_money() from public;
create trigger hold_disputed_money before update of released_at on public.hand_overs for each row
  when (old.released_at is null and new.released_at is not null) execute function public.hold_disputed_money();

-- What a bank has taken may be less than the payment: a part was refunded before, or the dispute was about a part.
alter table public.payments add column taken_back_kobo bigint not null default 0 check (taken_back_kobo between 0 and 99999999999999);
comment on column public.payments.taken_back_kobo is 'What the payer''s bank took back, without our refunds. It may be less than was paid.';
alter table public.payments disable trigger user;
update public.payments set taken_back_kobo = coalesce(received_kobo, 0) where status = 'reversed';
alter table public.payments enable trigger user;

-- A dispute that is lost before its goods' money is released is the shop's: the market pays the bank at once and is paid back from the release.
insert into ledger.movements (kind, debit_kind, credit_kind) values ('chargeback_passed_on', 'vendor', 'loss');
create table public.passed_on_chargebacks (
  order_id uuid primary key references public.orders (id),
  payment_id uuid not null references public.payments (id),
  amount_kobo bigint not null check (amount_kobo between 1 and 99999999999999),
  passed_on_kobo bigint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  constraint no_more_than_was_lost check (passed_on_kobo between 0 and amount_kobo)
);
comment on table public.passed_on_chargebacks is 'What a lost dispute has cost for goods that were handed over and not yet paid for: the shop''s part of them goes to the market.';
comment on column public.passed_on_chargebacks.passed_on_kobo is 'What the shop has paid of it, from its own part of these goods alone.';
create index passed_on_chargebacks_of_payment on public.passed_on_chargebacks (payment_id);
alter table public.passed_on_chargebacks enable row level security;
create policy chief_reads on public.passed_on_chargebacks for select to authenticated using ((select rights.has_role('chief')));
create policy second_step on public.passed_on_chargebacks as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.passed_on_chargebacks to authenticated;
grant select, insert, update (amount_kobo, passed_on_kobo) on public.passed_on_chargebacks to service_role;
create trigger log_act after insert or update or delete on public.passed_on_chargebacks for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('passed-on-chargeback', 'order_id', '');
