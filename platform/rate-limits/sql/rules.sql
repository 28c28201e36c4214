-- Takes one token from each bucket and returns the seconds to wait per bucket, 0 if one was available. Buckets are locked in the
-- order of their keys, so that two callers cannot deadlock.
create function limits.take(keys text[], capacities integer[], windows_s integer[])
  returns table (key text, wait_s double precision)
  language plpgsql security definer set search_path = '' as $$
declare
  step interval;
  taken integer;
  item record;
begin
  for item in
    select u.k, u.c, make_interval(secs => u.w) as span
      from unnest(keys, capacities, windows_s) as u(k, c, w) order by u.k
  loop
    step := item.span / item.c;
    insert into limits.buckets as b values (item.k, clock_timestamp() + step)
      on conflict on constraint buckets_pkey do update set full_at = greatest(b.full_at, clock_timestamp()) + step
      where greatest(b.full_at, clock_timestamp()) + step <= clock_timestamp() + item.span;
    get diagnostics taken = row_count;
    key := item.k;
    wait_s := 0;
    if taken = 0 then
      select extract(epoch from b.full_at + step - item.span - clock_timestamp()) into wait_s
        from limits.buckets b where b.key = item.k;
      wait_s := greatest(wait_s, 0.001);
    end if;
    return next;
  end loop;
end
$$;

-- Returns a token, for limits that count failures only.
create function limits.return_token(keys text[], capacities integer[], windows_s integer[]) returns void
  language sql security definer set search_path = '' as $$
  update limits.buckets b set full_at = b.full_at - make_interval(secs => u.w) / u.c
    from unnest(keys, capacities, windows_s) as u(k, c, w) where b.key = u.k
$$;

create function limits.sweep() returns bigint language sql security definer set search_path = '' as $$
  with gone as (delete from limits.buckets where full_at < clock_timestamp() returning 1) select count(*) from gone
$$;
