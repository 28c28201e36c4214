-- Pictures of products, deals and posts: public to read, written by vendors and content staff below a folder of their own.
insert into storage.buckets (id, public, file_size_limit) values ('pictures', true, 5242880);

create policy pictures_own_folder_read on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy pictures_own_folder_add on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text
    and (select rights.has_role('vendor', 'administrator', 'supervisor')));
create policy pictures_own_folder_edit on storage.objects for update to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy pictures_own_folder_delete on storage.objects for delete to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);
