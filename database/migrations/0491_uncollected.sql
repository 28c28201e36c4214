-- Goods that nobody collected in time. A row begins when grace is over, by the clock, and is the no-show record of its buyer. It ends when the goods are
-- collected or delivered after all, or when staff and the buyer have found another way. No goods are forfeited.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values ('resale_handling_bps', '1000', '-infinity', 'Handling of goods sold for a buyer who did not collect them, 10% of what they bring');
alter table public.settings enable trigger user;
create function public.guard_handling() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 0 and 5000 or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'Handling is at most half of what the goods bring' using errcode = 'PT400';
  end if;
  return new;
end $$;
revoke execute on function public.guard_handling() from public;
create trigger guard_handling before insert on public.settings for each row when (new.key = 'resale_handling_bps') execute function public.guard_handling();
create table public.uncollected (
  order_id uuid primary key references public.orders (id),
  buyer_id uuid not null references public.profiles (id),
  vendor_id uuid not null references public.vendors (id),
  pickup_point_id uuid references public.pickup_points (id),
  kind text not null check (kind in ('pickup', 'stockpile')),
  perishes boolean not null,
  due_until timestamptz not null,
  opened_at timestamptz not null default clock_timestamp(),
  -- What the market keeps of a sale: as it was stated when this began.
  handling_bps integer not null default public.whole_setting('resale_handling_bps') check (handling_bps between 0 and 5000),
  -- What the buyer agrees to, pressed in their own account.
  wish text check (wish in ('resale', 'donation')),
  wished_at timestamptz,
  closed_at timestamptz,
  outcome text check (outcome in ('collected', 'delivery', 'given_back', 'resale', 'donation', 'spoiled')),
  hand_over_id uuid references public.hand_overs (id),
  decided_by uuid references public.profiles (id),
  reason text check (char_length(trim(reason)) between 10 and 300),
  -- Of a resale: what it brought, what the market keeps for its work, what the buyer gets.
  proceeds_kobo bigint check (proceeds_kobo > 0),
  handling_kobo bigint check (handling_kobo >= 0),
  back_kobo bigint check (back_kobo > 0),
  refund_id uuid references public.refunds (id),
  constraint a_wish_has_its_time check ((wish is null) = (wished_at is null)),
  constraint closed_with_an_outcome check ((closed_at is null) = (outcome is null)),
  constraint decided_by_somebody check (case when outcome in ('resale', 'donation', 'spoiled') then num_nonnulls(hand_over_id, decided_by, reason) = 3
    else num_nonnulls(hand_over_id, decided_by, reason) = 0 end),
  constraint proceeds_of_a_resale check (case when outcome = 'resale' then proceeds_kobo = handling_kobo + back_kobo and handling_kobo = proceeds_kobo * handling_bps / 10000 and num_nonnulls(proceeds_kobo, handling_kobo, back_kobo) = 3
    else num_nonnulls(proceeds_kobo, handling_kobo, back_kobo, refund_id) = 0 end)
);
create index uncollected_of_buyer on public.uncollected (buyer_id);
create index uncollected_open on public.uncollected (vendor_id) where closed_at is null;
create table public.uncollected_calls (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.uncollected (order_id),
  called_by uuid not null references public.profiles (id),
  reached boolean not null,
  note text not null check (char_length(trim(note)) between 3 and 300),
  called_at timestamptz not null default clock_timestamp()
);
comment on table public.uncollected_calls is 'Calls to the buyer. The buyer reads them.';
create index uncollected_calls_of_order on public.uncollected_calls (order_id, called_at);

-- Who decides with the buyer: the manager of the state, a coordinator, a chief; nobody about their own goods or their own shop's.
create function public.may_decide_uncollected(order_id uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.orders o join public.vendors v on v.id = o.vendor_id join public.profiles p on p.id = $2
    where o.id = $1 and person not in (o.user_id, v.owner_id)
      and not exists (select from public.memberships m where m.person_id = $2 and m.vendor_id = o.vendor_id)
      and (p.role in ('coordinator', 'chief') or p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = $2 and r.state = v.state)))
