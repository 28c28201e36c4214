-- A buyer's claim about goods that were handed over, or that were due and did not come (docs/decisions/0001, "Claim"). Texts and evidence are seen by
-- its buyer, its shop and those who look after the shop's state, by nobody else.
insert into public.allowed_moves (subject, from_status, to_status, causes) values
  ('claim', 'open', 'withdrawn', '{buyer}'), ('claim', 'disputed', 'withdrawn', '{buyer}'), ('claim', 'proposed', 'withdrawn', '{buyer}'),
  ('claim', 'disputed', 'upheld', '{coordinator}'), ('claim', 'disputed', 'rejected', '{coordinator}');

-- Goods that come back after they changed hands name their hand-over.
alter table public.order_returns add column if not exists hand_over_id uuid references public.hand_overs (id);

create function public.business_deadline(since timestamptz, days integer) returns timestamptz language sql stable security definer set search_path = '' as $$
  select ((public.add_business_days((since at time zone 'Africa/Lagos')::date, days) + 1)::timestamp at time zone 'Africa/Lagos') - interval '1 second'
$$;
comment on function public.business_deadline is 'End of the n-th business day in Lagos, as domain/calendar.ts (businessDeadline).';
revoke execute on function public.business_deadline(timestamptz, integer) from public;
grant execute on function public.business_deadline(timestamptz, integer) to service_role;

create sequence public.claim_numbers start 1001;
create table public.claims (
  id uuid primary key default gen_random_uuid(),
  claim_no bigint not null unique default nextval('public.claim_numbers'),
  order_id uuid not null references public.orders (id),
  hand_over_id uuid references public.hand_overs (id),
  buyer_id uuid not null references public.profiles (id),
  vendor_id uuid not null references public.vendors (id),
  reason text not null check (reason in ('short_weight', 'spoiled', 'wrong_item', 'missing', 'not_received', 'not_by_me', 'charged_wrongly', 'no_show')),
  wish text not null check (wish in ('refund', 'replacement')),
  asked_kobo bigint not null check (asked_kobo > 0),
  status text not null default 'open' check (status in
    ('open', 'answered', 'disputed', 'proposed', 'upheld', 'rejected', 'withdrawn', 'appealed', 'upheld_final', 'rejected_final')),
  -- Set once, and shown; a holiday that is added later moves no promise.
  answer_by timestamptz not null,
  propose_by timestamptz not null,
  decide_by timestamptz not null,
  appeal_by timestamptz,
  proposed_outcome text check (proposed_outcome in ('refund', 'replacement', 'rejected')),
  proposed_kobo bigint not null default 0 check (proposed_kobo between 0 and asked_kobo),
  proposed_payer text check (proposed_payer in ('vendor', 'hub', 'rider', 'platform')),
  proposed_by uuid references public.profiles (id),
  outcome text check (outcome in ('refund', 'replacement', 'rejected')),
  outcome_kobo bigint not null default 0 check (outcome_kobo between 0 and asked_kobo),
  payer text check (payer in ('vendor', 'hub', 'rider', 'platform')),
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  appealed_by text check (appealed_by in ('buyer', 'vendor')),
  appeal_decided_by uuid references public.profiles (id),
  return_id uuid references public.order_returns (id),
  -- Withdrawn, or its outcome carried out.
  ended_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  constraint never_came_or_of_a_hand_over check ((hand_over_id is null) = (reason in ('not_received', 'no_show'))),
  constraint decided_has_outcome check (case when status in ('open', 'answered', 'disputed', 'proposed', 'withdrawn') then outcome is null
    when status in ('rejected', 'rejected_final') then outcome = 'rejected'
    when status in ('upheld', 'upheld_final') then outcome in ('refund', 'replacement') and payer is not null else outcome is not null end),
  constraint refund_moves_money check ((outcome_kobo > 0) = (outcome is not distinct from 'refund')),
  constraint one_appeal check (status <> 'appealed' or appealed_by is not null)
);
comment on table public.claims is 'One row a claim. What was said stands in claim_events.';
comment on column public.claims.asked_kobo is 'Goods that the buyer asks back, without their part of the fee; at most what the claimed units cost.';
comment on column public.claims.appeal_by is 'Until then either side may appeal, once; null where nobody can.';
comment on column public.claims.return_id is 'What was given back for it.';
-- A claim that was withdrawn may be made again; one that was decided is appealed.
create unique index one_claim_of_a_hand_over on public.claims (order_id, coalesce(hand_over_id, order_id)) where status <> 'withdrawn';
create index claims_of_buyer on public.claims (buyer_id, created_at desc);
create index claims_of_vendor on public.claims (vendor_id, created_at desc);
create index claims_of_hand_over on public.claims (hand_over_id) where hand_over_id is not null;
create index claims_not_ended on public.claims (status, answer_by) where ended_at is null;
create trigger claims_touch before update on public.claims for each row execute function public.touch_updated_at();
create trigger watch_status after insert or update of status on public.claims for each row execute function public.watch_status('claim');

