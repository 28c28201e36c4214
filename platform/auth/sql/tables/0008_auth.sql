-- People who can sign in, their ways in, and their sessions, in the shape that clients of the GoTrue protocol know.
-- Only `auth_admin` touches these tables; secrets are kept as hashes, those of authenticator apps encrypted.
do $$
begin
  if not pg_has_role(current_user, 'auth_admin', 'MEMBER') then
    execute format('grant auth_admin to %I', current_user);
  end if;
end
$$;

create schema auth authorization auth_admin;
set local role auth_admin;
-- Functions of this role are nobody's either, unless they are granted.
alter default privileges revoke execute on functions from public;

grant usage on schema auth to anon, authenticated, authenticator, service_role;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text check (email = lower(email) and length(email) <= 255),
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change text,
  email_change_sent_at timestamptz,
  email_change_confirm_status smallint not null default 0 check (email_change_confirm_status between 0 and 3),
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  phone_confirmed_at timestamptz,
  phone_change text,
  phone_change_sent_at timestamptz,
  confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column auth.users.email_change_confirm_status is '1 once the new address agreed, 2 the current one, 3 both';
comment on column auth.users.encrypted_password is 'argon2id in PHC form; null when the person has no password';
comment on column auth.users.raw_user_meta_data is 'Written by the person: never a source of rights';
comment on column auth.users.raw_app_meta_data is 'Written by the service only';
create unique index users_email_key on auth.users (email) where not is_sso_user;
create unique index users_phone_key on auth.users (phone);
create index users_created_at_idx on auth.users (created_at desc, id);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}',
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email);

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'phone')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret text,
  phone text,
  last_used_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column auth.mfa_factors.last_used_step is 'The 30-second step of the last accepted code, so that a code works once';
create unique index mfa_factors_name_key on auth.mfa_factors (user_id, friendly_name) where friendly_name <> '';
create index mfa_factors_verified_idx on auth.mfa_factors (user_id) where status = 'verified';

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  code_hash text,
  attempts smallint not null default 0,
  ip_address text,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  factor_id uuid references auth.mfa_factors on delete set null,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  user_agent text,
  ip text,
  refreshed_at timestamptz,
  not_after timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id_idx on auth.sessions (user_id, created_at);

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  parent_id bigint references auth.refresh_tokens on delete cascade,
  token_hash text not null unique,
  derivation text,
  revoked boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column auth.refresh_tokens.derivation is 'Token = HMAC(parent token, derivation): a holder of the parent can be given the same child again although only hashes are kept';
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id, id);
create index refresh_tokens_parent_id_idx on auth.refresh_tokens (parent_id);

create table auth.mfa_amr_claims (
  session_id uuid not null references auth.sessions on delete cascade,
  authentication_method text not null,
  provider text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (session_id, authentication_method)
);

create table auth.flow_state (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  auth_code uuid not null unique default gen_random_uuid(),
  auth_code_issued_at timestamptz,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  authentication_method text not null,
  provider_type text not null,
  provider_access_token text,
  provider_refresh_token text,
  provider_state jsonb,
  referrer text,
  linking_target_id uuid references auth.users on delete cascade,
  created_at timestamptz not null default now()
);
comment on column auth.flow_state.provider_state is 'What the way back from a provider must match: its nonce and our own code verifier';
create index flow_state_user_id_idx on auth.flow_state (user_id, authentication_method, created_at desc);
create index flow_state_created_at_idx on auth.flow_state (created_at);

create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  token_type text not null check (token_type in ('confirmation', 'recovery', 'reauthentication',
    'email_change_new', 'email_change_current', 'phone_change')),
  token_hash text unique,
  code_hash text,
  relates_to text not null,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  unique (user_id, token_type)
);
comment on column auth.one_time_tokens.token_hash is 'SHA-256 of the token in a link';
comment on column auth.one_time_tokens.code_hash is 'Keyed hash of the six digits; void after five tries';
create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to, token_type);

create table auth.audit_log_entries (
  id bigint generated always as identity primary key,
  action text not null,
  actor_id uuid,
  payload jsonb not null default '{}',
  ip_address text,
  created_at timestamptz not null default now()
);
create index audit_log_entries_actor_idx on auth.audit_log_entries (actor_id, created_at desc);

create table auth.used_proofs (
  key text primary key,
  until timestamptz not null
);
comment on table auth.used_proofs is 'Hashes of what counts once only, such as a solved captcha or an assertion, for as long as it could be shown again';
create index used_proofs_until_idx on auth.used_proofs (until);

create table auth.ended_sessions (
  session_id uuid primary key,
  ended_at timestamptz not null default clock_timestamp(),
  ended_in xid8 not null default pg_current_xact_id()
);
comment on column auth.ended_sessions.ended_in is 'The transaction that ended it. A reader asks for all from the oldest transaction on that was still running at its last look, and so misses none, however late it committed';
create index ended_sessions_ended_in_idx on auth.ended_sessions (ended_in);
create index ended_sessions_ended_at_idx on auth.ended_sessions (ended_at);

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

create function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;

reset role;
