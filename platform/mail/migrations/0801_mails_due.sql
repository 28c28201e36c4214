-- When a mail is to go out first: one that waits for the morning is not late. `next_attempt_at` moves on with each attempt.
alter table mail.messages add column due_at timestamptz not null default now();
comment on column mail.messages.due_at is 'Before then nobody expects it to have gone out.';
update mail.messages set due_at = case when attempts = 0 then next_attempt_at else created_at end where status = 'queued';
