-- A wake-up leaves after the commit too, because a NOTIFY within makes commits wait for each other.
create or replace function mail.wake_sender() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.announce('mail_queued', array[new.lane]);
  return null;
end
$$;
create or replace function mail.wake_senders() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.announce('mail_queued', pg_catalog.array_agg(distinct f.lane)) from fresh f having count(*) > 0;
  return null;
end
$$;
