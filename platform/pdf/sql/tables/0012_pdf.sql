-- A drawn paper is kept, because drawing takes a hundred times as long as reading it, and the same paper is always drawn alike.
create table public.rendered_pdfs (
  digest bytea primary key check (octet_length(digest) = 32),
  bytes bytea not null check (octet_length(bytes) between 1 and 4194304),
  rendered_at timestamptz not null default now(),
  used_at timestamptz not null default now()
);
comment on table public.rendered_pdfs is 'PDFs by what they show. Any of them may be deleted: it is drawn again when somebody asks.';
comment on column public.rendered_pdfs.digest is 'SHA-256 of the version of the drawing code and of everything that the paper shows.';
comment on column public.rendered_pdfs.used_at is 'When it was last given to anybody, to the day; what nobody asks for is deleted.';
-- A PDF is compressed already.
alter table public.rendered_pdfs alter bytes set storage external;
create index rendered_pdfs_used_at on public.rendered_pdfs (used_at);
alter table public.rendered_pdfs enable row level security;