create table public.claim_lines (
  claim_id uuid not null references public.claims (id),
  line_id uuid not null references public.order_lines (id),
  quantity integer not null check (quantity > 0),
  primary key (claim_id, line_id)
);
create index claim_lines_of_line on public.claim_lines (line_id);

create table public.claim_events (
  id uuid primary key default gen_random_uuid(),
  claim_id uuid not null references public.claims (id),
  kind text not null check (kind in ('opened', 'accepted', 'contested', 'silent', 'withdrawn', 'proposed', 'decided', 'appealed', 'appeal_decided', 'carried_out')),
  part text not null check (part in ('buyer', 'vendor', 'manager', 'coordinator', 'chief', 'clock')),
  author_id uuid references public.profiles (id),
  text text not null default '' check (char_length(text) <= 2000),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.claim_events is 'Who said what when, for both sides. Staff are shown by their part, without a name.';
create index claim_events_of_claim on public.claim_events (claim_id, created_at);

create table public.claim_evidence (
  id uuid primary key default gen_random_uuid(),
  claim_id uuid not null references public.claims (id),
  part text not null check (part in ('buyer', 'vendor')),
  path text not null unique check (char_length(path) <= 200),
  type text not null check (type ~ '^(image|video)/[a-z0-9.-]+$'),
  created_at timestamptz not null default clock_timestamp()
);
comment on column public.claim_evidence.path is 'Name in the bucket `evidence`.';
create index claim_evidence_of_claim on public.claim_evidence (claim_id);

-- Units that may be claimed: what changed hands, and what was due and has not. Whoever asks sees their own; the conditions admit the buyer alone.
create view public.claimable_lines as
select o.id as order_id, h.id as hand_over_id, l.id as line_id, l.product_name, l.unit, d.quantity, l.unit_price, h.done_at as opens_at,
  h.done_at + case when p.category in ('vegetables', 'fruits', 'meat', 'seafood') then interval '12 hours' else interval '72 hours' end as closes_at
from public.orders o join public.hand_overs h on h.order_id = o.id and h.status = 'done' join public.hand_over_lines d on d.hand_over_id = h.id
join public.order_lines l on l.id = d.line_id join public.products p on p.id = l.product_id
where (o.user_id = (select auth.uid()) and not (select rights.owes_second_step()) or (select rights.is_service()))
  and o.status in ('ready', 'collected', 'delivered', 'completed')
union all
select o.id, null, l.id, l.product_name, l.unit, l.quantity - coalesce(t.taken, 0), l.unit_price, s.due_at, greatest(s.due_until, s.due_at) + interval '7 days'
from public.orders o left join public.group_buys g on g.id = o.group_buy_id join public.order_lines l on l.order_id = o.id
cross join lateral (select sum(d.quantity)::integer as taken from public.hand_over_lines d where d.line_id = l.id) t
left join lateral (select h.due_from, h.due_until from public.hand_overs h where h.order_id = o.id and h.status <> 'done' order by h.created_at desc limit 1) w on true
-- Due at the end of the sharing day, or when the goods were ready if that was later; what is collected, until its time to collect is over.
cross join lateral (select greatest(w.due_from, ((coalesce(g.share_date, l.share_date) + 1)::timestamp at time zone 'Africa/Lagos') - interval '1 second') as due_at,
  w.due_until) s
where (o.user_id = (select auth.uid()) and not (select rights.owes_second_step()) or (select rights.is_service()))
  and (o.status in ('confirmed', 'ready') or o.status = 'paid' and o.group_buy_id is null)
  and l.quantity > coalesce(t.taken, 0) and s.due_at is not null;
comment on view public.claimable_lines is 'hand_over_id null: not received. From opens_at to closes_at, both included; 12 h perishables, 72 h others, 7 days after what was due.';
grant select on public.claimable_lines to authenticated, service_role;

create function rights.my_claim_ids() returns setof uuid language sql stable security definer set search_path = '' as $$
  select id from public.claims where buyer_id = auth.uid() and not rights.owes_second_step()
  union all select id from public.claims where vendor_id = rights.my_vendor_id()
  union all select id from public.claims where vendor_id in (select rights.overseen_vendor_ids())
$$;
grant execute on function rights.my_claim_ids() to authenticated, service_role;

-- Nobody decides in their own case: not the buyer, not the shop's owner or staff, not who brought the buyer here, not who handled the hand-over.
create function public.has_part_in_claim(claim uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.claims c join public.vendors v on v.id = c.vendor_id where c.id = claim and (
    person in (c.buyer_id, v.owner_id)
    or exists (select from public.memberships m where m.vendor_id = c.vendor_id and m.person_id = person)
    or exists (select from public.referrals r where r.referred_id = c.buyer_id and r.referrer_id = person)
    or exists (select from public.hand_overs h where h.order_id = c.order_id and h.handled_by = person)))
$$;
comment on function public.has_part_in_claim is 'Also of memberships that have ended: whoever was there then is no judge.';
create function public.may_judge_claim(claim uuid, person uuid, step text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.claims c join public.vendors v on v.id = c.vendor_id join public.profiles p on p.id = person
    where c.id = claim and not public.has_part_in_claim(claim, person) and case step
      when 'propose' then p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = person and r.state = v.state)
      when 'decide' then p.role = 'coordinator'
      -- An appeal is heard by somebody else.
      when 'appeal' then p.role = 'chief' and person is distinct from c.decided_by and person is distinct from c.proposed_by
      else false end)
