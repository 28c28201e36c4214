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
