grant select, insert, update, delete on storage.buckets to service_role;

grant insert, update on storage.objects to service_role;
grant select on storage.objects to anon, authenticated, service_role;
grant delete on storage.objects to authenticated, service_role;
grant insert (id, bucket_id, name, owner, blob, metadata), update (owner, blob, metadata, updated_at) on storage.objects to authenticated;

grant select, insert, update, delete on storage.variants to service_role;

grant select, delete on storage.daily_uploads to service_role;

grant execute on function storage.foldername(text) to anon, authenticated, service_role;
grant execute on function storage.filename(text) to anon, authenticated, service_role;
