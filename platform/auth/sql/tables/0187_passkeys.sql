-- Passkeys, and WebAuthn credentials as second factors. A challenge is deleted by the answer to it, so that an answer
-- works once.
set local role auth_admin;

alter table auth.mfa_factors drop constraint mfa_factors_factor_type_check;
alter table auth.mfa_factors add constraint mfa_factors_factor_type_check check (factor_type in ('totp', 'phone', 'webauthn'));

create table auth.webauthn_credentials (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  factor_id uuid unique references auth.mfa_factors on delete cascade,
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key bytea not null,
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null default '{}',
  aaguid uuid,
  is_backed_up boolean not null,
  friendly_name text check (length(friendly_name) between 1 and 120),
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table auth.webauthn_credentials is 'Public keys of devices. Without a factor it is a passkey, which signs in on its own; with one it is a second step only';
comment on column auth.webauthn_credentials.credential_id is 'As the device names it, in base64url';
comment on column auth.webauthn_credentials.public_key is 'COSE';
create index webauthn_credentials_user_id_idx on auth.webauthn_credentials (user_id, created_at);

create table auth.webauthn_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users on delete cascade,
  factor_id uuid references auth.mfa_factors on delete cascade,
  challenge text not null,
  created_at timestamptz not null default clock_timestamp(),
  check (factor_id is null or user_id is not null)
);
comment on table auth.webauthn_challenges is 'With a user it registers a passkey, without one it signs in; with a factor it is for that factor alone';
create index webauthn_challenges_user_id_idx on auth.webauthn_challenges (user_id);
create index webauthn_challenges_factor_id_idx on auth.webauthn_challenges (factor_id);
create index webauthn_challenges_created_at_idx on auth.webauthn_challenges (created_at);

reset role;
