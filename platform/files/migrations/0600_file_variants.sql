-- Pictures in the sizes and forms that pages show, made once from the original and kept beside it.
alter table storage.buckets
  add column longest_side integer check (longest_side between 96 and 8192),
  add constraint only_pictures_have_a_longest_side check (longest_side is null or allowed_mime_types <@ '{image/jpeg,image/png,image/webp}');
comment on column storage.buckets.longest_side is 'Pixels to which larger pictures are reduced as they are stored; null keeps their size.';
comment on column storage.objects.metadata is 'size, mimetype, eTag, cacheControl, lastModified; of pictures also width, height and colour, the average as six hexadecimal digits.';

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
grant select, insert, update, delete on storage.variants to service_role;

create function storage.forget_variants() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from storage.variants where object_id = new.id;
  return null;
end $$;
comment on function storage.forget_variants() is 'Variants show the bytes that the row names; other bytes have none yet.';
revoke execute on function storage.forget_variants() from public;
create trigger forget_variants after update of blob on storage.objects for each row
  when (new.blob is distinct from old.blob) execute function storage.forget_variants();
