-- Announcements are heard in the order in which they were made: a process that hears its own mark has heard everything that had been committed before.
create function realtime.announce_mark(mark text) returns void language sql security definer set search_path = '' as $$
  select realtime.announce('announcement_marks', array[mark]);
$$;
comment on function realtime.announce_mark(text) is 'Announces a mark, by which a process knows that it has heard whatever was committed before.';
revoke execute on function realtime.announce_mark(text) from public;
grant execute on function realtime.announce_mark(text) to service_role;
