-- A batch of joins moves many buys in one statement (docs/decisions/0051): they are announced by statement, as new orders are.
drop trigger announce on public.group_buys;
create trigger announce after insert or delete on public.group_buys for each row execute function realtime.announce_change('id');
create trigger announce_moved_rows after update on public.group_buys referencing old table as former new table as fresh
  for each statement execute function realtime.announce_moved_rows();
