create view public.own_share_gifts as
select s.id, s.order_id, s.status, s.is_open, s.to_waiting_list, case when s.giver_id = (select auth.uid()) then coalesce(s.email, '+' || s.phone) end as address, s.created_at, s.expires_at, s.ended_at,
  case when s.status in ('accepted', 'taken') then coalesce(p.full_name, '') end as receiver,
  case when s.status = 'accepted' then (select t.hold_expires_at from public.orders t where t.takes_over_order_id = s.order_id and t.status = 'pending') end as held_until,
  (select t.id from public.orders t where t.takes_over_order_id = s.order_id and t.user_id = (select auth.uid()) and t.status not in ('expired', 'cancelled') limit 1) as own_order_id,
  coalesce(g.full_name, '') as giver, s.giver_id = (select auth.uid()) as is_given
from public.share_gifts s left join public.profiles p on p.id = s.receiver_id left join public.profiles g on g.id = s.giver_id
where (s.giver_id = (select auth.uid()) or s.receiver_id = (select auth.uid()) and s.status in ('accepted', 'taken')) and not (select rights.owes_second_step());
comment on view public.own_share_gifts is 'Shares that the reader gave away or took over. address: where the offer went, for the giver alone, while it is open.';
