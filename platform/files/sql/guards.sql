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
  if new.owner is null or (tg_op = 'UPDATE' and new.blob is not distinct from old.blob and new.bucket_id = old.bucket_id) then return null; end if;
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

-- Moving is the only way into a bucket without an upload, whose bytes are checked before they are stored.
create function storage.limit_moves() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  limits storage.buckets;
begin
  if new.bucket_id = old.bucket_id then return new; end if;
  select * into limits from storage.buckets where id = new.bucket_id;
  if (new.metadata ->> 'size')::bigint > limits.file_size_limit then
    raise exception 'The object exceeded the maximum allowed size' using errcode = 'PT413';
  end if;
  if not exists (select from unnest(limits.allowed_mime_types) t where new.metadata ->> 'mimetype' = t or t = '*/*' or t = split_part(new.metadata ->> 'mimetype', '/', 1) || '/*') then
    raise exception 'mime type % is not supported', new.metadata ->> 'mimetype' using errcode = 'PT415';
  end if;
  if greatest((new.metadata ->> 'width')::integer, (new.metadata ->> 'height')::integer) > limits.longest_side then
    raise exception 'The picture is larger than this bucket stores' using errcode = 'PT413';
  end if;
  return new;
end $$;
comment on function storage.limit_moves() is 'The limits of a bucket hold for files that are moved into it.';

create function storage.limit_resumable_uploads() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- Programs with the secret key have no limit; people without an account share one.
  most constant integer := case new.caller when 'role service_role' then null when 'role anon' then 200 else 20 end;
begin
  -- Two at once would both see one free place.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('resumable ' || new.caller, 0));
  if (select count(*) from storage.resumable_uploads where caller = new.caller and finished_at is null and expires_at > now()) >= most then
    raise exception 'You have % unfinished uploads, the most at a time. Finish or end one first.', most using errcode = 'PT429';
  end if;
  return new;
end $$;

create function storage.limit_upload_parts() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from storage.upload_parts where upload_id = new.upload_id) >= 400 then
    raise exception 'This upload has 400 parts, the most there may be. Send larger ones in a new upload.' using errcode = 'PT413';
  end if;
  return new;
end $$;

create trigger limit_moves before update of bucket_id on storage.objects for each row execute function storage.limit_moves();
create trigger limit_resumable_uploads before insert on storage.resumable_uploads for each row execute function storage.limit_resumable_uploads();
create trigger limit_upload_parts before insert on storage.upload_parts for each row execute function storage.limit_upload_parts();
create trigger count_upload after insert or update of blob, bucket_id on storage.objects for each row execute function storage.count_upload();
create trigger delete_variants after update of blob on storage.objects for each row
  when (new.blob is distinct from old.blob) execute function storage.delete_variants();
create trigger limit_files before insert on storage.objects for each row execute function storage.limit_files();
