-- Goods that come in packs. Same rules as domain/group-buys/packs.
create function public.flexible_units(buy public.group_buys) returns integer language sql stable security definer set search_path = '' as $$
  select case when buy.pack_size is not null then (select coalesce(sum(o.quantity - o.sure_quantity), 0)::integer from public.orders o
    where o.group_buy_id = buy.id and o.is_live and o.sure_quantity is not null) else 0 end
$$;
comment on function public.flexible_units(public.group_buys) is 'Units that buyers take only if they fill a pack. 0 for goods without packs.';

create function public.whole_packs_quantity(buy public.group_buys) returns integer language sql stable set search_path = '' as $$
  select (buy.pack_size * ceil((buy.current_quantity - public.flexible_units(buy))::numeric / buy.pack_size))::integer
$$;
comment on function public.whole_packs_quantity(public.group_buys) is 'Units of the packs that are begun with what buyers want in any case; more than were taken if the last pack is open.';

-- Once in a window, and only while there is time left to pay.
create function public.needs_top_up(buy public.group_buys) returns boolean language sql stable set search_path = '' as $$
  select case when buy.status = 'active' and buy.pack_size is not null and buy.top_up_at is null and buy.current_quantity > 0 and buy.end_date <= clock_timestamp()
    and buy.payment_due_at > clock_timestamp() then public.whole_packs_quantity(buy) > buy.current_quantity else false end
$$;
comment on function public.needs_top_up(public.group_buys) is 'The window is over and the last pack is open: for a day, joins that fill it are taken.';
