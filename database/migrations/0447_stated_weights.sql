-- A weight that the unit or the name states ("Rice, 25 kg") goes before the measure, as long as such a unit may weigh that much.
create or replace function public.measured_kg(of_unit text, name text, category text) returns numeric language sql stable security definer set search_path = '' as $$
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
comment on function public.measured_kg is 'About how much one unit weighs: as stated, by a word of the name, by the category, by the unit alone; null if unknown. domain/products/measures.ts has the same rule.';
