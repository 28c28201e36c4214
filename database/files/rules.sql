-- Uploads of a form that was never submitted. Their bytes are swept once no row names them.
create function public.delete_unused_uploads() returns integer language sql security definer set search_path = '' as $$
  with unused as (
    (select o.id from storage.objects o
    where o.bucket_id in ('evidence', 'deliveries', 'hand-over-photos') and o.created_at < now() - interval '24 hours'
      and not (case o.bucket_id
        when 'evidence' then exists (select from public.claim_evidence e where e.path = o.name)
        when 'deliveries' then rights.is_delivery_evidence(o.name)
        else exists (select from public.hand_over_overrides v where v.photo = o.name) or exists (select from public.delivery_stops s where s.photo = o.name) end)
    order by o.created_at limit 500)
    union all
    (select o.id from storage.objects o where o.bucket_id = 'pictures' and o.attached_at is null and o.created_at < now() - interval '24 hours'
    order by o.created_at limit 500)
  ), deleted as (delete from storage.objects o using unused u where o.id = u.id returning o.id), days as (
    delete from storage.daily_uploads where day < (now() at time zone 'UTC')::date - 2)
  select count(*)::integer from deleted
$$;
comment on function public.delete_unused_uploads() is 'Removes files that no claim, delivery or hand-over names after a day, and pictures that nothing has ever named; at most 500 of each at once. Returns how many.';
