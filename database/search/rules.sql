create function search.stem(word text) returns text language sql immutable parallel safe as $$
  select regexp_replace(case when word ~ '..oes$' then left(word, -2) when word ~ '..ies$' then left(word, -3) || 'y'
    when word ~ '..[^siu]s$' then left(word, -1) else word end, '([a-z])\1+', '\1', 'g')
$$;
comment on function search.stem(text) is 'Singular, without doubled letters: garri, gari and gaari are one word, tomatoes and tomatos too.';

create function search.stems(said text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(left(search.stem(word), 30) order by place), '{}')
  from string_to_table(search.plain(said), ' ') with ordinality as t (word, place) where word <> ''
$$;

create function search.grams(stems text[]) returns setof text language sql immutable parallel safe as $$
  select array_to_string(stems[start : start + length - 1], ' ')
  from generate_series(1, cardinality(stems)) start, generate_series(1, least(4, cardinality(stems) - start + 1)) length
$$;
comment on function search.grams(text[]) is 'All sequences of one to four words.';

create function search.cuts(word text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct cut) from (
    select word as cut union all
    select overlay(word placing '' from place for 1) from generate_series(1, char_length(word)) place where char_length(word) > 2) as c
$$;
comment on function search.cuts(text) is 'The word, and the word with each of its letters removed. Two words that share a value differ by one slip: a letter added, missing, different or swapped.';

-- Words of a text that are not in the dictionary, or not yet as part of a name.
create function search.unknown(said text, named boolean) returns table (word text, shown text) language sql stable as $$
  select w.word, w.shown
  from (select left(search.stem(said_as), 30) as word, min(left(said_as, 30)) as shown
    from (select distinct said_as from string_to_table(search.plain(said), ' ') said_as) s group by 1) w
  where w.word ~ '[a-z]' and not exists (select from search.words k where k.word = w.word and (k.is_named or not named))
$$;

-- Most texts contain known words only: those are read and not locked. Writers of new words are serialised, because two that
-- inserted the same words in different orders would deadlock.
create function search.learn(said text, named boolean) returns void language plpgsql set search_path = '' as $$
begin
  if not exists (select from search.unknown(said, named)) then return; end if;
  perform pg_advisory_xact_lock(hashtext('search.words'));
  insert into search.words (word, shown, is_named, cuts)
  select u.word, u.shown, named, case when named then search.cuts(u.word) end from search.unknown(said, named) u
  on conflict (word) do update set is_named = true, cuts = excluded.cuts, shown = excluded.shown;
end $$;

-- concept | kind | wider concept | names
create function search.name_things(list text) returns void language plpgsql as $$
declare
  line text;
  cell text[];
begin
  foreach line in array string_to_array(btrim(list, E'\n'), E'\n') loop
    cell := regexp_split_to_array(btrim(line), '\s*\|\s*');
    insert into search.concepts (concept, kind, marks)
    values (cell[1], cell[2], array_prepend(cell[1], coalesce((select marks from search.concepts where concept = cell[3]), '{}')))
    on conflict (concept) do nothing;
    insert into search.names (name, concept)
    select distinct array_to_string(search.stems(name), ' '), cell[1] from unnest(string_to_array(cell[4], ',')) name
    on conflict do nothing;
    perform search.learn(replace(cell[4], ',', ' '), true);
  end loop;
end $$;
comment on function search.name_things(text) is 'Input: lines of "concept | kind | wider concept | names, with commas". Run search.rebuild() afterwards to update the entries.';

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
comment on function search.lexemes(text, text, text, text) is 'The lexemes of an entry: of its name, where names stand for concepts; of its category word; and of all other text.';

