-- Who is locked (docs/decisions/0001): paid, and past every moment until which leaving is free. The same rule as isLocked in
-- domain/group-buys/leaving.ts. Asked by the join and, as a computed column, by the page that says what one pays at most. Until the
-- common moment nobody is locked, and a hot buy is spared the count.
create function public.locked_participants(buy public.group_buys) returns integer
language sql stable security definer set search_path = '' as $$
  select case
    when clock_timestamp() < buy.end_date - interval '72 hours' or clock_timestamp() < buy.extended_at + interval '48 hours' then 0
    else (select count(distinct user_id)::integer from public.orders where group_buy_id = buy.id
      and least(paid_at + interval '1 hour', buy.end_date) <= clock_timestamp()
      and status in ('paid', 'confirmed', 'ready', 'collected', 'delivered', 'completed')) end
$$;
comment on function public.locked_participants(public.group_buys) is 'Paid participants past their free leaving: ceilings count them.';
revoke execute on function public.locked_participants(public.group_buys) from public;
grant execute on function public.locked_participants(public.group_buys) to anon, authenticated, service_role;
