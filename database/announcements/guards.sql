-- Processes cache public responses for a short time and drop them when a table behind them changes. A statement notifies once, at
-- commit, without naming rows: identical notifications of a transaction are sent once, however many statements and rows there
-- were.
create function realtime.announce_table() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.announce('table_changes', array[tg_table_schema || '.' || tg_table_name]);
  return null;
end
$$;
comment on function realtime.announce_table() is '@notes For AFTER statement triggers on tables behind public responses whose rows are not announced one by one.';
