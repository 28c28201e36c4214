-- What people wrote and cannot find by the tables' own rights: for the file with their data. With the owner's rights; the conditions admit the writer alone.
create view public.my_reviews as
select r.id, r.vendor_id, r.order_id, r.bulk_order_id, r.rating, r.comment, r.created_at
from public.reviews r where r.author_id = (select auth.uid()) and not (select rights.owes_second_step());

-- The address counts once it is confirmed: before, it may be somebody else's.
create view public.my_contact_messages as
select m.id, m.name, m.email, m.subject, m.message, m.status, m.answered_at, m.created_at
from public.contact_messages m
where lower(m.email) = (select lower(u.email) from auth.users u where u.id = (select auth.uid()) and u.email_confirmed_at is not null and u.deleted_at is null)
  and not (select rights.owes_second_step());

grant select on public.my_reviews, public.my_contact_messages to authenticated;
