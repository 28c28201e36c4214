-- Whoever gets another role signs in again with it: what an open page or a taken token could do ends with the old role.
-- A customer whose shop is approved keeps their session: they asked for it, and it takes nothing from them.
create function public.end_sessions_of_role() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end
$$;
revoke execute on function public.end_sessions_of_role() from public;
create trigger end_sessions after update of role on public.profiles for each row
  when (old.role is distinct from new.role and not (old.role = 'customer' and new.role = 'vendor'))
  execute function public.end_sessions_of_role();