create function search.enter_products(ids uuid[]) returns void language sql as $$
  delete from public.search_entries e where e.product_id = any (ids) and not exists (select from public.products p join public.vendors v on v.id = p.vendor_id
    where p.id = e.product_id and num_nonnulls(p.archived_at) = 0 and v.status = 'active');
  insert into public.search_entries (kind, product_id, title, title_stems, words, is_available, ends_at, category, vendor_id, place, share_date, price, listed_at)
  select 'product', p.id, p.name, search.stems(p.name),
    search.lexemes('product', concat_ws(' . ', p.name, p.unit, trim_scale(p.kg_per_unit) || ' kg', p.vendor_location, v.state), p.category, v.business_name || ' ' || p.description),
    p.available_quantity >= p.min_quantity and p.paused_until is null, (p.share_date + 1)::timestamp at time zone 'Africa/Lagos',
    p.category, p.vendor_id, p.vendor_location, p.share_date, p.base_price, p.created_at
  from (select * from public.products where id = any (ids) offset 0) p join public.vendors v on v.id = p.vendor_id where p.archived_at is null and v.status = 'active'
  order by p.id
  on conflict (product_id) do update set title = excluded.title, title_stems = excluded.title_stems, words = excluded.words,
    is_available = excluded.is_available, ends_at = excluded.ends_at, category = excluded.category, vendor_id = excluded.vendor_id, place = excluded.place,
    share_date = excluded.share_date, price = excluded.price, listed_at = excluded.listed_at;
  select search.learn(string_agg(concat_ws(' ', p.name, p.unit, p.vendor_location), ' '), true), search.learn(string_agg(p.description, ' '), false)
  from public.products p where p.id = any (ids);
$$;

create function search.enter_group_buys(ids uuid[]) returns void language sql as $$
  delete from public.search_entries e where e.group_buy_id = any (ids) and not exists (select from public.group_buys g join public.vendors v on v.id = g.vendor_id
    where g.id = e.group_buy_id and g.status = 'active' and v.status = 'active');
  insert into public.search_entries (kind, group_buy_id, title, title_stems, words, ends_at)
  select 'group_buy', g.id, g.product_name, search.stems(g.product_name),
    search.lexemes('group_buy', concat_ws(' . ', g.product_name, g.unit, g.vendor_location, v.state), g.category, v.business_name || ' ' || g.product_description), g.end_date
  from (select * from public.group_buys where id = any (ids) offset 0) g join public.vendors v on v.id = g.vendor_id where g.status = 'active' and v.status = 'active'
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
comment on function search.rebuild() is 'Rebuilds all entries from the rows: for existing data, and after writes that bypassed the triggers.';

-- Interpretation of a search text, and its results.
create function search.filler() returns text[] language sql immutable parallel safe as
$$ select search.stems('the a an of in at for from near with and or to is are on by per i we me my you your can do who any some have there want need buy sell seller get find where how much price cost cheap please abeg na dey wey fit market online nigeria naija') $$;

create function search.alike(typed text) returns setof text language sql stable as $$
  with alike as (
    select w.word, coalesce(public.similarity(w.word, typed), 0) + case when w.cuts && search.cuts(typed) then 0.6 else 0 end
      + case when left(w.word, 1) = left(typed, 1) then 0.1 else 0 end + case when right(w.word, 1) = right(typed, 1) then 0.05 else 0 end
      + case when exists (select from search.names n join search.concepts c on c.concept = n.concept where n.name = w.word and c.kind = 'food') then 0.25 else 0 end as closeness
    from search.words w
    where w.is_named and char_length(typed) > 2 and char_length(w.word) > 2
      and (w.cuts && search.cuts(typed) or (w.word operator(public.%) typed and char_length(typed) > 4
        -- Similar letters alone make no food of a short word, or of one with another length: shawa is herring, and shaki is tripe.
        and (char_length(typed) > 6 and abs(char_length(typed) - char_length(w.word)) < 3 or not exists (select from search.names n join search.concepts c on c.concept = n.concept where n.name = w.word and c.kind = 'food'))))
  )
  select word from alike where closeness > 0.55 and closeness > (select max(closeness) from alike) - 0.1 order by closeness desc, word limit 3
