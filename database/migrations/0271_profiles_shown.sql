-- What a profile shows depends on whose it is: the whole row is its person's and the chief's; others read of authors and of people on the
-- boards what pages print, and no balance or code. A grant of columns knows no rows, so the table answers for whole rows alone, and the table
-- API answers `profiles` through this view, which stands in for it (platform/tables/catalogue.ts).
drop policy published_authors on public.profiles;
drop policy on_the_boards on public.profiles;
drop policy coordinator_reads_managers on public.profiles;
revoke select on public.profiles from anon;

create schema public_shown;
grant usage on schema public_shown to anon, authenticated, service_role;

create view public_shown.profiles as
with reader as materialized (
  select auth.uid() as id, rights.is_service() or rights.has_role('chief') as reads_all, rights.has_role('coordinator') as coordinates
)
select p.id, case when v.is_named then p.role end as role, case when v.is_named then p.full_name else public.board_name(p.full_name) end as full_name,
  case when v.is_whole then p.points_balance end as points_balance, case when v.is_whole then p.referral_code end as referral_code,
  case when v.is_whole then p.hidden_from_boards end as hidden_from_boards, p.created_at, case when v.is_whole then p.updated_at end as updated_at
from public.profiles p cross join lateral (
  select r.is_whole, r.is_whole or r.is_managed or p.id in (select rights.published_author_ids()) as is_named
  from (select p.id is not distinct from (select id from reader) or (select reads_all from reader) as is_whole,
    p.role = 'manager' and (select coordinates from reader) as is_managed) r
) v
where v.is_named or p.id in (select rights.board_ids());
comment on view public_shown.profiles is 'Stands in for public.profiles on the wire. Balance and code: one''s own, and for the chief; role and full name: of published authors too, and of managers for coordinators; people on the boards: the name as the boards print it.';

grant select (id, role, full_name, points_balance, created_at) on public_shown.profiles to anon;
grant select on public_shown.profiles to authenticated, service_role;
grant update (full_name, hidden_from_boards) on public_shown.profiles to authenticated;
grant update on public_shown.profiles to service_role;

-- Writes go to the table with the writer's own rights. Nobody writes through what they read shortened: the table's policies admit one's own row.
create function public.write_profile() returns trigger language plpgsql set search_path = '' as $$
begin
  if rights.is_service() then
    update public.profiles set role = new.role, full_name = new.full_name, points_balance = new.points_balance, referral_code = new.referral_code,
      hidden_from_boards = new.hidden_from_boards where id = old.id;
  else
    update public.profiles set full_name = new.full_name, hidden_from_boards = new.hidden_from_boards where id = old.id;
  end if;
  return case when found then new end;
end $$;
grant execute on function public.write_profile() to authenticated, service_role;
create trigger write_profile instead of update on public_shown.profiles for each row execute function public.write_profile();

-- The write comes through the view's trigger, so it is one level deeper than at other tables.
drop trigger log_act on public.profiles;
create trigger log_act after insert or update or delete on public.profiles for each row
  when (pg_trigger_depth() <= 1 and rights.writes_by_secret_key()) execute function public.log_act('profile', 'id', 'full_name referral_code');

-- The same elsewhere: the history of a buy is everybody's, who among the staff moved it is not.
revoke select on public.status_changes from authenticated;
grant select (id, subject, subject_id, from_status, to_status, cause, reason, at) on public.status_changes to authenticated;
