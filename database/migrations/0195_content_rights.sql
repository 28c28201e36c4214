-- Who reads and writes what content staff keep, and the pictures that vendors and content staff show.
alter table public.featured_deals enable row level security;
alter table public.advertisements enable row level security;
alter table public.email_templates enable row level security;
alter table public.email_logs enable row level security;
alter table public.blog_categories enable row level security;
alter table public.blog_tags enable row level security;
alter table public.blog_posts enable row level security;
alter table public.blog_post_tags enable row level security;

create policy listed on public.featured_deals for select using (status = 'active');
create policy staff_reads on public.featured_deals for select to authenticated using ((select rights.keeps_content()));
create policy staff_adds on public.featured_deals for insert to authenticated with check ((select rights.keeps_content()));
create policy staff_edits on public.featured_deals for update to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
create policy shown on public.advertisements for select using (status = 'active' and now() between start_date and end_date);
create policy staff_reads on public.advertisements for select to authenticated using ((select rights.keeps_content()));
create policy staff_adds on public.advertisements for insert to authenticated with check ((select rights.keeps_content()));
create policy staff_edits on public.advertisements for update to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
create policy staff_reads on public.email_templates for select to authenticated
  using ((select rights.has_role('chief', 'administrator', 'supervisor')));
create policy chief_writes on public.email_templates for update to authenticated
  using ((select rights.has_role('chief'))) with check ((select rights.has_role('chief')));
create policy chief_adds on public.email_templates for insert to authenticated with check ((select rights.has_role('chief')));
create policy chief_reads on public.email_logs for select to authenticated using ((select rights.has_role('chief')));
create policy everyone_reads on public.blog_categories for select using (true);
create policy staff_writes on public.blog_categories for all to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
create policy everyone_reads on public.blog_tags for select using (true);
create policy staff_writes on public.blog_tags for all to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
create policy published on public.blog_posts for select using (status = 'published' and published_at <= now());
create policy staff_reads on public.blog_posts for select to authenticated using ((select rights.keeps_content()));
create policy staff_adds on public.blog_posts for insert to authenticated
  with check ((select rights.keeps_content()) and author_id = (select auth.uid()));
create policy staff_edits on public.blog_posts for update to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));
create policy staff_deletes on public.blog_posts for delete to authenticated using ((select rights.keeps_content()));
create policy tags_of_shown_posts on public.blog_post_tags for select using (exists (select from public.blog_posts p where p.id = post_id));
create policy staff_writes on public.blog_post_tags for all to authenticated
  using ((select rights.keeps_content())) with check ((select rights.keeps_content()));

-- Authors of published posts are named beside them (full_name, role).
create function rights.published_author_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select distinct author_id from public.blog_posts where status = 'published' and published_at <= now() $$;
create policy published_authors on public.profiles for select using (id in (select rights.published_author_ids()));

grant select on public.featured_deals, public.advertisements, public.blog_categories, public.blog_tags, public.blog_posts, public.blog_post_tags
  to anon, authenticated;
grant insert (id, name, base_price, unit, options, image_url, status, product_id, group_buy_id) on public.featured_deals to authenticated;
grant update (name, base_price, unit, options, image_url, status, product_id, group_buy_id) on public.featured_deals to authenticated;
grant insert (id, page, position, title, image_url, link_url, status, start_date, end_date) on public.advertisements to authenticated;
grant update (page, position, title, image_url, link_url, status, start_date, end_date) on public.advertisements to authenticated;
grant select on public.email_templates, public.email_logs to authenticated;
grant insert (type, subject, content), update (subject, content) on public.email_templates to authenticated;
grant insert (name, slug), update (name, slug), delete on public.blog_categories, public.blog_tags to authenticated;
grant insert (id, slug, title, excerpt, content, featured_image, status, published_at, author_id, category_id) on public.blog_posts to authenticated;
grant update (slug, title, excerpt, content, featured_image, status, published_at, category_id), delete on public.blog_posts to authenticated;
grant insert, delete on public.blog_post_tags to authenticated;
grant all on public.featured_deals, public.advertisements, public.email_templates, public.email_logs, public.blog_categories, public.blog_tags,
  public.blog_posts, public.blog_post_tags to service_role;
grant execute on function rights.published_author_ids() to anon, authenticated, service_role;

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
create policy second_step_to_edit on storage.objects as restrictive for update to authenticated using (not (select rights.owes_second_step()));
create policy second_step_to_delete on storage.objects as restrictive for delete to authenticated using (not (select rights.owes_second_step()));
