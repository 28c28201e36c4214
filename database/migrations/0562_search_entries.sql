-- What search finds: one entry for each thing that every visitor may see, with the words that lead to it. Entries are kept by triggers.
create table public.search_entries (
  kind text not null check (kind in ('group_buy', 'product', 'shop', 'post')),
  group_buy_id uuid unique references public.group_buys (id) on delete cascade,
  product_id uuid unique references public.products (id) on delete cascade,
  shop_id uuid unique references public.vendors (id) on delete cascade,
  post_id uuid unique references public.blog_posts (id) on delete cascade,
  title text not null,
  title_stems text[] not null,
  words tsvector not null,
  is_available boolean not null default true,
  ends_at timestamptz,
  constraint of_one_thing check (num_nonnulls(group_buy_id, product_id, shop_id, post_id) = 1)
);
comment on table public.search_entries is 'What search finds, of open things alone. Written by triggers of what it shows.';
comment on column public.search_entries.words is 'Each stem and concept (after c0) after the first two letters of its kind, and then twice: after "n" if name, measure or place has it, and after "a" if it stands anywhere.';
comment on column public.search_entries.is_available is 'Whether it can be bought at all; from ends_at on it cannot.';
create index search_words on public.search_entries using gin (words);

alter table public.search_entries enable row level security;
-- No condition: an entry shows what everybody may see, and a condition would keep the words' indexes from being used.
create policy for_everybody on public.search_entries for select using (true);
grant select on public.search_entries to anon, authenticated, service_role;
create trigger announce_table after insert or update or delete or truncate on public.search_entries for each statement execute function realtime.announce_table();

create function search.lexemes(kind text, named text, filed text, anywhere text) returns tsvector language plpgsql stable as $$
declare
  stems text[] := search.stems(named);
  own text[];
begin
  select stems || search.stems(filed) || coalesce(array_agg(mark), '{}') into own from (
    select distinct 'c0' || mark as mark from search.names n join search.concepts c on c.concept = n.concept, unnest(c.marks) mark
    where n.name = any (array(select search.grams(stems)))) m;
  return array_to_tsvector(array(select distinct left(kind, 2) || 'n' || word from unnest(own) word union select left(kind, 2) || 'a' || word from unnest(own || search.stems(anywhere)) word));
end $$;
comment on function search.lexemes is 'Of what is named, where names stand for concepts; of the word it is filed under; and of all else that is written.';

create function search.enter_products(ids uuid[]) returns void language sql as $$
  delete from public.search_entries e where e.product_id = any (ids) and not exists (select from public.products p join public.vendors v on v.id = p.vendor_id
    where p.id = e.product_id and p.archived_at is null and v.status = 'active');
  insert into public.search_entries (kind, product_id, title, title_stems, words, is_available, ends_at)
  select 'product', p.id, p.name, search.stems(p.name),
    search.lexemes('product', concat_ws(' . ', p.name, p.unit, trim_scale(p.kg_per_unit) || ' kg', p.vendor_location, v.state), p.category, v.business_name || ' ' || p.description),
    p.available_quantity >= p.min_quantity, (p.share_date + 1)::timestamp at time zone 'Africa/Lagos'
  from public.products p join public.vendors v on v.id = p.vendor_id where p.id = any (ids) and p.archived_at is null and v.status = 'active'
  order by p.id
  on conflict (product_id) do update set title = excluded.title, title_stems = excluded.title_stems, words = excluded.words,
    is_available = excluded.is_available, ends_at = excluded.ends_at;
  select search.learn(string_agg(concat_ws(' ', p.name, p.unit, p.vendor_location), ' '), true), search.learn(string_agg(p.description, ' '), false)
  from public.products p where p.id = any (ids);
$$;

create function search.enter_group_buys(ids uuid[]) returns void language sql as $$
  delete from public.search_entries e where e.group_buy_id = any (ids) and not exists (select from public.group_buys g join public.vendors v on v.id = g.vendor_id
    where g.id = e.group_buy_id and g.status = 'active' and v.status = 'active');
  insert into public.search_entries (kind, group_buy_id, title, title_stems, words, ends_at)
  select 'group_buy', g.id, g.product_name, search.stems(g.product_name),
    search.lexemes('group_buy', concat_ws(' . ', g.product_name, g.unit, g.vendor_location, v.state), g.category, v.business_name || ' ' || g.product_description), g.end_date
  from public.group_buys g join public.vendors v on v.id = g.vendor_id where g.id = any (ids) and g.status = 'active' and v.status = 'active'
  order by g.id
  on conflict (group_buy_id) do update set title = excluded.title, title_stems = excluded.title_stems, words = excluded.words, ends_at = excluded.ends_at;
  select search.learn(string_agg(concat_ws(' ', g.product_name, g.unit, g.vendor_location), ' '), true), search.learn(string_agg(g.product_description, ' '), false)
  from public.group_buys g where g.id = any (ids);
$$;

