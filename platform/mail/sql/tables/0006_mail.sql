-- Mail is written down in the transaction that causes it and sent afterwards: no effect without its mail, no mail without its effect.
create schema mail;

comment on schema mail is 'Outgoing mail: queued by a transaction, sent by the mail sender.';

grant usage on schema mail to auth_admin, service_role;

create table mail.messages (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z0-9][a-z0-9_.:-]{0,62}$'),
  recipient text not null check (char_length(recipient) between 3 and 320 and recipient ~ '^[^[:space:][:cntrl:],;<>"]+@[^[:space:][:cntrl:],;<>"@]+$'),
  subject text not null check (char_length(subject) between 1 and 255 and subject !~ '[[:cntrl:]]'),
  text text,
  html text,
  headers jsonb not null default '{}' check (jsonb_typeof(headers) = 'object' and headers::text !~ '\\[rn]|\\u000[ad]'),
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0 check (attempts >= 0),
  last_error text,
  delivered_to text,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  -- Every mail has a lane, and every lane senders of its own: a mass of mails in one delays nobody in another.
  lane text not null default 'transactional' check (lane in ('codes', 'transactional', 'anonymous', 'bulk')),
  -- When a mail is to go out first: one that waits for the morning is not late. `next_attempt_at` moves on with each attempt.
  due_at timestamptz not null default now(),
  check ((status = 'sent') = (sent_at is not null)),
  check (status <> 'queued' or text is not null)
);
comment on table mail.messages is 'One row per mail and recipient.';
comment on column mail.messages.text is 'Null once handed over, because links in it open accounts; stored mails retain it.';
comment on column mail.messages.headers is 'Extra headers, e.g. List-Unsubscribe; line breaks are refused here too.';
comment on column mail.messages.delivered_to is 'The server that took it, or `stored` when no mail server is configured.';
comment on column mail.messages.next_attempt_at is 'While a sender holds the row this lies ahead, so that another may take over when that one dies.';
comment on column mail.messages.lane is 'codes: somebody is about to type it; transactional: what somebody did or must know now; anonymous: what anybody without an account can cause; bulk: nobody waits for it.';
comment on column mail.messages.due_at is 'Before then nobody expects it to have gone out.';
create index messages_newest on mail.messages (created_at desc);
create index messages_due on mail.messages (lane, next_attempt_at) where status = 'queued';
-- Those that no server took are counted every quarter of a minute; they are few beside all mails that are kept.
create index messages_failed on mail.messages (created_at) where status = 'failed';
alter table mail.messages enable row level security;
