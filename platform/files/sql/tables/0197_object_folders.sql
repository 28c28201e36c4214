-- A folder is listed by time from an index, page by page, however many files it holds.
alter table storage.objects add column folder text collate "C" not null generated always as (coalesce(substring(name from '^.*/'), '')) stored;
comment on column storage.objects.folder is 'The name up to its last slash; empty at the top of the bucket.';
create index objects_by_created_at on storage.objects (bucket_id, folder, created_at, name collate "C");
create index objects_by_updated_at on storage.objects (bucket_id, folder, updated_at, name collate "C");
