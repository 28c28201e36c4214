-- Notifies after the commit, because NOTIFY inside a transaction serialises commits.
create function mail.wake_sender() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.announce('mail_queued', array[new.lane]);
  return null;
end
$$;

create function mail.wake_senders() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.announce('mail_queued', pg_catalog.array_agg(distinct f.lane)) from fresh f having count(*) > 0;
  return null;
end
$$;

create trigger wake_sender_again after update of status on mail.messages for each row
  when (new.status = 'queued' and old.status <> 'queued') execute function mail.wake_sender();
create trigger wake_senders after insert on mail.messages referencing new table as fresh for each statement execute function mail.wake_senders();
