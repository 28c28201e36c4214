-- Codes that prove a hand-over. The code itself is derived from a secret of the server's and stands nowhere; here is a keyed hash of it, in a schema
-- that the table API does not serve.
create schema codes;
comment on schema codes is 'Codes of hand-overs and tries at them. Commands and jobs alone.';
grant usage on schema codes to service_role;
create table codes.codes (
  id uuid primary key default gen_random_uuid(),
  hand_over_id uuid not null references public.hand_overs (id),
  -- Whom the buyer sends; null: the buyer's own.
  nominee text check (char_length(trim(nominee)) between 2 and 80),
  version integer not null check (version > 0),
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz not null default clock_timestamp(),
  -- When the buyer was written to with it.
  told_at timestamptz,
  used_at timestamptz,
  -- Another one took its place, or its buyer took it back.
  ended_at timestamptz,
  constraint a_version_is_made_once unique (hand_over_id, version)
);
create unique index one_living_code on codes.codes (hand_over_id, (nominee is null)) where used_at is null and ended_at is null;
create table codes.wrong_tries (
  id bigint generated always as identity primary key,
  hand_over_id uuid not null references public.hand_overs (id),
  person_id uuid not null references public.profiles (id),
  at timestamptz not null default clock_timestamp()
);
create index wrong_tries_of_person on codes.wrong_tries (person_id, at);
create table codes.locks (
  hand_over_id uuid primary key references public.hand_overs (id),
  wrong integer not null default 0,
  locked_until timestamptz
);
grant select, insert, update on codes.codes, codes.locks to service_role;
grant select, insert, delete on codes.wrong_tries to service_role;
alter table codes.codes enable row level security;
alter table codes.wrong_tries enable row level security;
alter table codes.locks enable row level security;
create policy commands on codes.codes to service_role using (true) with check (true);
create policy commands on codes.wrong_tries to service_role using (true) with check (true);
create policy commands on codes.locks to service_role using (true) with check (true);

-- Goods of a hand-over without their prices: what is left of an open one, what changed hands in one that is done. `rights` is no schema of the wire.
create function rights.goods_of_hand_over(hand_over uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('line_id', l.id, 'name', l.product_name, 'unit', l.unit, 'quantity', g.quantity) order by l.product_name, l.id), '[]')
  from (select u.line_id, u.quantity from public.hand_overs h cross join lateral public.units_left(h.order_id) u where h.id = $1 and h.status = 'open' and u.quantity > 0
    union all select t.line_id, t.quantity from public.hand_over_lines t where t.hand_over_id = $1) g join public.order_lines l on l.id = g.line_id
$$;
-- What the staff of a place expects: who takes what, and no price. What was done lately stays to be seen, with who did it.
create view public.expected_hand_overs as
select h.id, h.order_id, o.order_no, o.user_id as buyer_id, o.buyer_name, h.kind, h.pickup_point_id, o.vendor_id, h.status, h.due_from, h.due_until,
  h.done_at, h.proof, h.taken_by, coalesce(p.full_name, '') as handled_by_name, coalesce(l.name, v.business_name) as place_name, v.business_name as shop_name,
  o.user_id = (select auth.uid()) as is_own,
  rights.goods_of_hand_over(h.id) as lines
from public.hand_overs h join public.orders o on o.id = h.order_id join public.vendors v on v.id = o.vendor_id
  left join public.pickup_points l on l.id = h.pickup_point_id left join public.profiles p on p.id = h.handled_by
where not (select rights.owes_second_step()) and h.kind <> 'delivery'
  and (h.status = 'open' or h.status = 'done' and h.done_at > now() - interval '24 hours')
  and case when h.pickup_point_id is null then o.vendor_id in (select rights.hand_over_shops_of(auth.uid()))
    else h.pickup_point_id in (select rights.hand_over_places_of(auth.uid())) end;
comment on view public.expected_hand_overs is 'For the staff of a place, by membership: names and goods, no money.';
grant select on public.expected_hand_overs to authenticated, service_role;

-- Photographs of what was shown where the code was missing: seen by chiefs and coordinators, and by whoever took them.
insert into storage.buckets (id, public, file_size_limit) values ('hand-over-photos', false, 5242880);
create policy hand_over_photos_add on storage.objects for insert to authenticated
  with check (bucket_id = 'hand-over-photos' and (storage.foldername(name))[1] = (select auth.uid())::text
    and not (select rights.owes_second_step()) and (exists (select rights.hand_over_places_of((select auth.uid()))) or exists (select rights.hand_over_shops_of((select auth.uid())))));
create policy hand_over_photos_read on storage.objects for select to authenticated
  using (bucket_id = 'hand-over-photos' and ((storage.foldername(name))[1] = (select auth.uid())::text or (select rights.has_role('coordinator', 'chief'))));
create table public.hand_over_overrides (
  hand_over_id uuid primary key references public.hand_overs (id),
  person_id uuid not null references public.profiles (id),
  -- What was looked at to know the person.
  identity text not null check (identity in ('id-card', 'known', 'called')),
  reason text not null check (char_length(trim(reason)) between 5 and 300),
  photo text not null check (photo like person_id || '/%'),
  created_at timestamptz not null default clock_timestamp()
);
comment on table public.hand_over_overrides is 'Hand-overs without a code: who decided, why, and the photograph in the bucket hand-over-photos.';
create index overrides_of_person on public.hand_over_overrides (person_id, created_at);
alter table public.hand_over_overrides enable row level security;
create policy overrides_for_overseers on public.hand_over_overrides for select to authenticated using ((select rights.has_role('coordinator', 'chief')));
create policy second_step on public.hand_over_overrides as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.hand_over_overrides to authenticated;
grant select, insert on public.hand_over_overrides to service_role;
create trigger log_act after insert or update or delete on public.hand_over_overrides for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('hand-over-override', 'hand_over_id', '');

