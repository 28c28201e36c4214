-- A rating that somebody reported waits for those of its region, and for those of the content desk.
do $$
begin
  execute format('create or replace view public.waiting with (security_invoker = true) as %s union all %s',
    rtrim(pg_get_viewdef('public.waiting'::regclass), ';'),
    $view$
    select 'rating', 'reported', 'overseer', count(*)::integer from public.judged_reviews
      where reported_at is not null and judged_at is null and vendor_id in (select rights.overseen_vendor_ids()) having count(*) > 0
    union all
    select 'rating', 'reported', 'content', count(*)::integer from public.judged_reviews
      where reported_at is not null and judged_at is null and (select rights.has_role('administrator', 'supervisor')) having count(*) > 0
    $view$);
end $$;
comment on view public.waiting is 'waiter: as what it waits for the reader: buyer, shop (its vendor), overseer (of its state), region (who reads it; a chief acts), chief, content (its desk).';
