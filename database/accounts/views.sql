-- The chief's list of accounts that can sign in, with e-mail addresses; coordinators see their managers. Runs with its owner's
-- rights; its condition admits these two roles only.
create view public.user_directory as
select p.id, u.email, u.phone, p.full_name, p.role, p.created_at, u.last_sign_in_at, (u.email_confirmed_at is not null or u.phone_confirmed_at is not null) as confirmed
from public.profiles p left join auth.users u on u.id = p.id
where u.deleted_at is null and ((select rights.has_role('chief')) or (p.role = 'manager' and (select rights.has_role('coordinator'))));

create view public_shown.profiles as
with reader as materialized (
  select auth.uid() as id, rights.is_service() or rights.has_role('chief') as reads_all, rights.has_role('coordinator') as coordinates
)
select p.id, case when v.is_named then p.role end as role, case when v.is_named then p.full_name else public.board_name(p.full_name) end as full_name,
  case when v.is_whole then p.points_balance end as points_balance, case when v.is_whole then p.referral_code end as referral_code,
  case when v.is_whole then p.hidden_from_boards end as hidden_from_boards, p.created_at, case when v.is_whole then p.updated_at end as updated_at
from public.profiles p cross join lateral (
  select r.is_whole, r.is_whole or r.is_managed or p.id in (select rights.published_author_ids()) as is_named
  from (select p.id is not distinct from (select id from reader) or (select reads_all from reader) as is_whole,
    p.role = 'manager' and (select coordinates from reader) as is_managed) r
) v
where v.is_named or p.id in (select rights.board_ids());
comment on view public_shown.profiles is 'Replaces public.profiles on the wire. Balance and code: the reader''s own, and all for the chief; role and full name: also of published authors, and of managers for coordinators; people on the leaderboards: the name as the leaderboard shows it.';

-- The assets and duties tied to a person's role; shown before the role is taken away.
create view public.role_holdings as
select p.id, p.role, v.business_name as shop_name, v.status as shop_status,
  (select count(*) from public.group_buys g where g.vendor_id = v.id and g.status in ('active', 'closed', 'settling', 'confirmed', 'ready'))::integer as open_buys,
  (select count(*) from public.orders o where o.vendor_id = v.id and o.is_live and o.status <> 'completed')::integer as open_orders,
  array(select r.state from public.manager_regions r where r.manager_id = p.id order by r.state) as states
from public.profiles p left join public.vendors v on v.owner_id = p.id
where (select rights.has_role('chief')) or (select rights.is_service());
comment on view public.role_holdings is 'What a role change would leave behind, for the chief.';

-- Runs with its owner's rights, because other people's orders and profiles are not readable: it returns a first name and nothing
-- that identifies the person.
create view public.buy_names as
select s.group_buy_id, row_number() over (partition by s.group_buy_id order by s.shown_at, s.id)::integer as place, public.first_name(p.full_name) as first_name
from public.shown_names s join public.profiles p on p.id = s.user_id join public.group_buys g on g.id = s.group_buy_id
where g.status <> 'draft' and public.first_name(p.full_name) <> ''
  and exists (select from public.orders o where o.group_buy_id = s.group_buy_id and o.user_id = s.user_id and o.is_live);
comment on view public.buy_names is 'First names of people in a buy who agreed to be shown there, in the order in which they agreed.';
