create function public.is_cycle_due(cycle public.buy_cycles) returns boolean language sql volatile security definer set search_path = '' as $$
  select cycle.status = 'running' and cycle.next_opens_at <= clock_timestamp() and not public.is_paused('group_buys')
    and not exists (select from public.group_buys g where g.cycle_id = cycle.id and g.status = 'active')
$$;
comment on function public.is_cycle_due(public.buy_cycles) is 'Whether the clock opens its next round now: the time has come, and no other round is open.';
