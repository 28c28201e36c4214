-- Processes keep public answers in memory for a moment and drop them when a table that they show has changed. A statement says so once, at
-- commit, without naming rows: the same text is sent once a transaction, however many statements and rows there were.
create function realtime.announce_table() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.announce('table_changes', array[tg_table_schema || '.' || tg_table_name]);
  return null;
end
$$;
comment on function realtime.announce_table() is '@notes For AFTER statement triggers on tables that public answers show and whose rows do not announce themselves.';
