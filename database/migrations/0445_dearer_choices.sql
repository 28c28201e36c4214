-- A dearer way of delivery for an order that is already paid: it is written down with the payment of the difference, and takes effect once that
-- payment has succeeded, if the order stands as it stood. Commands and the booking of payments write.
create table public.dearer_choices (
  payment_id uuid primary key references public.payments (id),
  order_id uuid not null references public.orders (id),
  delivery_zone_id uuid not null references public.delivery_zones (id),
  from_kobo bigint not null check (from_kobo >= 0),
  to_kobo bigint not null,
  recipient text not null check (char_length(trim(recipient)) between 2 and 80),
  phone text not null check (phone ~ '^\+234[0-9]{10}$'),
  street text not null check (char_length(trim(street)) between 4 and 160),
  landmark text not null default '' check (char_length(landmark) <= 160),
  state text not null,
  lga text not null,
  status text not null default 'awaited' check (status in ('awaited', 'taken', 'dropped')),
  created_at timestamptz not null default clock_timestamp(),
  constraint it_is_dearer check (to_kobo > from_kobo),
  constraint local_government_of_its_state foreign key (state, lga) references public.local_governments (state, name)
);
comment on table public.dearer_choices is 'Where a paid order goes once the difference is paid; dropped: its buyer chose anew before that.';
create index dearer_choices_of_order on public.dearer_choices (order_id);
create unique index one_dearer_choice_awaited on public.dearer_choices (order_id) where status = 'awaited';

create function public.guard_dearer_choice() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.status <> 'awaited' or (to_jsonb(new) - 'status') <> (to_jsonb(old) - 'status') then
    raise exception 'A choice that was paid for or given up stays as it is.' using errcode = 'PT409';
  end if;
  if new.status = 'taken' and not exists (select from public.payments where id = new.payment_id and status = 'succeeded') then
    raise exception 'A dearer choice takes effect once the difference is paid.' using errcode = 'PT409';
  end if;
  return new;
end $$;
create trigger guard_dearer_choice before update on public.dearer_choices for each row execute function public.guard_dearer_choice();

-- The fee of a paid order grows only by money that has come in for it.
create function public.guard_dearer_fee() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.charged_kobo - old.charged_kobo <> new.delivery_fee_kobo - old.delivery_fee_kobo
    or coalesce((select credits_kobo from ledger.accounts where kind = 'escrow' and owner_id = new.id), 0) <> new.charged_kobo then
    raise exception 'A dearer choice takes effect once the difference is paid.' using errcode = 'PT409';
  end if;
  return null;
end $$;
create trigger guard_dearer_fee after update of delivery_fee_kobo on public.orders for each row
  when (old.is_paid and new.is_paid and new.delivery_fee_kobo > old.delivery_fee_kobo) execute function public.guard_dearer_fee();

alter table public.order_fee_changes add column payment_id uuid references public.payments (id);
comment on column public.order_fee_changes.payment_id is 'What paid the difference.';
comment on table public.order_fee_changes is 'Delivery fees that changed after their order was paid: less comes back (journal `delivery-fee:<id>`), more is paid first.';
alter table public.refunds drop constraint refunds_reason_check, add constraint refunds_reason_check check (reason in
  ('left', 'price_drop', 'buy_failed', 'buy_cancelled', 'order_cancelled', 'not_payable', 'amount', 'short_delivery', 'claim', 'delivery_changed', 'payment_reversed'));

alter table public.dearer_choices enable row level security;
create policy dearer_choices_with_payment on public.dearer_choices for select to authenticated using (exists (select from public.payments p where p.id = payment_id));
create policy second_step on public.dearer_choices as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (payment_id, order_id, from_kobo, to_kobo, status, created_at) on public.dearer_choices to authenticated;
grant select, insert, update on public.dearer_choices to service_role;
revoke execute on function public.guard_dearer_choice(), public.guard_dearer_fee() from public;
create trigger log_act after insert or update or delete on public.dearer_choices for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('dearer-choice', 'order_id', '');
