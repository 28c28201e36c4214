-- Texts that chiefs write in place of those of the code. Each change is a row; the newest of a text counts.
create table public.message_texts (
  kind text not null check (kind ~ '^[a-z][a-z-]{2,60}$'),
  part text not null check (part in ('mail', 'notice', 'sms')),
  -- The case that it is for: 'usual', or a fact and its value.
  variant text not null check (variant ~ '^[A-Za-z][A-Za-z0-9=-]{0,59}$'),
  language text not null check (language in ('en', 'ha', 'ig', 'pcm', 'yo')),
  version integer not null check (version >= 1),
  subject text check (char_length(subject) <= 150 and subject !~ '[\r\n]'),
  body text check (char_length(body) between 1 and 4000),
  required text[] not null,
  placeholders text[] not null,
  standard_subject text not null,
  standard_body text not null,
  author_id uuid references public.profiles (id) on delete set null,
  author_name text not null check (char_length(author_name) between 1 and 120),
  created_at timestamptz not null default clock_timestamp(),
  primary key (kind, part, variant, language, version),
  constraint both_or_neither check ((subject is null) = (body is null)),
  constraint only_notices_are_translated check (part = 'notice' or language = 'en')
);
comment on table public.message_texts is 'What chiefs have written in place of the standard text of a message, with its history: rows are added, never changed.';
comment on column public.message_texts.body is 'Plain text with {placeholders}. Null: the standard text is used again.';
comment on column public.message_texts.required is 'Placeholders of what the standard text says of money, times, references and links: no text is without them.';
comment on column public.message_texts.standard_body is 'The standard text at that time, which shows whether it has changed since.';
create index message_texts_of_author on public.message_texts (author_id) where author_id is not null;
alter table public.message_texts enable row level security;
