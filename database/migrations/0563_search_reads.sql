-- What somebody means by what they typed, and what is found for it.
create function search.filler() returns text[] language sql immutable parallel safe as
$$ select search.stems('the a an of in at for from near with and or to is are on by per i we me my you your can do who any some have there want need buy sell seller get find where how much price cost cheap please abeg na dey wey fit market online nigeria naija') $$;

create function search.alike(typed text) returns setof text language sql stable as $$
  with alike as (
    select w.word, coalesce(public.similarity(w.word, typed), 0) + case when w.cuts && search.cuts(typed) then 0.6 else 0 end
      + case when left(w.word, 1) = left(typed, 1) then 0.1 else 0 end + case when right(w.word, 1) = right(typed, 1) then 0.05 else 0 end
      + case when exists (select from search.names n join search.concepts c on c.concept = n.concept where n.name = w.word and c.kind = 'food') then 0.25 else 0 end as closeness
    from search.words w
    where w.is_named and char_length(typed) > 2 and char_length(w.word) > 2
      and (w.cuts && search.cuts(typed) or (w.word operator(public.%) typed and char_length(typed) > 4))
  )
  select word from alike where closeness > 0.55 and closeness > (select max(closeness) from alike) - 0.1 order by closeness desc, word limit 3
$$;
comment on function search.alike is 'Words of names that may have been meant, the likeliest first: one slip away, or of like letters.';

-- One part of what was asked: words or one thing that a name stands for. `terms` and `loose` (with slips) have a tilde before each lexeme.
create type search.part as (kind text, terms text, loose text, wider text, widest text, meant text, is_guess boolean);

create function search.parts(q text, typing boolean) returns search.part[] language plpgsql stable set search_path = '' as $$
declare
  stems text[] := (search.stems(left(q, 100)))[1:8];
  said text[] := array(select word from string_to_table(search.plain(left(q, 100)), ' ') word where word <> '');
  heard text[] := '{}';
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
    heard := heard || coalesce(likely[1], stems[i]);
    saying := saying || said[i];
  end loop;
  i := 1;
  while i <= cardinality(heard) loop
    length := least(4, cardinality(heard) - i + 1);
    -- The longest name that the words may be, slips included: "palm oyl" is palm oil, though oyl alone may be many things.
    likely := null;
    while length > 1 and likely is null loop
      likely := (select min(n.words) from search.names n
        where cardinality(n.words) = length and forms -> (i - 1) -> 'found' ? n.words[1]
          and (select bool_and(forms -> (i - 2 + at::integer) -> 'found' ? word) from unnest(n.words) with ordinality as t (word, at)));
      if likely is null then length := length - 1; end if;
    end loop;
    if length > 1 then
      heard := heard[: i - 1] || likely || heard[i + length :];
      likely := array[array_to_string(likely, ' ')];
    else likely := array(select jsonb_array_elements_text(forms -> (i - 1) -> 'found'));
    end if;
    select array_agg(distinct c.kind), string_agg(distinct '~c0' || c.concept, '|'), string_agg(distinct '~c0' || c.marks[2], '|'), string_agg(distinct '~c0' || c.marks[3], '|')
    into kinds, part.terms, part.wider, part.widest from search.names n join search.concepts c on c.concept = n.concept where n.name = any (likely);
    part.kind := coalesce(case when cardinality(kinds) = 1 then kinds[1] else 'food' end, case when heard[i] ~ '^[0-9]+$' then 'measure' else 'word' end);
    if kinds is null and heard[i] !~ '^[0-9]+$' then part.kind := 'word'; end if;
    if length > 1 then part.terms := concat_ws('|', '(' || (select string_agg('~' || word, '&') from unnest(heard[i : i + length - 1]) word) || ')', part.terms);
    else
      part.terms := concat_ws('|', (select string_agg('~' || word, '|') from unnest(likely) word), part.terms,
        case when (forms -> (i - 1) ->> 'start')::boolean then '~' || (forms -> (i - 1) ->> 'typed') || ':*' end);
      if part.terms = '' then part.terms := '~' || heard[i]; end if;
    end if;
    part.loose := part.terms;
    if length = 1 and forms -> (i - 1) ->> 'how' <> 'slip' then
      part.loose := concat_ws('|', part.terms, (select string_agg(distinct '~' || word || coalesce('|~c0' || n.concept, ''), '|')
        from search.alike(heard[i]) word left join search.names n on n.name = word));
    end if;
    part.is_guess := exists (select from jsonb_array_elements(forms) with ordinality as f (form, place)
      where place between i and i + length - 1 and form ->> 'how' = 'slip' and form -> 'found' <> '[]');
    part.meant := (select string_agg(case when forms -> (at - 1) ->> 'how' = 'slip' then coalesce((select shown from search.words w where w.word = heard[at]), saying[at]) else saying[at] end, ' ' order by at)
      from generate_series(i, i + length - 1) at);
    parts := parts || part;
    i := i + length;
  end loop;
  return parts;
