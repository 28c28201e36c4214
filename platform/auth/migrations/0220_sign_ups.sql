-- What was typed for an address that nobody has proven yet, one row per author. As soon as there are two, nothing that was typed is the
-- account's any more: whoever confirms the address says which sign-up was theirs, or begins with a clean account.
set local role auth_admin;

create table auth.sign_ups (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  password_hash text,
  data jsonb not null default '{}',
  challenge text,
  created_at timestamptz not null default clock_timestamp()
);
comment on table auth.sign_ups is 'Kept until the address is confirmed. With one row the account carries its password and data, with several it carries neither';
comment on column auth.sign_ups.password_hash is 'argon2id in PHC form; null for people who sign in with codes';
comment on column auth.sign_ups.challenge is 'SHA-256 of the verifier that the author''s client keeps (PKCE), in base64url';
create index sign_ups_user_id_idx on auth.sign_ups (user_id, created_at);
create index sign_ups_created_at_idx on auth.sign_ups (created_at);

-- The last gate: an account with several unsettled sign-ups is never confirmed with a password.
create function auth.confirm_without_strangers() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from auth.sign_ups where user_id = new.id) > 1 then
    new.encrypted_password := null;
  end if;
  return new;
end $$;
create trigger confirm_without_strangers before update of email_confirmed_at, phone_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and old.phone_confirmed_at is null
    and (new.email_confirmed_at is not null or new.phone_confirmed_at is not null))
  execute function auth.confirm_without_strangers();

create function auth.forget_sign_ups() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.sign_ups where user_id = new.id;
  return null;
end $$;
create trigger forget_sign_ups after update of email_confirmed_at, phone_confirmed_at, deleted_at on auth.users for each row
  when (new.email_confirmed_at is not null or new.phone_confirmed_at is not null or new.deleted_at is not null)
  execute function auth.forget_sign_ups();

revoke execute on function auth.confirm_without_strangers(), auth.forget_sign_ups() from public;
reset role;
