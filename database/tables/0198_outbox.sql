-- The messages that commands have to send, as facts: the transaction of a command inserts a row for each recipient, and a relay writes the
-- mail, the notice, the pushes and the text message (server/notices/outbox, docs/decisions/0132).
create schema outbox;
comment on schema outbox is 'Messages that are not written yet. Not exposed by the table API.';

grant usage on schema outbox to service_role;

create table outbox.entries (
  id bigint generated always as identity primary key,
  message text not null check (message ~ '^[a-z][a-z-]{2,60}$'),
  person_id uuid,
  recipient text check (char_length(recipient) between 3 and 320),
  site_url text not null,
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text check (char_length(last_error) <= 1000),
  constraint has_a_recipient check (num_nonnulls(person_id, recipient) > 0)
) with (
  -- Rows live for a second, so the number of dead ones says when to vacuum, and not the share.
  autovacuum_vacuum_scale_factor = 0,
  autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_insert_scale_factor = 0,
  vacuum_truncate = off
);
comment on table outbox.entries is 'One message to one recipient. The transaction that writes the message deletes the row, so each is written exactly once.';
comment on column outbox.entries.message is 'Name in domain/all-messages.ts.';
comment on column outbox.entries.person_id is 'A profile that also gets the notice; null for an address without an account. No foreign key: it would lock the person after their orders, against the order of locks (decision 0013).';
comment on column outbox.entries.recipient is 'E-mail address; null for people without one, who get only the notice.';
comment on column outbox.entries.site_url is 'Origin of the links.';
comment on column outbox.entries.facts is 'The values of the message (domain/notices/facts-json.ts), as they were when it happened.';
comment on column outbox.entries.last_error is 'Why the last attempt failed; null before the first.';
create index entries_due on outbox.entries (next_attempt_at, id);
alter table outbox.entries enable row level security;