$$;
comment on function search.alike(text) is 'Words of names that may have been meant, the likeliest first: one slip away, or with similar letters.';

create function search.parts(q text, typing boolean) returns search.part[] language plpgsql stable set search_path = '' as $$
declare
  stems text[] := (search.stems(left(q, 100)))[1:8];
  said text[] := array(select word from string_to_table(search.plain(left(q, 100)), ' ') word where word <> '');
  corrected text[] := '{}';
  saying text[] := '{}';
  likely text[];
  kinds text[];
  forms jsonb := '[]';
  parts search.part[] := '{}';
  part search.part;
  i integer;
  length integer;
begin
  for i in 1 .. cardinality(stems) loop
    if stems[i] = any (search.filler()) then continue; end if;
    if stems[i] ~ '^[0-9]+$' or exists (select from search.words where word = stems[i]) then likely := array[stems[i]];
    else likely := array(select word from search.words where is_named and word like stems[i] || '%' order by char_length(word), word limit 8);
    end if;
    part.kind := case when stems[i] ~ '^[0-9]+$' then 'measure' when likely = '{}' then 'slip' when likely[1] = stems[i] then 'word' else 'start' end;
    if likely = '{}' then likely := array(select search.alike(stems[i])); end if;
    forms := forms || jsonb_build_object('found', likely, 'how', part.kind, 'typed', stems[i], 'start', typing and i = cardinality(stems) or part.kind = 'start');
    corrected := corrected || coalesce(likely[1], stems[i]);
    saying := saying || said[i];
  end loop;
  i := 1;
  while i <= cardinality(corrected) loop
    length := least(4, cardinality(corrected) - i + 1);
    -- The longest name that the words match, slips included: "palm oyl" is palm oil, though oyl alone may be many things.
    likely := null;
    while length > 1 and likely is null loop
      likely := (select min(n.words) from search.names n
        where cardinality(n.words) = length and forms -> (i - 1) -> 'found' ? n.words[1]
          and (select bool_and(forms -> (i - 2 + at::integer) -> 'found' ? word) from unnest(n.words) with ordinality as t (word, at)));
      if likely is null then length := length - 1; end if;
    end loop;
    if length > 1 then
      corrected := corrected[: i - 1] || likely || corrected[i + length :];
      likely := array[array_to_string(likely, ' ')];
    else likely := array(select jsonb_array_elements_text(forms -> (i - 1) -> 'found'));
    end if;
    select array_agg(distinct c.kind), string_agg(distinct '~c0' || c.concept, '|'), string_agg(distinct '~c0' || c.marks[2], '|'), string_agg(distinct '~c0' || c.marks[3], '|')
    into kinds, part.terms, part.wider, part.widest from search.names n join search.concepts c on c.concept = n.concept where n.name = any (likely);
    part.kind := coalesce(case when cardinality(kinds) = 1 then kinds[1] else 'food' end, case when corrected[i] ~ '^[0-9]+$' then 'measure' else 'word' end);
    if kinds is null and corrected[i] !~ '^[0-9]+$' then part.kind := 'word'; end if;
    if length > 1 then part.terms := concat_ws('|', '(' || (select string_agg('~' || word, '&') from unnest(corrected[i : i + length - 1]) word) || ')', part.terms);
    else
      part.terms := concat_ws('|', (select string_agg('~' || word, '|') from unnest(likely) word), part.terms,
        case when (forms -> (i - 1) ->> 'start')::boolean then '~' || (forms -> (i - 1) ->> 'typed') || ':*' end);
      if part.terms = '' then part.terms := '~' || corrected[i]; end if;
    end if;
    part.loose := part.terms;
    if length = 1 and forms -> (i - 1) ->> 'how' <> 'slip' then
      part.loose := concat_ws('|', part.terms, (select string_agg(distinct '~' || word || coalesce('|~c0' || n.concept, ''), '|')
        from search.alike(corrected[i]) word left join search.names n on n.name = word));
    end if;
    part.is_guess := exists (select from jsonb_array_elements(forms) with ordinality as f (form, place)
      where place between i and i + length - 1 and form ->> 'how' = 'slip' and form -> 'found' <> '[]');
    part.meant := (select string_agg(case when forms -> (at - 1) ->> 'how' = 'slip' then coalesce((select shown from search.words w where w.word = corrected[at]), saying[at]) else saying[at] end, ' ' order by at)
      from generate_series(i, i + length - 1) at);
    parts := parts || part;
    i := i + length;
  end loop;
  return parts;
