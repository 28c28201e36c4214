-- How search reads words: without marks and doubled letters, in the singular, and with the names that Nigerians have for one food, measure or place.
create schema search;
grant usage on schema search to service_role;

create function search.plain(said text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(regexp_replace(regexp_replace(lower(translate(regexp_replace(normalize(said, NFKD),
      '[\u0300-\u036f\u02bc\u2018\u2019''`\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'), 'ƁɓƊɗƘƙƳƴŊŋƏǝ', 'bbddkkyynnee')),
    '[^a-z0-9]+', ' ', 'g'), '([0-9])([a-z])', '\1 \2', 'g'), '([a-z])([0-9])', '\1 \2', 'g'))
$$;
comment on function search.plain is 'Small letters a to z and digits with single spaces between: "Ẹ̀fọ́ 50kg" is "efo 50 kg". Other scripts, emoji and invisible marks are nothing.';

create function search.stem(word text) returns text language sql immutable parallel safe as $$
  select regexp_replace(case when word ~ '..oes$' then left(word, -2) when word ~ '..ies$' then left(word, -3) || 'y'
    when word ~ '..[^siu]s$' then left(word, -1) else word end, '([a-z])\1+', '\1', 'g')
$$;
comment on function search.stem is 'In the singular and without doubled letters: garri, gari and gaari are one word, tomatoes and tomatos too.';

create function search.stems(said text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(left(search.stem(word), 30) order by place), '{}')
  from string_to_table(search.plain(said), ' ') with ordinality as t (word, place) where word <> ''
$$;

create function search.grams(stems text[]) returns setof text language sql immutable parallel safe as $$
  select array_to_string(stems[start : start + length - 1], ' ')
  from generate_series(1, cardinality(stems)) start, generate_series(1, least(4, cardinality(stems) - start + 1)) length
$$;
comment on function search.grams is 'All runs of one to four words.';

create function search.cuts(word text) returns text[] language sql immutable parallel safe as $$
  select array_agg(distinct cut) from (
    select word as cut union all
    select overlay(word placing '' from place for 1) from generate_series(1, char_length(word)) place where char_length(word) > 2) as c
$$;
comment on function search.cuts is 'The word, and the word without one of its letters. Two words that share a cut differ by one slip: a letter more, less, other or swapped.';

create table search.concepts (
  concept text primary key check (concept ~ '^[a-z]{1,30}$'),
  kind text not null check (kind in ('food', 'measure', 'place')),
  -- Itself and what it is a kind of: titus is a mackerel, and that is a fish.
  marks text[] not null
);
create table search.names (
  name text not null,
  concept text not null references search.concepts (concept) on delete cascade,
  words text[] not null generated always as (string_to_array(name, ' ')) stored,
  primary key (name, concept)
);
comment on table search.names is 'What one thing is called in English, Pidgin, Yoruba, Hausa and Igbo, in stems. Written by migrations only: entries are marked with concepts.';
alter table search.concepts enable row level security;
alter table search.names enable row level security;

create index names_concept on search.names (concept);

create table search.words (
  word text primary key check (char_length(word) between 1 and 30),
  shown text not null,
  -- Stands in a name, so that a slip may have meant it. Words of descriptions are only known.
  is_named boolean not null,
  cuts text[]
);
comment on table search.words is 'Every word that something found is made of; never fewer.';
create index words_prefix on search.words (word text_pattern_ops) where is_named;
create index words_cuts on search.words using gin (cuts) where is_named;
create index words_alike on search.words using gin (word public.gin_trgm_ops) where is_named;
alter table search.words enable row level security;

-- The words of a text that are not known yet, or not yet as those of a name.
create function search.unknown(said text, named boolean) returns table (word text, shown text) language sql stable as $$
  select w.word, w.shown
  from (select left(search.stem(said_as), 30) as word, min(left(said_as, 30)) as shown
    from (select distinct said_as from string_to_table(search.plain(said), ' ') said_as) s group by 1) w
  where w.word ~ '[a-z]' and not exists (select from search.words k where k.word = w.word and (k.is_named or not named))
$$;

-- Most texts are made of words that are known: they are read and not locked. Whoever brings new ones waits for others who do, one after the other,
-- because two who wrote the same words in turn would wait for each other.
create function search.learn(said text, named boolean) returns void language plpgsql set search_path = '' as $$
begin
  if not exists (select from search.unknown(said, named)) then return; end if;
  perform pg_advisory_xact_lock(hashtext('search.words'));
  insert into search.words (word, shown, is_named, cuts)
  select u.word, u.shown, named, case when named then search.cuts(u.word) end from search.unknown(said, named) u
  on conflict (word) do update set is_named = true, cuts = excluded.cuts, shown = excluded.shown;
end $$;

-- concept | kind | a kind of | names
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
comment on function search.name_things is 'A list of lines "concept | kind | wider concept | names, with commas". After it search.rebuild() marks what is there.';
revoke execute on all functions in schema search from public;
