create policy listed on public.featured_deals for select
  using (status = 'active' and now() between coalesce(starts_at, '-infinity') and coalesce(ends_at, 'infinity'));
create policy staff_reads on public.featured_deals for select to authenticated using ((select rights.keeps_content()));
create policy staff_adds on public.featured_deals for insert to authenticated with check ((select rights.keeps_content()));
create policy staff_edits on public.featured_deals for update to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
grant select on public.featured_deals to anon, authenticated;
grant insert (id, name, base_price, unit, options, image_url, status, product_id, group_buy_id, starts_at, ends_at), update (name, base_price, unit, options, image_url, status, product_id, group_buy_id, starts_at, ends_at) on public.featured_deals to authenticated;
grant all on public.featured_deals to service_role;

create policy shown on public.advertisements for select using (status = 'active' and now() between start_date and end_date);
create policy staff_reads on public.advertisements for select to authenticated using ((select rights.keeps_content()));
create policy staff_adds on public.advertisements for insert to authenticated with check ((select rights.keeps_content()));
create policy staff_edits on public.advertisements for update to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
grant select on public.advertisements to anon, authenticated;
grant insert (id, page, position, title, image_url, link_url, status, start_date, end_date), update (page, position, title, image_url, link_url, status, start_date, end_date) on public.advertisements to authenticated;
grant all on public.advertisements to service_role;

create policy staff_reads on public.email_templates for select to authenticated
  using ((select rights.has_role('chief', 'administrator', 'supervisor')));
create policy chief_writes on public.email_templates for update to authenticated
  using ((select rights.has_role('chief'))) with check ((select rights.has_role('chief')));
create policy chief_adds on public.email_templates for insert to authenticated with check ((select rights.has_role('chief')));
grant select, insert (type, subject, content), update (subject, content) on public.email_templates to authenticated;
grant all on public.email_templates to service_role;

create policy chief_reads on public.email_logs for select to authenticated using ((select rights.has_role('chief')));
grant select on public.email_logs to authenticated;
grant all on public.email_logs to service_role;

create policy everyone_reads on public.blog_categories for select using (true);
create policy staff_writes on public.blog_categories for all to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
grant select on public.blog_categories to anon, authenticated;
grant insert (name, slug), update (name, slug), delete on public.blog_categories to authenticated;
grant all on public.blog_categories to service_role;

create policy everyone_reads on public.blog_tags for select using (true);
create policy staff_writes on public.blog_tags for all to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
grant select on public.blog_tags to anon, authenticated;
grant insert (name, slug), update (name, slug), delete on public.blog_tags to authenticated;
grant all on public.blog_tags to service_role;

create policy published on public.blog_posts for select using (status = 'published' and published_at <= now());
create policy staff_reads on public.blog_posts for select to authenticated using ((select rights.keeps_content()));
create policy staff_adds on public.blog_posts for insert to authenticated
  with check ((select rights.keeps_content()) and author_id = (select auth.uid()));
create policy staff_edits on public.blog_posts for update to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
create policy staff_deletes on public.blog_posts for delete to authenticated using ((select rights.keeps_content()));
grant select on public.blog_posts to anon, authenticated;
grant insert (id, slug, title, excerpt, content, featured_image, status, published_at, author_id, category_id), update (slug, title, excerpt, content, featured_image, status, published_at, category_id), delete on public.blog_posts to authenticated;
grant all on public.blog_posts to service_role;

create policy tags_of_shown_posts on public.blog_post_tags for select using (exists (select from public.blog_posts p where p.id = post_id));
create policy staff_writes on public.blog_post_tags for all to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
grant select on public.blog_post_tags to anon, authenticated;
grant insert, delete on public.blog_post_tags to authenticated;
grant all on public.blog_post_tags to service_role;

create policy pictures_own_folder_read on storage.objects for select to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy pictures_own_folder_edit on storage.objects for update to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text)
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy pictures_own_folder_delete on storage.objects for delete to authenticated
  using (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy second_step_to_edit on storage.objects as restrictive for update to authenticated using (not (select rights.owes_second_step()));
create policy second_step_to_delete on storage.objects as restrictive for delete to authenticated using (not (select rights.owes_second_step()));

grant execute on function rights.published_author_ids() to anon, authenticated, service_role;