end $$;

-- A rare word is in none of thousands of rows: reading them in turn until one has it would read them all.
create function search.matches(wanted text) returns boolean language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return exists (select from public.search_entries where words @@ wanted::tsquery and (kind <> 'group_buy' or ends_at > now()));
end $$;

create function search.understand(parts search.part[], of_kind text, out wanted text, out is_near boolean) language plpgsql stable set search_path = '' as $$
declare
  attempt text;
  place integer := 0;
begin
  -- From what was said to what is near it: names alone, then all that is written; with slips; without amounts; without the place; what it is a kind of; any of it.
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
revoke execute on all functions in schema search from public;

create function public.search_query(q text, kind text) returns table (wanted text, is_near boolean)
language sql stable security definer set search_path = '' as $$ select u.wanted, u.is_near from search.understand(search.parts(q, false), kind) u $$;
comment on function public.search_query is 'Of one kind: for `words` of search_entries (simple), what `q` means; near if there is none of exactly that; null if nothing is even near.';

create function public.search(q text, most integer default 4, typing boolean default false)
returns table (kind text, id uuid, title text, total integer, is_near boolean, meant text, shop text, place text, price numeric, unit text, image_url text, slug text, is_open boolean)
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
#variable_conflict use_column
declare
  parts search.part[] := search.parts(q, typing);
  stems text[] := search.stems(left(q, 100));
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
        -- Of thousands, two thousand are put in order: whoever gets more than that has asked for too little.
        select f.*, f.title_stems @> stems as has_all, f.title_stems && stems as has_some, f.is_available and coalesce(f.ends_at > now(), true) as open
        from (select e.title, e.title_stems, e.group_buy_id, e.product_id, e.shop_id, e.post_id, e.is_available, e.ends_at from public.search_entries e
          where e.words @@ wanted::tsquery and (e.kind <> 'group_buy' or e.ends_at > now()) limit 2000) f
        order by has_all desc, has_some desc, open desc, cardinality(f.title_stems), f.ends_at, f.title, coalesce(f.product_id, f.group_buy_id, f.shop_id, f.post_id) limit most)
      select kind, coalesce(b.group_buy_id, b.product_id, b.shop_id, b.post_id), b.title,
        (select count(*)::integer from public.search_entries e where e.words @@ wanted::tsquery and (e.kind <> 'group_buy' or e.ends_at > now())), u.is_near, said,
        v.business_name, v.location, coalesce(g.current_price, p.base_price), coalesce(g.unit, p.unit), coalesce(g.image_url, p.image_url, v.logo_url, a.featured_image), a.slug, b.open
      from best b left join public.group_buys g on g.id = b.group_buy_id left join public.products p on p.id = b.product_id
        left join public.vendors v on v.id = coalesce(g.vendor_id, p.vendor_id, b.shop_id) left join public.blog_posts a on a.id = b.post_id
      order by b.has_all desc, b.has_some desc, b.open desc, cardinality(b.title_stems), b.ends_at, b.title, 2;
  end loop;
end $$;
comment on function public.search is 'The first few of each kind with the number of all; near ones, said to be so, where there is nothing of exactly that.';
grant execute on function public.search(text, integer, boolean), public.search_query(text, text) to anon, authenticated, service_role;
