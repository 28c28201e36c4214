select 'price_rise', r.status, 'buyer', count(*)::integer from public.orders o join public.price_rises r on r.group_buy_id = o.group_buy_id and r.status = 'open'
  where o.user_id = (select auth.uid()) and o.is_live and not exists (select from public.price_answers a where a.order_id = o.id and a.price_rise_id = r.id)
  group by r.status;
