-- Market measures in kilograms: stated as approximate, kept by the chief. `food`: nothing (any), a category, or a word of a product's name.
create table public.measures (
  unit text not null check (unit = lower(trim(unit)) and char_length(unit) between 1 and 40),
  food text not null default '' check (food ~ '^[a-z]{0,30}$'),
  kg_per_unit numeric(9,3) not null check (kg_per_unit > 0),
  -- What a vendor may state for a unit of theirs.
  least_kg numeric(9,3) not null check (least_kg > 0),
  most_kg numeric(9,3) not null check (most_kg <= 5000),
  -- Weights of this food are also told in this unit.
  is_equivalent boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (unit, food),
  constraint within_its_bounds check (kg_per_unit between least_kg and most_kg)
);
comment on table public.measures is 'About how much a unit weighs, by kind of food. Written by the chief''s commands.';
create trigger measures_touch before update on public.measures for each row execute function public.touch_updated_at();
insert into public.measures (unit, food, kg_per_unit, least_kg, most_kg, is_equivalent) values
  ('kg', '', 1, 1, 1, false), ('litre', '', 1, 0.7, 1.5, false), ('litre', 'oil', 0.92, 0.85, 1, true),
  ('bag', '', 50, 2, 120, false), ('half bag', '', 25, 1, 60, false), ('bag', 'garri', 50, 5, 120, false),
  ('derica', '', 0.85, 0.4, 1.3, false), ('derica', 'grains', 0.85, 0.5, 1.3, true), ('derica', 'rice', 0.9, 0.7, 1.1, true), ('derica', 'beans', 0.85, 0.7, 1.1, true),
  ('derica', 'garri', 0.65, 0.4, 0.9, true), ('derica', 'egusi', 0.5, 0.3, 0.7, true),
  ('mudu', '', 1.4, 0.8, 2, false), ('mudu', 'rice', 1.5, 1.2, 1.8, false), ('mudu', 'beans', 1.4, 1.1, 1.8, false), ('mudu', 'garri', 1.1, 0.8, 1.5, false),
  ('congo', '', 1.5, 0.8, 2, false), ('congo', 'rice', 1.5, 1.2, 1.9, false), ('congo', 'beans', 1.5, 1.2, 1.9, false), ('congo', 'garri', 1.2, 0.8, 1.6, false),
  ('paint', '', 3.5, 1.5, 5, false), ('paint', 'rice', 4, 3.2, 4.6, false), ('paint', 'beans', 3.8, 3, 4.5, false), ('paint', 'garri', 2.8, 2, 3.5, false),
  ('paint bucket', '', 3.5, 1.5, 5, false), ('cup', '', 0.2, 0.1, 0.35, false),
  ('basket', '', 25, 3, 70, false), ('basket', 'tomatoes', 45, 15, 65, false), ('basket', 'pepper', 30, 10, 50, false), ('half basket', '', 12, 1.5, 35, false),
  ('keg', '', 23, 4, 50, false), ('keg', 'oil', 23, 4, 25, false), ('bottle', '', 0.7, 0.2, 1.5, false);

create function public.measured_kg(of_unit text, name text, category text) returns numeric language sql stable security definer set search_path = '' as $$
  select m.kg_per_unit from public.measures m
  where m.unit = lower(trim(of_unit)) and (m.food in ('', category) or lower(name) ~ ('\m' || m.food || '\M'))
  order by m.food = '', m.food = category, char_length(m.food) desc, m.food limit 1
$$;
comment on function public.measured_kg is 'About how much one unit weighs: by a word of the name, by the category, by the unit alone; null if unknown. domain/products/measures.ts has the same rule.';

alter table public.products add column kg_per_unit numeric(9,3) check (kg_per_unit between 0.01 and 5000);
comment on column public.products.kg_per_unit is 'The vendor''s own statement; null: as the measures say.';
grant insert (kg_per_unit), update (kg_per_unit) on public.products to authenticated;
create function public.guard_own_weight() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  bounds record;
begin
  select m.least_kg, m.most_kg into bounds from public.measures m
  where m.unit = lower(trim(new.unit)) and (m.food in ('', new.category) or lower(new.name) ~ ('\m' || m.food || '\M'))
  order by m.food = '', m.food = new.category, char_length(m.food) desc, m.food limit 1;
  if new.kg_per_unit not between coalesce(bounds.least_kg, 0.01) and coalesce(bounds.most_kg, 1000) then
    raise exception 'One % weighs between % and % kg', new.unit, trim_scale(coalesce(bounds.least_kg, 0.01)), trim_scale(coalesce(bounds.most_kg, 1000)) using errcode = 'PT400';
  end if;
  return new;
end $$;
create trigger guard_own_weight before insert or update of kg_per_unit, unit, name, category on public.products
  for each row when (new.kg_per_unit is not null) execute function public.guard_own_weight();

-- Copied where terms are: onto a buy when it is published, onto a line when it is accepted.
alter table public.group_buys add column kg_per_unit numeric(9,3) check (kg_per_unit > 0);
comment on column public.group_buys.kg_per_unit is 'About; a copy on publishing. Null: not known.';
alter table public.order_lines add column kg_per_unit numeric(9,3) check (kg_per_unit > 0);
comment on column public.order_lines.kg_per_unit is 'About; as it was at acceptance. Null: not known.';
create function public.weigh_buy() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Published once: what it weighed then stays.
  if tg_op = 'UPDATE' and old.status <> 'draft' then return new; end if;
  select coalesce(p.kg_per_unit, public.measured_kg(p.unit, p.name, p.category)) into new.kg_per_unit from public.products p where p.id = new.product_id;
  return new;
end $$;
create trigger weigh_buy before insert or update of status, product_id on public.group_buys for each row
  when (new.status in ('draft', 'active')) execute function public.weigh_buy();
create function public.weigh_line() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select coalesce(g.kg_per_unit, p.kg_per_unit, public.measured_kg(new.unit, new.product_name, p.category)) into new.kg_per_unit
  from public.products p left join public.orders o on o.id = new.order_id left join public.group_buys g on g.id = o.group_buy_id where p.id = new.product_id;
  return new;
end $$;
create trigger weigh_line before insert on public.order_lines for each row execute function public.weigh_line();
revoke execute on function public.measured_kg(text, text, text), public.guard_own_weight(), public.weigh_buy(), public.weigh_line() from public;
grant execute on function public.measured_kg(text, text, text) to service_role;
grant execute on function public.guard_own_weight() to authenticated, service_role;
update public.group_buys g set kg_per_unit = public.measured_kg(g.unit, g.product_name, g.category);
update public.order_lines l set kg_per_unit = public.measured_kg(l.unit, l.product_name, p.category) from public.products p where p.id = l.product_id;

alter table public.measures enable row level security;
create policy measures_are_public on public.measures for select to public using (true);
grant select on public.measures to anon, authenticated;
grant select, insert, update, delete on public.measures to service_role;
create trigger log_act after insert or update or delete on public.measures for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('measure', 'unit', '');
