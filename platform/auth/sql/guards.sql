create function auth.note_ended_session() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into auth.ended_sessions (session_id) values (old.id) on conflict do nothing;
  return null;
end
$$;

-- Banning or deleting a login ends its sessions, also when done by hand.
create function auth.end_sessions_of_user() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end
$$;

-- The last gate: an account with several unsettled sign-ups is never confirmed with a password.
create function auth.guard_confirmation() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from auth.sign_ups where user_id = new.id) > 1 then
    new.encrypted_password := null;
  end if;
  return new;
end $$;

create function auth.delete_sign_ups() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sign_ups where user_id = new.id;
  return null;
end $$;

create trigger note_ended after delete on auth.sessions for each row execute function auth.note_ended_session();
create trigger note_expired after update of not_after on auth.sessions for each row
  when (new.not_after <= now()) execute function auth.note_ended_session();

create trigger guard_confirmation before update of email_confirmed_at, phone_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and old.phone_confirmed_at is null
    and (new.email_confirmed_at is not null or new.phone_confirmed_at is not null))
  execute function auth.guard_confirmation();
create trigger end_sessions after update of banned_until, deleted_at on auth.users for each row
  when (new.banned_until > now() or new.deleted_at is not null) execute function auth.end_sessions_of_user();
create trigger delete_sign_ups after update of email_confirmed_at, phone_confirmed_at, deleted_at on auth.users for each row
  when (new.email_confirmed_at is not null or new.phone_confirmed_at is not null or new.deleted_at is not null)
  execute function auth.delete_sign_ups();