$$;
revoke execute on function public.has_part_in_claim(uuid, uuid), public.may_judge_claim(uuid, uuid, text) from public;
grant execute on function public.has_part_in_claim(uuid, uuid), public.may_judge_claim(uuid, uuid, text) to service_role;

create function public.guard_claim() returns trigger language plpgsql security definer set search_path = '' as $$
declare held public.orders;
begin
  if tg_op = 'INSERT' then
    select * into held from public.orders where id = new.order_id;
    if (new.buyer_id, new.vendor_id) is distinct from (held.user_id, held.vendor_id) then
      raise exception 'A claim is its buyer''s, at the shop of the order' using errcode = 'PT400';
    end if;
    if new.hand_over_id is not null and not exists (select from public.hand_overs h where h.id = new.hand_over_id and h.order_id = new.order_id and h.status = 'done') then
      raise exception 'A claim is about a hand-over of its order' using errcode = 'PT400';
    end if;
    new.answer_by := coalesce(new.answer_by, public.business_deadline(new.created_at, 2));
    new.propose_by := coalesce(new.propose_by, public.business_deadline(new.created_at, 4));
    new.decide_by := coalesce(new.decide_by, public.business_deadline(new.created_at, 7));
    return new;
  end if;
  if (new.order_id, new.hand_over_id, new.buyer_id, new.vendor_id, new.reason, new.asked_kobo) is distinct from
     (old.order_id, old.hand_over_id, old.buyer_id, old.vendor_id, old.reason, old.asked_kobo) then
    raise exception 'What was claimed stays as it was claimed' using errcode = 'PT409';
  end if;
  if new.proposed_by is distinct from old.proposed_by and not public.may_judge_claim(new.id, new.proposed_by, 'propose')
    or new.decided_by is distinct from old.decided_by and not public.may_judge_claim(new.id, new.decided_by, 'decide')
    or new.appeal_decided_by is distinct from old.appeal_decided_by and not public.may_judge_claim(new.id, new.appeal_decided_by, 'appeal') then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  -- Whoever moves it is named, so that the rule above is asked.
  if new.status is distinct from old.status and (new.status = 'proposed' and new.proposed_by is null
    or old.status in ('disputed', 'proposed') and new.status in ('upheld', 'rejected') and new.decided_by is null
    or old.status = 'appealed' and new.appeal_decided_by is null) then
    raise exception 'A decision has its name' using errcode = 'PT403';
  end if;
  return new;
end $$;
revoke execute on function public.guard_claim() from public;
create trigger guard_claim before insert or update on public.claims for each row execute function public.guard_claim();

create function public.guard_claim_line() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.claims c join public.order_lines l on l.order_id = c.order_id where c.id = new.claim_id and l.id = new.line_id
    and new.quantity <= coalesce((select d.quantity from public.hand_over_lines d where d.hand_over_id = c.hand_over_id and d.line_id = l.id),
      case when c.hand_over_id is null then l.quantity else 0 end)) then
    raise exception 'No more is claimed than was bought' using errcode = 'PT400';
  end if;
  return new;
end $$;
revoke execute on function public.guard_claim_line() from public;
create trigger guard_claim_line before insert or update on public.claim_lines for each row execute function public.guard_claim_line();

-- The vendor's money for a hand-over waits for its claim. Once the market pays, it need not: what was earned is given back from there.
create or replace function public.has_open_claim(hand_over uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.claims c where c.hand_over_id = hand_over and c.ended_at is null
    and not (c.payer is distinct from 'vendor' and c.payer is not null and (c.status = 'upheld_final' or c.status = 'upheld' and c.appeal_by < clock_timestamp())))
$$;
revoke execute on function public.has_open_claim(uuid) from public;
grant execute on function public.has_open_claim(uuid) to service_role;