end $$;

-- A rare word occurs in few of thousands of rows: scanning them in order until one matches would read them all.
create function search.matches(wanted text) returns boolean language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return exists (select from public.search_entries where words @@ wanted::tsquery and (kind <> 'group_buy' or ends_at > now()));
end $$;

create function search.understand(parts search.part[], of_kind text, out wanted text, out is_near boolean) language plpgsql stable set search_path = '' as $$
declare
  attempt text;
  place integer := 0;
begin
  -- From exact to approximate: names only, then all text; with slips; without amounts; without the place; the wider concept; any
  -- of the words.
  for attempt in
    select t from unnest(array[
      (select string_agg('(' || p.terms || ')', '&') from unnest(parts) p),
      (select string_agg('(' || p.loose || ')', '&') from unnest(parts) p),
      (select string_agg('(' || p.loose || ')', '&') from unnest(parts) p where p.kind <> 'measure'),
      (select string_agg('(' || p.loose || ')', '&') from unnest(parts) p where p.kind not in ('measure', 'place')),
      (select string_agg('(' || concat_ws('|', p.loose, p.wider) || ')', '&') from unnest(parts) p where p.kind not in ('measure', 'place')),
      (select string_agg(concat_ws('|', p.loose, p.wider), '|') from unnest(parts) p where p.kind not in ('measure', 'place')),
      (select string_agg(concat_ws('|', p.loose, p.wider, p.widest), '|') from unnest(parts) p where p.kind not in ('measure', 'place')),
      (select string_agg(p.loose, '|') from unnest(parts) p)]) t
  loop
    place := place + 1;
    if attempt is null then continue; end if;
    is_near := place > 1;
    wanted := replace(attempt, '~', left(of_kind, 2) || 'n');
    if search.matches(wanted) then return; end if;
    wanted := replace(attempt, '~', left(of_kind, 2) || 'a');
    if search.matches(wanted) then return; end if;
  end loop;
  wanted := null;
  is_near := true;
end $$;

create function public.search_query(q text, kind text) returns table (wanted text, is_near boolean)
language sql stable security definer set search_path = '' as $$ select u.wanted, u.is_near from search.understand(search.parts(q, false), kind) u $$;
comment on function public.search_query(text, text) is 'For one kind: the tsquery for `words` of search_entries (simple) that `q` means; an approximate one if nothing matches exactly; null if nothing matches at all. @null wanted';

create function public.search(q text, most integer default 4, typing boolean default false, near_state text default null)
returns table (kind text, id uuid, title text, total integer, is_near boolean, meant text, shop text, place text, price numeric, unit text, image_url text, slug text, is_open boolean, state text)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
#variable_conflict use_column
declare
  parts search.part[] := search.parts(q, typing);
  stems text[] := search.stems(left(q, 100));
  near_shops uuid[] := array(select v.id from public.vendors v where v.state = near_state);
  said text := (select case when bool_or(p.is_guess) then string_agg(p.meant, ' ') end from unnest(parts) p);
  u record;
  wanted text;
