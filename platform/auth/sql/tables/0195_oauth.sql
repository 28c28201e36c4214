-- This service as an OAuth provider for other apps: the apps, what people allow them, and the sessions that they get.
-- Secrets and codes are stored as hashes. A session of an app has its client, and is never of the second level.
set local role auth_admin;

create table auth.oauth_clients (
  id uuid primary key default gen_random_uuid(),
  client_secret_hash text,
  registration_type text not null check (registration_type in ('dynamic', 'manual')),
  client_type text not null check (client_type in ('public', 'confidential')),
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('none', 'client_secret_basic', 'client_secret_post')),
  client_name text not null check (length(client_name) between 1 and 80),
  client_uri text check (length(client_uri) <= 500),
  logo_uri text check (length(logo_uri) <= 500),
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  grant_types text[] not null check (grant_types <@ array['authorization_code', 'refresh_token']
    and 'authorization_code' = any (grant_types)),
  scope text check (length(scope) between 1 and 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((client_type = 'public') = (token_endpoint_auth_method = 'none')),
  check ((client_type = 'public') = (client_secret_hash is null))
);
comment on table auth.oauth_clients is 'Other apps that people may sign in to with an account of this site';
comment on column auth.oauth_clients.client_secret_hash is 'SHA-256 of a random secret; null for apps that cannot keep one, such as those on phones';
comment on column auth.oauth_clients.scope is 'The scopes that it may ask for, separated by spaces; null for all';
create index oauth_clients_created_at_idx on auth.oauth_clients (created_at desc, id);

create table auth.oauth_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  client_id uuid not null references auth.oauth_clients on delete cascade,
  scopes text[] not null check (cardinality(scopes) > 0),
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  unique (user_id, client_id)
);
comment on table auth.oauth_consents is 'What a person has allowed an app to read; revoking it ends the sessions of the app';
create index oauth_consents_client_id_idx on auth.oauth_consents (client_id);

alter table auth.sessions
  add column oauth_client_id uuid references auth.oauth_clients on delete cascade,
  add column scopes text[],
  add constraint sessions_of_apps check (oauth_client_id is null or (aal = 'aal1' and factor_id is null and cardinality(scopes) > 0));
comment on column auth.sessions.oauth_client_id is 'The app that holds this session; null for the person''s own';
create index sessions_oauth_client_id_idx on auth.sessions (oauth_client_id, user_id) where oauth_client_id is not null;

create table auth.oauth_authorizations (
  id uuid primary key default gen_random_uuid(),
  client_id uuid not null references auth.oauth_clients on delete cascade,
  user_id uuid references auth.users on delete cascade,
  redirect_uri text not null check (length(redirect_uri) <= 500),
  scopes text[] not null check (cardinality(scopes) > 0),
  state text check (length(state) <= 2000),
  nonce text check (length(nonce) <= 500),
  code_challenge text not null check (code_challenge ~ '^[A-Za-z0-9_-]{43}$'),
  code_challenge_method text not null default 'S256' check (code_challenge_method = 'S256'),
  must_ask boolean not null default false,
  status text not null default 'pending' check (status in ('pending', 'approved', 'denied')),
  authorization_code_hash text unique,
  approved_in_session_id uuid references auth.sessions on delete set null,
  approved_at timestamptz,
  used_at timestamptz,
  session_id uuid references auth.sessions on delete set null,
  created_at timestamptz not null default now(),
  check ((status = 'approved') = (authorization_code_hash is not null and approved_at is not null)),
  check (status = 'pending' or user_id is not null),
  check (used_at is null or status = 'approved')
);
comment on table auth.oauth_authorizations is 'Requests of apps, each answered once by one person; the code of an approved one is used once';
comment on column auth.oauth_authorizations.user_id is 'The person who opened it first: nobody else can answer it';
comment on column auth.oauth_authorizations.must_ask is 'The app wants the person to be asked again';
comment on column auth.oauth_authorizations.approved_in_session_id is 'The code ends with the session that approved it';
comment on column auth.oauth_authorizations.session_id is 'The session that the code gave: a second use of the code ends it';
create index oauth_authorizations_created_at_idx on auth.oauth_authorizations (created_at);
create index oauth_authorizations_client_id_idx on auth.oauth_authorizations (client_id);
create index oauth_authorizations_user_id_idx on auth.oauth_authorizations (user_id);
create index oauth_authorizations_session_id_idx on auth.oauth_authorizations (session_id);
create index oauth_authorizations_approved_in_idx on auth.oauth_authorizations (approved_in_session_id);

reset role;
