create function storage.foldername(name text) returns text[] language sql immutable set search_path = '' as $$
  select (pg_catalog.string_to_array(name, '/'))[1 : pg_catalog.array_length(pg_catalog.string_to_array(name, '/'), 1) - 1]
$$;
comment on function storage.foldername(text) is 'Folders of a path, for policies: (storage.foldername(name))[1] is the first.';

create function storage.filename(name text) returns text language sql immutable set search_path = '' as $$
  select (pg_catalog.string_to_array(name, '/'))[pg_catalog.array_length(pg_catalog.string_to_array(name, '/'), 1)]
$$;
comment on function storage.filename(text) is 'Last part of a path.';

create function storage.use_upload_token(token_id uuid, token_expires_at timestamptz) returns void language sql security definer set search_path = '' as $$
  insert into storage.used_upload_tokens (id, expires_at) values (token_id, token_expires_at)
$$;
comment on function storage.use_upload_token(uuid, timestamptz) is 'Fails with a duplicate key if a file has used this address, and waits for one that is about to.';

create function storage.mark_attached(bucket text, file_name text) returns void language sql security definer set search_path = '' as $$
  update storage.objects set attached_at = now() where bucket_id = bucket and name = file_name and attached_at is null
$$;
comment on function storage.mark_attached(text, text) is 'Something names the file from now on, so it is not deleted as one of a form that was never sent.';

create function storage.finish_upload(upload uuid, received_before integer) returns void language plpgsql security definer set search_path = '' as $$
begin
  update storage.resumable_uploads set received = size, finished_at = now() where id = upload and received = received_before and finished_at is null;
  if not found then raise exception 'Another request has continued this upload.' using errcode = 'PT409'; end if;
  delete from storage.upload_parts where upload_id = upload;
end $$;
comment on function storage.finish_upload(uuid, integer) is 'Called in the transaction that writes the object, so that each upload becomes one object.';

-- Each step reads from the index what follows the last entry, so a folder with many files below it costs one step.
-- Sorting is off because the planner, which expects few rows behind a policy, would read and sort a whole folder for each page.
-- Bounds are names in the order of bytes: '0' follows '/', and names hold no control characters.
create function storage.list_names(bucket text, prefix text, has_delimiter boolean, after text, is_descending boolean, max_rows integer)
returns table (entry text, is_folder boolean) language plpgsql stable
set search_path = '' set enable_bitmapscan = off set enable_sort = off as $$
declare
  lowest text collate "C" := prefix;
  below text collate "C" := prefix || U&'\+10FFFF';
  step constant text := format('select o.name from storage.objects o where o.bucket_id = $1 and o.name collate "C" >= $2 and o.name collate "C" < $3 '
    'order by o.bucket_id %1$s, o.name collate "C" %1$s limit 1000', case when is_descending then 'desc' else 'asc' end);
  found_name text;
  slash integer;
  rows_read integer;
  rows_sent integer := 0;
begin
  if after is not null and is_descending then below := least(below, after collate "C"); end if;
  if after is not null and not is_descending then
    lowest := greatest(lowest, (case when has_delimiter and right(after, 1) = '/' then left(after, -1) || '0' else after || U&'\0001' end) collate "C");
  end if;
  loop
    rows_read := 0;
    for found_name in execute step using bucket, lowest, below loop
      rows_read := rows_read + 1;
      slash := case when has_delimiter then strpos(substr(found_name, char_length(prefix) + 1), '/') else 0 end;
      entry := case when slash > 0 then left(found_name, char_length(prefix) + slash) else found_name end;
      is_folder := slash > 0;
      return next;
      rows_sent := rows_sent + 1;
      if rows_sent >= max_rows then return; end if;
      if is_descending then below := entry;
      elsif is_folder then lowest := left(entry, -1) || '0';
      else lowest := entry || U&'\0001';
      end if;
      exit when is_folder;
    end loop;
    exit when rows_read = 0 or rows_read < 1000 and not is_folder;
  end loop;
end $$;
comment on function storage.list_names(text, text, boolean, text, boolean, integer) is 'Files and folders after an entry, as far as the caller''s policies show them.';

-- Sorting is off for the same reason as in list_names.
create function storage.list_folder_by_time(bucket text, prefix text, sort_column text, is_descending boolean, after_time timestamptz, after_name text, max_rows integer)
returns table (entry text, "time" timestamptz) language plpgsql stable
set search_path = '' set enable_bitmapscan = off set enable_sort = off as $$
begin
  if sort_column not in ('created_at', 'updated_at') then raise exception 'Files are not listed by %', sort_column using errcode = '22023'; end if;
  return query execute format('select o.name, o.%1$I from storage.objects o where o.bucket_id = $1 and o.folder = $2 and starts_with(o.name, $3) %3$s '
    'order by o.bucket_id %2$s, o.folder %2$s, o.%1$I %2$s, o.name collate "C" %2$s limit $6',
    sort_column, case when is_descending then 'desc' else 'asc' end,
    case when after_time is null then '' else format('and (o.%1$I, o.name collate "C") %2$s ($4, $5)', sort_column, case when is_descending then '<' else '>' end) end)
    using bucket, coalesce(substring(prefix from '^.*/'), ''), prefix, after_time, after_name, max_rows;
end $$;
comment on function storage.list_folder_by_time(text, text, text, boolean, timestamptz, text, integer) is 'Files of a folder after a time and name, as far as the caller''s policies show them.';

-- Each step reads one row of the index by folder, whatever the folders hold.
create function storage.list_folders(bucket text, prefix text, after text, max_rows integer) returns setof text language plpgsql stable
set search_path = '' set enable_bitmapscan = off set enable_sort = off as $$
declare
  lowest text collate "C" := prefix;
  below constant text collate "C" := prefix || U&'\+10FFFF';
  entry text;
begin
  if after is not null then lowest := greatest(lowest, (case when right(after, 1) = '/' then left(after, -1) || '0' else after end) collate "C"); end if;
  for step in 1 .. max_rows loop
    select left(o.folder, char_length(prefix) + strpos(substr(o.folder, char_length(prefix) + 1), '/')) into entry
    from storage.objects o where o.bucket_id = bucket and o.folder > lowest and o.folder < below order by o.bucket_id, o.folder limit 1;
    exit when not found;
    return next entry;
    lowest := left(entry, -1) || '0';
  end loop;
end $$;
comment on function storage.list_folders(text, text, text, integer) is 'Folders under a prefix after one of them, each ending with a slash, as far as the caller''s policies show their files.';
