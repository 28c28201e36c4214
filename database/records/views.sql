create view public.listed_staff_notes with (security_invoker = true) as
select n.id, n.record_kind, n.record_id, n.kind, n.text, n.outcome, n.visited_on, n.next_call_on, n.created_at, rights.name_for_staff(n.author_id) as author_name,
  n.done_at, rights.name_for_staff(n.done_by) as done_by_name,
  coalesce(n.done_at is null and n.next_call_on <= (clock_timestamp() at time zone 'Africa/Lagos')::date, false) as is_due
from public.staff_notes n;
comment on view public.listed_staff_notes is 'Notes of staff that the reader can see, with the names of their authors.';

-- The right of access (NDPA 2023, section 34): the text, not who wrote it.
create view public.notes_about_me with (security_invoker = false) as
select n.record_kind, n.kind, n.text, n.outcome, n.created_at from public.staff_notes n
where n.about_id = (select auth.uid()) and not (select rights.owes_second_step());
comment on view public.notes_about_me is 'Notes of staff about the reader and their orders, claims and payments, for their own data.';