-- A policy asks as the person who adds a file.
grant execute on function rights.hand_over_shops_of(uuid), rights.hand_over_places_of(uuid), rights.goods_of_hand_over(uuid) to authenticated, service_role;
revoke execute on function rights.goods_of_hand_over(uuid) from public;

-- Invitations: to an address, accepted by whoever has confirmed it.
create table public.staff_invitations (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid references public.vendors (id),
  pickup_point_id uuid references public.pickup_points (id),
  duty text not null check (duty in ('hand-over', 'delivery')),
  email text check (email = lower(email) and char_length(email) <= 255),
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  invited_by uuid not null references public.profiles (id),
  created_at timestamptz not null default clock_timestamp(),
  accepted_at timestamptz,
  ended_at timestamptz,
  constraint of_a_shop_or_a_place check (num_nonnulls(vendor_id, pickup_point_id) = 1),
  constraint to_one_address check (num_nonnulls(email, phone) = 1)
);
create unique index one_invitation_of_a_kind on public.staff_invitations (coalesce(vendor_id, pickup_point_id), duty, coalesce(email, phone))
  where accepted_at is null and ended_at is null;
create index staff_invitations_to on public.staff_invitations (coalesce(email, phone)) where accepted_at is null and ended_at is null;
alter table public.staff_invitations enable row level security;
create policy own_shop_invitations on public.staff_invitations for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or (select rights.has_role('coordinator', 'chief')));
create policy second_step on public.staff_invitations as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select on public.staff_invitations to authenticated;
grant select, insert, update on public.staff_invitations to service_role;
create trigger log_act after insert or update or delete on public.staff_invitations for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('staff-invitation', 'id', 'email phone');

create function rights.invitations_of(person uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
  select i.id from public.staff_invitations i join auth.users u on u.id = person
    left join public.vendors v on v.id = i.vendor_id left join public.profiles o on o.id = v.owner_id
  where i.accepted_at is null and i.ended_at is null and i.created_at > now() - interval '14 days' and (v.id is null or o.role = 'vendor' and o.id <> person)
    and (i.email = u.email and u.email_confirmed_at is not null or i.phone = u.phone and u.phone_confirmed_at is not null)
$$;
-- Where a person is written to: addresses that they have confirmed.
create function rights.confirmed_addresses(person uuid) returns table (email text, phone text) language sql stable security definer set search_path = '' as $$
  select case when u.email_confirmed_at is not null then u.email end, case when u.phone_confirmed_at is not null then u.phone end from auth.users u where u.id = person
$$;
revoke execute on function rights.invitations_of(uuid), rights.confirmed_addresses(uuid) from public;
grant execute on function rights.invitations_of(uuid) to authenticated, service_role;
grant execute on function rights.confirmed_addresses(uuid) to service_role;
create view public.own_invitations as
select i.id, i.duty, i.created_at, coalesce(v.business_name, p.name) as place_name, coalesce(v.location, p.street || ', ' || p.lga) as place_location
from public.staff_invitations i left join public.vendors v on v.id = i.vendor_id left join public.pickup_points p on p.id = i.pickup_point_id
where i.id in (select rights.invitations_of((select auth.uid()))) and not (select rights.owes_second_step());
grant select on public.own_invitations to authenticated, service_role;

-- Staff of a shop or a place as those see them who let them in, with how often each handed over without a code in the last 30 days.
create view public.staff_members as
select m.id, m.person_id, m.vendor_id, m.pickup_point_id, m.duty, m.created_at, p.full_name,
  (select count(*) from public.hand_over_overrides x where x.person_id = m.person_id and x.created_at > now() - interval '30 days')::integer as overrides
from public.memberships m join public.profiles p on p.id = m.person_id
where m.ended_at is null and not (select rights.owes_second_step())
  and (m.vendor_id = (select rights.my_vendor_id()) or (select rights.has_role('coordinator', 'chief')));
grant select on public.staff_members to authenticated, service_role;

-- Where the viewer hands over, for the menu and the page.
create view public.own_places as
select s.id as vendor_id, null::uuid as pickup_point_id, v.business_name as name
from rights.hand_over_shops_of(auth.uid()) s (id) join public.vendors v on v.id = s.id where not (select rights.owes_second_step())
union all
select p.vendor_id, p.id, p.name from rights.hand_over_places_of(auth.uid()) h (id) join public.pickup_points p on p.id = h.id where not (select rights.owes_second_step());
grant select on public.own_places to authenticated, service_role;

-- Whoever reads the log of mails must not get somebody's food by it.
create or replace function public.log_mail() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  opens_an_account boolean := new.kind like 'auth-%';
  tells_a_code boolean := new.kind = 'hand-over-code';
begin
  insert into public.email_logs (user_id, template_id, recipient_email, subject, content, kind, message_id) values (
    (select p.id from auth.users u join public.profiles p on p.id = u.id where u.email = lower(new.recipient) and not u.is_sso_user),
    (select id from public.email_templates where type = new.kind),
    new.recipient,
    -- Whoever reads the log must not get into the account by it. What comes by the contact form is kept in its inbox.
    case when opens_an_account then regexp_replace(new.subject, '\d{4,}', '······', 'g') else new.subject end,
    case when opens_an_account or tells_a_code or new.kind = 'contact' then '' else coalesce(new.text, '') end,
    new.kind, new.id);
  return null;
end $$;
