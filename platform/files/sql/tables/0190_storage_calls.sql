-- Buckets made over the wire, a client's own metadata, upload addresses that work once, and uploads in parts.
alter table storage.buckets drop constraint buckets_id_check;
alter table storage.buckets add constraint buckets_id_check check (id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$');

-- What people sent to a bucket is forgotten with the bucket, which is empty by then.
alter table storage.daily_uploads drop constraint daily_uploads_bucket_id_fkey;
alter table storage.daily_uploads add constraint daily_uploads_bucket_id_fkey foreign key (bucket_id) references storage.buckets (id) on delete cascade;

alter table storage.objects add column user_metadata jsonb check (jsonb_typeof(user_metadata) = 'object' and octet_length(user_metadata::text) <= 8192);
comment on column storage.objects.user_metadata is 'What the client has stored with the file; null: nothing.';

create table storage.used_upload_tokens (
  id uuid primary key,
  expires_at timestamptz not null
);
comment on table storage.used_upload_tokens is 'Signed upload addresses that a file has used, until they expire.';
create index used_upload_tokens_expires_at on storage.used_upload_tokens (expires_at);
alter table storage.used_upload_tokens enable row level security;

create table storage.resumable_uploads (
  id uuid primary key default gen_random_uuid(),
  -- A role, a person or a signed address, which alone may continue the upload.
  caller text not null check (octet_length(caller) between 1 and 200),
  bucket_id text not null references storage.buckets (id) on delete cascade,
  name text not null check (octet_length(name) between 1 and 1024),
  size integer not null check (size between 0 and 20971520),
  received integer not null default 0,
  -- As the client sent it.
  upload_metadata jsonb not null check (jsonb_typeof(upload_metadata) = 'object' and octet_length(upload_metadata::text) <= 16384),
  is_upsert boolean not null,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint no_more_than_announced check (received between 0 and size),
  constraint finished_when_all_is_received check (received < size or finished_at is not null or size = 0)
);
comment on table storage.resumable_uploads is 'Files that arrive in parts. One becomes an object once its last part has arrived.';
comment on column storage.resumable_uploads.size is 'Bytes that the client announced.';
comment on column storage.resumable_uploads.received is 'Bytes that are stored in parts, or all once it is finished.';
create index resumable_uploads_expires_at on storage.resumable_uploads (expires_at);
create index resumable_uploads_caller on storage.resumable_uploads (caller) where finished_at is null;
create index resumable_uploads_bucket_id on storage.resumable_uploads (bucket_id);
alter table storage.resumable_uploads enable row level security;

create table storage.upload_parts (
  upload_id uuid not null references storage.resumable_uploads (id) on delete cascade,
  start integer not null check (start >= 0),
  size integer not null check (size > 0),
  blob text not null unique check (blob ~ '^[0-9a-f]{32}$'),
  primary key (upload_id, start)
);
comment on table storage.upload_parts is 'Bytes of unfinished uploads, from which a file is put together.';
comment on column storage.upload_parts.blob is 'Name of the bytes in the store. What no row names is swept.';
alter table storage.upload_parts enable row level security;