begin
  most := least(greatest(most, 1), 12);
  if cardinality(parts) = 0 then return; end if;
  foreach kind in array array['group_buy', 'product', 'shop', 'post'] loop
    select * into u from search.understand(parts, kind);
    if u.wanted is null or (typing and u.is_near) then continue; end if;
    wanted := u.wanted;
    return query
      with best as (
        -- At most two thousand matches are ranked: a query with more is too broad for its order to matter.
        select f.*, f.title_stems @> stems as has_all, f.title_stems && stems as has_some, coalesce(f.vendor_id, f.shop_id) = any (near_shops) as is_near_by, f.is_available and coalesce(f.ends_at > now(), true) as open
        from (select e.title, e.title_stems, e.group_buy_id, e.product_id, e.shop_id, e.post_id, e.vendor_id, e.is_available, e.ends_at from public.search_entries e
          where e.words @@ wanted::tsquery and (e.kind <> 'group_buy' or e.ends_at > now()) limit 2000) f
        order by has_all desc, has_some desc, is_near_by desc nulls last, open desc, cardinality(f.title_stems), f.ends_at, f.title, coalesce(f.product_id, f.group_buy_id, f.shop_id, f.post_id) limit most)
      select kind, coalesce(b.group_buy_id, b.product_id, b.shop_id, b.post_id), b.title,
        (select count(*)::integer from public.search_entries e where e.words @@ wanted::tsquery and (e.kind <> 'group_buy' or e.ends_at > now())), u.is_near, said,
        v.business_name, v.location, coalesce(public.shown_price(g), p.base_price), coalesce(g.unit, p.unit), coalesce(g.image_url, p.image_url, v.logo_url, a.featured_image), a.slug, b.open, v.state
      from best b left join public.group_buys g on g.id = b.group_buy_id left join public.products p on p.id = b.product_id
        left join public.vendors v on v.id = coalesce(g.vendor_id, p.vendor_id, b.shop_id) left join public.blog_posts a on a.id = b.post_id
      order by b.has_all desc, b.has_some desc, b.is_near_by desc nulls last, b.open desc, cardinality(b.title_stems), b.ends_at, b.title, 2;
  end loop;
end $$;
comment on function public.search(text, integer, boolean, text) is 'The first few of each kind with the total count, among equal matches those of shops in `near_state` first; approximate matches, marked as such, if nothing matches exactly. @null meant, shop, place, price, unit, image_url, slug, state';

-- As in search.matches, a rare word must not lead to a scan of all entries.
create function public.search_products(q text, sort text default 'newest', category text default null, vendor uuid default null, place text default null,
  share_date date default null, skip integer default 0, most integer default 12, near_state text default null)
returns table (id uuid, total integer) language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  meant record;
  sorted text := case sort when 'name' then 'e.title asc' when 'price-up' then 'e.price asc' when 'price-down' then 'e.price desc' when 'oldest' then 'e.listed_at asc' else 'e.listed_at desc' end;
begin
  select * into meant from search.understand(search.parts(q, false), 'product');
  if meant.wanted is null or meant.is_near then return; end if;
  return query execute format($list$
    with found as materialized (
      select e.product_id, %s as key, e.vendor_id in (select v.id from public.vendors v where v.state = $8) as is_near_by from public.search_entries e where e.words @@ $1::tsquery and ($2 is null or e.category = $2)
        and ($3 is null or e.vendor_id = $3) and ($4 is null or e.place = $4) and ($5 is null or e.share_date = $5))
    select f.product_id, (select count(*)::integer from found) from found f order by f.is_near_by desc, f.key %s, f.product_id offset $6 limit $7
  $list$, split_part(sorted, ' ', 1), split_part(sorted, ' ', 2))
  using meant.wanted, category, vendor, place, share_date, greatest(skip, 0), least(greatest(most, 1), 100), near_state;
end $$;
comment on function public.search_products(text, text, text, uuid, text, date, integer, integer, text) is 'One page of the products that match `q` exactly, those of shops in `near_state` first, then sorted as in Browse Deals, each with the total count; none if nothing matches exactly. @null none';
