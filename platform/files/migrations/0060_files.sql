-- Files people upload: the bytes lie in a store under random names, these rows say whose they are and who may see them.
create schema storage;
comment on schema storage is 'Buckets and objects; policies on storage.objects decide who may do what.';
grant usage on schema storage to anon, authenticated, service_role;

create table storage.buckets (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  public boolean not null default false,
  file_size_limit integer not null default 5242880 check (file_size_limit between 1 and 20971520),
  allowed_mime_types text[] not null default '{image/jpeg,image/png,image/webp}' check (cardinality(allowed_mime_types) > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table storage.buckets is 'Kinds of files, each with its limits.';
comment on column storage.buckets.public is 'Anyone with the address may read.';
comment on column storage.buckets.file_size_limit is 'Bytes.';
comment on column storage.buckets.allowed_mime_types is 'By content, after pictures were encoded anew.';

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id),
  name text not null check (octet_length(name) between 1 and 1024 and name !~ '(^|/)(\.{0,2})(/|$)' and name !~ '[[:cntrl:]\\]'),
  owner uuid,
  blob text not null unique check (blob ~ '^[0-9a-f]{32}$'),
  metadata jsonb not null check (jsonb_typeof(metadata) = 'object'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_accessed_at timestamptz not null default now(),
  unique (bucket_id, name)
);
comment on table storage.objects is 'One row per file.';
comment on column storage.objects.name is 'Path inside the bucket; its first folder often names the owner.';
comment on column storage.objects.blob is 'Name of the bytes in the store; random, and new for every version.';
comment on column storage.objects.metadata is 'size, mimetype, eTag, cacheControl, lastModified, width and height of pictures.';
create index objects_owner on storage.objects (owner);
-- Listing a folder is a range of names.
create index objects_by_name on storage.objects (bucket_id, name collate "C");

create function storage.foldername(name text) returns text[] language sql immutable set search_path = '' as $$
  select (pg_catalog.string_to_array(name, '/'))[1 : pg_catalog.array_length(pg_catalog.string_to_array(name, '/'), 1) - 1]
$$;
comment on function storage.foldername(text) is 'Folders of a path, for policies: (storage.foldername(name))[1] is the first.';
create function storage.filename(name text) returns text language sql immutable set search_path = '' as $$
  select (pg_catalog.string_to_array(name, '/'))[pg_catalog.array_length(pg_catalog.string_to_array(name, '/'), 1)]
$$;
comment on function storage.filename(text) is 'Last part of a path.';
grant execute on function storage.foldername(text), storage.filename(text) to anon, authenticated, service_role;

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant select, insert, update, delete on storage.buckets, storage.objects to service_role;
grant select on storage.objects to anon, authenticated;
grant insert (id, bucket_id, name, owner, blob, metadata), update (owner, blob, metadata, updated_at), delete on storage.objects to authenticated;

-- Anybody may sign up as a vendor: without an end to it, the site would be a free store of files.
create function storage.limit_files() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.owner is not null and (select count(*) from storage.objects where owner = new.owner) >= 500 then
    raise exception 'You have 500 files here, the most one person may keep. Delete some first.' using errcode = 'PT409';
  end if;
  return new;
end $$;
create trigger limit_files before insert on storage.objects for each row execute function storage.limit_files();
