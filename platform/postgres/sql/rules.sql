create function standbys.mark_of(asked text) returns uuid language sql stable security definer set search_path = '' as $$
  select t.mark from standbys.timelines t where t.timeline = asked
$$;
comment on function standbys.mark_of(text) is 'The mark of a timeline; null on a server that does not have it.';

create function standbys.note_timeline() returns table (timeline text, mark uuid)
language plpgsql security definer set search_path = '' as $$
declare
  own text := pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_flush_lsn()), 8);
begin
  insert into standbys.timelines (timeline) values (own) on conflict do nothing;
  return query select own, standbys.mark_of(own);
end
$$;
comment on function standbys.note_timeline() is 'Marks the current timeline of this server, once, and returns it.';
