-- For the shop and its overseers: how many answered, and not who.
create view public.price_rise_answers as
select r.id, r.group_buy_id, g.vendor_id, r.rise_naira, r.reason, r.former_base_price, r.base_price, r.former_ceiling_price, r.ceiling_price, r.people, r.status, r.asked_at, r.ends_at, r.ended_at,
  (select count(distinct a.person_id)::integer from public.price_answers a where a.price_rise_id = r.id and a.answer = 'stay') as staying,
  (select count(distinct a.person_id)::integer from public.price_answers a where a.price_rise_id = r.id and a.answer = 'leave'
    and not exists (select from public.price_answers e where e.price_rise_id = r.id and e.person_id = a.person_id and e.answer = 'stay')) as leaving,
  (select count(distinct o.user_id)::integer from public.orders o where o.group_buy_id = r.group_buy_id and o.is_live and r.status = 'open'
    and not exists (select from public.price_answers a where a.price_rise_id = r.id and a.person_id = o.user_id)) as silent
from public.price_rises r join public.group_buys g on g.id = r.group_buy_id
where (g.vendor_id = (select rights.my_vendor_id()) or g.vendor_id in (select rights.overseen_vendor_ids())) and not (select rights.owes_second_step());
comment on view public.price_rise_answers is 'Higher prices that the reader''s shops, or those of their region, asked for, with the answers so far.';
