-- A drawn paper is kept, because drawing takes a hundred times as long as reading it, and the same paper is always drawn alike.
create table public.drawn_papers (
  digest bytea primary key check (octet_length(digest) = 32),
  bytes bytea not null check (octet_length(bytes) between 1 and 4194304),
  drawn_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
comment on table public.drawn_papers is 'PDFs by what they show. Any of them may be deleted: it is drawn again when somebody asks.';
comment on column public.drawn_papers.digest is 'SHA-256 of the version of the drawing code and of everything that the paper shows.';
comment on column public.drawn_papers.used_at is 'When it was last given to anybody, to the day; what nobody asks for is deleted.';
-- A PDF is compressed already.
alter table public.drawn_papers alter bytes set storage external;
create index drawn_papers_used_at on public.drawn_papers (used_at);
alter table public.drawn_papers enable row level security;
