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
