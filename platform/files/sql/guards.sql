-- Sign-up is open: without a limit, the site would be free file storage.
create function storage.limit_files() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.owner is not null and (select count(*) from storage.objects where owner = new.owner) >= 500 then
    raise exception 'You have 500 files here, the most one person may keep. Delete some first.' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function storage.delete_variants() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.variants where object_id = new.id;
  return null;
end $$;
comment on function storage.delete_variants() is 'Deletes the variants of an object when its content changes.';

create function storage.count_upload() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  sent bigint := coalesce((new.metadata ->> 'size')::bigint, 0);
  limits storage.buckets;
  today bigint;
begin
  if new.owner is null or (tg_op = 'UPDATE' and new.blob is not distinct from old.blob) then return null; end if;
  insert into storage.daily_uploads as d (owner, bucket_id, day, bytes, files) values (new.owner, new.bucket_id, (now() at time zone 'UTC')::date, sent, 1)
  on conflict (owner, bucket_id, day) do update set bytes = d.bytes + excluded.bytes, files = d.files + 1
  returning bytes into today;
  select * into limits from storage.buckets where id = new.bucket_id;
  if today > limits.bytes_per_day then
    raise exception 'You have sent % MB of files today, the most in a day. Please go on tomorrow.', limits.bytes_per_day / 1048576 using errcode = 'PT429';
  end if;
  if (select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from storage.objects o where o.owner = new.owner and o.bucket_id = new.bucket_id) > limits.bytes_per_owner then
    raise exception 'You keep % MB of files here, the most one person may keep. Delete some first.', limits.bytes_per_owner / 1048576 using errcode = 'PT409';
  end if;
  return null;
end $$;

create trigger count_upload after insert or update of blob on storage.objects for each row execute function storage.count_upload();
create trigger delete_variants after update of blob on storage.objects for each row
  when (new.blob is distinct from old.blob) execute function storage.delete_variants();
create trigger limit_files before insert on storage.objects for each row execute function storage.limit_files();
