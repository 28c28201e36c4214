-- What people say: to each other about an order, about a shop they bought from, and to the market.
create table public.conversations (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (char_length(trim(subject)) between 1 and 160),
  order_id uuid references public.orders (id),
  created_by uuid not null references public.profiles (id),
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null default now()
);
create unique index one_conversation_per_order on public.conversations (order_id, created_by) where order_id is not null;
create index conversations_newest on public.conversations (last_message_at desc);

create table public.conversation_members (
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  profile_id uuid not null references public.profiles (id),
  display_name text not null check (char_length(display_name) between 1 and 120),
  last_read_at timestamptz,
  primary key (conversation_id, profile_id)
);
create index conversation_members_person on public.conversation_members (profile_id);
comment on column public.conversation_members.display_name is 'Name shown to the others: the person''s, or the shop''s for a vendor.';

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references public.conversations (id) on delete cascade,
  sender_id uuid not null default auth.uid() references public.profiles (id),
  body text not null check (char_length(trim(body)) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index messages_of_conversation on public.messages (conversation_id, created_at);

create function rights.my_conversation_ids() returns setof uuid language sql stable security definer set search_path = '' as
$$ select conversation_id from public.conversation_members where profile_id = auth.uid() $$;

create function public.note_message() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.conversations set last_message_at = new.created_at where id = new.conversation_id;
  update public.conversation_members set last_read_at = new.created_at
  where conversation_id = new.conversation_id and profile_id = new.sender_id;
  return null;
end $$;
create trigger note_message after insert on public.messages for each row execute function public.note_message();
create trigger announce after insert on public.messages for each row execute function realtime.announce_change();

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references public.vendors (id) on delete cascade,
  author_id uuid not null references public.profiles (id),
  order_id uuid not null unique references public.orders (id),
  rating integer not null check (rating between 1 and 5),
  comment text not null default '' check (char_length(comment) <= 1000),
  created_at timestamptz not null default now()
);
comment on table public.reviews is 'One rating for one completed order: the vendor''s rating is their mean.';
create index reviews_vendor on public.reviews (vendor_id, created_at desc);

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(trim(name)) between 1 and 120),
  email text not null check (char_length(email) between 3 and 255),
  subject text not null check (char_length(trim(subject)) between 1 and 200),
  message text not null check (char_length(trim(message)) between 1 and 5000),
  status text not null default 'new' check (status in ('new', 'answered')),
  answered_by uuid references public.profiles (id),
  answered_at timestamptz,
  created_at timestamptz not null default now()
);
create index contact_messages_newest on public.contact_messages (status, created_at desc);

alter table public.conversations enable row level security;
alter table public.conversation_members enable row level security;
alter table public.messages enable row level security;
alter table public.reviews enable row level security;
alter table public.contact_messages enable row level security;

create policy members_read on public.conversations for select to authenticated using (id in (select rights.my_conversation_ids()));
create policy members_read on public.conversation_members for select to authenticated
  using (conversation_id in (select rights.my_conversation_ids()));
create policy own_reading on public.conversation_members for update to authenticated
  using (profile_id = (select auth.uid())) with check (profile_id = (select auth.uid()));
create policy members_read on public.messages for select to authenticated using (conversation_id in (select rights.my_conversation_ids()));
create policy members_write on public.messages for insert to authenticated
  with check (sender_id = (select auth.uid()) and conversation_id in (select rights.my_conversation_ids()));
create policy second_step on public.conversations as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step on public.conversation_members as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy second_step on public.messages as restrictive for all to authenticated using (not (select rights.owes_second_step()));
create policy reviews_of_active_shops on public.reviews for select using (vendor_id in (select rights.active_vendor_ids()));
create policy staff_reads on public.contact_messages for select to authenticated
  using ((select rights.has_role('manager', 'coordinator', 'chief', 'administrator', 'supervisor')));

grant select on public.conversations, public.conversation_members, public.messages to authenticated;
grant update (last_read_at) on public.conversation_members to authenticated;
grant insert (id, conversation_id, sender_id, body) on public.messages to authenticated;
grant select (id, vendor_id, rating, comment, created_at) on public.reviews to anon, authenticated;
grant select on public.contact_messages to authenticated;
grant all on public.conversations, public.conversation_members, public.messages, public.reviews, public.contact_messages to service_role;
grant execute on function rights.my_conversation_ids() to anon, authenticated, service_role;

create view public.my_conversations with (security_invoker = true) as
select c.id, c.subject, c.order_id, c.last_message_at,
  (select string_agg(display_name, ', ') from public.conversation_members o where o.conversation_id = c.id and o.profile_id <> m.profile_id) as with_names,
  l.body as last_body, l.sender_id = m.profile_id as last_is_own, c.last_message_at > coalesce(m.last_read_at, '-infinity') as is_unread
from public.conversation_members m join public.conversations c on c.id = m.conversation_id
left join lateral (select body, sender_id from public.messages where conversation_id = c.id order by created_at desc, id limit 1) l on true
where m.profile_id = (select auth.uid());

-- What people wrote and cannot find by the tables' own rights: for the file with their data. With the owner's rights; the conditions admit the writer alone.
create view public.my_reviews as
select r.id, r.vendor_id, r.order_id, r.rating, r.comment, r.created_at
from public.reviews r where r.author_id = (select auth.uid()) and not (select rights.owes_second_step());

-- The address counts once it is confirmed: before, it may be somebody else's.
create view public.my_contact_messages as
select m.id, m.name, m.email, m.subject, m.message, m.status, m.answered_at, m.created_at
from public.contact_messages m
where lower(m.email) = (select lower(u.email) from auth.users u where u.id = (select auth.uid()) and u.email_confirmed_at is not null and u.deleted_at is null)
  and not (select rights.owes_second_step());

grant select on public.my_conversations, public.my_reviews, public.my_contact_messages to authenticated;
grant select on public.my_conversations to service_role;
