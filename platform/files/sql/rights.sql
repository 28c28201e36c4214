-- Without a policy a grant opens nothing: rows of buckets and objects are for those whom a policy names.
grant select, insert, update, delete on storage.buckets to service_role;
grant select on storage.buckets to anon, authenticated;
grant insert (id, public, file_size_limit, allowed_mime_types, bytes_per_owner, bytes_per_day),
  update (public, file_size_limit, allowed_mime_types, updated_at), delete on storage.buckets to authenticated;

grant insert, update on storage.objects to service_role;
grant select on storage.objects to anon, authenticated, service_role;
grant delete on storage.objects to authenticated, service_role;
grant insert (id, bucket_id, name, owner, blob, metadata, user_metadata),
  update (bucket_id, name, owner, blob, metadata, user_metadata, updated_at) on storage.objects to authenticated;

grant select, insert, update, delete on storage.variants to service_role;

grant select, delete on storage.daily_uploads to service_role;

grant select, delete on storage.used_upload_tokens to service_role;
grant execute on function storage.use_upload_token(uuid, timestamptz) to anon, authenticated, service_role;
grant select, insert, update, delete on storage.resumable_uploads to service_role;
grant select, insert, delete on storage.upload_parts to service_role;
grant execute on function storage.finish_upload(uuid, integer) to anon, authenticated, service_role;
grant execute on function storage.list_names(text, text, boolean, text, boolean, integer) to anon, authenticated, service_role;
grant execute on function storage.list_folder_by_time(text, text, text, boolean, timestamptz, text, integer) to anon, authenticated, service_role;
grant execute on function storage.list_folders(text, text, text, integer) to anon, authenticated, service_role;

grant execute on function storage.foldername(text) to anon, authenticated, service_role;
grant execute on function storage.filename(text) to anon, authenticated, service_role;
