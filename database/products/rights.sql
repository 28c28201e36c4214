create policy on_sale on public.products for select using (archived_at is null and vendor_id in (select rights.active_vendor_ids()));
create policy own_products on public.products for select to authenticated
  using (vendor_id = (select rights.my_vendor_id()) or vendor_id in (select rights.overseen_vendor_ids())
    or (select rights.has_role('administrator', 'supervisor')));
create policy own_products_add on public.products for insert to authenticated with check (vendor_id = (select rights.my_vendor_id()));
create policy own_products_edit on public.products for update to authenticated
  using (vendor_id = (select rights.my_vendor_id()) and archived_at is null) with check (vendor_id = (select rights.my_vendor_id()));
-- Every row passes this policy so that the trigger archive_product can return 403, where a policy alone would silently delete
-- nothing.
create policy removal_is_judged_by_trigger on public.products for delete to authenticated using (archived_at is null);
grant select on public.products to anon, authenticated;
grant insert (id, vendor_id, name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, vendor_location, share_date, stockpile_allowed, vat_class, kg_per_unit, least_kg_per_unit, most_kg_per_unit, code), update (name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, share_date, stockpile_allowed, vat_class, kg_per_unit, least_kg_per_unit, most_kg_per_unit, code), delete on public.products to authenticated;
grant all on public.products to service_role;

create policy own_imports on public.product_imports for select to authenticated using (vendor_id = (select rights.my_vendor_id()));
grant select on public.product_imports to authenticated;
grant all on public.product_imports to service_role;
create policy rows_of_own_imports on public.product_import_rows for select to authenticated
  using (import_id in (select i.id from public.product_imports i where i.vendor_id = (select rights.my_vendor_id())));
grant select on public.product_import_rows to authenticated;
grant all on public.product_import_rows to service_role;

create policy measures_are_public on public.measures for select to public using (true);
grant select on public.measures to anon, authenticated, service_role;
grant insert, update, delete on public.measures to service_role;

create policy questions_of_active_shops on public.product_questions for select using (hidden_at is null and vendor_id in (select rights.active_vendor_ids()));
grant all on public.product_questions to service_role;
grant select (id, product_id, vendor_id, asker_name, question, asked_at, answer, answered_at) on public.product_questions to anon, authenticated;

create policy pictures_of_products_shown on public.product_pictures for select using (exists (select from public.products p where p.id = product_id));
create policy own_pictures_add on public.product_pictures for insert to authenticated with check (
  (storage.foldername(path))[1] = (select auth.uid())::text
  and exists (select from public.products p where p.id = product_id and p.vendor_id = (select rights.my_vendor_id()) and p.archived_at is null));
create policy own_pictures_order on public.product_pictures for update to authenticated
  using (exists (select from public.products p where p.id = product_id and p.vendor_id = (select rights.my_vendor_id()) and p.archived_at is null));
create policy own_pictures_drop on public.product_pictures for delete to authenticated
  using (exists (select from public.products p where p.id = product_id and p.vendor_id = (select rights.my_vendor_id()) and p.archived_at is null));
grant select on public.product_pictures to anon, authenticated;
grant insert (id, product_id, path, position), update (position), delete on public.product_pictures to authenticated;
grant all on public.product_pictures to service_role;

create policy prices_of_products_shown on public.product_prices for select using (exists (select from public.products p where p.id = product_id));
grant select (product_id, day, price, unit) on public.product_prices to anon, authenticated;
grant select on public.product_prices to service_role;

create policy pictures_own_folder_add on storage.objects for insert to authenticated
  with check (bucket_id = 'pictures' and (storage.foldername(name))[1] = (select auth.uid())::text
    and ((select rights.has_role('vendor', 'administrator', 'supervisor')) or (select rights.my_vendor_id()) is not null
      or exists (select from rights.served_vendor_ids())));

grant select on public.share_date_choices to anon, authenticated, service_role;
grant select on public.judged_questions to authenticated, service_role;
grant select on public.my_questions to authenticated;
grant select on public.own_prices to authenticated;
grant select on public.products_off_sale to anon, authenticated, service_role;

grant execute on function public.guard_own_weight() to authenticated, service_role;
grant execute on function public.measured_kg(text, text, text) to service_role;
grant execute on function public.arrange_product_pictures(uuid, text[], text[]) to authenticated, service_role;
grant execute on function public.import_products(uuid, integer) to service_role;
grant execute on function public.import_product(public.product_imports, integer, jsonb) to service_role;
grant execute on function public.products_meant(uuid, text, text, text) to service_role;
