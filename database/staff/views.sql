create view public.place_cash as
select p.id as pickup_point_id, p.name, p.state, p.vendor_id, (select coalesce(sum(case when t.debit_id = a.id then t.amount_kobo else -t.amount_kobo end), 0)
  from ledger.transfers t where a.id in (t.debit_id, t.credit_id) and t.phase in ('posted', 'captured'))::bigint as owed_kobo
from public.pickup_points p join ledger.accounts a on a.kind = 'place_cash' and a.owner_id = p.id
where (select rights.has_role('coordinator', 'chief')) and not (select rights.owes_second_step()) or (select rights.is_service())
  or p.state in (select r.state from public.manager_regions r where r.manager_id = (select auth.uid()) and (select rights.has_role('manager')));
comment on view public.place_cash is 'Cash that places owe. Coordinators and chiefs see all, managers those of their states.';

create view public.listed_amounts as
select a.id, a.act, a.subject, a.subject_id, a.state, a.what, a.amount_kobo, a.usual_from_kobo, a.usual_to_kobo, a.pickup_point_id, a.bank_entry,
  e.full_name as entered_name, a.entered_by = (select auth.uid()) as is_own, a.entered_role, a.entered_at, a.approval_reasons,
  case when a.status = 'waiting' and a.expires_at <= now() then 'expired' else a.status end as status, d.full_name as decided_name, a.decided_at, a.note, a.expires_at,
  a.input ->> 'reason' as reason, a.input ->> 'payer' as payer,
  case when a.act = 'refund-account' then concat_ws(' ', a.input ->> 'bank_name', '****' || right(a.input ->> 'account_number', 4), a.input ->> 'account_name') end as goes_to,
  a.status = 'waiting' and a.expires_at > now() and rights.may_agree_to(a.id) as may_decide
from public.typed_amounts a join public.profiles e on e.id = a.entered_by left join public.profiles d on d.id = a.decided_by
where not (select rights.owes_second_step()) and (a.entered_by = (select auth.uid()) or (select rights.has_role('coordinator', 'chief'))
  or (select rights.has_role('manager')) and a.state in (select r.state from public.manager_regions r where r.manager_id = (select auth.uid())));
comment on view public.listed_amounts is 'Amounts entered by staff, for overseers of the state. may_decide: the reader may be the second person.';

-- The person's duties for shops and places, for the menu and the header of their dashboard: none is a role, so no other link
-- leads to those desks.
create view public.own_duties as
select m.id, m.duty, m.vendor_id, m.pickup_point_id, coalesce(v.business_name, p.name) as place_name
from public.memberships m left join public.vendors v on v.id = m.vendor_id left join public.pickup_points p on p.id = m.pickup_point_id
where m.person_id = (select auth.uid()) and m.ended_at is null and not (select rights.owes_second_step())
  and case when m.duty = 'delivery' then rights.rides_for(m.person_id, m.pickup_point_id, m.vendor_id)
    else m.vendor_id in (select rights.hand_over_shops_of(m.person_id)) or m.pickup_point_id in (select rights.hand_over_places_of(m.person_id)) end
union all
select i.id, 'invitation', null, null, i.place_name from public.own_invitations i;
comment on view public.own_duties is 'Places and shops where the reader hands over or delivers, and open invitations to do so (duty invitation).';

-- The work of each state. Everything that is counted is open, so it is found by the indexes of open rows.
create view public.state_overview as
with shops as (
  select v.state, count(*) filter (where v.status = 'active') as open, count(*) filter (where v.status = 'pending') as pending,
    min(v.created_at) filter (where v.status = 'pending') as since
  from public.vendors v where v.status in ('active', 'pending') group by v.state
), buys as (
  select v.state, count(*) as open from public.group_buys g join public.vendors v on v.id = g.vendor_id where g.status = 'active' group by v.state
), claims as (
  select v.state, count(*) as disputed, min(c.created_at) as since from public.claims c join public.vendors v on v.id = c.vendor_id
  where c.status in ('disputed', 'proposed') group by v.state
), left_goods as (
  select v.state, count(*) as open, min(u.opened_at) as since from public.uncollected u join public.vendors v on v.id = u.vendor_id
  where u.closed_at is null group by v.state
), managers as (
  select r.state, array_agg(p.full_name order by p.full_name, p.id) as names from public.manager_regions r
    join public.profiles p on p.id = r.manager_id and p.role = 'manager' group by r.state
)
select s.name as state, coalesce(m.names, '{}') as managers, coalesce(h.open, 0)::integer as shops_open, coalesce(h.pending, 0)::integer as shops_pending,
  coalesce(b.open, 0)::integer as buys_open, coalesce(c.disputed, 0)::integer as claims_disputed, coalesce(l.open, 0)::integer as uncollected_open,
  least(h.since, c.since, l.since) as waiting_since
from public.nigerian_states s left join managers m on m.state = s.name left join shops h on h.state = s.name left join buys b on b.state = s.name
  left join claims c on c.state = s.name left join left_goods l on l.state = s.name
where (select rights.has_role('coordinator', 'chief')) and not (select rights.owes_second_step());
comment on view public.state_overview is 'For coordinators and chiefs: each state with its managers, its shops and group buys, and what waits for its overseers since when.';
