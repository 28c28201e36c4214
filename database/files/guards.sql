create function public.bound_evidence() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from public.claim_evidence e join storage.objects o on o.bucket_id = 'evidence' and o.name = e.path
    where e.claim_id = new.claim_id) > 67108864 then
    raise exception 'The pictures and films of one claim may have 64 MB together.' using errcode = 'PT409';
  end if;
  return null;
end $$;

-- Claims, deliveries and products name their files; a file under another name would be lost to them, or pass for another proof.
create function public.forbid_moved_files() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'Files of this market keep their names' using errcode = 'PT403';
end $$;
create trigger forbid_moved_files before update of bucket_id, name on storage.objects for each row
  when ((new.bucket_id, new.name) is distinct from (old.bucket_id, old.name)
    and (old.bucket_id in ('deliveries', 'evidence', 'hand-over-photos', 'pictures') or new.bucket_id in ('deliveries', 'evidence', 'hand-over-photos', 'pictures')))
  execute function public.forbid_moved_files();