$$;
-- Two calls on different days, nobody reached: then goods may be sold for a buyer who has said nothing, because the money is theirs.
create function public.is_beyond_reach(order_id uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select not coalesce(bool_or(c.reached), false) and count(distinct (c.called_at at time zone 'Africa/Lagos')::date) >= 2
  from public.uncollected_calls c where c.order_id = $1
$$;

create function public.guard_uncollected() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then raise exception 'What was not collected stays on record' using errcode = 'PT409'; end if;
  if tg_op = 'INSERT' then
    if not exists (select from public.hand_overs h where h.order_id = new.order_id and h.status = 'open' and h.kind <> 'delivery'
      and public.grace_until(h.order_id, h.due_until) <= clock_timestamp()) then
      raise exception 'The buyer still has time to collect' using errcode = 'PT409';
    end if;
    return new;
  end if;
  if old.closed_at is not null then raise exception 'This was decided' using errcode = 'PT409'; end if;
  if (new.order_id, new.buyer_id, new.due_until, new.opened_at, new.perishes, new.handling_bps)
    is distinct from (old.order_id, old.buyer_id, old.due_until, old.opened_at, old.perishes, old.handling_bps) then
    raise exception 'What was not collected stays on record' using errcode = 'PT409';
  end if;
  if new.decided_by is not null and not public.may_decide_uncollected(new.order_id, new.decided_by) then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  if new.outcome = 'donation' and old.wish is distinct from 'donation'
    or new.outcome = 'resale' and old.wish is distinct from 'resale' and (old.wish is not null or not public.is_beyond_reach(new.order_id))
    or new.outcome = 'spoiled' and not (new.perishes and exists (select from public.uncollected_calls c where c.order_id = new.order_id)) then
    raise exception 'The buyer has not agreed to this' using errcode = 'PT409';
  end if;
  return new;
end $$;
create trigger guard_uncollected before insert or update or delete on public.uncollected for each row execute function public.guard_uncollected();

-- Goods that found their way after all.
create function public.close_uncollected() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.uncollected set closed_at = clock_timestamp(), outcome = case when new.fulfilment = 'delivery' then 'delivery'
    when new.status in ('collected', 'completed') and exists (select from public.hand_overs h where h.order_id = new.id and h.status = 'done' and h.done_at >= opened_at) then 'collected'
    else 'given_back' end
  where order_id = new.id and closed_at is null;
  return null;
end $$;
create trigger close_uncollected after update of status, fulfilment, goods_back_kobo on public.orders for each row
  when (old.status = 'ready' and (new.status <> 'ready' or new.fulfilment = 'delivery' and old.fulfilment <> 'delivery')) execute function public.close_uncollected();

-- A decision ends a hand-over too; there is nothing to claim about it.
alter table public.hand_overs drop constraint hand_overs_proof_check,
  add constraint hand_overs_proof_check check (proof in ('code', 'nominee', 'override', 'unrecorded', 'decision'));
create function public.guard_decided_hand_over() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.uncollected u where u.order_id = new.order_id and u.hand_over_id = new.id and u.outcome in ('resale', 'donation', 'spoiled')) then
    raise exception 'Goods go another way only by a decision' using errcode = 'PT409';
  end if;
  return null;
end $$;
-- At the end of the transaction: the decision names the hand-over.
create constraint trigger guard_decided_hand_over after insert or update on public.hand_overs deferrable initially deferred for each row
  when (new.proof = 'decision') execute function public.guard_decided_hand_over();

do $$
begin
  execute format('create or replace view public.claimable_lines as %s',
    replace(rtrim(pg_get_viewdef('public.claimable_lines'::regclass), ';'), 'h.id = w.hand_over_id', 'h.id = w.hand_over_id and h.proof <> ''decision''::text'));
  if pg_get_viewdef('public.claimable_lines'::regclass) not like '%decision%' then raise exception 'claimable_lines has changed its words'; end if;
end $$;

-- What a resale brings comes into the bank; less the handling that is stated beforehand, it is the buyer's.
insert into ledger.account_kinds (kind, side, owner, is_limited) values ('handling', 'income', 'platform', false);
insert into ledger.movements (kind, debit_kind, credit_kind) values
  ('resale_handling', 'bank', 'handling'), ('resale_as_peps', 'bank', 'peps'), ('resale_return_owed', 'bank', 'refund_due');
alter table public.refunds drop constraint refunds_reason_check, add constraint refunds_reason_check check (reason in
  ('left', 'price_drop', 'buy_failed', 'buy_cancelled', 'order_cancelled', 'not_payable', 'amount', 'short_delivery', 'claim', 'delivery_changed', 'payment_reversed', 'resale'));

revoke execute on function public.may_decide_uncollected(uuid, uuid), public.is_beyond_reach(uuid), public.guard_uncollected(), public.close_uncollected(),
  public.guard_decided_hand_over() from public;
grant execute on function public.may_decide_uncollected(uuid, uuid), public.is_beyond_reach(uuid) to service_role;
grant select, insert, update on public.uncollected to service_role;
grant select, insert on public.uncollected_calls to service_role;
create trigger log_act after insert or update or delete on public.uncollected for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('uncollected', 'order_id', '');
create trigger log_act after insert or update or delete on public.uncollected_calls for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('uncollected-call', 'order_id', 'note');
