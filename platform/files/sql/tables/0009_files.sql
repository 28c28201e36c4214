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
  updated_at timestamptz not null default now(),
  -- Pictures in the sizes and forms that pages show, made once from the original and kept beside it.
  longest_side integer check (longest_side between 96 and 8192),
  -- How much one person may store and send, in bytes: a limit of files alone lets somebody fill the disk with large ones.
  bytes_per_owner bigint check (bytes_per_owner > 0),
  bytes_per_day bigint check (bytes_per_day > 0),
  constraint only_pictures_have_a_longest_side check (longest_side is null or allowed_mime_types <@ '{image/jpeg,image/png,image/webp}')
);
comment on table storage.buckets is 'Kinds of files, each with its limits.';
comment on column storage.buckets.public is 'Anyone with the address may read.';
comment on column storage.buckets.file_size_limit is 'Bytes.';
comment on column storage.buckets.allowed_mime_types is 'By content, after pictures were encoded anew.';
comment on column storage.buckets.longest_side is 'Pixels to which larger pictures are reduced as they are stored; null keeps their size.';
comment on column storage.buckets.bytes_per_owner is 'Most bytes that one person keeps here; null: no limit.';
comment on column storage.buckets.bytes_per_day is 'Most bytes that one person sends here in a day (UTC), deleted ones included; null: no limit.';
alter table storage.buckets enable row level security;

insert into storage.buckets (id, public, file_size_limit, allowed_mime_types, longest_side, bytes_per_owner, bytes_per_day) values
  ('deliveries', false, 5242880, '{image/jpeg,image/png,image/webp}', null, null, '209715200'),
  ('evidence', false, 8388608, '{image/jpeg,image/png,image/webp,video/mp4,video/quicktime,video/webm}', null, '419430400', '104857600'),
  ('hand-over-photos', false, 5242880, '{image/jpeg,image/png,image/webp}', null, null, '209715200'),
  ('pictures', true, 11534336, '{image/jpeg,image/png,image/webp}', 1600, '2147483648', '314572800');

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets (id) on delete no action,
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
comment on column storage.objects.metadata is 'size, mimetype, eTag, cacheControl, lastModified; of pictures also width, height and colour, the average as six hexadecimal digits.';
create index objects_owner on storage.objects (owner);
-- Listing a folder is a range of names.
create index objects_by_name on storage.objects (bucket_id, name collate "C");
alter table storage.objects enable row level security;

create table storage.variants (
  object_id uuid not null references storage.objects (id) on delete cascade,
  width smallint not null check (width in (96, 240, 480, 960)),
  type text not null check (type in ('image/avif', 'image/webp', 'image/jpeg', 'image/png')),
  blob text not null unique check (blob ~ '^[0-9a-f]{32}$'),
  size integer not null check (size > 0),
  created_at timestamptz not null default now(),
  primary key (object_id, width, type)
);
comment on table storage.variants is 'Smaller forms of pictures. At most sixteen each, so that nobody can fill the disk by asking.';
comment on column storage.variants.width is 'Pixels; narrower if the original is.';
comment on column storage.variants.blob is 'Name of the bytes in the store. What no row names is swept.';
comment on column storage.variants.size is 'Bytes.';
alter table storage.variants enable row level security;

create table storage.daily_uploads (
  owner uuid not null,
  bucket_id text not null references storage.buckets (id) on delete no action,
  day date not null,
  bytes bigint not null default 0,
  files integer not null default 0,
  primary key (owner, bucket_id, day)
);
comment on table storage.daily_uploads is 'What each person sent on a day. Its row also serialises one person''s uploads, so that several at once do not pass the budget together.';
alter table storage.daily_uploads enable row level security;
