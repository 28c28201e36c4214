-- What staff write down about a record of the back office: a note, a call, or a visit to a shop or place.
create table public.staff_notes (
  id uuid primary key default gen_random_uuid(),
  record_kind text not null check (record_kind in ('order', 'person', 'shop', 'buy', 'payment', 'claim', 'place')),
  record_id uuid not null,
  kind text not null check (kind in ('note', 'call', 'visit')),
  text text not null check (text = trim(text) and char_length(text) between 1 and 1000),
  outcome text,
  visited_on date,
  next_call_on date,
  author_id uuid not null references public.profiles (id) on delete no action,
  -- Filled by the guard: the shop that decides which managers read it, and the person whose data it is.
  vendor_id uuid references public.vendors (id) on delete no action,
  about_id uuid references public.profiles (id) on delete no action,
  created_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  done_by uuid references public.profiles (id) on delete no action,
  constraint outcome_of_its_kind check (case kind when 'call' then outcome is not null and outcome in ('reached', 'not_reached')
    when 'visit' then outcome is not null and outcome in ('in_order', 'not_in_order') else outcome is null end),
  constraint visited_where_one_can_go check (case kind when 'visit' then visited_on is not null and record_kind in ('shop', 'place') else visited_on is null end),
  constraint only_a_call_is_repeated check (next_call_on is null or kind = 'call'),
  constraint done_by_somebody check ((done_at is null) = (done_by is null) and (done_at is null or next_call_on is not null))
);
comment on table public.staff_notes is 'Notes, calls and visits of staff about a record. Never changed; a next call is marked as done once. Deleting an account deletes those about it.';
comment on column public.staff_notes.about_id is 'The buyer or payer of the record, or the person themselves: they get the text with their data.';
create index staff_notes_of_record on public.staff_notes (record_kind, record_id, created_at desc);
create index staff_notes_about on public.staff_notes (about_id, created_at) where about_id is not null;
create index staff_notes_due on public.staff_notes (next_call_on, id) where next_call_on is not null and done_at is null;
create index staff_notes_of_author on public.staff_notes (author_id);
create index staff_notes_of_shop on public.staff_notes (vendor_id);
create index staff_notes_done_by on public.staff_notes (done_by) where done_by is not null;
alter table public.staff_notes enable row level security;

-- Staff who oversee a shop write to the people in its group buys and extend them, under the same limits.
alter table public.buy_broadcasts add column by_staff boolean not null default false;
comment on column public.buy_broadcasts.by_staff is 'Sent by staff who oversee the shop, in the name of the market; the shop was told.';
comment on column public.buy_broadcasts.author_id is 'The owner of the shop at that time, or the member of staff.';
