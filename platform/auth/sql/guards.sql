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

-- An app's session proves nothing about the person: it was never they who typed something in it.
create function auth.refuse_app_proof() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from auth.sessions where id = new.session_id and oauth_client_id is not null) then
    raise exception 'A session of an app proves nothing' using errcode = '23514';
  end if;
  return new;
end $$;

-- A session never changes hands.
create function auth.refuse_other_holder() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception 'A session stays with its holder' using errcode = '23514';
end $$;

create function auth.end_sessions_of_consent() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sessions where user_id = old.user_id and oauth_client_id = old.client_id;
  return null;
end $$;

-- An app is sent only to an address that it has registered, and its code is used once, for what one person allowed.
create function auth.guard_oauth_authorization() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.status = 'approved' and old.status = 'pending' then
    if not exists (select from auth.oauth_clients c, unnest(c.redirect_uris) as known
        where c.id = new.client_id and auth.without_loopback_port(known) = auth.without_loopback_port(new.redirect_uri)) then
      raise exception 'The address is not registered' using errcode = '23514';
    end if;
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if (new.client_id, new.redirect_uri, new.scopes, new.code_challenge, new.nonce, new.state)
      is distinct from (old.client_id, old.redirect_uri, old.scopes, old.code_challenge, old.nonce, old.state)
    or old.user_id is not null and new.user_id is distinct from old.user_id
    or old.status <> 'pending' and (new.status, new.authorization_code_hash) is distinct from (old.status, old.authorization_code_hash)
    or old.used_at is not null and new.used_at is distinct from old.used_at then
    raise exception 'A request of an app is answered once, and its code used once' using errcode = '23514';
  end if;
  if new.status = 'approved' and old.status = 'pending' and not exists (select from auth.oauth_consents
      where user_id = new.user_id and client_id = new.client_id and revoked_at is null and scopes @> new.scopes) then
    raise exception 'The person has not allowed this' using errcode = '23514';
  end if;
  return new;
end $$;

create trigger refuse_app_proof before insert on auth.mfa_amr_claims for each row execute function auth.refuse_app_proof();
create trigger refuse_other_holder before update of oauth_client_id, user_id on auth.sessions for each row
  when (new.oauth_client_id is distinct from old.oauth_client_id or new.user_id <> old.user_id)
  execute function auth.refuse_other_holder();
create trigger end_sessions_of_revoked after update of revoked_at on auth.oauth_consents for each row
  when (new.revoked_at is not null) execute function auth.end_sessions_of_consent();
create trigger end_sessions_of_deleted after delete on auth.oauth_consents for each row
  execute function auth.end_sessions_of_consent();
create trigger guard_oauth_authorization before insert or update on auth.oauth_authorizations for each row
  execute function auth.guard_oauth_authorization();
