-- Positions in the log tell how far a standby is only where both servers write one history. After a failover a server that was left
-- behind may stand further on than its successor, with writes that nobody has kept. So each history carries a mark of its own, which a
-- standby holds only if it follows that one (docs/decisions/0069).
create schema standbys;
comment on schema standbys is 'What the market needs to know about servers that repeat this one.';

create table standbys.timelines (
  timeline text primary key,
  mark uuid not null default gen_random_uuid(),
  noted_at timestamptz not null default clock_timestamp()
);
comment on table standbys.timelines is 'The histories that a primary server of this database has written, one row for each.';
alter table standbys.timelines enable row level security;

create function standbys.mark_of(asked text) returns uuid language sql stable security definer set search_path = '' as $$
  select t.mark from standbys.timelines t where t.timeline = asked
$$;
comment on function standbys.mark_of(text) is 'The mark of a history; null on a server that does not hold it.';

create function standbys.note_timeline() returns table (timeline text, mark uuid)
language plpgsql security definer set search_path = '' as $$
declare
  own text := pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_flush_lsn()), 8);
begin
  insert into standbys.timelines (timeline) values (own) on conflict do nothing;
  return query select own, standbys.mark_of(own);
end
$$;
comment on function standbys.note_timeline() is 'Marks the history that this server writes, once.';

revoke execute on function standbys.mark_of(text), standbys.note_timeline() from public;
grant usage on schema standbys to authenticator;
grant execute on function standbys.mark_of(text), standbys.note_timeline() to authenticator;
