-- Beside the library: functions of every form, computed relationships, tables that reference themselves.
create table library.subjects (
  id int primary key,
  parent_id int references library.subjects (id),
  twin_id int unique,
  name text not null,
  constraint subjects_twin foreign key (twin_id) references library.subjects (id)
);
create table library.copies (
  id int primary key,
  book_id uuid references library.books (id),
  subject_id int references library.subjects (id),
  shelf int not null,
  note text default 'new',
  seen date not null default '2026-01-01'
);
grant select, insert, update, delete on library.subjects, library.copies to anon, authenticated, service_role;
insert into library.subjects values (1, null, null, 'food'), (2, 1, null, 'rice'), (3, 1, 2, 'yam'), (4, 2, null, 'jollof');
insert into library.copies (id, book_id, subject_id, shelf) values
  (1, 'b0000000-0000-0000-0000-000000000001', 2, 3), (2, 'b0000000-0000-0000-0000-000000000001', 2, 5),
  (3, 'b0000000-0000-0000-0000-000000000002', 3, 7), (4, null, null, 9);

-- Computed relationships: to one, to many, no set, overloads, from a view; one overrides a foreign key's table.
create function library.writer(library.books) returns setof library.authors rows 1 language sql stable as
  $$ select * from library.authors where id = $1.author_id $$;
create function library.works(library.authors) returns setof library.books language sql stable as
  $$ select * from library.books where author_id = $1.id $$;
create function library.editor_row(library.books) returns library.authors language sql stable as
  $$ select * from library.authors where id = $1.editor_id $$;
create function library.neighbours(library.books) returns setof library.books language sql stable as
  $$ select * from library.books where author_id = $1.author_id and id <> $1.id $$;
create function library.neighbours(library.authors) returns setof library.authors language sql stable as
  $$ select * from library.authors where city = $1.city and id <> $1.id $$;
create function library.writer(library.cheap_books) returns setof library.authors rows 1 language sql stable as
  $$ select * from library.authors where id = $1.writer $$;
create function library.copies(library.subjects) returns setof library.copies language sql stable as
  $$ select * from library.copies where subject_id = $1.id and shelf > 3 $$;
create function library.label(library.subjects) returns text language sql immutable as $$ select $1.id || ' ' || $1.name $$;
create function library.place(library.copies) returns library.mood language sql immutable as $$ select 'calm'::library.mood $$;

-- Functions by their parameters.
create function library.take_json(json) returns json language sql immutable as $$ select $1 $$;
create function library.take_jsonb(jsonb) returns jsonb language sql immutable as $$ select $1 $$;
create function library.take_text(text) returns text language sql immutable as $$ select upper($1) $$;
create function library.take_xml(xml) returns xml language sql immutable as $$ select $1 $$;
create function library.take_bytes(bytea) returns bytea language sql immutable as $$ select $1 || '\x00ff'::bytea $$;
create function library.take_any(json) returns text language sql immutable as $$ select 'json' $$;
create function library.take_any(text) returns text language sql immutable as $$ select 'text' $$;
create function library.take_any(word text, times int) returns text language sql immutable as $$ select repeat(word, times) $$;
create function library.area(side int) returns int language sql immutable as $$ select side * side $$;
create function library.area(width int, height int) returns int language sql immutable as $$ select width * height $$;
create function library.area(width int, height int, depth int) returns int language sql immutable as $$ select width * height * depth $$;
create function library.greet(word text default 'hello', times int default 1) returns text language sql immutable as $$ select repeat(word, times) $$;
create function library.joined(glue text, variadic words text[]) returns text language sql immutable as $$ select array_to_string(words, glue) $$;
create function library.mood_of(given library.mood) returns library.mood language sql immutable as $$ select given $$;
create function library.lengths(words text[]) returns setof int language sql immutable as $$ select length(w) from unnest(words) w $$;

-- Functions by their results.
create function library.numbers(n int) returns setof int language sql immutable as $$ select generate_series(1, n) $$;
create function library.point(out x int, out y int) language sql immutable as $$ select 1, 2 $$;
create function library.one_out(out x int) language sql immutable as $$ select 7 $$;
create function library.all_subjects() returns setof library.subjects language sql stable as $$ select * from library.subjects order by id $$;
create function library.no_text() returns text language sql immutable as $$ select null::text $$;
create function library.record_visit() returns void language sql as $$ insert into library.labels (name) values ('visit') $$;
create function library.lucky() returns int language sql volatile as $$ select 7 $$;
create function library.zone() returns text language sql stable as $$ select current_setting('timezone') $$;
create function library.found_in() returns text language sql stable as $$ select current_schemas(false)::text $$;
grant execute on all functions in schema library to anon, authenticated, service_role;
