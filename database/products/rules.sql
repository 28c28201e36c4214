-- A weight stated in the unit or the name ("Rice, 25 kg") takes precedence over the measure, if it is plausible for such a unit.
create function public.measured_kg(of_unit text, name text, category text) returns numeric language sql stable security definer set search_path = '' as $$
  with fitting as (
    select m.kg_per_unit, m.least_kg, m.most_kg from public.measures m
    where m.unit = lower(trim(of_unit)) and (m.food in ('', category) or lower(name) ~ ('\m' || m.food || '\M'))
    order by m.food = '', m.food = category, char_length(m.food) desc, m.food limit 1
  ), stated as (
    select coalesce(substring(lower(of_unit) from '(?:^|[^0-9.])([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*kg\M'),
      substring(lower(name) from '(?:^|[^0-9.])([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*kg\M'))::numeric as kg
  )
  select case when s.kg between coalesce(f.least_kg, 0.01) and coalesce(f.most_kg, 1000) then s.kg else f.kg_per_unit end
  from stated s left join fitting f on true
$$;
comment on function public.measured_kg(text, text, text) is 'Approximate weight of one unit: as stated, by a word of the name, by the category, by the unit alone; null if unknown. Same rule as domain/products/measures.ts.';

-- The form sends the pictures it showed and the requested order: pictures added meanwhile are kept after the requested ones.
-- Idempotent.
create function public.arrange_product_pictures(product uuid, wanted text[], seen text[] default '{}') returns void
language plpgsql set search_path = '' as $$
declare
  final_paths text[];
begin
  perform from public.products p where p.id = product and p.vendor_id = (select rights.my_vendor_id()) for no key update;
  if not found then
    raise exception 'This product is not yours, or not there any more.' using errcode = 'PT404';
  end if;
  select wanted || coalesce(array_agg(path order by position, created_at, id), '{}') into final_paths
  from public.product_pictures where product_id = product and path <> all (wanted) and path <> all (seen);
  delete from public.product_pictures where product_id = product and path <> all (final_paths);
  update public.product_pictures set position = array_position(final_paths, path)
  where product_id = product and position <> array_position(final_paths, path);
  insert into public.product_pictures (product_id, path, position)
  select product, k.path, min(k.place) from unnest(final_paths) with ordinality k (path, place)
  where not exists (select from public.product_pictures where product_id = product and path = k.path) group by k.path;
end $$;
comment on function public.arrange_product_pictures(uuid, text[], text[]) is 'Sets a product''s photographs and their order, with the caller''s rights.';

-- The product that a row of an import means: the one with its code, or else with its name and unit. Products with another code are
-- different ones. More than one id: the row does not say which.
create function public.products_meant(shop uuid, code text, name text, unit text) returns setof uuid language sql stable set search_path = '' as $$
  select p.id from public.products p where p.vendor_id = shop and lower(p.code) = lower(products_meant.code)
  union all
  (select p.id from public.products p
   where p.vendor_id = shop and lower(p.name) = lower(products_meant.name) and lower(p.unit) = lower(products_meant.unit)
     and (p.code is null or products_meant.code is null)
     and not exists (select from public.products c where c.vendor_id = shop and lower(c.code) = lower(products_meant.code))
   order by p.archived_at is not null, p.created_at, p.id)
$$;

-- Writes the next rows of a running import and returns how many. Product and outcome are written together, so a row that was written is
-- never written again. A row that is the same as in the product's last import is skipped: its stock would count sold units again.
create function public.import_products(which uuid, most integer) returns integer language plpgsql security definer set search_path = '' as $$
declare
  import public.product_imports;
  line record;
  written integer := 0;
begin
  select * into import from public.product_imports where id = which and status = 'running' for update;
  if import.id is null then return 0; end if;
  -- In the order of their ids, as carts lock them.
  perform from public.products where id in (
    select m from (select draft from public.product_import_rows where import_id = which and draft is not null and outcome is null order by row_number limit most) r,
      public.products_meant(import.vendor_id, r.draft ->> 'code', r.draft ->> 'name', r.draft ->> 'unit') m) order by id for no key update;
  for line in select row_number, draft from public.product_import_rows
    where import_id = which and draft is not null and outcome is null order by row_number limit most loop
    begin
      perform public.import_product(import, line.row_number, line.draft);
    exception when integrity_constraint_violation or sqlstate 'PT400' or sqlstate 'PT403' or sqlstate 'PT409' then
      update public.product_import_rows set outcome = 'refused', errors = jsonb_build_object('row', sqlerrm) where import_id = which and row_number = line.row_number;
    end;
    written := written + 1;
  end loop;
  if written < most then update public.product_imports set status = 'done', ended_at = clock_timestamp() where id = which; end if;
  return written;
end $$;
comment on function public.import_products(uuid, integer) is 'The next rows of a running import, in the caller''s transaction.';

create function public.import_product(import public.product_imports, line integer, draft jsonb) returns void language plpgsql set search_path = '' as $$
declare
  meant uuid[] := array(select public.products_meant(import.vendor_id, draft ->> 'code', draft ->> 'name', draft ->> 'unit'));
  known public.products;
  wanted public.products;
  result text;
begin
  if (select status = 'suspended' from public.vendors where id = import.vendor_id) then
    raise exception 'A suspended shop cannot be changed. Write to us to settle it.' using errcode = 'PT403';
  end if;
  select * into known from public.products where id = meant[1];
  if known.archived_at is not null then
    raise exception 'This product is in the archive. Restore it first, or leave this row out.' using errcode = 'PT409';
  elsif (select count(*) from public.products where id = any (meant) and archived_at is null) > 1 then
    raise exception 'Several of your products have this name and unit. Give the row the code of one of them.' using errcode = 'PT409';
  end if;
  perform set_config('market.imports', import.vendor_id::text, true);
  wanted := jsonb_populate_record(known, draft - 'image_url' - case when draft ->> 'code' is null then 'code' else '' end);
  if known.id is null then
    insert into public.products (vendor_id, code, name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, share_date, stockpile_allowed, vat_class, kg_per_unit, least_kg_per_unit, most_kg_per_unit)
    values (import.vendor_id, wanted.code, wanted.name, wanted.description, wanted.category, wanted.base_price, wanted.unit, wanted.min_quantity, wanted.max_quantity,
      wanted.available_quantity, wanted.share_date, wanted.stockpile_allowed, wanted.vat_class, wanted.kg_per_unit, wanted.least_kg_per_unit, wanted.most_kg_per_unit)
    returning * into known;
    result := 'added';
  elsif wanted = known or draft = (select r.draft from public.product_import_rows r join public.product_imports i on i.id = r.import_id
    where r.product_id = known.id and r.outcome in ('added', 'updated', 'skipped') order by i.started_at desc, r.row_number desc limit 1) then
    result := 'skipped';
  else
    update public.products set (code, name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, share_date, stockpile_allowed, vat_class, kg_per_unit, least_kg_per_unit, most_kg_per_unit)
      = (wanted.code, wanted.name, wanted.description, wanted.category, wanted.base_price, wanted.unit, wanted.min_quantity, wanted.max_quantity, wanted.available_quantity,
        wanted.share_date, wanted.stockpile_allowed, wanted.vat_class, wanted.kg_per_unit, wanted.least_kg_per_unit, wanted.most_kg_per_unit) where id = known.id;
    result := 'updated';
  end if;
  update public.product_import_rows set outcome = result, product_id = known.id where import_id = import.id and row_number = line;
end $$;
