create function public.bound_evidence() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from public.claim_evidence e join storage.objects o on o.bucket_id = 'evidence' and o.name = e.path
    where e.claim_id = new.claim_id) > 67108864 then
    raise exception 'The pictures and films of one claim may have 64 MB together.' using errcode = 'PT409';
  end if;
  return null;
end $$;
