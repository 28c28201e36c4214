-- Mails of one statement wake each lane once.
drop trigger wake_sender on mail.messages;
create function mail.wake_senders() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('mail_queued', woken.lane) from (select distinct f.lane from fresh f) woken;
  return null;
end
$$;
create trigger wake_senders after insert on mail.messages referencing new table as fresh for each statement execute function mail.wake_senders();
