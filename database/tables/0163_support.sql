-- What people write to the market, through the contact form or from their account, in one queue.
alter table public.contact_messages add column person_id uuid references public.profiles (id) on delete set null;
comment on column public.contact_messages.person_id is 'The person who was signed in while writing.';
create index contact_messages_of_person on public.contact_messages (person_id) where person_id is not null;

create table public.support_cases (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid unique references public.contact_messages (id) on delete cascade,
  conversation_id uuid unique references public.conversations (id) on delete cascade,
  state text references public.nigerian_states (name) on delete no action,
  topic text not null default 'other' check (topic in ('order', 'payment', 'delivery', 'account', 'shop', 'other')),
  status text not null default 'new' check (status in ('new', 'assigned', 'waiting', 'solved')),
  assigned_to uuid references public.profiles (id) on delete set null,
  assigned_name text check (char_length(assigned_name) between 1 and 120),
  answers integer not null default 0 check (answers >= 0),
  created_at timestamptz not null default clock_timestamp(),
  written_at timestamptz not null default clock_timestamp(),
  first_answered_at timestamptz,
  constraint comes_from_somewhere check (num_nonnulls(contact_id, conversation_id) > 0)
);
comment on table public.support_cases is 'A person and the market: what they want, who looks after it, and how far it is.';
comment on column public.support_cases.state is 'State of the shop that it is about: only those who oversee it see it. Null: everybody who reads the inbox.';
comment on column public.support_cases.status is 'new: waits for somebody to take it. assigned: waits for them. waiting: answered, waits for the person. solved: closed until the person writes again.';
comment on column public.support_cases.written_at is 'When the person wrote last.';
create index support_cases_by_status on public.support_cases (status, written_at, id);
create index support_cases_assigned on public.support_cases (assigned_to, status) where assigned_to is not null;
create index support_cases_of_state on public.support_cases (state) where state is not null;
alter table public.support_cases enable row level security;

create table public.support_entries (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references public.support_cases (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null,
  author_name text not null check (char_length(author_name) between 1 and 120),
  kind text not null check (kind in ('answer', 'note', 'act')),
  body text not null check (char_length(trim(body)) between 1 and 5000),
  answer_no integer,
  solves boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  constraint answers_have_numbers check ((kind = 'answer') = (answer_no is not null)),
  constraint one_answer_each unique (case_id, answer_no)
);
comment on table public.support_entries is 'Answers, internal notes, and what was done with a case. An answer carries the number of those its author had seen, plus one, so that two people cannot answer at once.';
create index support_entries_of_case on public.support_entries (case_id, created_at);
create index support_entries_of_author on public.support_entries (author_id) where author_id is not null;
alter table public.support_entries enable row level security;

create table public.canned_answers (
  id uuid primary key default gen_random_uuid(),
  title text not null unique check (char_length(trim(title)) between 1 and 80),
  topic text not null default 'other' check (topic in ('order', 'payment', 'delivery', 'account', 'shop', 'other')),
  body text not null check (char_length(trim(body)) between 1 and 2000),
  updated_by uuid default auth.uid() references public.profiles (id) on delete set null,
  updated_at timestamptz not null default now()
);
comment on table public.canned_answers is 'Answers that chiefs have written, with {name} and {order}; edited before they are sent.';
create index canned_answers_of_author on public.canned_answers (updated_by) where updated_by is not null;
alter table public.canned_answers enable row level security;

insert into public.support_cases (contact_id, status, answers, created_at, written_at, first_answered_at)
select id, case status when 'new' then 'new' else 'solved' end, case status when 'new' then 0 else 1 end, created_at, created_at, answered_at from public.contact_messages;

insert into public.canned_answers (title, topic, body, updated_by) values
  ('We are looking into it', 'other', E'Good day {name},\n\nThank you for writing. We are looking into it and will write to you again within one working day.', null),
  ('Your refund', 'payment', E'Good day {name},\n\nYour money for order {order} is on its way back the way you paid. A bank may take some working days to show it.', null),
  ('Collecting your goods', 'delivery', E'Good day {name},\n\nYou can collect order {order} with the code that is in your account under "To collect". Give the code only when the food is in your hands.', null);
