-- Notices that cost the market money: by SMS or WhatsApp, to people who asked for them.
create table public.text_consents (
  id uuid primary key default gen_random_uuid(),
  person_id uuid not null references public.profiles (id) on delete cascade,
  channel text not null check (channel in ('sms', 'whatsapp')),
  phone text not null check (phone ~ '^[1-9][0-9]{6,14}$'),
  wording text not null check (char_length(wording) between 20 and 500),
  given_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  end_reason text check (end_reason in ('person', 'stopped', 'unreachable', 'phone_changed')),
  constraint ended_with_a_reason check ((ended_at is null) = (end_reason is null))
);
comment on table public.text_consents is 'Consent to notices by SMS or WhatsApp, with its wording, time and end. A person has one channel at a time, so that no event is paid for twice.';
comment on column public.text_consents.phone is 'The confirmed number at that time, without the plus sign. Another number needs another consent.';
comment on column public.text_consents.end_reason is 'person: switched off in the account. stopped: answered STOP. unreachable: the provider cannot reach the number.';
create unique index one_text_channel on public.text_consents (person_id) where ended_at is null;
create index text_consents_of_person on public.text_consents (person_id, given_at desc);
create index text_consents_of_phone on public.text_consents (phone) where ended_at is null;
alter table public.text_consents enable row level security;

create table public.text_messages (
  id bigint generated always as identity primary key,
  person_id uuid not null,
  channel text not null check (channel in ('sms', 'whatsapp')),
  kind text not null check (kind ~ '^[a-z][a-z-]{2,60}$'),
  event text not null check (char_length(event) between 1 and 200),
  parameters jsonb not null check (jsonb_typeof(parameters) = 'array'),
  -- No foreign keys here: they would lock rows after what the transaction tells of (decision 0013).
  hand_over_id uuid,
  needs_consent boolean not null default true,
  parts integer not null check (parts between 1 and 10),
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'sending', 'sent', 'delivered', 'read', 'failed', 'unknown', 'dropped')),
  attempts integer not null default 0,
  claimed_at timestamptz,
  settled_at timestamptz,
  cost_kobo bigint not null default 0 check (cost_kobo >= 0),
  provider_id text check (char_length(provider_id) between 1 and 200),
  reason text check (char_length(reason) <= 300),
  created_at timestamptz not null default now(),
  constraint text_once_an_event unique (person_id, kind, event)
);
comment on table public.text_messages is 'SMS and WhatsApp messages, waiting and sent, with what each cost. One a person and event.';
comment on column public.text_messages.person_id is 'A profile. The number is not kept here: it is read when the message is sent.';
comment on column public.text_messages.event is 'What the message tells of, so that it is told once.';
comment on column public.text_messages.parameters is 'Values of the template, emptied once it is sent. A hand-over code is never among them: it is derived while sending.';
comment on column public.text_messages.needs_consent is 'False for the code of a buyer who has no other address.';
comment on column public.text_messages.parts is 'Estimated number of parts that an SMS is charged for.';
comment on column public.text_messages.status is 'unknown: the provider did not say whether it took the message, which is not sent again. dropped: not sent, for the reason given.';
comment on column public.text_messages.cost_kobo is 'Reserved by the price of the channel while sending, then what the provider charged.';
create index text_messages_due on public.text_messages (next_attempt_at, id) where status = 'waiting';
create index text_messages_claimed on public.text_messages (claimed_at) where claimed_at is not null;
create index text_messages_of_person on public.text_messages (person_id, claimed_at);
create index text_messages_of_provider on public.text_messages (channel, provider_id) where provider_id is not null;
create index text_messages_undelivered on public.text_messages (created_at desc, id desc) where status in ('failed', 'unknown', 'dropped');
alter table public.text_messages enable row level security;

create table public.text_message_stops (
  day date primary key,
  stopped_at timestamptz not null default clock_timestamp(),
  notified_at timestamptz
);
comment on table public.text_message_stops is 'Days (Lagos) on which the ceiling of spending ended the sending of text messages; chiefs are told once a day.';
alter table public.text_message_stops enable row level security;

-- The guards of an installed market refuse unknown keys and times in the past.
alter table public.settings disable trigger user;
insert into public.settings (key, value, effective_from, note, notified_at) values
  ('text_messages_naira_a_day', '20000', '-infinity', 'Notices by SMS and WhatsApp may cost this much in a day', null),
  ('text_messages_a_day_each', '6', '-infinity', 'Notices by SMS and WhatsApp that one person gets in a day, at most', null);
alter table public.settings enable trigger user;
insert into public.setting_bounds (key, least, most, loosens) values
  ('text_messages_naira_a_day', '0', '10000000', null),
  ('text_messages_a_day_each', '1', '50', null);
