create function storage.foldername(name text) returns text[] language sql immutable set search_path = '' as $$
  select (pg_catalog.string_to_array(name, '/'))[1 : pg_catalog.array_length(pg_catalog.string_to_array(name, '/'), 1) - 1]
$$;
comment on function storage.foldername(text) is 'Folders of a path, for policies: (storage.foldername(name))[1] is the first.';

create function storage.filename(name text) returns text language sql immutable set search_path = '' as $$
  select (pg_catalog.string_to_array(name, '/'))[pg_catalog.array_length(pg_catalog.string_to_array(name, '/'), 1)]
$$;
comment on function storage.filename(text) is 'Last part of a path.';