create function search.enter_shops(ids uuid[]) returns void language sql as $$
  delete from public.search_entries e where e.shop_id = any (ids) and not exists (select from public.vendors v where v.id = e.shop_id and v.status = 'active');
  insert into public.search_entries (kind, shop_id, title, title_stems, words)
  select 'shop', v.id, v.business_name, search.stems(v.business_name), search.lexemes('shop', concat_ws(' . ', v.business_name, v.description, v.location, v.state), '', '')
  from public.vendors v where v.id = any (ids) and v.status = 'active'
  order by v.id
  on conflict (shop_id) do update set title = excluded.title, title_stems = excluded.title_stems, words = excluded.words;
  select search.learn(string_agg(concat_ws(' ', v.business_name, v.location, v.state), ' '), true), search.learn(string_agg(v.description, ' '), false)
  from public.vendors v where v.id = any (ids);
$$;

create function search.enter_posts(ids uuid[]) returns void language sql as $$
  delete from public.search_entries e where e.post_id = any (ids) and not exists (select from public.blog_posts b where b.id = e.post_id and b.status = 'published');
  insert into public.search_entries (kind, post_id, title, title_stems, words)
  select 'post', b.id, b.title, search.stems(b.title), search.lexemes('post', concat_ws(' . ', b.title, b.excerpt,
      (select string_agg(t.name, ' . ') from public.blog_post_tags bt join public.blog_tags t on t.id = bt.tag_id where bt.post_id = b.id)), '', left(b.content, 20000))
  from public.blog_posts b where b.id = any (ids) and b.status = 'published'
  order by b.id
  on conflict (post_id) do update set title = excluded.title, title_stems = excluded.title_stems, words = excluded.words;
  select search.learn(string_agg(concat_ws(' ', b.title, b.excerpt), ' '), true), search.learn(string_agg(left(b.content, 20000), ' '), false)
  from public.blog_posts b where b.id = any (ids) and b.status = 'published';
$$;

create function search.rebuild() returns void language sql security definer set search_path = '' as $$
  delete from public.search_entries;
  select search.enter_shops(array(select id from public.vendors)), search.enter_products(array(select id from public.products)),
    search.enter_group_buys(array(select id from public.group_buys where status = 'active')), search.enter_posts(array(select id from public.blog_posts));
$$;
comment on function search.rebuild is 'From the rows: for what was there before, and after rows were written past the triggers.';

create function search.note_product() returns trigger language plpgsql security definer set search_path = '' as
$$ begin perform search.enter_products(array[new.id]); return null; end $$;
create function search.note_group_buy() returns trigger language plpgsql security definer set search_path = '' as
$$ begin perform search.enter_group_buys(array[new.id]); return null; end $$;
create function search.note_post() returns trigger language plpgsql security definer set search_path = '' as
$$ begin perform search.enter_posts(array[new.id]); return null; end $$;
create function search.note_post_tag() returns trigger language plpgsql security definer set search_path = '' as
$$ begin perform search.enter_posts(array[coalesce(new.post_id, old.post_id)]); return null; end $$;
create function search.note_shop() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform search.enter_shops(array[new.id]);
  if tg_op = 'UPDATE' then
    perform search.enter_products(array(select id from public.products where vendor_id = new.id)),
      search.enter_group_buys(array(select id from public.group_buys where vendor_id = new.id and status = 'active'));
  end if;
  return null;
end $$;
comment on function search.note_product is '@notes what search finds of it.';
comment on function search.note_group_buy is '@notes what search finds of it.';
comment on function search.note_post is '@notes what search finds of it.';
comment on function search.note_post_tag is '@notes what search finds of its post.';
comment on function search.note_shop is '@notes what search finds of it and its goods.';
revoke execute on all functions in schema search from public;

create trigger search_new after insert on public.products for each row execute function search.note_product();
create trigger search_changed after update of name, description, category, unit, kg_per_unit, min_quantity, available_quantity, share_date, vendor_id, vendor_location, archived_at
  on public.products for each row
  when ((new.name, new.description, new.category, new.unit, new.kg_per_unit, new.share_date, new.vendor_id, new.vendor_location, new.archived_at, new.available_quantity >= new.min_quantity)
    is distinct from (old.name, old.description, old.category, old.unit, old.kg_per_unit, old.share_date, old.vendor_id, old.vendor_location, old.archived_at, old.available_quantity >= old.min_quantity))
  execute function search.note_product();
create trigger search_new after insert on public.group_buys for each row when (new.status = 'active') execute function search.note_group_buy();
create trigger search_changed after update of status, product_name, product_description, category, unit, vendor_location, end_date on public.group_buys for each row
  when ((new.status, new.product_name, new.product_description, new.category, new.unit, new.vendor_location, new.end_date)
    is distinct from (old.status, old.product_name, old.product_description, old.category, old.unit, old.vendor_location, old.end_date))
  execute function search.note_group_buy();
create trigger search_new after insert on public.vendors for each row when (new.status = 'active') execute function search.note_shop();
create trigger search_changed after update of business_name, description, location, state, status on public.vendors for each row
  when ((new.business_name, new.description, new.location, new.state, new.status) is distinct from (old.business_name, old.description, old.location, old.state, old.status))
  execute function search.note_shop();
create trigger search_new after insert on public.blog_posts for each row when (new.status = 'published') execute function search.note_post();
create trigger search_changed after update of title, excerpt, content, status on public.blog_posts for each row
  when ((new.title, new.excerpt, new.content, new.status) is distinct from (old.title, old.excerpt, old.content, old.status)) execute function search.note_post();
create trigger search_changed after insert or delete on public.blog_post_tags for each row execute function search.note_post_tag();
select search.rebuild();
