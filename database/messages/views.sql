create view public.my_conversations with (security_invoker = true) as
select c.id, c.subject, c.order_id, c.last_message_at,
  case c.kind when 'support' then 'Ajoja' else (select string_agg(display_name, ', ') from public.conversation_members o
    where o.conversation_id = c.id and o.profile_id <> m.profile_id) end as with_names,
  l.body as last_body, l.sender_id = m.profile_id as last_is_own, c.last_message_at > coalesce(m.last_read_at, '-infinity') as is_unread
from public.conversation_members m join public.conversations c on c.id = m.conversation_id
left join lateral (select body, sender_id from public.messages where conversation_id = c.id order by created_at desc, id limit 1) l on true
where m.profile_id = (select auth.uid());

-- Texts by the reader that row level security of the tables hides, for the export of their data. Runs with its owner's rights;
-- the conditions admit the writer only.
create view public.my_reviews as
select r.id, r.vendor_id, r.order_id, r.rating, r.comment, r.created_at
from public.reviews r where r.author_id = (select auth.uid()) and not (select rights.owes_second_step());

-- Matched by confirmed address only: an unconfirmed one may belong to another person.
create view public.my_contact_messages as
select m.id, m.name, m.email, m.subject, m.message, m.status, m.answered_at, m.created_at
from public.contact_messages m
where lower(m.email) = (select lower(u.email) from auth.users u where u.id = (select auth.uid()) and u.email_confirmed_at is not null and u.deleted_at is null)
  and not (select rights.owes_second_step());

create view public.support_queue with (security_invoker = true) as
select s.id, s.topic, s.status, s.state, s.assigned_to, s.assigned_name, s.answers, s.created_at, s.written_at, s.first_answered_at, s.contact_id, s.conversation_id,
  coalesce(m.name, (select o.display_name from public.conversation_members o where o.conversation_id = c.id and o.profile_id = c.created_by)) as person_name,
  coalesce(m.person_id, c.created_by) as person_id, m.email, m.message, coalesce(m.subject, c.subject) as subject, c.order_id,
  s.assigned_to = (select auth.uid()) as is_mine
from public.support_cases s left join public.contact_messages m on m.id = s.contact_id left join public.conversations c on c.id = s.conversation_id;

-- Recipients see the text only: the row names its author and approver, and counts the others.
create view public.my_region_notices with (security_invoker = false) as
select b.title, b.body, r.notified_at
from public.region_broadcast_recipients r join public.region_broadcasts b on b.id = r.broadcast_id
where r.person_id = (select auth.uid()) and r.notified_at is not null and not (select rights.owes_second_step());
comment on view public.my_region_notices is 'Notices of staff that the reader has received, for their own data.';
