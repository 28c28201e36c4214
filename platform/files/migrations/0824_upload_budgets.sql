-- How much one person may store and send, in bytes: a limit of files alone lets somebody fill the disk with large ones.
alter table storage.buckets
  add column bytes_per_owner bigint check (bytes_per_owner > 0),
  add column bytes_per_day bigint check (bytes_per_day > 0);
comment on column storage.buckets.bytes_per_owner is 'Most bytes that one person keeps here; null: no limit.';
comment on column storage.buckets.bytes_per_day is 'Most bytes that one person sends here in a day (UTC), deleted ones included; null: no limit.';

create table storage.daily_uploads (
  owner uuid not null,
  bucket_id text not null references storage.buckets (id),
  day date not null,
  bytes bigint not null default 0,
  files integer not null default 0,
  primary key (owner, bucket_id, day)
);
comment on table storage.daily_uploads is 'What each person sent on a day. Its row also serialises one person''s uploads, so that several at once do not pass the budget together.';
alter table storage.daily_uploads enable row level security;
grant select, delete on storage.daily_uploads to service_role;

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
revoke execute on function storage.count_upload() from public;
create trigger count_upload after insert or update of blob on storage.objects for each row execute function storage.count_upload();
