-- Nobody has a part in what they decide (design.md 9). One question for every deciding act: `has_part_in`. Commands ask it at their door
-- (server/deciding.ts), tables ask it again (guard_own_case).

-- Keys under which two accounts are one household.
create function public.street_key(state text, lga text, street text) returns text language sql immutable parallel safe set search_path = '' as
$$ select lower(state || '/' || lga || '/' || regexp_replace(lower(street), '[^a-z0-9]', '', 'g')) $$;
-- Whoever writes a row keeps these indexes in order, by their own rights.
grant execute on function public.phone_key(text) to authenticated;
create index addresses_by_phone on public.addresses (public.phone_key(phone));
create index addresses_by_street on public.addresses (public.street_key(state, lga, street));
create index order_addresses_by_phone on public.order_addresses (public.phone_key(phone));
create index order_addresses_by_street on public.order_addresses (public.street_key(state, lga, street));
create index vendor_details_by_phone on public.vendor_details (public.phone_key(phone));
create index bank_accounts_by_number on public.bank_accounts (account_number, bank_code);
create index refunds_by_account on public.refunds (to_account_number, to_bank_code) where to_account_number is not null;

create function public.household(person uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
  with phones as (
    select public.phone_key(u.phone) as phone from auth.users u where u.id = person
    union select public.phone_key(a.phone) from public.addresses a where a.user_id = person
    union select public.phone_key(d.phone) from public.orders o join public.order_addresses d on d.order_id = o.id where o.user_id = person
    union select public.phone_key(d.phone) from public.vendors v join public.vendor_details d on d.vendor_id = v.id where v.owner_id = person
  ), streets as (
    select public.street_key(a.state, a.lga, a.street) as street from public.addresses a where a.user_id = person
    union select public.street_key(d.state, d.lga, d.street) from public.orders o join public.order_addresses d on d.order_id = o.id where o.user_id = person
  ), accounts as (
    select b.account_number, b.bank_code from public.vendors v join public.bank_accounts b on b.vendor_id = v.id where v.owner_id = person
    union select f.to_account_number, f.to_bank_code from public.payments p join public.refunds f on f.payment_id = p.id
      where p.user_id = person and f.to_account_number is not null
  )
  select person
  union select u.id from phones k join auth.users u on u.phone in (k.phone, '234' || k.phone)
  union select a.user_id from phones k join public.addresses a on public.phone_key(a.phone) = k.phone
  union select o.user_id from phones k join public.order_addresses d on public.phone_key(d.phone) = k.phone join public.orders o on o.id = d.order_id
  union select v.owner_id from phones k join public.vendor_details d on public.phone_key(d.phone) = k.phone join public.vendors v on v.id = d.vendor_id
  union select a.user_id from streets k join public.addresses a on public.street_key(a.state, a.lga, a.street) = k.street
  union select o.user_id from streets k join public.order_addresses d on public.street_key(d.state, d.lga, d.street) = k.street
    join public.orders o on o.id = d.order_id
  union select v.owner_id from accounts k join public.bank_accounts b using (account_number, bank_code) join public.vendors v on v.id = b.vendor_id
  union select p.user_id from accounts k join public.refunds f on f.to_account_number = k.account_number and f.to_bank_code = k.bank_code
    join public.payments p on p.id = f.payment_id
$$;
comment on function public.household is 'The person, and every account with the same phone, delivery address or bank account.';

-- Who has a part in something, and which. Memberships that have ended count: whoever was there then is no judge.
create function public.parties_of(subject text, subject_id uuid) returns table (person_id uuid, part text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_variable
declare
  in_orders uuid[] := '{}';
  in_shops uuid[] := '{}';
  in_places uuid[] := '{}';
  named uuid[] := '{}';
begin
  case subject
    when 'order' then in_orders := array[subject_id];
    when 'hand_over' then in_orders := array(select h.order_id from public.hand_overs h where h.id = subject_id);
    when 'line' then in_orders := array(select l.order_id from public.order_lines l where l.id = subject_id);
    when 'claim' then in_orders := array(select c.order_id from public.claims c where c.id = subject_id);
    when 'shortfall' then
      return query select q.* from public.shortfalls s
        cross join lateral public.parties_of(case when s.line_id is null then 'buy' else 'line' end, coalesce(s.line_id, s.group_buy_id)) q where s.id = subject_id;
    when 'buy' then
      in_orders := array(select o.id from public.orders o where o.group_buy_id = subject_id and o.status not in ('cancelled', 'expired'));
      in_shops := array(select g.vendor_id from public.group_buys g where g.id = subject_id);
    when 'lot' then
      in_orders := array(select o.id from public.lot_incidents l join public.orders o on o.group_buy_id = l.group_buy_id where l.id = subject_id
        and o.status not in ('cancelled', 'expired'));
      in_shops := array(select l.vendor_id from public.lot_incidents l where l.id = subject_id);
    when 'payment' then
      in_orders := array(select k.order_id from public.payment_parts k where k.payment_id = subject_id);
      named := array(select p.user_id from public.payments p where p.id = subject_id);
    when 'refund' then
      in_orders := array(select f.order_id from public.refunds f where f.id = subject_id and f.order_id is not null
        union select k.order_id from public.refunds f join public.payment_parts k on k.payment_id = f.payment_id where f.id = subject_id and f.order_id is null);
      named := array(select p.user_id from public.refunds f join public.payments p on p.id = f.payment_id where f.id = subject_id);
    when 'difference' then
      return query select q.* from public.book_differences d
        cross join lateral (select 'payment' as kind, p.id from public.payments p where d.kind = 'payment' and p.reference = d.reference
          union all select 'refund', f.id from public.refunds f where d.kind = 'refund' and d.reference in (f.id::text, f.gateway_refund_id)
          union all select 'payout', o.id from public.payouts o where d.kind = 'payout' and o.reference = d.reference) n
        cross join lateral public.parties_of(n.kind, n.id) q where d.id = subject_id;
    when 'payout' then in_shops := array(select p.vendor_id from public.payouts p where p.id = subject_id);
    when 'shop' then in_shops := array[subject_id];
    when 'shop_change' then in_shops := array(select c.vendor_id from public.shop_changes c where c.id = subject_id);
    when 'product' then in_shops := array(select p.vendor_id from public.products p where p.id = subject_id);
    when 'place' then in_places := array[subject_id];
    -- Whoever typed an amount (0832) does not agree to it for the second time.
    when 'amount' then
      named := array(select a.entered_by from public.typed_amounts a where a.id = subject_id);
      return query select q.* from public.typed_amounts a cross join lateral public.parties_of(a.subject, a.subject_id) q where a.id = subject_id;
    when 'person' then named := array[subject_id];
    when 'review' then
      in_shops := array(select r.vendor_id from public.reviews r where r.id = subject_id);
      named := array(select r.author_id from public.reviews r where r.id = subject_id);
    when 'question' then
      in_shops := array(select q.vendor_id from public.product_questions q where q.id = subject_id);
      named := array(select q.asker_id from public.product_questions q where q.id = subject_id);
  end case;
  in_shops := in_shops || array(select distinct o.vendor_id from public.orders o where o.id = any (in_orders))
    || array(select p.vendor_id from public.pickup_points p where p.id = any (in_places) and p.vendor_id is not null);
  in_places := in_places || array(select distinct o.pickup_point_id from public.orders o where o.id = any (in_orders) and o.pickup_point_id is not null
    union select h.pickup_point_id from public.hand_overs h where h.order_id = any (in_orders) and h.pickup_point_id is not null);
  return query
    select unnest(named), 'named'
    union select o.user_id, 'buyer' from public.orders o where o.id = any (in_orders)
    union select r.referrer_id, 'referrer' from public.orders o join public.referrals r on r.referred_id = o.user_id where o.id = any (in_orders)
    union select h.handled_by, 'handler' from public.hand_overs h where h.order_id = any (in_orders)
      and h.handled_by is not null and h.proof is distinct from 'decision'
    union select v.owner_id, 'shop' from public.vendors v where v.id = any (in_shops)
    union select m.person_id, 'shop' from public.memberships m where m.vendor_id = any (in_shops)
    union select m.person_id, 'place' from public.memberships m where m.pickup_point_id = any (in_places);
end $$;
comment on function public.parties_of is 'part: named, buyer, referrer, handler, shop (owner or staff) or place. A subject it does not know is a fault.';

create function public.has_part_in(subject text, subject_id uuid, person uuid, by_duty boolean default false)
returns boolean language sql stable security definer set search_path = '' as $$
  select person is not null and subject_id is not null and exists (
    select from public.parties_of(subject, subject_id) p where not (by_duty and p.part in ('shop', 'place', 'handler'))
      and p.person_id in (select public.household(person)))
$$;
comment on function public.has_part_in is 'by_duty: they act for the shop or place, whose part they have; what is left is their own order, their household''s, or one they referred.';

-- A shop calls off its own buy and pays for its own shortfalls: it judges nobody.
create function public.runs_shop_of(subject text, subject_id uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.parties_of(subject, subject_id) p join public.vendors v on v.owner_id = p.person_id
    where p.part = 'shop' and p.person_id = person)
$$;

-- Arguments: the subject, the column with its id, the column with who decides (`act`: the command''s caller), and `duty`.
create function public.guard_own_case() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  row_now jsonb := to_jsonb(new);
  judge uuid := case when tg_argv[2] = 'act' then nullif(auth.jwt() ->> 'act', '')::uuid else (row_now ->> tg_argv[2])::uuid end;
begin
  if public.has_part_in(tg_argv[0], (row_now ->> tg_argv[1])::uuid, judge, coalesce(tg_argv[3] = 'duty', false)) then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  return new;
end $$;
revoke execute on function public.street_key(text, text, text), public.household(uuid), public.parties_of(text, uuid),
  public.has_part_in(text, uuid, uuid, boolean), public.runs_shop_of(text, uuid, uuid), public.guard_own_case() from public;
grant execute on function public.street_key(text, text, text), public.household(uuid), public.has_part_in(text, uuid, uuid, boolean), public.runs_shop_of(text, uuid, uuid)
  to service_role;

create trigger guard_own_case before update of status on public.vendors for each row
  when (new.status is distinct from old.status and new.status in ('active', 'rejected')) execute function public.guard_own_case('shop', 'id', 'act');
create trigger guard_own_case before update of role on public.profiles for each row
  when (new.role is distinct from old.role and new.role not in ('customer', 'vendor')) execute function public.guard_own_case('person', 'id', 'act');
create trigger guard_own_case before update on public.shop_changes for each row
  when (new.decided_by is distinct from old.decided_by) execute function public.guard_own_case('shop_change', 'id', 'decided_by');
create trigger guard_own_case before insert on public.verified_accounts for each row execute function public.guard_own_case('person', 'profile_id', 'verified_by');
create trigger guard_own_case before insert on public.manager_regions for each row execute function public.guard_own_case('person', 'manager_id', 'assigned_by');
create trigger guard_own_case before insert or update on public.payout_terms for each row
  when (new.held_by is not null) execute function public.guard_own_case('shop', 'vendor_id', 'held_by');
create trigger guard_own_case before update on public.products for each row
  when (new.stockpile_confirmed_by is not null and new.stockpile_confirmed_by is distinct from old.stockpile_confirmed_by)
  execute function public.guard_own_case('product', 'id', 'stockpile_confirmed_by');
create trigger guard_own_case before update on public.reviews for each row
  when (new.judged_by is distinct from old.judged_by) execute function public.guard_own_case('review', 'id', 'judged_by');
create trigger guard_own_case before update on public.product_questions for each row
  when (new.judged_by is distinct from old.judged_by) execute function public.guard_own_case('question', 'id', 'judged_by');
create trigger guard_own_case before update on public.book_differences for each row
  when (new.resolved_by is distinct from old.resolved_by) execute function public.guard_own_case('difference', 'id', 'resolved_by');
create trigger guard_own_case before update on public.refunds for each row
  when (new.to_account_number is distinct from old.to_account_number) execute function public.guard_own_case('refund', 'id', 'act');
create trigger guard_own_case before insert on public.uncollected_calls for each row execute function public.guard_own_case('order', 'order_id', 'called_by');
create trigger guard_own_case before insert on public.hand_over_overrides for each row
  execute function public.guard_own_case('hand_over', 'hand_over_id', 'person_id', 'duty');

create function public.guard_own_case_beyond_shop() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  judge uuid := case tg_table_name when 'group_buys' then nullif(auth.jwt() ->> 'act', '')::uuid
    when 'order_returns' then (to_jsonb(new) ->> 'created_by')::uuid else (to_jsonb(new) ->> 'entered_by')::uuid end;
  subject text := case tg_table_name when 'group_buys' then 'buy' when 'order_returns' then 'order'
    else case when to_jsonb(new) ->> 'line_id' is null then 'buy' else 'line' end end;
  subject_id uuid := case tg_table_name when 'group_buys' then new.id when 'order_returns' then (to_jsonb(new) ->> 'order_id')::uuid
    else coalesce(to_jsonb(new) ->> 'line_id', to_jsonb(new) ->> 'group_buy_id')::uuid end;
begin
  if judge is not null and not public.runs_shop_of(subject, subject_id, judge)
    and public.has_part_in(subject, subject_id, judge, tg_table_name <> 'group_buys') then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  return new;
end $$;
revoke execute on function public.guard_own_case_beyond_shop() from public;
create trigger guard_own_case before update of status on public.group_buys for each row
  when (new.status = 'cancelled' and old.status <> 'cancelled') execute function public.guard_own_case_beyond_shop();
create trigger guard_own_case before insert on public.order_returns for each row execute function public.guard_own_case_beyond_shop();
create trigger guard_own_case before insert on public.shortfalls for each row execute function public.guard_own_case_beyond_shop();

-- The rules of claims, lots and uncollected goods ask the same question.
create or replace function public.has_part_in_claim(claim uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select public.has_part_in('claim', claim, person) $$;
comment on function public.has_part_in_claim is 'For the view own_case_claims and the rules of claims; what has_part_in says.';
create or replace function public.may_judge_lot(lot uuid, person uuid, step text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.lot_incidents l join public.profiles p on p.id = person where l.id = lot
    and case step when 'decide' then p.role = 'coordinator' when 'appeal' then p.role = 'chief' and person is distinct from l.decided_by else false end
    and not public.has_part_in('lot', lot, person))
$$;
create or replace function public.may_decide_uncollected(order_id uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.orders o join public.vendors v on v.id = o.vendor_id join public.profiles p on p.id = $2
    where o.id = $1 and (p.role in ('coordinator', 'chief') or p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = $2 and r.state = v.state))
      and not public.has_part_in('order', $1, $2))
$$;
