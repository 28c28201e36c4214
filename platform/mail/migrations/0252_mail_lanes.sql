-- Every mail has a lane, and every lane senders of its own: a mass of mails in one delays nobody in another.
alter table mail.messages add column lane text not null default 'acts' check (lane in ('codes', 'acts', 'strangers', 'bulk'));
comment on column mail.messages.lane is 'codes: somebody is about to type it; acts: what somebody did or must know now; strangers: what anybody can cause; bulk: nobody waits for it.';
drop index mail.messages_due;
create index messages_due on mail.messages (lane, next_attempt_at) where status = 'queued';
grant insert (lane) on mail.messages to auth_admin;

-- Named by its lane, so that the others sleep on. A failed mail that is queued again wakes it too.
create or replace function mail.wake_sender() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_notify('mail_queued', new.lane);
  return null;
end
$$;
drop trigger wake_sender on mail.messages;
create trigger wake_sender after insert on mail.messages for each row execute function mail.wake_sender();
create trigger wake_sender_again after update of status on mail.messages for each row
  when (new.status = 'queued' and old.status <> 'queued') execute function mail.wake_sender();
