-- A word that a fifth of all products have is found in tens of thousands of entries. To find as many products by their ids, twice, for the page and for
-- the number of all, costs far more than to read the entries themselves: so these hold what lists of products filter and sort by.
alter table public.search_entries add category text, add vendor_id uuid, add place text, add share_date date, add price numeric, add listed_at timestamptz;
comment on column public.search_entries.category is 'Of products alone, like the columns after it: what their lists filter and sort by.';
comment on column public.search_entries.place is 'Where a product is: its vendor_location.';
comment on column public.search_entries.price is 'The base price of a product.';
comment on column public.search_entries.listed_at is 'When a product was created.';
update public.search_entries e set category = p.category, vendor_id = p.vendor_id, place = p.vendor_location, share_date = p.share_date, price = p.base_price, listed_at = p.created_at
from public.products p where p.id = e.product_id;

create or replace function search.enter_products(ids uuid[]) returns void language sql as $$
  delete from public.search_entries e where e.product_id = any (ids) and not exists (select from public.products p join public.vendors v on v.id = p.vendor_id
    where p.id = e.product_id and p.archived_at is null and v.status = 'active');
  insert into public.search_entries (kind, product_id, title, title_stems, words, is_available, ends_at, category, vendor_id, place, share_date, price, listed_at)
  select 'product', p.id, p.name, search.stems(p.name),
    search.lexemes('product', concat_ws(' . ', p.name, p.unit, trim_scale(p.kg_per_unit) || ' kg', p.vendor_location, v.state), p.category, v.business_name || ' ' || p.description),
    p.available_quantity >= p.min_quantity, (p.share_date + 1)::timestamp at time zone 'Africa/Lagos',
    p.category, p.vendor_id, p.vendor_location, p.share_date, p.base_price, p.created_at
  from public.products p join public.vendors v on v.id = p.vendor_id where p.id = any (ids) and p.archived_at is null and v.status = 'active'
  order by p.id
  on conflict (product_id) do update set title = excluded.title, title_stems = excluded.title_stems, words = excluded.words,
    is_available = excluded.is_available, ends_at = excluded.ends_at, category = excluded.category, vendor_id = excluded.vendor_id, place = excluded.place,
    share_date = excluded.share_date, price = excluded.price, listed_at = excluded.listed_at;
  select search.learn(string_agg(concat_ws(' ', p.name, p.unit, p.vendor_location), ' '), true), search.learn(string_agg(p.description, ' '), false)
  from public.products p where p.id = any (ids);
$$;

drop trigger search_changed on public.products;
create trigger search_changed after update of name, description, category, unit, kg_per_unit, min_quantity, available_quantity, base_price, share_date, vendor_id, vendor_location,
  archived_at, created_at on public.products for each row
  when ((new.name, new.description, new.category, new.unit, new.kg_per_unit, new.base_price, new.share_date, new.vendor_id, new.vendor_location, new.archived_at, new.created_at,
      new.available_quantity >= new.min_quantity)
    is distinct from (old.name, old.description, old.category, old.unit, old.kg_per_unit, old.base_price, old.share_date, old.vendor_id, old.vendor_location, old.archived_at, old.created_at,
      old.available_quantity >= old.min_quantity))
  execute function search.note_product();

-- As in search.matches, whoever asks for a rare word must not read all entries in turn.
create function public.search_products(q text, sort text default 'newest', category text default null, vendor uuid default null, place text default null,
  share_date date default null, skip integer default 0, most integer default 12)
returns table (id uuid, total integer) language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  meant record;
  sorted text := case sort when 'name' then 'e.title asc' when 'price-up' then 'e.price asc' when 'price-down' then 'e.price desc' when 'oldest' then 'e.listed_at asc' else 'e.listed_at desc' end;
begin
  select * into meant from search.understand(search.parts(q, false), 'product');
  if meant.wanted is null or meant.is_near then return; end if;
  return query execute format($list$
    with found as materialized (
      select e.product_id, %s as key from public.search_entries e where e.words @@ $1::tsquery and ($2 is null or e.category = $2)
        and ($3 is null or e.vendor_id = $3) and ($4 is null or e.place = $4) and ($5 is null or e.share_date = $5))
    select f.product_id, (select count(*)::integer from found) from found f order by f.key %s, f.product_id offset $6 limit $7
  $list$, split_part(sorted, ' ', 1), split_part(sorted, ' ', 2))
  using meant.wanted, category, vendor, place, share_date, greatest(skip, 0), least(greatest(most, 1), 100);
end $$;
comment on function public.search_products is 'One page of the products that are exactly what `q` means, in the order of a sort of Browse Deals, each with the number of all; none if there is nothing of exactly that.';
grant execute on function public.search_products(text, text, text, uuid, text, date, integer, integer) to anon, authenticated, service_role;
