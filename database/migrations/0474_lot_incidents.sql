-- Many claims on one lot are one incident (semantics 8): the lot's payout stops, all its buyers are told, and one decision stands for all claims in it.
-- A lot is what a group buy shared out.
insert into public.allowed_moves (subject, from_status, to_status, causes) values
  ('lot', 'new', 'open', '{buyer}'), ('lot', 'open', 'decided', '{coordinator}'), ('lot', 'open', 'closed', '{clock}'),
  ('lot', 'decided', 'appealed', '{buyer,vendor}'), ('lot', 'appealed', 'final', '{chief}'),
  -- With its lot, before its vendor's time was over: they were heard as long about the lot.
  ('claim', 'open', 'rejected', '{coordinator}');
update public.allowed_moves set causes = '{clock,coordinator}' where (subject, from_status, to_status) = ('claim', 'open', 'upheld');

alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note) values
  ('lot_claims_least', '3', '-infinity', 'So many buyers with a claim about one group buy open a lot incident, at least'),
  ('lot_claims_percent', '20', '-infinity', 'And so many per cent of its buyers, whichever is more');
alter table public.settings enable trigger user;
create function public.guard_lot_settings() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric % 1 <> 0
    or new.key = 'lot_claims_least' and (new.value #>> '{}')::numeric not between 2 and 1000
    or new.key = 'lot_claims_percent' and (new.value #>> '{}')::numeric not between 1 and 100 then
    raise exception 'A lot incident needs 2 to 1000 buyers, and 1 to 100 per cent' using errcode = 'PT400';
  end if;
  return new;
end $$;
revoke execute on function public.guard_lot_settings() from public;
create trigger guard_lot_settings before insert on public.settings for each row when (new.key in ('lot_claims_least', 'lot_claims_percent'))
  execute function public.guard_lot_settings();

create sequence public.lot_numbers start 101;
create table public.lot_incidents (
  id uuid primary key default gen_random_uuid(),
  lot_no bigint not null unique default nextval('public.lot_numbers'),
  group_buy_id uuid not null references public.group_buys (id),
  vendor_id uuid not null references public.vendors (id),
  status text not null default 'open' check (status in ('open', 'decided', 'appealed', 'final', 'closed')),
  -- Until then the vendor answers its claims; and the coordinator decides.
  heard_by timestamptz not null,
  decide_by timestamptz not null,
  outcome text check (outcome in ('refund', 'replacement', 'rejected')),
  share_percent integer not null default 0 check (share_percent between 0 and 100),
  payer text check (payer in ('vendor', 'hub', 'rider', 'platform')),
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  appeal_by timestamptz,
  appealed_by text check (appealed_by in ('buyer', 'vendor')),
  appeal_decided_by uuid references public.profiles (id),
  created_at timestamptz not null default clock_timestamp(),
  constraint decided_has_outcome check ((status in ('decided', 'appealed', 'final')) = (outcome is not null and payer is not null and decided_by is not null)),
  constraint refund_has_share check ((share_percent > 0) = (outcome is not distinct from 'refund')),
  constraint final_has_chief check ((status = 'final') = (appeal_decided_by is not null))
);
comment on table public.lot_incidents is 'Claims about one group buy that are decided together; it has the id of the claim that opened it. Texts stand in claim_events.';
comment on column public.lot_incidents.share_percent is 'Of what each claim in it asks; 0 unless money comes back.';
create unique index one_open_lot_of_a_buy on public.lot_incidents (group_buy_id) where status in ('open', 'appealed');
create index lots_of_vendor on public.lot_incidents (vendor_id, created_at desc);
create trigger watch_status after insert or update of status on public.lot_incidents for each row execute function public.watch_status('lot');
alter table public.claims add column lot_id uuid references public.lot_incidents (id);
comment on column public.claims.lot_id is 'Decided together with others of its group buy.';
create index claims_of_lot on public.claims (lot_id) where lot_id is not null;

-- People, not claims: who collects in parts does not stop a lot alone. What was charged and who collected says nothing of the goods.
create function public.lot_count(buy uuid) returns table (claimed integer, needed integer) language sql stable security definer set search_path = '' as $$
  select (select count(distinct c.buyer_id) from public.claims c join public.orders o on o.id = c.order_id where o.group_buy_id = buy and c.lot_id is null
      and c.reason not in ('charged_wrongly', 'not_by_me') and c.status not in ('withdrawn', 'rejected', 'rejected_final'))::integer,
    greatest(public.whole_setting('lot_claims_least'), ceil((select count(distinct o.user_id) from public.orders o where o.group_buy_id = buy and o.paid_at is not null
      and o.status not in ('cancelled', 'expired')) * public.whole_setting('lot_claims_percent') / 100.0))::integer
$$;

create function public.join_lot() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  buy uuid := (select group_buy_id from public.orders where id = new.order_id);
  lot uuid;
begin
  if buy is null or new.reason in ('charged_wrongly', 'not_by_me') then return null; end if;
  -- Two claims at once: the second sees the first.
  perform from public.group_buys where id = buy for no key update;
  select id into lot from public.lot_incidents where group_buy_id = buy and status = 'open';
  if lot is not null then
    update public.claims set lot_id = lot where id = new.id;
  elsif not exists (select from public.lot_incidents where group_buy_id = buy and status = 'appealed')
    and (select n.claimed >= n.needed from public.lot_count(buy) n) then
    insert into public.lot_incidents (id, group_buy_id, vendor_id, heard_by, decide_by, created_at) values (new.id, buy, new.vendor_id,
      public.business_deadline(new.created_at, 2), public.business_deadline(new.created_at, 7), new.created_at) returning id into lot;
    update public.claims c set lot_id = lot from public.orders o where o.id = c.order_id and o.group_buy_id = buy and c.lot_id is null
      and c.reason not in ('charged_wrongly', 'not_by_me') and c.status in ('open', 'answered', 'disputed', 'proposed');
  end if;
  return null;
end $$;
create trigger join_lot after insert on public.claims for each row when (new.status = 'open') execute function public.join_lot();

create function public.may_judge_lot(lot uuid, person uuid, step text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.lot_incidents l join public.profiles p on p.id = person where l.id = lot
    and case step when 'decide' then p.role = 'coordinator' when 'appeal' then p.role = 'chief' and person is distinct from l.decided_by else false end
    and not exists (select from public.vendors v where v.id = l.vendor_id and (v.owner_id = person
      or exists (select from public.memberships m where m.vendor_id = v.id and m.person_id = person)))
    and not exists (select from public.claims c where c.lot_id = l.id and public.has_part_in_claim(c.id, person))
    and not exists (select from public.orders o where o.group_buy_id = l.group_buy_id and (o.user_id = person
      or exists (select from public.hand_overs h where h.order_id = o.id and h.handled_by = person)
      or exists (select from public.referrals r where r.referred_id = o.user_id and r.referrer_id = person))))
$$;
comment on function public.may_judge_lot is 'Nobody in their own case: of no buyer of the lot, shop, referrer or hand-over of it.';

create function public.guard_lot() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from public.lot_count(new.group_buy_id) n where n.claimed >= n.needed) then
      raise exception 'Too few buyers have claimed for a lot incident' using errcode = 'PT409';
    end if;
    return new;
  end if;
  if (new.group_buy_id, new.vendor_id, new.heard_by) is distinct from (old.group_buy_id, old.vendor_id, old.heard_by)
    or old.decided_by is not null and new.decided_by is distinct from old.decided_by then
    raise exception 'A lot incident stays what it is' using errcode = 'PT409';
  end if;
  if new.decided_by is distinct from old.decided_by and not public.may_judge_lot(new.id, new.decided_by, 'decide')
    or new.appeal_decided_by is distinct from old.appeal_decided_by and not public.may_judge_lot(new.id, new.appeal_decided_by, 'appeal') then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  if new.outcome is distinct from old.outcome and new.status = old.status then
    raise exception 'A decision moves its lot' using errcode = 'PT409';
  end if;
  return new;
end $$;
create trigger guard_lot before insert or update on public.lot_incidents for each row execute function public.guard_lot();

-- A claim in a lot is decided, appealed and decided for good with it: what its vendor accepts, or leaves unanswered, is its own.
create function public.guard_claim_in_lot() returns trigger language plpgsql security definer set search_path = '' as $$
declare lot public.lot_incidents;
begin
  if old.lot_id is not null and new.lot_id is distinct from old.lot_id then
    raise exception 'A claim stays in its lot' using errcode = 'PT409';
  end if;
  if new.status = old.status then return new; end if;
  if new.lot_id is not null then select * into lot from public.lot_incidents where id = new.lot_id; end if;
  if old.status = 'open' and (new.status = 'rejected' or new.decided_by is not null) and (lot.id is null or new.decided_by is null) then
    raise exception 'The vendor is heard first' using errcode = 'PT409';
  end if;
  if lot.id is null then return new; end if;
  if new.status = 'proposed' and lot.status = 'open' or new.decided_by is distinct from old.decided_by and (lot.status <> 'decided'
      or (new.outcome, new.payer, new.decided_by) is distinct from (lot.outcome, lot.payer, lot.decided_by)
      or new.outcome_kobo > ceil(new.asked_kobo * lot.share_percent / 100.0))
    or new.status = 'appealed' and new.decided_by is not null and new.decided_by = lot.decided_by and lot.status <> 'appealed'
    or new.appeal_decided_by is distinct from old.appeal_decided_by and new.decided_by = lot.decided_by and (lot.status <> 'final'
      or (new.outcome, new.payer, new.appeal_decided_by) is distinct from (lot.outcome, lot.payer, lot.appeal_decided_by)
      or new.outcome_kobo > ceil(new.asked_kobo * lot.share_percent / 100.0)) then
    raise exception 'A claim in a lot is decided with it' using errcode = 'PT409';
  end if;
  return new;
end $$;
create trigger guard_claim_in_lot before update on public.claims for each row execute function public.guard_claim_in_lot();

-- The payout of a lot waits as that of a claim does, for what is not released yet.
create or replace function public.has_open_claim(hand_over uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.claims c where c.hand_over_id = hand_over and c.ended_at is null
    and not (c.payer is distinct from 'vendor' and c.payer is not null and (c.status = 'upheld_final' or c.status = 'upheld' and c.appeal_by < clock_timestamp())))
  or exists (select from public.hand_overs h join public.orders o on o.id = h.order_id join public.lot_incidents l on l.group_buy_id = o.group_buy_id
    where h.id = hand_over and h.released_at is null and (l.status in ('open', 'appealed') or l.status = 'decided' and l.appeal_by >= clock_timestamp()))
$$;

-- Sides: the shop, those who look after it, and whoever has a claim in it.
create function rights.my_lot_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select lot_id from public.claims where lot_id is not null and buyer_id = auth.uid() and not rights.owes_second_step()
  union select id from public.lot_incidents where vendor_id = rights.my_vendor_id() or vendor_id in (select rights.overseen_vendor_ids())
$$;
create function rights.has_part_in_lot(lot uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select lot in (select rights.my_lot_ids()) and rights.has_role('coordinator', 'chief')
    and not public.may_judge_lot(lot, auth.uid(), case when rights.has_role('chief') then 'appeal' else 'decide' end)
$$;
create function rights.lot_sums(lot uuid) returns table (buyers integer, claims integer, undecided integer, asked_kobo bigint, worth_kobo bigint, held_kobo bigint)
language sql stable security definer set search_path = '' as $$
  select (select count(distinct o.user_id) from public.orders o where o.group_buy_id = l.group_buy_id and o.paid_at is not null and o.status not in ('cancelled', 'expired'))::integer,
    count(c.id)::integer, (count(c.id) filter (where c.status in ('open', 'answered', 'disputed', 'proposed')))::integer, coalesce(sum(c.asked_kobo), 0)::bigint,
    coalesce(sum(case when c.carried_kobo is null then public.claim_worth_kobo(c.id) else c.carried_kobo end), 0)::bigint,
    (select coalesce(sum(h.goods_kobo), 0) from public.hand_overs h join public.orders o on o.id = h.order_id
      where o.group_buy_id = l.group_buy_id and h.status = 'done' and h.released_at is null)::bigint
  from public.lot_incidents l left join public.claims c on c.lot_id = l.id and c.status <> 'withdrawn'
  where l.id = lot and (l.vendor_id = rights.my_vendor_id() or l.vendor_id in (select rights.overseen_vendor_ids())) group by l.id
$$;
grant execute on function rights.my_lot_ids(), rights.has_part_in_lot(uuid), rights.lot_sums(uuid) to authenticated, service_role;
revoke execute on function rights.my_lot_ids(), rights.has_part_in_lot(uuid), rights.lot_sums(uuid), public.lot_count(uuid), public.join_lot(),
  public.may_judge_lot(uuid, uuid, text), public.guard_lot(), public.guard_claim_in_lot() from public;
grant execute on function public.lot_count(uuid), public.may_judge_lot(uuid, uuid, text) to service_role;
alter table public.lot_incidents enable row level security;
create policy lots_of_their_sides on public.lot_incidents for select to authenticated using (id in (select rights.my_lot_ids()));
create policy second_step on public.lot_incidents as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select (id, lot_no, group_buy_id, vendor_id, status, heard_by, decide_by, outcome, share_percent, payer, decided_at, appeal_by, appealed_by, created_at)
  on public.lot_incidents to authenticated;
grant select (lot_id) on public.claims to authenticated;
grant select, insert, update on public.lot_incidents to service_role;
grant usage on sequence public.lot_numbers to service_role;
create trigger log_act after insert or update or delete on public.lot_incidents for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('lot', 'id', '');
create view public.lot_figures as
select l.id, s.buyers, s.claims, s.undecided, s.asked_kobo, s.worth_kobo, s.held_kobo, rights.has_part_in_lot(l.id) as is_own_case
from public.lot_incidents l cross join lateral rights.lot_sums(l.id) s where l.id in (select rights.my_lot_ids());
comment on view public.lot_figures is 'For the shop and those who look after it: worth_kobo is what is left of the claimed goods after what was paid back.';
grant select on public.lot_figures to authenticated, service_role;

do $$
begin
  execute format('create or replace view public.waiting with (security_invoker = true) as %s union all %s',
    rtrim(pg_get_viewdef('public.waiting'::regclass), ';'),
    $view$
    select 'lot', status, 'overseer', count(*)::integer from public.lot_incidents
      where vendor_id in (select rights.overseen_vendor_ids()) and status = 'open' group by status
    union all
    select 'lot', status, 'chief', count(*)::integer from public.lot_incidents where (select rights.has_role('chief')) and status = 'appealed' group by status
    $view$);
end $$;
