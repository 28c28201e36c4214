-- A phone film is some 8 MB and a claim takes eight files: a day's budget is a dozen films, and nobody keeps more than fifty.
update storage.buckets set bytes_per_day = 104857600, bytes_per_owner = 419430400 where id = 'evidence';
-- Products and posts with photographs, also when a whole shop is set up in a day.
update storage.buckets set bytes_per_day = 314572800, bytes_per_owner = 2147483648 where id = 'pictures';
-- Staff photograph every load and door; what proves something is kept, so only the day is limited.
update storage.buckets set bytes_per_day = 209715200 where id in ('deliveries', 'hand-over-photos');

create function public.bound_evidence() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from public.claim_evidence e join storage.objects o on o.bucket_id = 'evidence' and o.name = e.path
    where e.claim_id = new.claim_id) > 67108864 then
    raise exception 'The pictures and films of one claim may have 64 MB together.' using errcode = 'PT409';
  end if;
  return null;
end $$;
revoke execute on function public.bound_evidence() from public;
create trigger bound_evidence after insert on public.claim_evidence for each row execute function public.bound_evidence();

-- What was sent with a form that was never finished. Its bytes are swept once no row names them.
create function public.forget_unused_uploads() returns integer language sql security definer set search_path = '' as $$
  with unused as (
    select o.id from storage.objects o
    where o.bucket_id in ('evidence', 'deliveries', 'hand-over-photos') and o.created_at < now() - interval '24 hours'
      and not (case o.bucket_id
        when 'evidence' then exists (select from public.claim_evidence e where e.path = o.name)
        when 'deliveries' then rights.is_delivery_evidence(o.name)
        else exists (select from public.hand_over_overrides v where v.photo = o.name) or exists (select from public.delivery_stops s where s.photo = o.name) end)
    order by o.created_at limit 500
  ), gone as (delete from storage.objects o using unused u where o.id = u.id returning o.id), days as (
    delete from storage.daily_uploads where day < (now() at time zone 'UTC')::date - 2)
  select count(*)::integer from gone
$$;
comment on function public.forget_unused_uploads() is 'Removes files that no claim, delivery or hand-over names after a day; at most 500 at once. Returns how many.';
revoke execute on function public.forget_unused_uploads() from public;
grant execute on function public.forget_unused_uploads() to service_role;
create index hand_over_overrides_photo on public.hand_over_overrides (photo);
create index delivery_stops_photo on public.delivery_stops (photo) where photo is not null;
