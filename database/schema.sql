-- Generated from the database by `npm run generate`: read it to see what a new file of tables changes.

-- ====================================================================================================
schema auth

table auth.audit_log_entries
  id bigint not null identity
  action text not null
  actor_id uuid
  payload jsonb not null default '{}'::jsonb
  ip_address text
  created_at timestamp with time zone not null default now()
  constraint audit_log_entries_pkey PRIMARY KEY (id)
  index audit_log_entries_actor_idx USING btree (actor_id, created_at DESC)

table auth.ended_sessions
  session_id uuid not null
  ended_at timestamp with time zone not null default clock_timestamp()
  ended_in xid8 not null default pg_current_xact_id()  -- The transaction that ended it. A reader asks for all from the oldest transaction on that was still running at its last look, and so misses none, however late it committed
  constraint ended_sessions_pkey PRIMARY KEY (session_id)
  index ended_sessions_ended_at_idx USING btree (ended_at)
  index ended_sessions_ended_in_idx USING btree (ended_in)

table auth.flow_state
  id uuid not null default gen_random_uuid()
  user_id uuid
  auth_code uuid not null default gen_random_uuid()
  auth_code_issued_at timestamp with time zone
  code_challenge text
  code_challenge_method text
  authentication_method text not null
  provider_type text not null
  provider_access_token text
  provider_refresh_token text
  provider_state jsonb  -- What the way back from a provider must match: its nonce and our own code verifier
  referrer text
  linking_target_id uuid
  created_at timestamp with time zone not null default now()
  constraint flow_state_auth_code_key UNIQUE (auth_code)
  constraint flow_state_code_challenge_method_check CHECK ((code_challenge_method = ANY (ARRAY['s256'::text, 'plain'::text])))
  constraint flow_state_linking_target_id_fkey FOREIGN KEY (linking_target_id) REFERENCES auth.users(id) ON DELETE CASCADE
  constraint flow_state_pkey PRIMARY KEY (id)
  constraint flow_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  index flow_state_created_at_idx USING btree (created_at)
  index flow_state_user_id_idx USING btree (user_id, authentication_method, created_at DESC)

table auth.identities
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  provider text not null
  provider_id text not null
  identity_data jsonb not null default '{}'::jsonb
  email text generated as lower((identity_data ->> 'email'::text))
  last_sign_in_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint identities_pkey PRIMARY KEY (id)
  constraint identities_provider_provider_id_key UNIQUE (provider, provider_id)
  constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  index identities_email_idx USING btree (email)
  index identities_user_id_idx USING btree (user_id)

table auth.mfa_amr_claims
  session_id uuid not null
  authentication_method text not null
  provider text
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint mfa_amr_claims_pkey PRIMARY KEY (session_id, authentication_method)
  constraint mfa_amr_claims_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE

table auth.mfa_challenges
  id uuid not null default gen_random_uuid()
  factor_id uuid not null
  code_hash text
  attempts smallint not null default 0
  ip_address text
  verified_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  constraint mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
  constraint mfa_challenges_pkey PRIMARY KEY (id)
  index mfa_challenges_factor_id_idx USING btree (factor_id)

table auth.mfa_factors
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  friendly_name text
  factor_type text not null
  status text not null default 'unverified'::text
  secret text
  phone text
  last_used_step bigint  -- The 30-second step of the last accepted code, so that a code works once
  last_challenged_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint mfa_factors_factor_type_check CHECK ((factor_type = ANY (ARRAY['totp'::text, 'phone'::text, 'webauthn'::text])))
  constraint mfa_factors_pkey PRIMARY KEY (id)
  constraint mfa_factors_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text])))
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  UNIQUE index mfa_factors_name_key USING btree (user_id, friendly_name) WHERE (friendly_name <> ''::text)
  index mfa_factors_verified_idx USING btree (user_id) WHERE (status = 'verified'::text)

table auth.oauth_authorizations  -- Requests of apps, each answered once by one person; the code of an approved one is used once
  id uuid not null default gen_random_uuid()
  client_id uuid not null
  user_id uuid  -- The person who opened it first: nobody else can answer it
  redirect_uri text not null
  scopes text[] not null
  state text
  nonce text
  code_challenge text not null
  code_challenge_method text not null default 'S256'::text
  must_ask boolean not null default false  -- The app wants the person to be asked again
  status text not null default 'pending'::text
  authorization_code_hash text
  approved_in_session_id uuid  -- The code ends with the session that approved it
  approved_at timestamp with time zone
  used_at timestamp with time zone
  session_id uuid  -- The session that the code gave: a second use of the code ends it
  created_at timestamp with time zone not null default now()
  constraint oauth_authorizations_approved_in_session_id_fkey FOREIGN KEY (approved_in_session_id) REFERENCES auth.sessions(id) ON DELETE SET NULL
  constraint oauth_authorizations_authorization_code_hash_key UNIQUE (authorization_code_hash)
  constraint oauth_authorizations_check CHECK (((status = 'approved'::text) = ((authorization_code_hash IS NOT NULL) AND (approved_at IS NOT NULL))))
  constraint oauth_authorizations_check1 CHECK (((status = 'pending'::text) OR (user_id IS NOT NULL)))
  constraint oauth_authorizations_check2 CHECK (((used_at IS NULL) OR (status = 'approved'::text)))
  constraint oauth_authorizations_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.oauth_clients(id) ON DELETE CASCADE
  constraint oauth_authorizations_code_challenge_check CHECK ((code_challenge ~ '^[A-Za-z0-9_-]{43}$'::text))
  constraint oauth_authorizations_code_challenge_method_check CHECK ((code_challenge_method = 'S256'::text))
  constraint oauth_authorizations_nonce_check CHECK ((length(nonce) <= 500))
  constraint oauth_authorizations_pkey PRIMARY KEY (id)
  constraint oauth_authorizations_redirect_uri_check CHECK ((length(redirect_uri) <= 500))
  constraint oauth_authorizations_scopes_check CHECK ((cardinality(scopes) > 0))
  constraint oauth_authorizations_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE SET NULL
  constraint oauth_authorizations_state_check CHECK ((length(state) <= 2000))
  constraint oauth_authorizations_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text])))
  constraint oauth_authorizations_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  index oauth_authorizations_approved_in_idx USING btree (approved_in_session_id)
  index oauth_authorizations_client_id_idx USING btree (client_id)
  index oauth_authorizations_created_at_idx USING btree (created_at)
  index oauth_authorizations_session_id_idx USING btree (session_id)
  index oauth_authorizations_user_id_idx USING btree (user_id)

table auth.oauth_clients  -- Other apps that people may sign in to with an account of this site
  id uuid not null default gen_random_uuid()
  client_secret_hash text  -- SHA-256 of a random secret; null for apps that cannot keep one, such as those on phones
  registration_type text not null
  client_type text not null
  token_endpoint_auth_method text not null
  client_name text not null
  client_uri text
  logo_uri text
  redirect_uris text[] not null
  grant_types text[] not null
  scope text  -- The scopes that it may ask for, separated by spaces; null for all
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint oauth_clients_check CHECK (((client_type = 'public'::text) = (token_endpoint_auth_method = 'none'::text)))
  constraint oauth_clients_check1 CHECK (((client_type = 'public'::text) = (client_secret_hash IS NULL)))
  constraint oauth_clients_client_name_check CHECK (((length(client_name) >= 1) AND (length(client_name) <= 80)))
  constraint oauth_clients_client_type_check CHECK ((client_type = ANY (ARRAY['public'::text, 'confidential'::text])))
  constraint oauth_clients_client_uri_check CHECK ((length(client_uri) <= 500))
  constraint oauth_clients_grant_types_check CHECK (((grant_types <@ ARRAY['authorization_code'::text, 'refresh_token'::text]) AND ('authorization_code'::text = ANY (grant_types))))
  constraint oauth_clients_logo_uri_check CHECK ((length(logo_uri) <= 500))
  constraint oauth_clients_pkey PRIMARY KEY (id)
  constraint oauth_clients_redirect_uris_check CHECK (((cardinality(redirect_uris) >= 1) AND (cardinality(redirect_uris) <= 10)))
  constraint oauth_clients_registration_type_check CHECK ((registration_type = ANY (ARRAY['dynamic'::text, 'manual'::text])))
  constraint oauth_clients_scope_check CHECK (((length(scope) >= 1) AND (length(scope) <= 100)))
  constraint oauth_clients_token_endpoint_auth_method_check CHECK ((token_endpoint_auth_method = ANY (ARRAY['none'::text, 'client_secret_basic'::text, 'client_secret_post'::text])))
  index oauth_clients_created_at_idx USING btree (created_at DESC, id)

table auth.oauth_consents  -- What a person has allowed an app to read; revoking it ends the sessions of the app
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  client_id uuid not null
  scopes text[] not null
  granted_at timestamp with time zone not null default now()
  revoked_at timestamp with time zone
  constraint oauth_consents_client_id_fkey FOREIGN KEY (client_id) REFERENCES auth.oauth_clients(id) ON DELETE CASCADE
  constraint oauth_consents_pkey PRIMARY KEY (id)
  constraint oauth_consents_scopes_check CHECK ((cardinality(scopes) > 0))
  constraint oauth_consents_user_id_client_id_key UNIQUE (user_id, client_id)
  constraint oauth_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  index oauth_consents_client_id_idx USING btree (client_id)

table auth.one_time_tokens
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  token_type text not null
  token_hash text  -- SHA-256 of the token in a link
  code_hash text  -- Keyed hash of the six digits; void after five tries
  relates_to text not null
  attempts smallint not null default 0
  created_at timestamp with time zone not null default now()
  constraint one_time_tokens_pkey PRIMARY KEY (id)
  constraint one_time_tokens_token_hash_key UNIQUE (token_hash)
  constraint one_time_tokens_token_type_check CHECK ((token_type = ANY (ARRAY['confirmation'::text, 'recovery'::text, 'reauthentication'::text, 'email_change_new'::text, 'email_change_current'::text, 'phone_change'::text])))
  constraint one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  constraint one_time_tokens_user_id_token_type_key UNIQUE (user_id, token_type)
  index one_time_tokens_relates_to_idx USING btree (relates_to, token_type)

table auth.refresh_tokens
  id bigint not null identity
  session_id uuid not null
  parent_id bigint
  token_hash text not null
  derivation text  -- Token = HMAC(parent token, derivation): a holder of the parent can be given the same child again although only hashes are kept
  revoked boolean not null default false
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint refresh_tokens_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES auth.refresh_tokens(id) ON DELETE CASCADE
  constraint refresh_tokens_pkey PRIMARY KEY (id)
  constraint refresh_tokens_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
  constraint refresh_tokens_token_hash_key UNIQUE (token_hash)
  index refresh_tokens_parent_id_idx USING btree (parent_id)
  index refresh_tokens_session_id_idx USING btree (session_id, id)

table auth.sessions
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  factor_id uuid
  aal text not null default 'aal1'::text
  user_agent text
  ip text
  refreshed_at timestamp with time zone
  not_after timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  oauth_client_id uuid  -- The app that holds this session; null for the person's own
  scopes text[]
  constraint sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text])))
  constraint sessions_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE SET NULL
  constraint sessions_oauth_client_id_fkey FOREIGN KEY (oauth_client_id) REFERENCES auth.oauth_clients(id) ON DELETE CASCADE
  constraint sessions_of_apps CHECK (((oauth_client_id IS NULL) OR ((aal = 'aal1'::text) AND (factor_id IS NULL) AND (cardinality(scopes) > 0))))
  constraint sessions_pkey PRIMARY KEY (id)
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  index sessions_oauth_client_id_idx USING btree (oauth_client_id, user_id) WHERE (oauth_client_id IS NOT NULL)
  index sessions_user_id_idx USING btree (user_id, created_at)

table auth.sign_ups  -- Kept until the address is confirmed. With one row the account carries its password and data, with several it carries neither
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  password_hash text  -- argon2id in PHC form; null for people who sign in with codes
  data jsonb not null default '{}'::jsonb
  challenge text  -- SHA-256 of the verifier that the author's client keeps (PKCE), in base64url
  created_at timestamp with time zone not null default clock_timestamp()
  constraint sign_ups_pkey PRIMARY KEY (id)
  constraint sign_ups_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  index sign_ups_created_at_idx USING btree (created_at)
  index sign_ups_user_id_idx USING btree (user_id, created_at)

table auth.used_proofs  -- Hashes of what counts once only, such as a solved captcha or an assertion, for as long as it could be shown again
  key text not null
  until timestamp with time zone not null
  constraint used_proofs_pkey PRIMARY KEY (key)
  index used_proofs_until_idx USING btree (until)

table auth.users
  id uuid not null default gen_random_uuid()
  aud text not null default 'authenticated'::text
  role text not null default 'authenticated'::text
  email text
  encrypted_password text  -- argon2id in PHC form; null when the person has no password
  email_confirmed_at timestamp with time zone
  invited_at timestamp with time zone
  confirmation_sent_at timestamp with time zone
  recovery_sent_at timestamp with time zone
  email_change text
  email_change_sent_at timestamp with time zone
  email_change_confirm_status smallint not null default 0  -- 1 once the new address agreed, 2 the current one, 3 both
  phone text
  phone_confirmed_at timestamp with time zone
  phone_change text
  phone_change_sent_at timestamp with time zone
  confirmed_at timestamp with time zone generated as LEAST(email_confirmed_at, phone_confirmed_at)
  reauthentication_sent_at timestamp with time zone
  last_sign_in_at timestamp with time zone
  raw_app_meta_data jsonb not null default '{}'::jsonb  -- Written by the service only
  raw_user_meta_data jsonb not null default '{}'::jsonb  -- Written by the person: never a source of rights
  is_sso_user boolean not null default false
  is_anonymous boolean not null default false
  banned_until timestamp with time zone
  deleted_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint users_email_change_confirm_status_check CHECK (((email_change_confirm_status >= 0) AND (email_change_confirm_status <= 3)))
  constraint users_email_check CHECK (((email = lower(email)) AND (length(email) <= 255)))
  constraint users_phone_check CHECK ((phone ~ '^[1-9][0-9]{1,14}$'::text))
  constraint users_pkey PRIMARY KEY (id)
  UNIQUE index users_email_key USING btree (email) WHERE (NOT is_sso_user)
  UNIQUE index users_phone_key USING btree (phone)
  index users_created_at_idx USING btree (created_at DESC, id)

table auth.webauthn_challenges  -- With a user it registers a passkey, without one it signs in; with a factor it is for that factor alone
  id uuid not null default gen_random_uuid()
  user_id uuid
  factor_id uuid
  challenge text not null
  created_at timestamp with time zone not null default clock_timestamp()
  constraint webauthn_challenges_check CHECK (((factor_id IS NULL) OR (user_id IS NOT NULL)))
  constraint webauthn_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
  constraint webauthn_challenges_pkey PRIMARY KEY (id)
  constraint webauthn_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  index webauthn_challenges_created_at_idx USING btree (created_at)
  index webauthn_challenges_factor_id_idx USING btree (factor_id)
  index webauthn_challenges_user_id_idx USING btree (user_id)

table auth.webauthn_credentials  -- Public keys of devices. Without a factor it is a passkey, which signs in on its own; with one it is a second step only
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  factor_id uuid
  credential_id text not null  -- As the device names it, in base64url
  public_key bytea not null  -- COSE
  sign_count bigint not null
  transports text[] not null default '{}'::text[]
  aaguid uuid
  is_backed_up boolean not null
  friendly_name text
  last_used_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint webauthn_credentials_credential_id_check CHECK ((length(credential_id) <= 1400))
  constraint webauthn_credentials_credential_id_key UNIQUE (credential_id)
  constraint webauthn_credentials_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE
  constraint webauthn_credentials_factor_id_key UNIQUE (factor_id)
  constraint webauthn_credentials_friendly_name_check CHECK (((length(friendly_name) >= 1) AND (length(friendly_name) <= 120)))
  constraint webauthn_credentials_pkey PRIMARY KEY (id)
  constraint webauthn_credentials_sign_count_check CHECK ((sign_count >= 0))
  constraint webauthn_credentials_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  index webauthn_credentials_user_id_idx USING btree (user_id, created_at)

-- ====================================================================================================
schema codes

table codes.codes
  id uuid not null default gen_random_uuid()
  hand_over_id uuid not null
  nominee text
  version integer not null
  hash bytea not null
  created_at timestamp with time zone not null default clock_timestamp()
  notified_at timestamp with time zone
  used_at timestamp with time zone
  ended_at timestamp with time zone
  derived_from uuid  -- The hand-over whose code of derived_version this one shows; null: its own, of its own version.
  derived_version integer
  constraint a_version_is_made_once UNIQUE (hand_over_id, version)
  constraint codes_derived_from_fkey FOREIGN KEY (derived_from) REFERENCES hand_overs(id)
  constraint codes_derived_version_check CHECK ((derived_version > 0))
  constraint codes_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint codes_hash_check CHECK ((octet_length(hash) = 32))
  constraint codes_nominee_check CHECK (((char_length(TRIM(BOTH FROM nominee)) >= 2) AND (char_length(TRIM(BOTH FROM nominee)) <= 80)))
  constraint codes_pkey PRIMARY KEY (id)
  constraint codes_version_check CHECK ((version > 0))
  constraint derived_from_a_version CHECK (((derived_from IS NULL) = (derived_version IS NULL)))
  UNIQUE index one_living_code USING btree (hand_over_id, ((nominee IS NULL))) WHERE ((used_at IS NULL) AND (ended_at IS NULL))
  index codes_derived_from USING btree (derived_from) WHERE (derived_from IS NOT NULL)

table codes.locks
  hand_over_id uuid not null
  wrong integer not null default 0
  locked_until timestamp with time zone
  constraint locks_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint locks_pkey PRIMARY KEY (hand_over_id)

table codes.wrong_tries
  id bigint not null identity
  hand_over_id uuid not null
  person_id uuid not null
  at timestamp with time zone not null default clock_timestamp()
  constraint wrong_tries_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint wrong_tries_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id)
  constraint wrong_tries_pkey PRIMARY KEY (id)
  index wrong_tries_lately USING btree (at)
  index wrong_tries_of_person USING btree (person_id, at)

-- ====================================================================================================
schema jobs

table jobs.queue  -- Jobs to run; a finished one is deleted.
  id bigint not null identity
  task text not null
  payload jsonb not null default '{}'::jsonb
  job_key text  -- At most one job per key: enqueuing again replaces payload and time.
  run_at timestamp with time zone not null default now()
  attempts integer not null default 0
  revision integer not null default 0  -- Rises when a job is enqueued again, so that a run in progress does not swallow the newer request.
  held_by uuid
  held_until timestamp with time zone  -- The runner pushes this ahead while it lives; past it, any runner may take the job.
  last_error text
  failed_at timestamp with time zone  -- Set when all attempts are spent; the row stays for an operator to see.
  created_at timestamp with time zone not null default now()
  constraint queue_check CHECK (((held_by IS NULL) = (held_until IS NULL)))
  constraint queue_job_key_check CHECK (((char_length(job_key) >= 1) AND (char_length(job_key) <= 300)))
  constraint queue_job_key_key UNIQUE (job_key)
  constraint queue_pkey PRIMARY KEY (id)
  constraint queue_task_check CHECK ((task ~ '^[a-z][a-z0-9_.:-]{0,99}$'::text))
  index queue_by_task USING btree (task, run_at) WHERE (failed_at IS NULL)
  index queue_due USING btree (run_at, id) WHERE (failed_at IS NULL)
  index queue_failed USING btree (failed_at) WHERE (failed_at IS NOT NULL)

table jobs.schedules  -- Repeated tasks and when each is due next; shared by all processes, so each turn happens once.
  task text not null
  every_seconds integer not null
  next_run_at timestamp with time zone not null default now()
  constraint schedules_every_seconds_check CHECK (((every_seconds >= 1) AND (every_seconds <= 2592000)))
  constraint schedules_pkey PRIMARY KEY (task)
  constraint schedules_task_check CHECK ((task ~ '^[a-z][a-z0-9_.:-]{0,99}$'::text))

-- ====================================================================================================
schema ledger

table ledger.account_kinds  -- The chart of accounts.
  kind text not null
  side text not null
  owner text not null
  is_limited boolean not null
  constraint account_kinds_kind_is_limited_key UNIQUE (kind, is_limited)
  constraint account_kinds_owner_check CHECK ((owner = ANY (ARRAY['platform'::text, 'order'::text, 'person'::text, 'vendor'::text, 'payment'::text, 'refund'::text, 'payout'::text, 'place'::text, 'ajo_member'::text])))
  constraint account_kinds_pkey PRIMARY KEY (kind)
  constraint account_kinds_side_check CHECK ((side = ANY (ARRAY['asset'::text, 'liability'::text, 'income'::text, 'expense'::text])))

table ledger.accounts  -- An account for each kind and owner, opened by its first movement.
  id uuid not null
  kind text not null
  owner_id uuid
  is_limited boolean not null
  debits_kobo bigint not null default 0  -- Running totals stand on limited accounts alone, so that the platform's own are no row that everybody locks.
  credits_kobo bigint not null default 0
  held_kobo bigint not null default 0  -- Promised to a payment that has begun: neither spent nor free.
  balance_kobo bigint not null generated as ((credits_kobo - debits_kobo) - held_kobo)  -- What may be spent, of a limited account.
  opened_at timestamp with time zone not null default clock_timestamp()
  constraint accounts_credits_kobo_check CHECK ((credits_kobo >= 0))
  constraint accounts_debits_kobo_check CHECK ((debits_kobo >= 0))
  constraint accounts_held_kobo_check CHECK ((held_kobo >= 0))
  constraint accounts_id_kind_key UNIQUE (id, kind)
  constraint accounts_kind_is_limited_fkey FOREIGN KEY (kind, is_limited) REFERENCES ledger.account_kinds(kind, is_limited)
  constraint accounts_kind_owner_id_key UNIQUE NULLS NOT DISTINCT (kind, owner_id)
  constraint accounts_pkey PRIMARY KEY (id)
  constraint never_overdrawn CHECK (((NOT is_limited) OR ((debits_kobo + held_kobo) <= credits_kobo)))
  index accounts_by_age USING btree (kind, opened_at DESC, id)
  index accounts_with_money USING btree (kind, opened_at DESC, id) WHERE 
CASE
    WHEN is_limited THEN (debits_kobo <> credits_kobo)
    ELSE true
END

table ledger.journals  -- A business event; its key is made of business facts, so that a replay meets the first.
  id uuid not null
  key text not null
  content bytea not null  -- Hash of the lines: the same key with other lines is refused.
  cause text not null
  actor_id uuid
  reason text
  posted_at timestamp with time zone not null default clock_timestamp()
  constraint journals_key_check CHECK (((char_length(key) >= 3) AND (char_length(key) <= 200)))
  constraint journals_key_key UNIQUE (key)
  constraint journals_pkey PRIMARY KEY (id)
  constraint journals_reason_check CHECK ((char_length(reason) <= 300))

table ledger.movements  -- Every other pair of accounts is refused by foreign key.
  kind text not null
  debit_kind text not null
  credit_kind text not null
  constraint movements_credit_kind_fkey FOREIGN KEY (credit_kind) REFERENCES ledger.account_kinds(kind)
  constraint movements_debit_kind_fkey FOREIGN KEY (debit_kind) REFERENCES ledger.account_kinds(kind)
  constraint movements_kind_debit_kind_credit_kind_key UNIQUE (kind, debit_kind, credit_kind)
  constraint movements_pkey PRIMARY KEY (kind)

table ledger.transfers  -- Movements: an amount from the debited to the credited account. Append-only; a correction is a new row.
  id uuid not null
  journal_id uuid not null
  line integer not null
  kind text not null
  debit_id uuid not null
  debit_kind text not null
  credit_id uuid not null
  credit_kind text not null
  amount_kobo bigint not null
  phase text not null default 'posted'::text  -- posted: done. held: promised, until it is taken (in part or whole) or freed by a later row that names it.
  hold_id uuid
  expires_at timestamp with time zone
  posted_at timestamp with time zone not null default clock_timestamp()
  constraint a_hold_ends CHECK (((phase = 'held'::text) = (expires_at IS NOT NULL)))
  constraint a_hold_ends_once CHECK (((phase = ANY (ARRAY['captured'::text, 'voided'::text])) = (hold_id IS NOT NULL)))
  constraint transfers_amount_kobo_check CHECK (((amount_kobo >= 1) AND (amount_kobo <= '99999999999999'::bigint)))
  constraint transfers_credit_id_credit_kind_fkey FOREIGN KEY (credit_id, credit_kind) REFERENCES ledger.accounts(id, kind)
  constraint transfers_debit_id_debit_kind_fkey FOREIGN KEY (debit_id, debit_kind) REFERENCES ledger.accounts(id, kind)
  constraint transfers_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES ledger.transfers(id)
  constraint transfers_hold_id_key UNIQUE (hold_id)
  constraint transfers_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES ledger.journals(id)
  constraint transfers_journal_id_line_key UNIQUE (journal_id, line)
  constraint transfers_kind_debit_kind_credit_kind_fkey FOREIGN KEY (kind, debit_kind, credit_kind) REFERENCES ledger.movements(kind, debit_kind, credit_kind)
  constraint transfers_line_check CHECK (((line >= 1) AND (line <= 1000)))
  constraint transfers_phase_check CHECK ((phase = ANY (ARRAY['posted'::text, 'held'::text, 'captured'::text, 'voided'::text])))
  constraint transfers_pkey PRIMARY KEY (id)
  constraint two_accounts CHECK ((debit_id <> credit_id))
  index transfers_by_moment USING btree (posted_at)
  index transfers_credited USING btree (credit_id, posted_at)
  index transfers_debited USING btree (debit_id, posted_at)
  index transfers_held USING btree (expires_at) WHERE (phase = 'held'::text)

-- ====================================================================================================
schema limits

unlogged table limits.buckets
  key text not null
  full_at timestamp with time zone not null  -- When the bucket will be as full as it can be again; the past means full
  constraint buckets_pkey PRIMARY KEY (key)
  index buckets_full_at_idx USING btree (full_at)

-- ====================================================================================================
schema local_gateway

table local_gateway.disputes
  id bigint not null identity
  reference text not null
  amount_kobo bigint not null
  status text not null default 'awaiting-merchant-feedback'::text
  resolution text
  created_at timestamp with time zone not null default now()
  resolved_at timestamp with time zone
  constraint disputes_amount_kobo_check CHECK ((amount_kobo > 0))
  constraint disputes_pkey PRIMARY KEY (id)
  constraint disputes_reference_fkey FOREIGN KEY (reference) REFERENCES local_gateway.payments(reference)
  constraint disputes_resolution_check CHECK ((resolution = ANY (ARRAY['merchant-accepted'::text, 'declined'::text])))
  constraint disputes_status_check CHECK ((status = ANY (ARRAY['awaiting-merchant-feedback'::text, 'awaiting-bank-feedback'::text, 'pending'::text, 'resolved'::text])))
  constraint resolved_with_a_resolution CHECK (((status = 'resolved'::text) = (resolution IS NOT NULL)))
  index disputes_by_time USING btree (created_at)
  index disputes_of_payment USING btree (reference)

table local_gateway.events  -- Webhooks to be delivered, as signed: again every 3 minutes, and up to 4 times.
  id bigint not null identity
  body text not null
  due_at timestamp with time zone not null default now()
  attempts integer not null default 0
  delivered_at timestamp with time zone
  constraint events_pkey PRIMARY KEY (id)
  index events_due USING btree (due_at) WHERE (delivered_at IS NULL)

table local_gateway.payees
  code text not null
  bank_code text not null
  account_number text not null
  name text not null
  constraint payees_bank_code_account_number_key UNIQUE (bank_code, account_number)
  constraint payees_pkey PRIMARY KEY (code)

table local_gateway.payments
  reference text not null
  id bigint not null identity
  requested_kobo bigint not null
  paid_kobo bigint
  email text not null
  return_url text not null
  cancel_url text not null
  status text not null default 'abandoned'::text  -- As Paystack names it; nobody has opened the page of an abandoned one.
  refunds_end text not null default 'processed'::text
  succeeds_at timestamp with time zone  -- A slow bank: the payment succeeds then.
  paid_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  fees_kobo bigint not null default 0
  settlement_id bigint
  constraint payments_fees_kobo_check CHECK ((fees_kobo >= 0))
  constraint payments_id_key UNIQUE (id)
  constraint payments_paid_kobo_check CHECK ((paid_kobo > 0))
  constraint payments_pkey PRIMARY KEY (reference)
  constraint payments_reference_check CHECK ((reference ~ '^[A-Za-z0-9.=-]{1,100}$'::text))
  constraint payments_refunds_end_check CHECK ((refunds_end = ANY (ARRAY['processed'::text, 'failed'::text, 'needs-attention'::text])))
  constraint payments_requested_kobo_check CHECK ((requested_kobo > 0))
  constraint payments_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES local_gateway.settlements(id)
  constraint payments_status_check CHECK ((status = ANY (ARRAY['abandoned'::text, 'ongoing'::text, 'pending'::text, 'success'::text, 'failed'::text, 'reversed'::text])))
  index payments_by_time USING btree (created_at)
  index payments_on_their_way USING btree (succeeds_at) WHERE (succeeds_at IS NOT NULL)
  index payments_to_settle USING btree (paid_at) WHERE ((settlement_id IS NULL) AND (status = 'success'::text))

table local_gateway.payouts
  reference text not null
  payee_code text not null
  amount_kobo bigint not null
  status text not null default 'pending'::text
  created_at timestamp with time zone not null default now()
  constraint payouts_amount_kobo_check CHECK ((amount_kobo > 0))
  constraint payouts_payee_code_fkey FOREIGN KEY (payee_code) REFERENCES local_gateway.payees(code)
  constraint payouts_pkey PRIMARY KEY (reference)
  constraint payouts_reference_check CHECK ((reference ~ '^[a-z0-9_-]{16,50}$'::text))
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'success'::text, 'failed'::text, 'reversed'::text])))
  index payouts_on_their_way USING btree (created_at) WHERE (status = 'pending'::text)

table local_gateway.refunds
  id bigint not null identity
  reference text not null
  amount_kobo bigint not null
  status text not null default 'pending'::text
  note text not null default ''::text
  created_at timestamp with time zone not null default now()
  settlement_id bigint
  constraint refunds_amount_kobo_check CHECK ((amount_kobo > 0))
  constraint refunds_pkey PRIMARY KEY (id)
  constraint refunds_reference_fkey FOREIGN KEY (reference) REFERENCES local_gateway.payments(reference)
  constraint refunds_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES local_gateway.settlements(id)
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'processing'::text, 'processed'::text, 'failed'::text, 'needs-attention'::text])))
  index refunds_by_time USING btree (created_at)
  index refunds_of_payment USING btree (reference)
  index refunds_on_their_way USING btree (id) WHERE (status = ANY (ARRAY['pending'::text, 'processing'::text]))
  index refunds_to_settle USING btree (created_at) WHERE ((settlement_id IS NULL) AND (status = 'processed'::text))

table local_gateway.settlements
  id bigint not null identity
  total_kobo bigint not null
  fees_kobo bigint not null
  deducted_kobo bigint not null  -- What went back to payers meanwhile.
  created_at timestamp with time zone not null default now()
  constraint settlements_deducted_kobo_check CHECK ((deducted_kobo >= 0))
  constraint settlements_fees_kobo_check CHECK ((fees_kobo >= 0))
  constraint settlements_pkey PRIMARY KEY (id)
  constraint settlements_total_kobo_check CHECK ((total_kobo > 0))
  constraint something_arrives CHECK ((total_kobo > (fees_kobo + deducted_kobo)))

-- ====================================================================================================
schema mail

table mail.messages  -- One row per mail and recipient.
  id uuid not null default gen_random_uuid()
  kind text not null
  recipient text not null
  subject text not null
  text text  -- Null once handed over, because links in it open accounts; stored mails retain it.
  html text
  headers jsonb not null default '{}'::jsonb  -- Extra headers, e.g. List-Unsubscribe; line breaks are refused here too.
  status text not null default 'queued'::text
  attempts integer not null default 0
  last_error text
  delivered_to text  -- The server that took it, or `stored` when no mail server is configured.
  created_at timestamp with time zone not null default now()
  next_attempt_at timestamp with time zone not null default now()  -- While a sender holds the row this lies ahead, so that another may take over when that one dies.
  sent_at timestamp with time zone
  lane text not null default 'transactional'::text  -- codes: somebody is about to type it; transactional: what somebody did or must know now; anonymous: what anybody without an account can cause; bulk: nobody waits for it.
  due_at timestamp with time zone not null default now()  -- Before then nobody expects it to have gone out.
  constraint messages_attempts_check CHECK ((attempts >= 0))
  constraint messages_check CHECK (((status = 'sent'::text) = (sent_at IS NOT NULL)))
  constraint messages_check1 CHECK (((status <> 'queued'::text) OR (text IS NOT NULL)))
  constraint messages_headers_check CHECK (((jsonb_typeof(headers) = 'object'::text) AND ((headers)::text !~ '\\[rn]|\\u000[ad]'::text)))
  constraint messages_kind_check CHECK ((kind ~ '^[a-z0-9][a-z0-9_.:-]{0,62}$'::text))
  constraint messages_lane_check CHECK ((lane = ANY (ARRAY['codes'::text, 'transactional'::text, 'anonymous'::text, 'bulk'::text])))
  constraint messages_pkey PRIMARY KEY (id)
  constraint messages_recipient_check CHECK ((((char_length(recipient) >= 3) AND (char_length(recipient) <= 320)) AND (recipient ~ '^[^[:space:][:cntrl:],;<>"]+@[^[:space:][:cntrl:],;<>"@]+$'::text)))
  constraint messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
  constraint messages_subject_check CHECK ((((char_length(subject) >= 1) AND (char_length(subject) <= 255)) AND (subject !~ '[[:cntrl:]]'::text)))
  index messages_due USING btree (lane, next_attempt_at) WHERE (status = 'queued'::text)
  index messages_failed USING btree (created_at) WHERE (status = 'failed'::text)
  index messages_newest USING btree (created_at DESC)

-- ====================================================================================================
schema migrations

table migrations.applied
  name text not null
  applied_at timestamp with time zone not null default now()
  constraint applied_pkey PRIMARY KEY (name)

table migrations.definitions
  kind text not null
  name text not null
  sql text not null
  place integer not null
  retired_in text
  constraint definitions_pkey PRIMARY KEY (kind, name)

table migrations.release
  is_only boolean not null default true
  version text not null
  serves text
  digest text not null
  applied_at timestamp with time zone not null default now()
  constraint release_is_only_check CHECK (is_only)
  constraint release_pkey PRIMARY KEY (is_only)

-- ====================================================================================================
schema outbox

table outbox.entries with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_insert_scale_factor=0, vacuum_truncate=off)  -- One message to one recipient. The transaction that writes the message deletes the row, so each is written exactly once.
  id bigint not null identity
  message text not null  -- Name in domain/all-messages.ts.
  person_id uuid  -- A profile that also gets the notice; null for an address without an account. No foreign key: it would lock the person after their orders, against the order of locks (decision 0013).
  recipient text  -- E-mail address; null for people without one, who get only the notice.
  site_url text not null  -- Origin of the links.
  facts jsonb not null  -- The values of the message (domain/notices/facts-json.ts), as they were when it happened.
  created_at timestamp with time zone not null default now()
  attempts integer not null default 0
  next_attempt_at timestamp with time zone not null default now()
  last_error text  -- Why the last attempt failed; null before the first.
  constraint entries_facts_check CHECK ((jsonb_typeof(facts) = 'object'::text))
  constraint entries_last_error_check CHECK ((char_length(last_error) <= 1000))
  constraint entries_message_check CHECK ((message ~ '^[a-z][a-z-]{2,60}$'::text))
  constraint entries_pkey PRIMARY KEY (id)
  constraint entries_recipient_check CHECK (((char_length(recipient) >= 3) AND (char_length(recipient) <= 320)))
  constraint has_a_recipient CHECK ((num_nonnulls(person_id, recipient) > 0))
  index entries_due USING btree (next_attempt_at, id)

-- ====================================================================================================
schema public

sequence public.claim_numbers

sequence public.lot_numbers

sequence public.order_numbers

table public.account_suspensions  -- While a row is open, the login is banned (auth.users.banned_until): no session, no table, no command, no payout.
  id uuid not null default gen_random_uuid()
  person_id uuid not null
  reason text not null  -- Shown to the person at sign-in and by mail.
  suspended_by uuid not null
  suspended_at timestamp with time zone not null default clock_timestamp()
  ended_by uuid
  ended_at timestamp with time zone
  end_reason text
  by_chief boolean not null default false  -- A chief decided it, so only a chief can end it. Set by the guard.
  constraint account_suspensions_end_reason_check CHECK (((end_reason = TRIM(BOTH FROM end_reason)) AND ((char_length(end_reason) >= 10) AND (char_length(end_reason) <= 500))))
  constraint account_suspensions_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES profiles(id)
  constraint account_suspensions_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id)
  constraint account_suspensions_pkey PRIMARY KEY (id)
  constraint account_suspensions_reason_check CHECK (((reason = TRIM(BOTH FROM reason)) AND ((char_length(reason) >= 10) AND (char_length(reason) <= 500))))
  constraint account_suspensions_suspended_by_fkey FOREIGN KEY (suspended_by) REFERENCES profiles(id)
  constraint ended_as_a_whole CHECK ((num_nonnulls(ended_by, ended_at, end_reason) = ANY (ARRAY[0, 3])))
  UNIQUE index one_suspension_at_a_time USING btree (person_id) WHERE (ended_at IS NULL)
  index account_suspensions_by USING btree (suspended_by)
  index account_suspensions_of_person USING btree (person_id, suspended_at)

table public.addresses
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  label text not null
  recipient text not null
  phone text not null
  street text not null
  landmark text not null default ''::text
  state text not null
  lga text not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint addresses_label_check CHECK (((char_length(TRIM(BOTH FROM label)) >= 1) AND (char_length(TRIM(BOTH FROM label)) <= 40)))
  constraint addresses_landmark_check CHECK ((char_length(landmark) <= 160))
  constraint addresses_lga_check CHECK (((char_length(TRIM(BOTH FROM lga)) >= 2) AND (char_length(TRIM(BOTH FROM lga)) <= 60)))
  constraint addresses_phone_check CHECK ((phone ~ '^\+234[0-9]{10}$'::text))
  constraint addresses_pkey PRIMARY KEY (id)
  constraint addresses_recipient_check CHECK (((char_length(TRIM(BOTH FROM recipient)) >= 2) AND (char_length(TRIM(BOTH FROM recipient)) <= 80)))
  constraint addresses_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  constraint addresses_street_check CHECK (((char_length(TRIM(BOTH FROM street)) >= 4) AND (char_length(TRIM(BOTH FROM street)) <= 160)))
  constraint addresses_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id)
  constraint local_government_of_its_state FOREIGN KEY (state, lga) REFERENCES local_governments(state, name)
  index addresses_by_phone USING btree (phone_key(phone))
  index addresses_by_street USING btree (street_key(state, lga, street))
  index addresses_of_person USING btree (user_id)
  index addresses_of_state USING btree (state, user_id)

table public.advertisements
  id uuid not null default gen_random_uuid()
  page text not null
  position text not null
  title text not null
  image_url text
  link_url text
  status text not null default 'active'::text
  start_date timestamp with time zone not null
  end_date timestamp with time zone not null
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint advert_ends_after_it_starts CHECK ((end_date > start_date))
  constraint advert_is_within_reach CHECK (((start_date >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (end_date <= '2100-01-01 00:00:00+00'::timestamp with time zone)))
  constraint advertisements_page_check CHECK ((page = ANY (ARRAY['home'::text, 'products'::text, 'group-buys'::text, 'vendors'::text, 'blog'::text])))
  constraint advertisements_pkey PRIMARY KEY (id)
  constraint advertisements_position_check CHECK (("position" = ANY (ARRAY['top'::text, 'middle'::text, 'bottom'::text])))
  constraint advertisements_status_check CHECK ((status = ANY (ARRAY['active'::text, 'deleted'::text])))
  constraint advertisements_title_check CHECK (((char_length(TRIM(BOTH FROM title)) >= 2) AND (char_length(TRIM(BOTH FROM title)) <= 120)))
  constraint link_is_readable CHECK ((is_own_path(link_url) OR ((link_url ~ '^https://[^\s/\\@]+([/?#]\S*)?$'::text) AND (char_length(link_url) <= 2000))))
  constraint picture_is_on_this_site CHECK ((is_own_path(image_url) AND (image_url <> '/'::text)))
  index advertisements_by_end USING btree (status, end_date DESC, id)
  index advertisements_by_start USING btree (status, start_date DESC, id)
  index advertisements_by_title USING btree (status, title, id)
  index advertisements_shown USING btree (page, end_date, start_date) WHERE (status = 'active'::text)

table public.ajo_circles  -- Circles of ajo. The rules never change: people read them before they join.
  id uuid not null default gen_random_uuid()
  name text not null
  monthly_kobo bigint not null
  seats integer not null  -- Members that the circle starts with, no more and no fewer.
  months integer not null
  due_day integer not null  -- Day of the month on which each contribution is due.
  status text not null default 'forming'::text
  starter_id uuid not null  -- Shares the link and starts the circle once it is full; no other right.
  invitation text not null default replace((gen_random_uuid())::text, '-'::text, ''::text)  -- The secret part of the link that lets people read the rules and join.
  started_at timestamp with time zone
  ended_at timestamp with time zone
  created_at timestamp with time zone not null default clock_timestamp()
  kind text not null default 'basket'::text  -- basket: everybody orders each month, from their own money. turns: one member a month, from the sums of all.
  constraint a_turn_for_each_seat CHECK (((kind = 'basket'::text) OR (months = seats)))
  constraint ajo_circles_due_day_check CHECK (((due_day >= 1) AND (due_day <= 28)))
  constraint ajo_circles_id_monthly_kobo_key UNIQUE (id, monthly_kobo)
  constraint ajo_circles_invitation_check CHECK ((invitation ~ '^[0-9a-f]{32}$'::text))
  constraint ajo_circles_invitation_key UNIQUE (invitation)
  constraint ajo_circles_kind_check CHECK ((kind = ANY (ARRAY['basket'::text, 'turns'::text])))
  constraint ajo_circles_monthly_kobo_check CHECK (((monthly_kobo >= 100) AND (monthly_kobo <= 100000000)))
  constraint ajo_circles_months_check CHECK (((months >= 2) AND (months <= 12)))
  constraint ajo_circles_name_check CHECK (((char_length(btrim(name)) >= 3) AND (char_length(btrim(name)) <= 60)))
  constraint ajo_circles_pkey PRIMARY KEY (id)
  constraint ajo_circles_seats_check CHECK (((seats >= 3) AND (seats <= 20)))
  constraint ajo_circles_starter_id_fkey FOREIGN KEY (starter_id) REFERENCES profiles(id)
  constraint ajo_circles_status_check CHECK ((status = ANY (ARRAY['forming'::text, 'running'::text, 'ended'::text, 'cancelled'::text])))
  constraint ended_once_it_is_over CHECK (((status = ANY (ARRAY['ended'::text, 'cancelled'::text])) = (ended_at IS NOT NULL)))
  constraint started_once_it_runs CHECK (((status = ANY (ARRAY['running'::text, 'ended'::text])) = (started_at IS NOT NULL)))
  index ajo_circles_newest USING btree (created_at DESC, id)
  index ajo_circles_of_starter USING btree (starter_id)
  index ajo_circles_running USING btree (id) WHERE (status = 'running'::text)

table public.ajo_contributions  -- What each member pays for each month, written when the circle starts.
  id uuid not null default gen_random_uuid()
  circle_id uuid not null
  member_id uuid not null
  month integer not null
  amount_kobo bigint not null
  paid_at timestamp with time zone
  payment_id uuid
  reversed_at timestamp with time zone  -- When the payer's bank took the payment back.
  constraint ajo_contributions_member_id_month_key UNIQUE (member_id, month)
  constraint ajo_contributions_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint ajo_contributions_payment_id_key UNIQUE (payment_id)
  constraint ajo_contributions_pkey PRIMARY KEY (id)
  constraint of_a_month FOREIGN KEY (circle_id, month) REFERENCES ajo_months(circle_id, month)
  constraint of_its_circle FOREIGN KEY (member_id, circle_id) REFERENCES ajo_members(id, circle_id)
  constraint one_sum_for_everybody FOREIGN KEY (circle_id, amount_kobo) REFERENCES ajo_circles(id, monthly_kobo)
  constraint paid_by_a_payment CHECK (((paid_at IS NULL) = (payment_id IS NULL)))
  constraint reversed_once_paid CHECK (((reversed_at IS NULL) OR (paid_at IS NOT NULL)))
  index ajo_contributions_of_circle USING btree (circle_id, month)
  index ajo_contributions_open USING btree (member_id, month) WHERE (paid_at IS NULL)

table public.ajo_members  -- People of a circle. Each has a ledger account `ajo`, whose owner is this id.
  id uuid not null default gen_random_uuid()
  circle_id uuid not null
  person_id uuid not null
  status text not null default 'joined'::text  -- joined: the circle has not started. left: by themselves. defaulted: a month was not paid. finished: the circle ended.
  joined_at timestamp with time zone not null default clock_timestamp()
  ended_at timestamp with time zone
  turn integer  -- The month that is theirs, drawn when a circle of turns starts.
  constraint ajo_members_circle_id_fkey FOREIGN KEY (circle_id) REFERENCES ajo_circles(id)
  constraint ajo_members_circle_id_person_id_key UNIQUE (circle_id, person_id)
  constraint ajo_members_id_circle_id_key UNIQUE (id, circle_id)
  constraint ajo_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id)
  constraint ajo_members_pkey PRIMARY KEY (id)
  constraint ajo_members_status_check CHECK ((status = ANY (ARRAY['joined'::text, 'active'::text, 'left'::text, 'defaulted'::text, 'finished'::text])))
  constraint ajo_members_turn_check CHECK (((turn >= 1) AND (turn <= 12)))
  constraint ended_once_it_is_over CHECK (((status = ANY (ARRAY['left'::text, 'defaulted'::text, 'finished'::text])) = (ended_at IS NOT NULL)))
  constraint one_turn_each UNIQUE (circle_id, turn)
  index ajo_members_of_person USING btree (person_id)

table public.ajo_months  -- Months of a circle: until they close, members pay and vote; then the circle buys.
  circle_id uuid not null
  month integer not null
  due_on date not null
  closes_at timestamp with time zone not null
  closed_at timestamp with time zone
  group_buy_id uuid
  quantity integer  -- Units that each member gets.
  outcome text  -- no_votes: there was no vote for a buy that was still open. not_enough: the money, or what was left of the buys, did not do. void: the turn of a person who had dropped out.
  constraint ajo_months_circle_id_fkey FOREIGN KEY (circle_id) REFERENCES ajo_circles(id)
  constraint ajo_months_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id)
  constraint ajo_months_month_check CHECK (((month >= 1) AND (month <= 12)))
  constraint ajo_months_outcome_check CHECK ((outcome = ANY (ARRAY['bought'::text, 'no_votes'::text, 'not_enough'::text, 'void'::text])))
  constraint ajo_months_pkey PRIMARY KEY (circle_id, month)
  constraint ajo_months_quantity_check CHECK ((quantity > 0))
  constraint bought_with_a_buy CHECK ((((NOT (outcome IS DISTINCT FROM 'bought'::text)) = (group_buy_id IS NOT NULL)) AND ((group_buy_id IS NULL) = (quantity IS NULL))))
  constraint closed_with_an_outcome CHECK (((closed_at IS NULL) = (outcome IS NULL)))
  constraint closes_a_week_after_it_is_due CHECK ((closes_at = (((due_on + 8))::timestamp without time zone AT TIME ZONE 'Africa/Lagos'::text)))
  index ajo_months_of_buy USING btree (group_buy_id) WHERE (group_buy_id IS NOT NULL)
  index ajo_months_open USING btree (closes_at) WHERE (closed_at IS NULL)

table public.ajo_orders  -- A member's order of a month, paid from their own account in the circle.
  member_id uuid not null
  circle_id uuid not null
  month integer not null
  order_id uuid not null
  payment_id uuid not null
  constraint ajo_orders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint ajo_orders_order_id_key UNIQUE (order_id)
  constraint ajo_orders_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint ajo_orders_payment_id_key UNIQUE (payment_id)
  constraint ajo_orders_pkey PRIMARY KEY (member_id, month)
  constraint of_a_month FOREIGN KEY (circle_id, month) REFERENCES ajo_months(circle_id, month)
  constraint of_its_circle FOREIGN KEY (member_id, circle_id) REFERENCES ajo_members(id, circle_id)
  index ajo_orders_of_circle USING btree (circle_id, month)

table public.ajo_payments  -- Attempts to pay a contribution at the gateway.
  payment_id uuid not null
  contribution_id uuid not null
  constraint ajo_payments_contribution_id_fkey FOREIGN KEY (contribution_id) REFERENCES ajo_contributions(id)
  constraint ajo_payments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint ajo_payments_pkey PRIMARY KEY (payment_id)
  index ajo_payments_of_contribution USING btree (contribution_id)

table public.ajo_pot_parts  -- Sums of each month of a circle of turns, and whose they became. Giver and receiver are the same if it stayed their own.
  giver_id uuid not null
  circle_id uuid not null
  month integer not null
  receiver_id uuid not null
  amount_kobo bigint not null
  given_at timestamp with time zone not null default clock_timestamp()
  constraint ajo_pot_parts_pkey PRIMARY KEY (giver_id, month)
  constraint giver_of_its_circle FOREIGN KEY (giver_id, circle_id) REFERENCES ajo_members(id, circle_id)
  constraint of_a_month FOREIGN KEY (circle_id, month) REFERENCES ajo_months(circle_id, month)
  constraint one_sum_for_everybody FOREIGN KEY (circle_id, amount_kobo) REFERENCES ajo_circles(id, monthly_kobo)
  constraint receiver_of_its_circle FOREIGN KEY (receiver_id, circle_id) REFERENCES ajo_members(id, circle_id)
  index ajo_pot_parts_of_circle USING btree (circle_id, month)
  index ajo_pot_parts_of_receiver USING btree (receiver_id)

table public.ajo_reminders  -- Reminders sent: 3 days before the due day, on it, and 3 and 7 days after it.
  contribution_id uuid not null
  step text not null
  sent_at timestamp with time zone not null default clock_timestamp()
  constraint ajo_reminders_contribution_id_fkey FOREIGN KEY (contribution_id) REFERENCES ajo_contributions(id)
  constraint ajo_reminders_pkey PRIMARY KEY (contribution_id, step)
  constraint ajo_reminders_step_check CHECK ((step = ANY (ARRAY['soon'::text, 'due'::text, 'late'::text, 'last'::text])))

table public.ajo_settlements  -- After the last month of a circle of turns: what is left with a person who got more than they put in goes to those who got less.
  id uuid not null default gen_random_uuid()
  circle_id uuid not null
  payer_id uuid not null
  receiver_id uuid not null
  amount_kobo bigint not null
  settled_at timestamp with time zone not null default clock_timestamp()
  constraint ajo_settlements_amount_kobo_check CHECK ((amount_kobo > 0))
  constraint ajo_settlements_pkey PRIMARY KEY (id)
  constraint between_two_members CHECK ((payer_id <> receiver_id))
  constraint payer_of_its_circle FOREIGN KEY (payer_id, circle_id) REFERENCES ajo_members(id, circle_id)
  constraint receiver_of_its_circle FOREIGN KEY (receiver_id, circle_id) REFERENCES ajo_members(id, circle_id)
  index ajo_settlements_of_circle USING btree (circle_id)
  index ajo_settlements_of_payer USING btree (payer_id)
  index ajo_settlements_of_receiver USING btree (receiver_id)

table public.ajo_votes  -- The group buy that a member wants the circle to buy from in a month.
  member_id uuid not null
  circle_id uuid not null
  month integer not null
  group_buy_id uuid not null
  voted_at timestamp with time zone not null default clock_timestamp()
  constraint ajo_votes_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id)
  constraint ajo_votes_pkey PRIMARY KEY (member_id, month)
  constraint of_a_month FOREIGN KEY (circle_id, month) REFERENCES ajo_months(circle_id, month)
  constraint of_its_circle FOREIGN KEY (member_id, circle_id) REFERENCES ajo_members(id, circle_id)
  index ajo_votes_of_month USING btree (circle_id, month)

table public.allowed_moves  -- Every other change of status is refused by trigger. from_status `new`: how a row may begin.
  subject text not null
  from_status text not null
  to_status text not null
  causes text[] not null  -- Who may bring the move about.
  constraint allowed_moves_causes_check CHECK (((cardinality(causes) > 0) AND (causes <@ ARRAY['buyer'::text, 'vendor'::text, 'hub'::text, 'manager'::text, 'coordinator'::text, 'chief'::text, 'content'::text, 'clock'::text, 'gateway'::text, 'operator'::text])))
  constraint allowed_moves_pkey PRIMARY KEY (subject, from_status, to_status)

table public.audit_log  -- Every privileged act: who, what, before, after. Append-only; read by the chief and coordinators.
  id bigint not null identity
  actor_id uuid
  action text not null
  subject_type text not null
  subject_id uuid
  before jsonb
  after jsonb
  at timestamp with time zone not null default now()
  subject_name text  -- The row's name when it was written; null where it would be a person's.
  constraint audit_log_action_check CHECK (((action ~ '^[a-z-]+\.[a-z-]+$'::text) AND (char_length(action) <= 60)))
  constraint audit_log_pkey PRIMARY KEY (id)
  index audit_log_actor USING btree (actor_id, at DESC)
  index audit_log_newest USING btree (at DESC)
  index audit_log_subject USING btree (subject_type, subject_id)

table public.audit_runs  -- What the check of L1 to L23 found (money.md 2).
  id uuid not null default gen_random_uuid()
  cause text not null
  requested_by uuid
  started_at timestamp with time zone not null default clock_timestamp()
  ended_at timestamp with time zone not null default clock_timestamp()
  findings jsonb not null  -- By rule: its name, how many, and the first few.
  transfers bigint not null
  chain text not null  -- Hash over all movements up to chain_until: the next run recomputes it, so that no row before can have changed or gone.
  chain_until timestamp with time zone not null
  constraint audit_runs_cause_check CHECK ((cause = ANY (ARRAY['night'::text, 'requested'::text])))
  constraint audit_runs_findings_check CHECK ((jsonb_typeof(findings) = 'array'::text))
  constraint audit_runs_pkey PRIMARY KEY (id)
  constraint audit_runs_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES profiles(id)
  index audit_runs_newest USING btree (started_at DESC)

table public.bank_accounts  -- Every account that a shop has been paid out to, with its days; the one without an end is in use.
  id uuid not null default gen_random_uuid()
  vendor_id uuid not null
  bank_code text not null
  bank_name text not null
  account_number text not null  -- Read by the service alone: people see last_four, their own account's too.
  last_four text not null generated as "right"(account_number, 4)
  account_name text not null  -- As the bank says it; the vendor confirmed it.
  payee_code text  -- Its name at the gateway, once money went there.
  added_by uuid not null
  since timestamp with time zone not null default clock_timestamp()
  ended_at timestamp with time zone
  constraint bank_accounts_account_name_check CHECK (((char_length(account_name) >= 1) AND (char_length(account_name) <= 200)))
  constraint bank_accounts_account_number_check CHECK ((account_number ~ '^[0-9]{10}$'::text))
  constraint bank_accounts_added_by_fkey FOREIGN KEY (added_by) REFERENCES profiles(id)
  constraint bank_accounts_bank_code_check CHECK ((bank_code ~ '^[0-9]{3,6}$'::text))
  constraint bank_accounts_pkey PRIMARY KEY (id)
  constraint bank_accounts_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint ends_after_it_began CHECK ((ended_at >= since))
  UNIQUE index one_bank_account_at_a_time USING btree (vendor_id) WHERE (ended_at IS NULL)
  index bank_accounts_by_number USING btree (account_number, bank_code)
  index bank_accounts_of_shop USING btree (vendor_id, since DESC)

table public.banks  -- The gateway's list of banks, asked for once a day.
  code text not null
  name text not null
  listed_at timestamp with time zone not null default now()
  gateway_bank_id text  -- What the gateway's list calls it; refunds to an account need this in place of the code.
  constraint banks_code_check CHECK ((code ~ '^[0-9]{3,6}$'::text))
  constraint banks_gateway_bank_id_check CHECK (((char_length(gateway_bank_id) >= 1) AND (char_length(gateway_bank_id) <= 30)))
  constraint banks_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 100)))
  constraint banks_pkey PRIMARY KEY (code)

table public.banners  -- Lines that chiefs show at the top of every page from a time until a time. A reader sees at most one at a time.
  id uuid not null default gen_random_uuid()
  title text not null  -- The line in English. Readers of a language without a line of its own see it too.
  title_pcm text
  title_ha text
  title_yo text
  title_ig text
  link_path text  -- The page of the market that it leads to.
  tone text not null
  audience text not null  -- shops: owners and staff of shops. state: people whose chosen area is in the state.
  state text
  starts_at timestamp with time zone not null
  ends_at timestamp with time zone not null
  ended_at timestamp with time zone  -- When a chief ended it before its time. Within a minute it can be shown again.
  shown_until timestamp with time zone not null generated as LEAST(ends_at, ended_at)  -- The end that counts.
  author_id uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint banner_is_within_reach CHECK ((ends_at <= '2100-01-01 00:00:00+00'::timestamp with time zone))
  constraint banners_audience_check CHECK ((audience = ANY (ARRAY['everyone'::text, 'shops'::text, 'state'::text])))
  constraint banners_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE SET NULL
  constraint banners_link_path_check CHECK (((char_length(link_path) <= 300) AND is_own_path(link_path)))
  constraint banners_pkey PRIMARY KEY (id)
  constraint banners_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  constraint banners_title_check CHECK ((((char_length(TRIM(BOTH FROM title)) >= 3) AND (char_length(TRIM(BOTH FROM title)) <= 160)) AND (title !~ '[\r\n]'::text)))
  constraint banners_title_ha_check CHECK ((((char_length(TRIM(BOTH FROM title_ha)) >= 3) AND (char_length(TRIM(BOTH FROM title_ha)) <= 160)) AND (title_ha !~ '[\r\n]'::text)))
  constraint banners_title_ig_check CHECK ((((char_length(TRIM(BOTH FROM title_ig)) >= 3) AND (char_length(TRIM(BOTH FROM title_ig)) <= 160)) AND (title_ig !~ '[\r\n]'::text)))
  constraint banners_title_pcm_check CHECK ((((char_length(TRIM(BOTH FROM title_pcm)) >= 3) AND (char_length(TRIM(BOTH FROM title_pcm)) <= 160)) AND (title_pcm !~ '[\r\n]'::text)))
  constraint banners_title_yo_check CHECK ((((char_length(TRIM(BOTH FROM title_yo)) >= 3) AND (char_length(TRIM(BOTH FROM title_yo)) <= 160)) AND (title_yo !~ '[\r\n]'::text)))
  constraint banners_tone_check CHECK ((tone = ANY (ARRAY['information'::text, 'warning'::text])))
  constraint ends_within_60_days CHECK (((ends_at > starts_at) AND (ends_at <= (starts_at + '60 days'::interval))))
  constraint state_of_its_audience CHECK (((audience = 'state'::text) = (state IS NOT NULL)))
  index banners_of_author USING btree (author_id) WHERE (author_id IS NOT NULL)
  index banners_shown USING btree (shown_until DESC, id)

table public.blog_categories
  id uuid not null default gen_random_uuid()
  name text not null
  slug text not null
  constraint blog_categories_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 60)))
  constraint blog_categories_name_key UNIQUE (name)
  constraint blog_categories_pkey PRIMARY KEY (id)
  constraint blog_categories_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
  constraint blog_categories_slug_key UNIQUE (slug)

table public.blog_post_tags
  post_id uuid not null
  tag_id uuid not null
  constraint blog_post_tags_pkey PRIMARY KEY (post_id, tag_id)
  constraint blog_post_tags_post_id_fkey FOREIGN KEY (post_id) REFERENCES blog_posts(id) ON DELETE CASCADE
  constraint blog_post_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES blog_tags(id) ON DELETE CASCADE
  index blog_post_tags_tag USING btree (tag_id)

table public.blog_posts
  id uuid not null default gen_random_uuid()
  slug text not null
  title text not null
  excerpt text
  content text not null default ''::text
  featured_image text
  status text not null default 'draft'::text
  published_at timestamp with time zone
  author_id uuid not null default auth.uid()
  category_id uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint blog_posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id)
  constraint blog_posts_category_id_fkey FOREIGN KEY (category_id) REFERENCES blog_categories(id) ON DELETE SET NULL
  constraint blog_posts_content_check CHECK ((char_length(content) <= 100000))
  constraint blog_posts_excerpt_check CHECK ((char_length(excerpt) <= 400))
  constraint blog_posts_pkey PRIMARY KEY (id)
  constraint blog_posts_slug_check CHECK (((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text) AND (char_length(slug) <= 120)))
  constraint blog_posts_slug_key UNIQUE (slug)
  constraint blog_posts_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'published'::text])))
  constraint blog_posts_title_check CHECK (((char_length(TRIM(BOTH FROM title)) >= 3) AND (char_length(TRIM(BOTH FROM title)) <= 160)))
  constraint picture_is_on_this_site CHECK ((is_own_path(featured_image) AND (featured_image <> '/'::text)))
  constraint published_at_is_within_reach CHECK (((published_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (published_at <= '2100-01-01 00:00:00+00'::timestamp with time zone)))
  constraint scheduled_posts_have_a_time CHECK (((status <> 'scheduled'::text) OR (published_at IS NOT NULL)))
  index blog_posts_author USING btree (author_id)
  index blog_posts_by_title USING btree (title, id)
  index blog_posts_listed USING btree (published_at DESC) WHERE (status = 'published'::text)
  index blog_posts_newest USING btree (created_at DESC, id)
  index blog_posts_of_status USING btree (status, created_at DESC, id)
  index blog_posts_scheduled USING btree (published_at) WHERE (status = 'scheduled'::text)

table public.blog_tags
  id uuid not null default gen_random_uuid()
  name text not null
  slug text not null
  constraint blog_tags_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 40)))
  constraint blog_tags_name_key UNIQUE (name)
  constraint blog_tags_pkey PRIMARY KEY (id)
  constraint blog_tags_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
  constraint blog_tags_slug_key UNIQUE (slug)

table public.book_comparisons  -- When the gateway's books were compared with the ledger, and for which days in Lagos.
  id uuid not null default gen_random_uuid()
  gateway text not null
  from_day date not null
  to_day date not null
  records integer not null
  differences integer not null
  made_at timestamp with time zone not null default clock_timestamp()
  constraint book_comparisons_check CHECK ((to_day >= from_day))
  constraint book_comparisons_differences_check CHECK ((differences >= 0))
  constraint book_comparisons_pkey PRIMARY KEY (id)
  constraint book_comparisons_records_check CHECK ((records >= 0))
  index book_comparisons_newest USING btree (made_at DESC)

table public.book_differences  -- Where the gateway and the ledger disagree, and chargebacks. Resolving one notes a reason and moves no money.
  id uuid not null default gen_random_uuid()
  gateway text not null
  kind text not null
  reference text not null
  fault text not null
  gateway_kobo bigint
  ledger_kobo bigint
  gateway_status text
  happened_at timestamp with time zone not null
  found_at timestamp with time zone not null default clock_timestamp()
  cleared_at timestamp with time zone  -- A later comparison no longer found it: it settled itself.
  resolved_at timestamp with time zone
  resolved_by uuid
  reason text
  constraint book_differences_fault_check CHECK ((fault = ANY (ARRAY['missing_here'::text, 'missing_there'::text, 'doubled'::text, 'wrong_sum'::text, 'wrong_state'::text, 'chargeback'::text])))
  constraint book_differences_gateway_kind_reference_fault_key UNIQUE (gateway, kind, reference, fault)
  constraint book_differences_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'payout'::text, 'settlement'::text])))
  constraint book_differences_pkey PRIMARY KEY (id)
  constraint book_differences_reason_check CHECK (((char_length(reason) >= 3) AND (char_length(reason) <= 500)))
  constraint book_differences_reference_check CHECK ((char_length(reference) <= 200))
  constraint book_differences_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES profiles(id)
  constraint resolved_with_a_reason CHECK ((num_nonnulls(resolved_at, resolved_by, reason) = ANY (ARRAY[0, 3])))
  index book_differences_open USING btree (found_at) WHERE ((resolved_at IS NULL) AND (cleared_at IS NULL))

table public.business_members  -- People of a company, and invitations that are not accepted yet. Rights end with ended_at.
  id uuid not null default gen_random_uuid()
  business_id uuid not null
  person_id uuid
  role text not null
  email text
  phone text
  invited_by uuid not null
  created_at timestamp with time zone not null default clock_timestamp()
  accepted_at timestamp with time zone
  ended_at timestamp with time zone
  orders_for_business boolean not null default true  -- What the member chose last: new orders are for the company, or for themselves.
  constraint accepted_by_a_person CHECK (((person_id IS NULL) = (accepted_at IS NULL)))
  constraint business_members_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
  constraint business_members_email_check CHECK (((email = lower(email)) AND (char_length(email) <= 255)))
  constraint business_members_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES profiles(id)
  constraint business_members_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id)
  constraint business_members_phone_check CHECK ((phone ~ '^[1-9][0-9]{1,14}$'::text))
  constraint business_members_pkey PRIMARY KEY (id)
  constraint business_members_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'buyer'::text])))
  constraint invited_to_one_address CHECK (((ended_at IS NOT NULL) OR (num_nonnulls(email, phone) =
CASE role
    WHEN 'owner'::text THEN 0
    ELSE 1
END)))
  UNIQUE index one_business_invitation USING btree (business_id, COALESCE(email, phone)) WHERE ((accepted_at IS NULL) AND (ended_at IS NULL))
  UNIQUE index one_business_of_a_person USING btree (person_id) WHERE ((accepted_at IS NOT NULL) AND (ended_at IS NULL))
  UNIQUE index one_owner_of_a_business USING btree (business_id) WHERE ((role = 'owner'::text) AND (ended_at IS NULL))
  index business_invitations_to USING btree (COALESCE(email, phone)) WHERE ((accepted_at IS NULL) AND (ended_at IS NULL))
  index business_members_invited_by USING btree (invited_by)
  index business_members_of USING btree (business_id)
  index business_members_person USING btree (person_id) WHERE (person_id IS NOT NULL)

table public.businesses  -- Companies that buy. A verified one lends its name, tax number, address and limits to the orders of its members.
  id uuid not null default gen_random_uuid()
  name text not null
  tin text not null  -- Tax identification number: 12 digits as 12345678-0001, or 10 or 13 digits.
  address text not null
  state text not null
  status text not null default 'requested'::text
  new_name text  -- With new_tin and new_address: what a verified company asks to be called instead; null while it asks for nothing.
  new_tin text
  new_address text
  requested_at timestamp with time zone not null default clock_timestamp()
  decided_by uuid
  decided_at timestamp with time zone
  decision_note text not null default ''::text  -- Reason of the last decision, for its members.
  created_at timestamp with time zone not null default now()
  constraint a_change_is_whole CHECK ((num_nonnulls(new_name, new_tin, new_address) = ANY (ARRAY[0, 3])))
  constraint businesses_address_check CHECK (((char_length(address) >= 5) AND (char_length(address) <= 300)))
  constraint businesses_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id)
  constraint businesses_decision_note_check CHECK ((char_length(decision_note) <= 500))
  constraint businesses_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 80)))
  constraint businesses_new_address_check CHECK (((char_length(new_address) >= 5) AND (char_length(new_address) <= 300)))
  constraint businesses_new_name_check CHECK (((char_length(new_name) >= 2) AND (char_length(new_name) <= 80)))
  constraint businesses_new_tin_check CHECK ((new_tin ~ '^([0-9]{8}-[0-9]{4}|[0-9]{10}|[0-9]{13})$'::text))
  constraint businesses_pkey PRIMARY KEY (id)
  constraint businesses_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  constraint businesses_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'verified'::text, 'refused'::text, 'closed'::text])))
  constraint businesses_tin_check CHECK ((tin ~ '^([0-9]{8}-[0-9]{4}|[0-9]{10}|[0-9]{13})$'::text))
  constraint verified_before_a_change CHECK (((new_name IS NULL) OR (status = 'verified'::text)))
  constraint verified_by_somebody CHECK (((status <> 'verified'::text) OR ((decided_by IS NOT NULL) AND (decided_at IS NOT NULL))))
  UNIQUE index businesses_verified_once USING btree (tin) WHERE (status = 'verified'::text)
  index businesses_decided_by USING btree (decided_by) WHERE (decided_by IS NOT NULL)
  index businesses_of_state USING btree (state, requested_at)

table public.buy_broadcast_recipients  -- The people to whom a broadcast is addressed. Marked in the transaction that writes their notice, so each is told once.
  broadcast_id uuid not null
  person_id uuid not null
  notified_at timestamp with time zone
  constraint buy_broadcast_recipients_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES buy_broadcasts(id) ON DELETE CASCADE
  constraint buy_broadcast_recipients_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint buy_broadcast_recipients_pkey PRIMARY KEY (broadcast_id, person_id)
  index buy_broadcast_recipients_left USING btree (broadcast_id, person_id) WHERE (notified_at IS NULL)
  index buy_broadcast_recipients_of_person USING btree (person_id)

table public.buy_broadcasts  -- What a shop told the people in a group buy: messages, and extensions of its window with the dates before and after.
  id uuid not null default gen_random_uuid()
  group_buy_id uuid not null
  author_id uuid  -- The owner of the shop at that time, or the member of staff.
  kind text not null
  audience text not null default 'everybody'::text  -- unpaid: people without a paid order. paid: people with one.
  body text
  days integer
  former_end_date timestamp with time zone
  end_date timestamp with time zone
  former_share_date date
  share_date date
  recipients integer not null default 0  -- People in the audience when it was sent.
  created_at timestamp with time zone not null default clock_timestamp()
  notified_at timestamp with time zone  -- When the last of them was told.
  by_staff boolean not null default false  -- Sent by staff who oversee the shop, in the name of the market; the shop was told.
  constraint a_message_has_a_text CHECK (((kind = 'message'::text) = (body IS NOT NULL)))
  constraint an_extension_has_dates CHECK ((num_nonnulls(days, former_end_date, end_date, former_share_date, share_date) =
CASE kind
    WHEN 'extension'::text THEN 5
    ELSE 0
END))
  constraint an_extension_is_for_everybody CHECK (((kind <> 'extension'::text) OR (audience = 'everybody'::text)))
  constraint an_extension_moves_forward CHECK (((end_date > former_end_date) AND (share_date >= former_share_date)))
  constraint buy_broadcasts_audience_check CHECK ((audience = ANY (ARRAY['everybody'::text, 'unpaid'::text, 'paid'::text])))
  constraint buy_broadcasts_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE SET NULL
  constraint buy_broadcasts_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 500)))
  constraint buy_broadcasts_days_check CHECK (((days >= 1) AND (days <= 3)))
  constraint buy_broadcasts_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id) ON DELETE CASCADE
  constraint buy_broadcasts_kind_check CHECK ((kind = ANY (ARRAY['message'::text, 'extension'::text])))
  constraint buy_broadcasts_pkey PRIMARY KEY (id)
  constraint buy_broadcasts_recipients_check CHECK ((recipients >= 0))
  index buy_broadcasts_of_author USING btree (author_id) WHERE (author_id IS NOT NULL)
  index buy_broadcasts_of_buy USING btree (group_buy_id, created_at DESC, id)

table public.buy_cycles  -- Group buys that a shop repeats. Each round is a group buy of its own, with the terms of the round before.
  id uuid not null default gen_random_uuid()
  vendor_id uuid not null
  product_id uuid not null
  period text not null
  share_day integer not null  -- Day of the month on which a monthly cycle shares its goods; the last day of a shorter month.
  status text not null default 'running'::text
  pause_reason text  -- Why the market paused it; null if the shop did.
  next_opens_at timestamp with time zone not null  -- When the next round opens, at the earliest: not before the round before it has closed.
  next_end_date timestamp with time zone not null
  next_share_date date not null
  created_at timestamp with time zone not null default clock_timestamp()
  ended_at timestamp with time zone
  constraint a_round_opens_before_it_ends CHECK ((next_opens_at < next_end_date))
  constraint buy_cycles_pause_reason_check CHECK ((char_length(pause_reason) <= 400))
  constraint buy_cycles_period_check CHECK ((period = ANY (ARRAY['week'::text, 'month'::text])))
  constraint buy_cycles_pkey PRIMARY KEY (id)
  constraint buy_cycles_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
  constraint buy_cycles_share_day_check CHECK (((share_day >= 1) AND (share_day <= 31)))
  constraint buy_cycles_status_check CHECK ((status = ANY (ARRAY['running'::text, 'paused'::text, 'ended'::text])))
  constraint buy_cycles_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint ended_once_over CHECK (((status = 'ended'::text) = (ended_at IS NOT NULL)))
  constraint only_a_paused_one_has_a_reason CHECK (((pause_reason IS NULL) OR (status = 'paused'::text)))
  UNIQUE index one_cycle_of_a_product USING btree (product_id) WHERE (status <> 'ended'::text)
  index buy_cycles_due USING btree (next_opens_at) WHERE (status = 'running'::text)
  index buy_cycles_of_shop USING btree (vendor_id, created_at DESC)

table public.buy_pictures  -- At most six photographs of a group buy's goods, hidden ones included; the lowest position is shown first.
  id uuid not null default gen_random_uuid()
  group_buy_id uuid not null
  bucket text not null default 'pictures'::text
  path text not null  -- Name in the bucket, in the folder of the person who added it.
  url text not null  -- Where it is read, with its average colour after the #; set by a trigger.
  caption text not null default ''::text
  position integer not null
  created_at timestamp with time zone not null default now()  -- When it was added. The time in the file is removed with its other metadata.
  hidden_at timestamp with time zone  -- When staff hid it, for hide_reason; null while it is shown.
  hidden_by uuid
  hide_reason text
  constraint buy_pictures_bucket_check CHECK ((bucket = 'pictures'::text))
  constraint buy_pictures_bucket_path_fkey FOREIGN KEY (bucket, path) REFERENCES storage.objects(bucket_id, name) ON DELETE CASCADE
  constraint buy_pictures_caption_check CHECK ((char_length(caption) <= 120))
  constraint buy_pictures_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id) ON DELETE CASCADE
  constraint buy_pictures_hidden_by_fkey FOREIGN KEY (hidden_by) REFERENCES profiles(id) ON DELETE SET NULL
  constraint buy_pictures_hide_reason_check CHECK (((char_length(TRIM(BOTH FROM hide_reason)) >= 5) AND (char_length(TRIM(BOTH FROM hide_reason)) <= 500)))
  constraint buy_pictures_path_check CHECK ((path ~ '^[0-9a-f-]{36}/[0-9A-Za-z._-]{1,200}$'::text))
  constraint buy_pictures_pkey PRIMARY KEY (id)
  constraint buy_pictures_url_check CHECK (is_own_path(url))
  constraint hidden_with_a_reason CHECK (((hidden_at IS NULL) OR (hide_reason IS NOT NULL)))
  constraint once_a_buy UNIQUE (group_buy_id, path)
  index buy_pictures_files USING btree (bucket, path)
  index buy_pictures_hidden_by USING btree (hidden_by) WHERE (hidden_by IS NOT NULL)
  index buy_pictures_newest USING btree (created_at DESC, id)

table public.buy_templates  -- Names that a shop gave to its group buys. A new buy copies the terms of the named one; its dates are computed.
  id uuid not null default gen_random_uuid()
  vendor_id uuid not null
  group_buy_id uuid not null
  name text not null
  created_at timestamp with time zone not null default clock_timestamp()
  constraint buy_templates_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id) ON DELETE CASCADE
  constraint buy_templates_name_check CHECK (((name = TRIM(BOTH FROM name)) AND ((char_length(name) >= 1) AND (char_length(name) <= 60))))
  constraint buy_templates_pkey PRIMARY KEY (id)
  constraint buy_templates_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  UNIQUE index buy_templates_once USING btree (vendor_id, lower(name))
  index buy_templates_of_buy USING btree (group_buy_id)

table public.buy_waits  -- People who wait for units of a full group buy, in the order of their asking. An offer holds its units and its place until it is taken or lapses.
  id uuid not null default gen_random_uuid()
  group_buy_id uuid not null
  person_id uuid not null
  quantity integer not null
  status text not null default 'waiting'::text  -- joined: they have ordered. lapsed: the offer was not taken in time. left: by themselves. closed: the buy closed first.
  is_open boolean not null generated as (status = ANY (ARRAY['waiting'::text, 'offered'::text]))
  created_at timestamp with time zone not null default clock_timestamp()
  offer_expires_at timestamp with time zone
  ended_at timestamp with time zone
  notified_status text
  constraint an_offer_ends CHECK (((status <> 'offered'::text) OR (offer_expires_at IS NOT NULL)))
  constraint buy_waits_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id) ON DELETE CASCADE
  constraint buy_waits_notified_status_check CHECK ((notified_status = ANY (ARRAY['offered'::text, 'lapsed'::text, 'closed'::text])))
  constraint buy_waits_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint buy_waits_pkey PRIMARY KEY (id)
  constraint buy_waits_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000)))
  constraint buy_waits_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'offered'::text, 'joined'::text, 'lapsed'::text, 'left'::text, 'closed'::text])))
  constraint ended_once_it_is_over CHECK ((is_open = (ended_at IS NULL)))
  UNIQUE index buy_waits_once USING btree (group_buy_id, person_id) WHERE is_open
  index buy_waits_line USING btree (group_buy_id, created_at, id)
  index buy_waits_of_person USING btree (person_id, created_at DESC)
  index buy_waits_offers USING btree (offer_expires_at) WHERE (status = 'offered'::text)

table public.buyer_areas  -- The area that a person has chosen to see first; only the person reads it. Delivery addresses are separate.
  profile_id uuid not null default auth.uid()
  state text not null
  lga text not null
  updated_at timestamp with time zone not null default now()
  constraint buyer_areas_pkey PRIMARY KEY (profile_id)
  constraint buyer_areas_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint local_government_of_its_state FOREIGN KEY (state, lga) REFERENCES local_governments(state, name)
  index buyer_areas_local_government USING btree (state, lga)

table public.canned_answers  -- Answers that chiefs have written, with {name} and {order}; edited before they are sent.
  id uuid not null default gen_random_uuid()
  title text not null
  topic text not null default 'other'::text
  body text not null
  updated_by uuid default auth.uid()
  updated_at timestamp with time zone not null default now()
  constraint canned_answers_body_check CHECK (((char_length(TRIM(BOTH FROM body)) >= 1) AND (char_length(TRIM(BOTH FROM body)) <= 2000)))
  constraint canned_answers_pkey PRIMARY KEY (id)
  constraint canned_answers_title_check CHECK (((char_length(TRIM(BOTH FROM title)) >= 1) AND (char_length(TRIM(BOTH FROM title)) <= 80)))
  constraint canned_answers_title_key UNIQUE (title)
  constraint canned_answers_topic_check CHECK ((topic = ANY (ARRAY['order'::text, 'payment'::text, 'delivery'::text, 'account'::text, 'shop'::text, 'other'::text])))
  constraint canned_answers_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES profiles(id) ON DELETE SET NULL
  index canned_answers_of_author USING btree (updated_by) WHERE (updated_by IS NOT NULL)

table public.cart_items  -- What a person has chosen and not ordered. Only theirs to see; prices are those they saw, and checkout reads them again.
  profile_id uuid not null
  product_id uuid not null
  quantity integer not null  -- 0: it was removed, and an older change from another device does not bring it back. Such rows go after 30 days.
  seen_kobo bigint not null
  changed_at timestamp with time zone not null  -- When the person changed it, which may be before it arrived here: of two changes the later one counts.
  created_at timestamp with time zone not null default now()
  constraint cart_items_pkey PRIMARY KEY (profile_id, product_id)
  constraint cart_items_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
  constraint cart_items_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint cart_items_quantity_check CHECK (((quantity >= 0) AND (quantity <= 1000000)))
  constraint cart_items_seen_kobo_check CHECK (((seen_kobo >= 0) AND (seen_kobo <= '9999999999999'::bigint)))
  index cart_items_of_product USING btree (product_id)

table public.checkouts  -- One payment of several orders.
  id uuid not null default gen_random_uuid()
  user_id uuid not null
  status text not null default 'open'::text
  hold_expires_at timestamp with time zone not null default (now() + make_interval(mins => whole_setting('bulk_hold_minutes'::text)))  -- An open checkout keeps the stock of its orders until then.
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint checkouts_pkey PRIMARY KEY (id)
  constraint checkouts_status_check CHECK ((status = ANY (ARRAY['open'::text, 'paid'::text, 'expired'::text, 'cancelled'::text])))
  constraint checkouts_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id)
  index checkouts_of_person USING btree (user_id, created_at DESC)
  index checkouts_open USING btree (hold_expires_at) WHERE (status = 'open'::text)

table public.claim_events  -- Who said what when, for both sides. Staff are shown by their part, without a name.
  id uuid not null default gen_random_uuid()
  claim_id uuid not null
  kind text not null
  part text not null
  author_id uuid
  text text not null default ''::text
  created_at timestamp with time zone not null default clock_timestamp()
  constraint claim_events_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id)
  constraint claim_events_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id)
  constraint claim_events_kind_check CHECK ((kind = ANY (ARRAY['opened'::text, 'accepted'::text, 'offered'::text, 'offer_withdrawn'::text, 'offer_accepted'::text, 'offer_declined'::text, 'offer_lapsed'::text, 'contested'::text, 'unanswered'::text, 'withdrawn'::text, 'proposed'::text, 'decided'::text, 'appealed'::text, 'appeal_decided'::text, 'carried_out'::text, 'nothing_left'::text, 'less_left'::text])))
  constraint claim_events_part_check CHECK ((part = ANY (ARRAY['buyer'::text, 'vendor'::text, 'manager'::text, 'coordinator'::text, 'chief'::text, 'clock'::text])))
  constraint claim_events_pkey PRIMARY KEY (id)
  constraint claim_events_text_check CHECK ((char_length(text) <= 2000))
  index claim_events_of_claim USING btree (claim_id, created_at)

table public.claim_evidence
  id uuid not null default gen_random_uuid()
  claim_id uuid not null
  part text not null
  path text not null  -- Name in the bucket `evidence`.
  type text not null
  created_at timestamp with time zone not null default clock_timestamp()
  constraint claim_evidence_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id)
  constraint claim_evidence_part_check CHECK ((part = ANY (ARRAY['buyer'::text, 'vendor'::text])))
  constraint claim_evidence_path_check CHECK ((char_length(path) <= 200))
  constraint claim_evidence_path_key UNIQUE (path)
  constraint claim_evidence_pkey PRIMARY KEY (id)
  constraint claim_evidence_type_check CHECK ((type ~ '^(image|video)/[a-z0-9.-]+$'::text))
  index claim_evidence_of_claim USING btree (claim_id)

table public.claim_lines
  claim_id uuid not null
  line_id uuid not null
  quantity integer not null
  exact_quantity numeric(9,1)  -- In tenths of a unit that can be divided (domain/products/units.ts); null: all of the units.
  constraint claim_lines_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id)
  constraint claim_lines_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id)
  constraint claim_lines_pkey PRIMARY KEY (claim_id, line_id)
  constraint claim_lines_quantity_check CHECK ((quantity > 0))
  constraint exact_quantity_within_units CHECK (((exact_quantity > ((quantity - 1))::numeric) AND (exact_quantity <= (quantity)::numeric)))
  index claim_lines_of_line USING btree (line_id)

table public.claims  -- One row a claim. What was said stands in claim_events.
  id uuid not null default gen_random_uuid()
  claim_no bigint not null default nextval('claim_numbers'::regclass)
  order_id uuid not null
  hand_over_id uuid
  buyer_id uuid not null
  vendor_id uuid not null
  reason text not null
  preferred_outcome text not null
  requested_kobo bigint not null  -- Goods that the buyer asks back, without their part of the fee; at most what the claimed units cost.
  status text not null default 'open'::text
  answer_by timestamp with time zone not null
  propose_by timestamp with time zone not null
  decide_by timestamp with time zone not null
  appeal_by timestamp with time zone  -- Until then either side may appeal, once; null where nobody can.
  proposed_outcome text
  proposed_kobo bigint not null default 0
  proposed_payer text
  proposed_by uuid
  outcome text
  outcome_kobo bigint not null default 0
  payer text
  decided_by uuid
  decided_at timestamp with time zone
  appealed_by text
  appeal_decided_by uuid
  partial_refund_id uuid  -- What was given back for it.
  ended_at timestamp with time zone
  created_at timestamp with time zone not null default clock_timestamp()
  updated_at timestamp with time zone not null default now()
  returned_goods_kobo bigint  -- Goods that came back when it was carried out: less than was decided where the buyer had them by then, or had their money back. Null before.
  lot_id uuid  -- Decided together with others of its group buy.
  replace_by timestamp with time zone  -- A replacement that its buyer has not confirmed by then becomes money.
  replaced_at timestamp with time zone  -- When the buyer said that the replacement came.
  offered_outcome text  -- The vendor's last offer; kept when it was accepted, declined or withdrawn.
  offered_kobo bigint not null default 0  -- Goods that the offer gives back, without their part of the fee.
  offered_at timestamp with time zone
  offer_by timestamp with time zone  -- Until then the buyer answers the offer; afterwards the claim is contested.
  offers integer not null default 0
  constraint claims_appeal_decided_by_fkey FOREIGN KEY (appeal_decided_by) REFERENCES profiles(id)
  constraint claims_appealed_by_check CHECK ((appealed_by = ANY (ARRAY['buyer'::text, 'vendor'::text])))
  constraint claims_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES profiles(id)
  constraint claims_check CHECK (((proposed_kobo >= 0) AND (proposed_kobo <= requested_kobo)))
  constraint claims_check1 CHECK (((outcome_kobo >= 0) AND (outcome_kobo <= requested_kobo)))
  constraint claims_claim_no_key UNIQUE (claim_no)
  constraint claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id)
  constraint claims_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint claims_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lot_incidents(id)
  constraint claims_offered_outcome_check CHECK ((offered_outcome = ANY (ARRAY['refund'::text, 'replacement'::text])))
  constraint claims_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint claims_outcome_check CHECK ((outcome = ANY (ARRAY['refund'::text, 'replacement'::text, 'rejected'::text])))
  constraint claims_partial_refund_id_fkey FOREIGN KEY (partial_refund_id) REFERENCES partial_refunds(id)
  constraint claims_payer_check CHECK ((payer = ANY (ARRAY['vendor'::text, 'hub'::text, 'rider'::text, 'platform'::text])))
  constraint claims_pkey PRIMARY KEY (id)
  constraint claims_preferred_outcome_check CHECK ((preferred_outcome = ANY (ARRAY['refund'::text, 'replacement'::text])))
  constraint claims_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES profiles(id)
  constraint claims_proposed_outcome_check CHECK ((proposed_outcome = ANY (ARRAY['refund'::text, 'replacement'::text, 'rejected'::text])))
  constraint claims_proposed_payer_check CHECK ((proposed_payer = ANY (ARRAY['vendor'::text, 'hub'::text, 'rider'::text, 'platform'::text])))
  constraint claims_reason_check CHECK ((reason = ANY (ARRAY['short_weight'::text, 'spoiled'::text, 'wrong_item'::text, 'missing'::text, 'not_received'::text, 'not_by_me'::text, 'charged_wrongly'::text, 'no_show'::text])))
  constraint claims_requested_kobo_check CHECK ((requested_kobo > 0))
  constraint claims_returned_goods_kobo_check CHECK ((returned_goods_kobo >= 0))
  constraint claims_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text, 'offered'::text, 'disputed'::text, 'proposed'::text, 'upheld'::text, 'rejected'::text, 'withdrawn'::text, 'appealed'::text, 'upheld_final'::text, 'rejected_final'::text])))
  constraint claims_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint decided_has_outcome CHECK (
CASE
    WHEN (status = ANY (ARRAY['open'::text, 'answered'::text, 'offered'::text, 'disputed'::text, 'proposed'::text, 'withdrawn'::text])) THEN (outcome IS NULL)
    WHEN (status = ANY (ARRAY['rejected'::text, 'rejected_final'::text])) THEN (outcome = 'rejected'::text)
    WHEN (status = ANY (ARRAY['upheld'::text, 'upheld_final'::text])) THEN ((outcome = ANY (ARRAY['refund'::text, 'replacement'::text])) AND (payer IS NOT NULL))
    ELSE (outcome IS NOT NULL)
END)
  constraint few_offers CHECK (((offers >= 0) AND (offers <= 3)))
  constraint never_came_or_of_a_hand_over CHECK (((hand_over_id IS NULL) = (reason = ANY (ARRAY['not_received'::text, 'no_show'::text]))))
  constraint no_more_returned_than_decided CHECK ((returned_goods_kobo <= outcome_kobo))
  constraint offer_is_a_part CHECK (((offered_kobo >= 0) AND (offered_kobo < requested_kobo) AND ((offered_kobo > 0) = (NOT (offered_outcome IS DISTINCT FROM 'refund'::text)))))
  constraint offered_has_offer CHECK (((status <> 'offered'::text) OR (num_nonnulls(offered_outcome, offered_at, offer_by) = 3)))
  constraint one_appeal CHECK (((status <> 'appealed'::text) OR (appealed_by IS NOT NULL)))
  constraint refund_moves_money CHECK (((outcome_kobo > 0) = (NOT (outcome IS DISTINCT FROM 'refund'::text))))
  UNIQUE index one_claim_of_a_hand_over USING btree (order_id, COALESCE(hand_over_id, order_id)) WHERE (status <> 'withdrawn'::text)
  index claims_ended_by_amount USING btree (requested_kobo DESC, claim_no) WHERE (ended_at IS NOT NULL)
  index claims_ended_newest USING btree (created_at DESC, claim_no) WHERE (ended_at IS NOT NULL)
  index claims_not_ended USING btree (status, answer_by) WHERE (ended_at IS NULL)
  index claims_of_buyer USING btree (buyer_id, created_at DESC)
  index claims_of_hand_over USING btree (hand_over_id) WHERE (hand_over_id IS NOT NULL)
  index claims_of_lot USING btree (lot_id) WHERE (lot_id IS NOT NULL)
  index claims_of_vendor USING btree (vendor_id, created_at DESC)
  index claims_offered USING btree (offer_by) WHERE (status = 'offered'::text)
  index claims_opened USING btree (created_at)
  index claims_to_replace USING btree (replace_by) WHERE ((ended_at IS NULL) AND (outcome = 'replacement'::text))

table public.collection_reminders  -- Written with its mail and notice. `undecided`: grace is over, and staff look for a way with the buyer.
  order_id uuid not null
  step text not null
  sent_at timestamp with time zone not null default clock_timestamp()
  constraint collection_reminders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint collection_reminders_pkey PRIMARY KEY (order_id, step)
  constraint collection_reminders_step_check CHECK ((step = ANY (ARRAY['day-7'::text, 'day-11'::text, 'day-13'::text, 'last-day'::text, 'over'::text, 'undecided'::text])))

table public.contact_messages
  id uuid not null default gen_random_uuid()
  name text not null
  email text not null
  subject text not null
  message text not null
  status text not null default 'new'::text
  answered_by uuid
  answered_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  person_id uuid  -- The person who was signed in while writing.
  constraint contact_messages_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES profiles(id)
  constraint contact_messages_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 255)))
  constraint contact_messages_message_check CHECK (((char_length(TRIM(BOTH FROM message)) >= 1) AND (char_length(TRIM(BOTH FROM message)) <= 5000)))
  constraint contact_messages_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 1) AND (char_length(TRIM(BOTH FROM name)) <= 120)))
  constraint contact_messages_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE SET NULL
  constraint contact_messages_pkey PRIMARY KEY (id)
  constraint contact_messages_status_check CHECK ((status = ANY (ARRAY['new'::text, 'answered'::text])))
  constraint contact_messages_subject_check CHECK (((char_length(TRIM(BOTH FROM subject)) >= 1) AND (char_length(TRIM(BOTH FROM subject)) <= 200)))
  index contact_messages_newest USING btree (status, created_at DESC)
  index contact_messages_of_person USING btree (person_id) WHERE (person_id IS NOT NULL)

table public.conversation_members
  conversation_id uuid not null
  profile_id uuid not null
  display_name text not null  -- Name shown to the others: the person's, or the shop's for a vendor.
  last_read_at timestamp with time zone
  constraint conversation_members_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE
  constraint conversation_members_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 120)))
  constraint conversation_members_pkey PRIMARY KEY (conversation_id, profile_id)
  constraint conversation_members_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id)
  index conversation_members_person USING btree (profile_id)

table public.conversations
  id uuid not null default gen_random_uuid()
  subject text not null
  order_id uuid
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  last_message_at timestamp with time zone not null default now()
  kind text not null default 'order'::text  -- order: its buyer and its shop. staff: a member of staff (created_by) and with_id. support: a person (created_by) and the market.
  buy_id uuid
  claim_id uuid
  with_id uuid
  vendor_id uuid  -- The shop whose owner staff wrote to, as a shop.
  constraint about_one_thing CHECK ((num_nonnulls(order_id, buy_id, claim_id) <= 1))
  constraint conversations_buy_id_fkey FOREIGN KEY (buy_id) REFERENCES group_buys(id) ON DELETE SET NULL
  constraint conversations_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id)
  constraint conversations_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id)
  constraint conversations_kind_check CHECK ((kind = ANY (ARRAY['order'::text, 'staff'::text, 'support'::text])))
  constraint conversations_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint conversations_pkey PRIMARY KEY (id)
  constraint conversations_subject_check CHECK (((char_length(TRIM(BOTH FROM subject)) >= 1) AND (char_length(TRIM(BOTH FROM subject)) <= 160)))
  constraint conversations_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE SET NULL
  constraint conversations_with_id_fkey FOREIGN KEY (with_id) REFERENCES profiles(id)
  constraint never_to_oneself CHECK (((with_id IS NULL) OR (with_id <> created_by)))
  constraint staff_write_to_somebody CHECK (((kind = 'staff'::text) = (with_id IS NOT NULL)))
  UNIQUE index one_conversation_of_staff USING btree (LEAST(created_by, with_id), GREATEST(created_by, with_id), COALESCE(order_id, buy_id, claim_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE (kind = 'staff'::text)
  UNIQUE index one_conversation_per_order USING btree (order_id, created_by) WHERE ((order_id IS NOT NULL) AND (kind = 'order'::text))
  index conversations_newest USING btree (last_message_at DESC)
  index conversations_of_author USING btree (created_by, created_at DESC)
  index conversations_of_buy USING btree (buy_id) WHERE (buy_id IS NOT NULL)
  index conversations_of_claim USING btree (claim_id) WHERE (claim_id IS NOT NULL)
  index conversations_of_order USING btree (order_id) WHERE (order_id IS NOT NULL)
  index conversations_of_shop USING btree (vendor_id) WHERE (vendor_id IS NOT NULL)
  index conversations_with USING btree (with_id) WHERE (with_id IS NOT NULL)

table public.data_exports  -- A person's file that a chief may download once, on their behalf. The file is made then and not kept.
  id uuid not null default gen_random_uuid()
  request_id uuid not null
  person_id uuid not null
  made_by uuid not null
  made_at timestamp with time zone not null default clock_timestamp()
  expires_at timestamp with time zone not null default (clock_timestamp() + '7 days'::interval)
  taken_by uuid
  taken_at timestamp with time zone
  constraint data_exports_made_by_fkey FOREIGN KEY (made_by) REFERENCES profiles(id)
  constraint data_exports_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id)
  constraint data_exports_pkey PRIMARY KEY (id)
  constraint data_exports_request_id_fkey FOREIGN KEY (request_id) REFERENCES data_requests(id)
  constraint data_exports_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES profiles(id)
  constraint taken_by_somebody CHECK (((taken_by IS NULL) = (taken_at IS NULL)))
  index data_exports_made_by USING btree (made_by)
  index data_exports_of_person USING btree (person_id)
  index data_exports_of_request USING btree (request_id)

table public.data_incidents  -- Personal data lost, leaked or changed. The commission is told within 72 hours of the discovery (section 40), people at once if the risk is high.
  id uuid not null default gen_random_uuid()
  incident_no bigint not null identity
  title text not null
  discovered_at timestamp with time zone not null
  what_happened text not null
  data_affected text not null
  people_affected integer not null
  is_high_risk boolean not null
  measures text not null default ''::text
  commission_notified_at timestamp with time zone
  people_notified_at timestamp with time zone
  opened_by uuid not null
  opened_at timestamp with time zone not null default clock_timestamp()
  closed_by uuid
  closed_at timestamp with time zone
  constraint data_incidents_check CHECK ((commission_notified_at >= discovered_at))
  constraint data_incidents_check1 CHECK ((people_notified_at >= discovered_at))
  constraint data_incidents_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES profiles(id)
  constraint data_incidents_data_affected_check CHECK (((char_length(data_affected) >= 3) AND (char_length(data_affected) <= 1000)))
  constraint data_incidents_incident_no_key UNIQUE (incident_no)
  constraint data_incidents_measures_check CHECK ((char_length(measures) <= 4000))
  constraint data_incidents_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES profiles(id)
  constraint data_incidents_people_affected_check CHECK (((people_affected >= 0) AND (people_affected <= 100000000)))
  constraint data_incidents_pkey PRIMARY KEY (id)
  constraint data_incidents_title_check CHECK (((title = TRIM(BOTH FROM title)) AND ((char_length(title) >= 3) AND (char_length(title) <= 120))))
  constraint data_incidents_what_happened_check CHECK (((char_length(what_happened) >= 3) AND (char_length(what_happened) <= 4000)))
  constraint incident_closed_as_a_whole CHECK (((closed_by IS NULL) = (closed_at IS NULL)))
  index data_incidents_newest USING btree (discovered_at DESC, id)
  index data_incidents_open USING btree (discovered_at) WHERE (closed_at IS NULL)
  index data_incidents_opened_by USING btree (opened_by)

table public.data_requests  -- Requests of people about their data, by whichever way they came. Answered within 30 days, or 60 with a reason.
  id uuid not null default gen_random_uuid()
  request_no bigint not null identity
  kind text not null
  channel text not null
  person_id uuid
  requester text not null
  details text not null default ''::text
  received_on date not null
  extended_to date
  extension_reason text
  due_on date not null generated as COALESCE(extended_to, (received_on + 30))  -- Counted in days of Lagos, which received_on is.
  status text not null default 'open'::text
  handler_id uuid
  opened_by uuid not null  -- Staff, or the person themselves, whose own presses are fulfilled at once.
  agreed_by uuid
  agreed_at timestamp with time zone
  closed_by uuid
  closed_at timestamp with time zone
  outcome text
  created_at timestamp with time zone not null default clock_timestamp()
  constraint agreed_as_a_whole CHECK (((agreed_by IS NULL) = (agreed_at IS NULL)))
  constraint closed_as_a_whole CHECK ((num_nonnulls(closed_by, closed_at, outcome) =
CASE
    WHEN (status = ANY (ARRAY['fulfilled'::text, 'refused'::text])) THEN 3
    ELSE 0
END))
  constraint data_requests_agreed_by_fkey FOREIGN KEY (agreed_by) REFERENCES profiles(id)
  constraint data_requests_channel_check CHECK ((channel = ANY (ARRAY['account'::text, 'e-mail'::text, 'phone'::text, 'letter'::text, 'in-person'::text])))
  constraint data_requests_check CHECK (((extended_to >= (received_on + 31)) AND (extended_to <= (received_on + 60))))
  constraint data_requests_closed_by_fkey FOREIGN KEY (closed_by) REFERENCES profiles(id)
  constraint data_requests_details_check CHECK ((char_length(details) <= 2000))
  constraint data_requests_extension_reason_check CHECK (((char_length(extension_reason) >= 10) AND (char_length(extension_reason) <= 500)))
  constraint data_requests_handler_id_fkey FOREIGN KEY (handler_id) REFERENCES profiles(id)
  constraint data_requests_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'correction'::text, 'erasure'::text, 'objection'::text, 'withdrawal'::text])))
  constraint data_requests_opened_by_fkey FOREIGN KEY (opened_by) REFERENCES profiles(id)
  constraint data_requests_outcome_check CHECK (((char_length(outcome) >= 3) AND (char_length(outcome) <= 2000)))
  constraint data_requests_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id)
  constraint data_requests_pkey PRIMARY KEY (id)
  constraint data_requests_request_no_key UNIQUE (request_no)
  constraint data_requests_requester_check CHECK (((requester = TRIM(BOTH FROM requester)) AND ((char_length(requester) >= 1) AND (char_length(requester) <= 200))))
  constraint data_requests_status_check CHECK ((status = ANY (ARRAY['open'::text, 'confirming'::text, 'fulfilled'::text, 'refused'::text])))
  constraint extended_with_a_reason CHECK (((extended_to IS NULL) = (extension_reason IS NULL)))
  index data_requests_closed USING btree (closed_at DESC, id) WHERE (closed_at IS NOT NULL)
  index data_requests_of_person USING btree (person_id, received_on) WHERE (person_id IS NOT NULL)
  index data_requests_open USING btree (due_on, id) WHERE (status = ANY (ARRAY['open'::text, 'confirming'::text]))
  index data_requests_opened_by USING btree (opened_by)

table public.delivery_runs  -- What one rider takes to people's doors in one window. Ends with its last stop.
  id uuid not null default gen_random_uuid()
  pickup_point_id uuid
  vendor_id uuid
  rider_id uuid not null
  window_from timestamp with time zone not null
  window_until timestamp with time zone not null
  status text not null default 'planned'::text
  started_at timestamp with time zone
  ended_at timestamp with time zone
  planned_by uuid
  created_at timestamp with time zone not null default clock_timestamp()
  constraint a_window_of_one_day CHECK (((window_until > window_from) AND (window_until <= (window_from + '16:00:00'::interval))))
  constraint delivery_runs_pickup_point_id_fkey FOREIGN KEY (pickup_point_id) REFERENCES pickup_points(id)
  constraint delivery_runs_pkey PRIMARY KEY (id)
  constraint delivery_runs_planned_by_fkey FOREIGN KEY (planned_by) REFERENCES profiles(id)
  constraint delivery_runs_rider_id_fkey FOREIGN KEY (rider_id) REFERENCES profiles(id)
  constraint delivery_runs_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'out'::text, 'ended'::text])))
  constraint delivery_runs_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint ended_has_its_time CHECK (((status = 'ended'::text) = (ended_at IS NOT NULL)))
  constraint of_a_hub_or_a_shop CHECK ((num_nonnulls(pickup_point_id, vendor_id) = 1))
  constraint out_has_started CHECK (((status <> 'out'::text) OR (started_at IS NOT NULL)))
  index delivery_runs_ended USING btree (ended_at) WHERE (status = 'ended'::text)
  index delivery_runs_of_hub USING btree (pickup_point_id, window_from)
  index delivery_runs_of_rider USING btree (rider_id) WHERE (status <> 'ended'::text)
  index delivery_runs_of_shop USING btree (vendor_id, window_from)

table public.delivery_stops  -- An order on a run. At most one of an order is open; those that ended say what was tried.
  id uuid not null default gen_random_uuid()
  run_id uuid not null
  order_id uuid not null
  position integer not null
  status text not null default 'open'::text
  out_at timestamp with time zone
  ended_at timestamp with time zone
  reason text
  counts boolean generated as ((status = 'failed'::text) AND (reason = ANY (ARRAY['nobody-there'::text, 'address-not-found'::text, 'no-code'::text, 'refused'::text])))
  note text not null default ''::text
  photo text
  created_at timestamp with time zone not null default clock_timestamp()
  constraint delivery_stops_note_check CHECK ((char_length(note) <= 300))
  constraint delivery_stops_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint delivery_stops_photo_check CHECK ((char_length(photo) <= 300))
  constraint delivery_stops_pkey PRIMARY KEY (id)
  constraint delivery_stops_position_check CHECK (("position" > 0))
  constraint delivery_stops_reason_check CHECK ((reason = ANY (ARRAY['nobody-there'::text, 'address-not-found'::text, 'no-code'::text, 'refused'::text, 'not-reached'::text, 'goods'::text])))
  constraint delivery_stops_run_id_fkey FOREIGN KEY (run_id) REFERENCES delivery_runs(id)
  constraint delivery_stops_status_check CHECK ((status = ANY (ARRAY['open'::text, 'delivered'::text, 'failed'::text, 'removed'::text])))
  constraint failed_has_a_reason CHECK (((status = 'failed'::text) = (reason IS NOT NULL)))
  constraint open_has_no_end CHECK (((status = 'open'::text) = (ended_at IS NULL)))
  constraint tried_on_a_run CHECK (((status <> 'failed'::text) OR (out_at IS NOT NULL)))
  UNIQUE index one_open_stop_an_order USING btree (order_id) WHERE (status = 'open'::text)
  UNIQUE index one_place_in_a_run USING btree (run_id, "position")
  index delivery_stops_of_order USING btree (order_id)
  index delivery_stops_photo USING btree (photo) WHERE (photo IS NOT NULL)

table public.delivery_upgrades  -- Where a paid order goes once the difference is paid; dropped: its buyer chose another destination before that.
  payment_id uuid not null
  order_id uuid not null
  delivery_zone_id uuid not null
  from_kobo bigint not null
  to_kobo bigint not null
  recipient text not null
  phone text not null
  street text not null
  landmark text not null default ''::text
  state text not null
  lga text not null
  status text not null default 'awaited'::text
  created_at timestamp with time zone not null default clock_timestamp()
  constraint costs_more CHECK ((to_kobo > from_kobo))
  constraint delivery_upgrades_delivery_zone_id_fkey FOREIGN KEY (delivery_zone_id) REFERENCES delivery_zones(id)
  constraint delivery_upgrades_from_kobo_check CHECK ((from_kobo >= 0))
  constraint delivery_upgrades_landmark_check CHECK ((char_length(landmark) <= 160))
  constraint delivery_upgrades_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint delivery_upgrades_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint delivery_upgrades_phone_check CHECK ((phone ~ '^\+234[0-9]{10}$'::text))
  constraint delivery_upgrades_pkey PRIMARY KEY (payment_id)
  constraint delivery_upgrades_recipient_check CHECK (((char_length(TRIM(BOTH FROM recipient)) >= 2) AND (char_length(TRIM(BOTH FROM recipient)) <= 80)))
  constraint delivery_upgrades_status_check CHECK ((status = ANY (ARRAY['awaited'::text, 'applied'::text, 'dropped'::text])))
  constraint delivery_upgrades_street_check CHECK (((char_length(TRIM(BOTH FROM street)) >= 4) AND (char_length(TRIM(BOTH FROM street)) <= 160)))
  constraint local_government_of_its_state FOREIGN KEY (state, lga) REFERENCES local_governments(state, name)
  UNIQUE index one_delivery_upgrade_awaited USING btree (order_id) WHERE (status = 'awaited'::text)
  index delivery_upgrades_of_order USING btree (order_id)

table public.delivery_zones
  id uuid not null default gen_random_uuid()
  name text not null
  state text not null
  lgas text[] not null default '{}'::text[]
  fee_kobo bigint not null
  delivered_by text not null default 'market'::text
  vendor_id uuid
  closed_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  closed_reason text
  delivery_hours jsonb not null default '[]'::jsonb  -- Days and hours in which the zone is delivered to, in the form of a place's opening_hours; empty while they are not set.
  constraint a_fee_that_somebody_pays CHECK ((fee_kobo <= 5000000))
  constraint closed_for_a_reason CHECK (((closed_at IS NULL) = (closed_reason IS NULL)))
  constraint delivery_hours_can_be_read CHECK (are_opening_hours(delivery_hours))
  constraint delivery_zones_closed_reason_check CHECK (((char_length(TRIM(BOTH FROM closed_reason)) >= 5) AND (char_length(TRIM(BOTH FROM closed_reason)) <= 300)))
  constraint delivery_zones_delivered_by_check CHECK ((delivered_by = ANY (ARRAY['market'::text, 'vendor'::text])))
  constraint delivery_zones_delivery_hours_check CHECK (((jsonb_typeof(delivery_hours) = 'array'::text) AND (jsonb_array_length(delivery_hours) <= 14)))
  constraint delivery_zones_fee_kobo_check CHECK (((fee_kobo >= 0) AND (fee_kobo <= 100000000)))
  constraint delivery_zones_lgas_check CHECK ((cardinality(lgas) <= 60))
  constraint delivery_zones_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 80)))
  constraint delivery_zones_pkey PRIMARY KEY (id)
  constraint delivery_zones_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  constraint delivery_zones_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint own_zone_is_delivered_by_its_shop CHECK (((vendor_id IS NOT NULL) OR (delivered_by = 'market'::text)))
  UNIQUE index open_delivery_zones_have_names USING btree (state, lower(TRIM(BOTH FROM name))) WHERE (closed_at IS NULL)
  index delivery_zones_open USING btree (state) WHERE (closed_at IS NULL)

table public.disputes  -- Chargebacks as the gateway has them. Only its answer is written here, never what an event claims.
  gateway text not null
  id text not null
  payment_id uuid not null
  status text not null  -- won: the market keeps the payment. lost: the payer got amount_kobo back.
  amount_kobo bigint not null  -- What the payer's bank asks for, or took.
  opened_at timestamp with time zone
  seen_at timestamp with time zone not null default clock_timestamp()  -- When the market first heard of it. Nothing is released from then on.
  ended_at timestamp with time zone
  next_check_at timestamp with time zone default (now() + '01:00:00'::interval)  -- When the gateway is asked next; null once it has ended.
  constraint disputes_amount_kobo_check CHECK (((amount_kobo >= 0) AND (amount_kobo <= '99999999999999'::bigint)))
  constraint disputes_gateway_check CHECK ((gateway = ANY (ARRAY['paystack'::text, 'local'::text])))
  constraint disputes_id_check CHECK (((char_length(id) >= 1) AND (char_length(id) <= 100)))
  constraint disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint disputes_pkey PRIMARY KEY (gateway, id)
  constraint disputes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
  constraint ended_with_an_end CHECK (((status = 'open'::text) = (ended_at IS NULL)))
  index disputes_of_payment USING btree (payment_id)
  index disputes_to_check USING btree (next_check_at) WHERE (next_check_at IS NOT NULL)

table public.document_numbers  -- The last number of each kind in a year. One row a year, so that no two transactions lock two kinds in different orders.
  year integer not null
  receipts integer not null default 0
  invoices integer not null default 0
  credit_notes integer not null default 0
  constraint document_numbers_credit_notes_check CHECK ((credit_notes >= 0))
  constraint document_numbers_invoices_check CHECK ((invoices >= 0))
  constraint document_numbers_pkey PRIMARY KEY (year)
  constraint document_numbers_receipts_check CHECK ((receipts >= 0))
  constraint document_numbers_year_check CHECK (((year >= 2020) AND (year <= 2200)))

table public.documents
  id uuid not null default gen_random_uuid()
  kind text not null
  year integer
  serial integer
  number text generated as ((((
CASE kind
    WHEN 'receipt'::text THEN 'RC'::text
    WHEN 'invoice'::text THEN 'INV'::text
    ELSE 'CN'::text
END || '-'::text) || (year)::text) || '-'::text) || lpad((serial)::text, GREATEST(6, length((serial)::text)), '0'::text))
  cause text not null  -- The business fact that it is written for, such as `invoice:<order>`: a replay meets the first.
  user_id uuid not null
  vendor_id uuid  -- Whose goods it is about: the vendor reads it too. Null for a receipt, which is between payer and market.
  payment_id uuid
  order_id uuid
  invoice_id uuid
  amount_kobo bigint not null
  facts jsonb not null  -- All that it says (domain/receipts/facts.ts).
  buyer_tin text
  seller_tin text
  irn text  -- Invoice reference number of the tax office, once e-invoicing is due.
  irn_qr text
  issued_at timestamp with time zone not null default now()
  business_id uuid  -- The company in whose name it was drawn; its members may read it.
  constraint documents_amount_kobo_check CHECK ((amount_kobo >= 0))
  constraint documents_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
  constraint documents_buyer_tin_check CHECK ((char_length(buyer_tin) <= 40))
  constraint documents_cause_check CHECK (((char_length(cause) >= 3) AND (char_length(cause) <= 200)))
  constraint documents_cause_key UNIQUE (cause)
  constraint documents_facts_check CHECK ((jsonb_typeof(facts) = 'object'::text))
  constraint documents_invoice_id_fkey FOREIGN KEY (invoice_id) REFERENCES documents(id)
  constraint documents_irn_check CHECK ((char_length(irn) <= 100))
  constraint documents_irn_qr_check CHECK ((char_length(irn_qr) <= 4000))
  constraint documents_kind_check CHECK ((kind = ANY (ARRAY['receipt'::text, 'invoice'::text, 'credit_note'::text])))
  constraint documents_kind_year_serial_key UNIQUE (kind, year, serial)
  constraint documents_number_key UNIQUE (number)
  constraint documents_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint documents_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint documents_pkey PRIMARY KEY (id)
  constraint documents_seller_tin_check CHECK ((char_length(seller_tin) <= 40))
  constraint documents_serial_check CHECK ((serial > 0))
  constraint documents_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id)
  constraint documents_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint is_about_its_kind CHECK (
CASE kind
    WHEN 'receipt'::text THEN ((payment_id IS NOT NULL) AND (vendor_id IS NULL))
    WHEN 'invoice'::text THEN ((order_id IS NOT NULL) AND (vendor_id IS NOT NULL))
    ELSE ((order_id IS NOT NULL) AND (vendor_id IS NOT NULL) AND (invoice_id IS NOT NULL))
END)
  index documents_issued USING btree (issued_at, id) INCLUDE (kind, year, serial, amount_kobo)
  index documents_of_business USING btree (business_id, issued_at DESC) WHERE (business_id IS NOT NULL)
  index documents_of_order USING btree (order_id) WHERE (order_id IS NOT NULL)
  index documents_of_payment USING btree (payment_id) WHERE (payment_id IS NOT NULL)
  index documents_of_person USING btree (user_id, issued_at DESC)
  index documents_of_vendor USING btree (vendor_id, issued_at DESC) WHERE (vendor_id IS NOT NULL)
  index documents_to_number USING btree (id) WHERE (serial IS NULL)

table public.email_logs
  id uuid not null default gen_random_uuid()
  user_id uuid
  template_id uuid
  recipient_email text not null
  subject text not null
  content text not null
  metadata jsonb not null default '{}'::jsonb
  status text not null default 'pending'::text
  error text
  message_id uuid
  sent_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  kind text  -- What the mail is for; null in rows that an operator wrote.
  constraint email_logs_kind_check CHECK ((kind ~ '^[a-z0-9][a-z0-9_.:-]{0,62}$'::text))
  constraint email_logs_pkey PRIMARY KEY (id)
  constraint email_logs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'sent'::text, 'failed'::text])))
  constraint email_logs_template_id_fkey FOREIGN KEY (template_id) REFERENCES email_templates(id)
  constraint email_logs_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id)
  index email_logs_message USING btree (message_id)
  index email_logs_newest USING btree (created_at DESC)
  index email_logs_recipient USING btree (lower(recipient_email), created_at DESC)

table public.email_templates  -- Mustache: {{placeholder}} and {{#list}}…{{/list}}; full_name and base_url are always given.
  id uuid not null default gen_random_uuid()
  type text not null
  subject text not null
  content text not null
  updated_at timestamp with time zone not null default now()
  placeholders text[]  -- What may stand in double braces; `list.name` for what a list holds. Null: not known.
  default_subject text  -- The text that the product brings; null for templates that an operator added.
  default_content text
  required text[] not null default '{}'::text[]  -- Placeholders without which the mail says nothing: without its reference an answer cannot be found again.
  constraint email_templates_content_check CHECK ((char_length(content) <= 50000))
  constraint email_templates_pkey PRIMARY KEY (id)
  constraint email_templates_subject_check CHECK ((((char_length(subject) >= 1) AND (char_length(subject) <= 200)) AND (subject !~ '[\r\n]'::text)))
  constraint email_templates_type_check CHECK ((type ~ '^[a-z][a-z0-9-]{1,40}$'::text))
  constraint email_templates_type_key UNIQUE (type)

table public.featured_deals
  id uuid not null default gen_random_uuid()
  name text not null
  base_price numeric(14,2) not null
  unit text not null
  options text not null default '[]'::text  -- JSON text: a list of choices, such as ["Half bag", "Full bag"].
  image_url text
  status text not null default 'active'::text
  product_id uuid
  group_buy_id uuid
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  starts_at timestamp with time zone  -- Listed from then on; without one, at once.
  ends_at timestamp with time zone  -- Listed until then; without one, until it is deleted.
  constraint base_price_is_a_number CHECK ((base_price <> 'NaN'::numeric))
  constraint deal_ends_after_it_starts CHECK ((ends_at > starts_at))
  constraint deal_is_within_reach CHECK (((starts_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND ((ends_at >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (ends_at <= '2100-01-01 00:00:00+00'::timestamp with time zone)) AND (COALESCE(starts_at, '2000-01-01 00:00:00+00'::timestamp with time zone) <= '2100-01-01 00:00:00+00'::timestamp with time zone)))
  constraint featured_deals_base_price_check CHECK ((base_price > (0)::numeric))
  constraint featured_deals_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id)
  constraint featured_deals_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 120)))
  constraint featured_deals_options_check CHECK ((char_length(options) <= 4000))
  constraint featured_deals_pkey PRIMARY KEY (id)
  constraint featured_deals_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
  constraint featured_deals_status_check CHECK ((status = ANY (ARRAY['active'::text, 'deleted'::text])))
  constraint featured_deals_unit_check CHECK (((char_length(TRIM(BOTH FROM unit)) >= 1) AND (char_length(TRIM(BOTH FROM unit)) <= 40)))
  constraint picture_is_on_this_site CHECK ((is_own_path(image_url) AND (image_url <> '/'::text)))
  index featured_deals_by_day USING btree (status, created_at DESC, id)
  index featured_deals_by_name USING btree (status, name, id)
  index featured_deals_listed USING btree (created_at DESC) WHERE (status = 'active'::text)

table public.follower_notifications  -- How far the followers of a buy have been told, in the order of their ids. A job that dies goes on from here and tells nobody twice.
  group_buy_id uuid not null
  last_notified_id uuid
  done_at timestamp with time zone
  constraint follower_notifications_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id) ON DELETE CASCADE
  constraint follower_notifications_pkey PRIMARY KEY (group_buy_id)

table public.follows  -- Only theirs to see, to add and to remove. Vendors learn neither who follows them nor how many.
  id uuid not null default gen_random_uuid()
  follower_id uuid not null
  product_id uuid
  vendor_id uuid
  kind text not null generated as 
CASE
    WHEN (product_id IS NULL) THEN 'shop'::text
    ELSE 'product'::text
END
  created_at timestamp with time zone not null default now()
  wants_restock boolean not null default false  -- For a product: tell the follower once, when it can be ordered again.
  constraint a_product_or_a_shop CHECK ((num_nonnulls(product_id, vendor_id) = 1))
  constraint followed_once UNIQUE NULLS NOT DISTINCT (follower_id, product_id, vendor_id)
  constraint follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint follows_pkey PRIMARY KEY (id)
  constraint follows_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
  constraint follows_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  index followers_of_product USING btree (product_id, follower_id) WHERE (product_id IS NOT NULL)
  index followers_of_shop USING btree (vendor_id, follower_id) WHERE (vendor_id IS NOT NULL)
  index follows_newest USING btree (follower_id, created_at DESC, id)
  index follows_wanting_restock USING btree (product_id) WHERE wants_restock

table public.gateway_events  -- What the gateway told by itself, once each; the work is done by asking the gateway, never by believing the event.
  id text not null
  gateway text not null
  name text not null
  about text not null
  reference text
  received_at timestamp with time zone not null default now()
  next_try_at timestamp with time zone default now()
  tries integer not null default 0
  constraint gateway_events_pkey PRIMARY KEY (gateway, id)
  index gateway_events_due USING btree (next_try_at) WHERE (next_try_at IS NOT NULL)

table public.gateway_records  -- The gateway's own books, as it listed them last.
  gateway text not null
  kind text not null
  id text not null
  reference text  -- Of the payment or payout; of a refund its note, which is our id. Null: nothing of ours.
  status text not null
  amount_kobo bigint not null  -- Of a settlement: what arrives at the bank.
  fees_kobo bigint not null default 0
  currency text not null default 'NGN'::text
  made_at timestamp with time zone not null
  seen_at timestamp with time zone not null default clock_timestamp()
  constraint gateway_records_amount_kobo_check CHECK (((amount_kobo >= 0) AND (amount_kobo <= '99999999999999'::bigint)))
  constraint gateway_records_fees_kobo_check CHECK (((fees_kobo >= 0) AND (fees_kobo <= '99999999999999'::bigint)))
  constraint gateway_records_gateway_check CHECK ((gateway = ANY (ARRAY['paystack'::text, 'local'::text])))
  constraint gateway_records_id_check CHECK (((char_length(id) >= 1) AND (char_length(id) <= 100)))
  constraint gateway_records_kind_check CHECK ((kind = ANY (ARRAY['payment'::text, 'refund'::text, 'payout'::text, 'settlement'::text])))
  constraint gateway_records_pkey PRIMARY KEY (gateway, kind, id)
  constraint gateway_records_reference_check CHECK ((char_length(reference) <= 200))
  constraint gateway_records_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'ended'::text, 'reversed'::text])))
  index gateway_records_by_reference USING btree (kind, reference)
  index gateway_records_by_time USING btree (gateway, made_at)
  index gateway_records_open USING btree (gateway, made_at) WHERE (status = 'open'::text)

table public.group_buys  -- Its counters are the orders' to move (count_orders), its stock the product's (move_stock).
  id uuid not null default gen_random_uuid()
  product_id uuid not null
  vendor_id uuid not null
  status text not null default 'draft'::text
  product_name text not null
  product_description text not null default ''::text
  category text not null
  unit text not null
  image_url text
  vendor_location text not null
  min_quantity integer not null default 1
  max_quantity integer
  base_price numeric(14,2) not null
  price_tiers text not null default '[]'::text  -- JSON text: [{"participants": 5, "price": 76000}, ...], prices in naira.
  tier_thresholds integer[] not null default '{}'::integer[]  -- Participants of each tier, rising; made from price_tiers.
  tier_prices numeric(14,2)[] not null default '{}'::numeric[]
  terms_version integer not null default 1  -- Rises with every change of price, target, limits or dates. An order keeps the version it was made under.
  share_date date
  payment_due_at timestamp with time zone
  starts_at timestamp with time zone not null default now()
  end_date timestamp with time zone not null
  target_quantity integer not null
  current_quantity integer not null default 0
  min_participants integer not null default 1
  max_participants integer
  current_participants integer not null default 0
  paid_quantity integer not null default 0
  paid_participants integer not null default 0  -- People with a paid live order: settlement prices by them, screens show both counts.
  payment_mode text not null default 'reserve'::text
  allow_extension boolean not null default false
  extended_at timestamp with time zone
  buyer_fee_bps integer not null default 250  -- Rates are those in force on publishing (public.settings); later changes of a setting leave them alone.
  vendor_fee_bps integer not null default 500
  referral_bps integer not null default 50
  late_leave_charge_bps integer not null default 1000
  current_price numeric(14,2) not null generated as price_at(tier_thresholds, tier_prices, base_price, current_participants)
  set_aside integer not null generated as 
CASE
    WHEN (status = 'active'::text) THEN target_quantity
    WHEN (status = ANY (ARRAY['draft'::text, 'failed'::text, 'cancelled'::text])) THEN 0
    ELSE current_quantity
END  -- Units taken from the product's stock: an open buy holds its whole target, a closed one what was joined, an ended one nothing.
  final_price numeric(14,2)
  end_reason text
  published_at timestamp with time zone
  closed_at timestamp with time zone
  settled_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  honoured_at timestamp with time zone  -- When the vendor took a buy short of its minimum upon themselves.
  left_late integer not null default 0  -- People who left after the free time, or whose bank took the payment back.
  kg_per_unit numeric(9,3)  -- About; a copy on publishing. Null: not known.
  settled_participants integer  -- People whose payments made the final price: they stayed. Null for buys settled before this was recorded.
  pack_size integer  -- Units in one pack; null if the goods do not come in packs.
  pack_unit text  -- One pack in the shop's words, such as "50 kg bag".
  top_up_at timestamp with time zone  -- When the window ended with an open pack: since then only joins that fill it are taken.
  former_target_quantity integer  -- The target before the top-up time; an extension restores it.
  part_pack_until timestamp with time zone  -- Until when the shop may confirm a part of a pack, if the last one was not filled.
  part_pack_confirmed_at timestamp with time zone  -- When the shop confirmed that it brings a part of the last pack.
  least_kg_per_unit numeric(9,3)
  most_kg_per_unit numeric(9,3)  -- A copy on publishing, as for kg_per_unit.
  cycle_id uuid  -- The cycle of which this buy is a round.
  constraint end_date_is_within_reach CHECK (((end_date >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (end_date <= '2100-01-01 00:00:00+00'::timestamp with time zone)))
  constraint group_buys_base_price_check CHECK ((base_price > (0)::numeric))
  constraint group_buys_buyer_fee_bps_check CHECK (((buyer_fee_bps >= 0) AND (buyer_fee_bps <= 10000)))
  constraint group_buys_check CHECK ((max_quantity >= min_quantity))
  constraint group_buys_check1 CHECK ((max_participants >= min_participants))
  constraint group_buys_cycle_id_fkey FOREIGN KEY (cycle_id) REFERENCES buy_cycles(id)
  constraint group_buys_end_reason_check CHECK ((char_length(end_reason) <= 300))
  constraint group_buys_kg_per_unit_check CHECK ((kg_per_unit > (0)::numeric))
  constraint group_buys_late_leave_charge_bps_check CHECK (((late_leave_charge_bps >= 0) AND (late_leave_charge_bps <= 10000)))
  constraint group_buys_left_late_check CHECK ((left_late >= 0))
  constraint group_buys_min_participants_check CHECK ((min_participants >= 1))
  constraint group_buys_min_quantity_check CHECK ((min_quantity >= 1))
  constraint group_buys_pack_size_check CHECK (((pack_size >= 2) AND (pack_size <= 10000)))
  constraint group_buys_pack_unit_check CHECK (((pack_unit = TRIM(BOTH FROM pack_unit)) AND ((char_length(pack_unit) >= 1) AND (char_length(pack_unit) <= 40))))
  constraint group_buys_paid_participants_check CHECK ((paid_participants >= 0))
  constraint group_buys_paid_quantity_check CHECK ((paid_quantity >= 0))
  constraint group_buys_payment_mode_check CHECK ((payment_mode = ANY (ARRAY['reserve'::text, 'pay_to_join'::text])))
  constraint group_buys_pkey PRIMARY KEY (id)
  constraint group_buys_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
  constraint group_buys_referral_bps_check CHECK (((referral_bps >= 0) AND (referral_bps <= 10000)))
  constraint group_buys_settled_participants_check CHECK ((settled_participants > 0))
  constraint group_buys_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'closed'::text, 'settling'::text, 'confirmed'::text, 'ready'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
  constraint group_buys_target_quantity_check CHECK (((target_quantity >= 1) AND (target_quantity <= 1000000)))
  constraint group_buys_vendor_fee_bps_check CHECK (((vendor_fee_bps >= 0) AND (vendor_fee_bps <= 10000)))
  constraint group_buys_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint only_packs_are_topped_up CHECK (((num_nonnulls(top_up_at, former_target_quantity) = ANY (ARRAY[0, 2])) AND ((pack_size IS NOT NULL) OR (num_nonnulls(top_up_at, part_pack_until) = 0)) AND (former_target_quantity >= target_quantity) AND ((part_pack_confirmed_at IS NULL) OR (part_pack_until IS NOT NULL))))
  constraint people_are_not_oversold CHECK (((current_participants >= 0) AND ((max_participants IS NULL) OR (current_participants <= max_participants))))
  constraint picture_is_on_this_site CHECK ((is_own_path(image_url) AND (image_url <> '/'::text)))
  constraint places_are_not_oversold CHECK (((current_quantity >= 0) AND (current_quantity <= target_quantity)))
  constraint target_is_whole_packs CHECK (((num_nonnulls(pack_size, pack_unit) = ANY (ARRAY[0, 2])) AND ((pack_size IS NULL) OR (top_up_at IS NOT NULL) OR ((target_quantity % pack_size) = 0))))
  constraint vendor_keeps_95_percent CHECK ((vendor_fee_bps <= 500))
  constraint weights_are_a_range CHECK ((num_nonnulls(least_kg_per_unit, most_kg_per_unit) = ANY (ARRAY[0, 2])))
  constraint window_closes_before_payment CHECK (((payment_due_at IS NULL) OR (extended_at IS NOT NULL) OR (end_date <= payment_due_at)))
  index group_buys_category USING btree (category, end_date) WHERE (status = 'active'::text)
  index group_buys_decided USING btree (end_date) INCLUDE (vendor_id, status) WHERE (status = ANY (ARRAY['confirmed'::text, 'ready'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))
  index group_buys_ending USING btree (end_date, id) WHERE (status = 'active'::text)
  index group_buys_location USING btree (vendor_location) WHERE (status = 'active'::text)
  index group_buys_of_cycle USING btree (cycle_id, published_at DESC) WHERE (cycle_id IS NOT NULL)
  index group_buys_popular USING btree (current_participants DESC, id) WHERE (status = 'active'::text)
  index group_buys_product USING btree (product_id)
  index group_buys_search USING gin (product_name gin_trgm_ops) WHERE (status = 'active'::text)
  index group_buys_to_pay USING btree (payment_due_at) WHERE (status = 'closed'::text)
  index group_buys_to_share USING btree (share_date) WHERE (status = 'confirmed'::text)
  index group_buys_vendor USING btree (vendor_id, created_at DESC)

table public.hand_over_lines  -- Units of a line that changed hands in a hand-over that is done.
  hand_over_id uuid not null
  line_id uuid not null
  quantity integer not null
  constraint hand_over_lines_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint hand_over_lines_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id)
  constraint hand_over_lines_pkey PRIMARY KEY (hand_over_id, line_id)
  constraint hand_over_lines_quantity_check CHECK ((quantity > 0))
  index hand_over_lines_of_line USING btree (line_id)

table public.hand_over_overrides  -- Hand-overs without a code: who decided, why, and the photograph in the bucket hand-over-photos.
  hand_over_id uuid not null
  person_id uuid not null
  identity text not null
  reason text not null
  photo text not null
  created_at timestamp with time zone not null default clock_timestamp()
  by_shop boolean not null default false  -- Handed over by the owner or staff of the shop that is paid for the goods.
  confirmed_at timestamp with time zone  -- When the buyer said that the goods are in their hands.
  constraint hand_over_overrides_check CHECK ((photo ~~ (person_id || '/%'::text)))
  constraint hand_over_overrides_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint hand_over_overrides_identity_check CHECK ((identity = ANY (ARRAY['id-card'::text, 'known'::text, 'called'::text])))
  constraint hand_over_overrides_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id)
  constraint hand_over_overrides_pkey PRIMARY KEY (hand_over_id)
  constraint hand_over_overrides_reason_check CHECK (((char_length(TRIM(BOTH FROM reason)) >= 5) AND (char_length(TRIM(BOTH FROM reason)) <= 300)))
  index hand_over_overrides_photo USING btree (photo)
  index overrides_of_person USING btree (person_id, created_at)

table public.hand_overs
  id uuid not null default gen_random_uuid()
  order_id uuid not null
  kind text not null
  pickup_point_id uuid
  status text not null default 'open'::text
  due_from timestamp with time zone not null
  due_until timestamp with time zone
  done_at timestamp with time zone
  handled_by uuid
  proof text
  taken_by text not null default ''::text
  note text not null default ''::text
  goods_kobo bigint not null default 0
  claim_until timestamp with time zone
  released_at timestamp with time zone
  created_at timestamp with time zone not null default clock_timestamp()
  released_kobo bigint
  lies_at uuid  -- Of a delivery: the place where its goods were made ready to be collected.
  constraint a_place_or_a_door CHECK (((kind <> 'delivery'::text) OR (pickup_point_id IS NULL)))
  constraint done_has_proof CHECK (((status = 'done'::text) = ((done_at IS NOT NULL) AND (proof IS NOT NULL) AND (claim_until IS NOT NULL))))
  constraint hand_overs_check CHECK (((released_kobo >= 0) AND (released_kobo <= goods_kobo)))
  constraint hand_overs_goods_kobo_check CHECK ((goods_kobo >= 0))
  constraint hand_overs_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES profiles(id)
  constraint hand_overs_kind_check CHECK ((kind = ANY (ARRAY['pickup'::text, 'delivery'::text, 'stockpile'::text])))
  constraint hand_overs_lies_at_fkey FOREIGN KEY (lies_at) REFERENCES pickup_points(id)
  constraint hand_overs_note_check CHECK ((char_length(note) <= 300))
  constraint hand_overs_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint hand_overs_pickup_point_id_fkey FOREIGN KEY (pickup_point_id) REFERENCES pickup_points(id)
  constraint hand_overs_pkey PRIMARY KEY (id)
  constraint hand_overs_proof_check CHECK ((proof = ANY (ARRAY['code'::text, 'nominee'::text, 'override'::text, 'unrecorded'::text, 'decision'::text])))
  constraint hand_overs_status_check CHECK ((status = ANY (ARRAY['open'::text, 'done'::text, 'ended'::text])))
  constraint hand_overs_taken_by_check CHECK ((char_length(taken_by) <= 80))
  constraint released_so_much CHECK (((released_at IS NULL) = (released_kobo IS NULL)))
  constraint released_when_done CHECK (((released_at IS NULL) OR (status = 'done'::text)))
  UNIQUE index one_open_hand_over_an_order USING btree (order_id) WHERE (status = 'open'::text)
  index hand_overs_at_place USING btree (pickup_point_id, due_from) WHERE (status = 'open'::text)
  index hand_overs_lying_at USING btree (lies_at) WHERE (lies_at IS NOT NULL)
  index hand_overs_of_order USING btree (order_id)
  index hand_overs_to_release USING btree (claim_until) WHERE ((status = 'done'::text) AND (released_at IS NULL))

table public.idempotency_keys  -- Answers of requests that carried an idempotency key, kept for at least 72 hours.
  actor text not null  -- Who asked: a user id, or the name of a key for callers without one.
  route text not null  -- The called verb, so that one key may serve two different calls.
  key text not null
  body_hash bytea not null  -- SHA-256 of the canonical JSON of the body: the same key with another body is refused.
  status smallint
  answer jsonb
  created_at timestamp with time zone not null default now()
  constraint idempotency_keys_actor_check CHECK (((char_length(actor) >= 1) AND (char_length(actor) <= 200)))
  constraint idempotency_keys_body_hash_check CHECK ((octet_length(body_hash) = 32))
  constraint idempotency_keys_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 255)))
  constraint idempotency_keys_pkey PRIMARY KEY (actor, route, key)
  constraint idempotency_keys_route_check CHECK (((char_length(route) >= 1) AND (char_length(route) <= 200)))
  constraint idempotency_keys_status_check CHECK (((status >= 100) AND (status <= 599)))
  index idempotency_keys_created_at USING btree (created_at)

table public.line_weights  -- Final weights of lines whose goods are sold by weight, each with a photograph of the scale. The last one that counts is in live_weights.
  id uuid not null default gen_random_uuid()
  line_id uuid not null
  number integer not null
  units integer not null  -- Units that were weighed together: all that the line still had coming.
  grams integer not null
  cut_kobo bigint not null  -- By how much these units cost less than at the most weight.
  shortfall_id uuid  -- The short delivery that gives the money back; null: there is none to give.
  photo text not null
  entered_by uuid not null
  created_at timestamp with time zone not null default clock_timestamp()
  constraint a_weight_is_entered_once UNIQUE (line_id, number)
  constraint line_weights_check CHECK (((char_length(photo) <= 300) AND (photo ~~ (entered_by || '/%'::text))))
  constraint line_weights_cut_kobo_check CHECK ((cut_kobo >= 0))
  constraint line_weights_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES profiles(id)
  constraint line_weights_grams_check CHECK ((grams > 0))
  constraint line_weights_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id)
  constraint line_weights_number_check CHECK ((number > 0))
  constraint line_weights_pkey PRIMARY KEY (id)
  constraint line_weights_shortfall_id_fkey FOREIGN KEY (shortfall_id) REFERENCES shortfalls(id)
  constraint line_weights_shortfall_id_key UNIQUE (shortfall_id)
  constraint line_weights_units_check CHECK ((units > 0))
  index line_weights_by_photo USING btree (photo)

table public.load_corrections  -- Later counts of a load, with who entered them and why; the last one counts. Rows are never changed.
  id uuid not null default gen_random_uuid()
  weigh_in_id uuid not null
  number integer not null
  units_counted integer not null  -- 0: the load never came, for instance because it was entered for the wrong delivery.
  grams_counted bigint
  reason text not null
  photo text
  corrected_by uuid not null
  created_at timestamp with time zone not null default clock_timestamp()
  constraint load_corrections_corrected_by_fkey FOREIGN KEY (corrected_by) REFERENCES profiles(id)
  constraint load_corrections_grams_counted_check CHECK (((grams_counted >= 1) AND (grams_counted <= 1000000000)))
  constraint load_corrections_number_check CHECK (((number >= 1) AND (number <= 20)))
  constraint load_corrections_photo_check CHECK ((char_length(photo) <= 300))
  constraint load_corrections_pkey PRIMARY KEY (id)
  constraint load_corrections_reason_check CHECK (((char_length(reason) >= 5) AND (char_length(reason) <= 300)))
  constraint load_corrections_units_counted_check CHECK (((units_counted >= 0) AND (units_counted <= 1000000)))
  constraint load_corrections_weigh_in_id_fkey FOREIGN KEY (weigh_in_id) REFERENCES weigh_ins(id)
  constraint load_corrections_weigh_in_id_number_key UNIQUE (weigh_in_id, number)
  index load_corrections_by_photo USING btree (photo) WHERE (photo IS NOT NULL)

table public.local_governments  -- Reference data; changes with a migration.
  state text not null
  name text not null
  constraint local_governments_pkey PRIMARY KEY (state, name)
  constraint local_governments_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)

table public.lot_incidents  -- Claims about one group buy that are decided together; it has the id of the claim that opened it. Texts stand in claim_events.
  id uuid not null default gen_random_uuid()
  lot_no bigint not null default nextval('lot_numbers'::regclass)
  group_buy_id uuid not null
  vendor_id uuid not null
  status text not null default 'open'::text
  respond_by timestamp with time zone not null
  decide_by timestamp with time zone not null
  outcome text
  share_percent integer not null default 0  -- Of what each claim in it asks; 0 unless money comes back.
  payer text
  decided_by uuid
  decided_at timestamp with time zone
  appeal_by timestamp with time zone
  appealed_by text
  appeal_decided_by uuid
  created_at timestamp with time zone not null default clock_timestamp()
  constraint decided_has_outcome CHECK (((status = ANY (ARRAY['decided'::text, 'appealed'::text, 'final'::text])) = ((outcome IS NOT NULL) AND (payer IS NOT NULL) AND (decided_by IS NOT NULL))))
  constraint final_has_chief CHECK (((status = 'final'::text) = (appeal_decided_by IS NOT NULL)))
  constraint lot_incidents_appeal_decided_by_fkey FOREIGN KEY (appeal_decided_by) REFERENCES profiles(id)
  constraint lot_incidents_appealed_by_check CHECK ((appealed_by = ANY (ARRAY['buyer'::text, 'vendor'::text])))
  constraint lot_incidents_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id)
  constraint lot_incidents_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id)
  constraint lot_incidents_lot_no_key UNIQUE (lot_no)
  constraint lot_incidents_outcome_check CHECK ((outcome = ANY (ARRAY['refund'::text, 'replacement'::text, 'rejected'::text])))
  constraint lot_incidents_payer_check CHECK ((payer = ANY (ARRAY['vendor'::text, 'hub'::text, 'rider'::text, 'platform'::text])))
  constraint lot_incidents_pkey PRIMARY KEY (id)
  constraint lot_incidents_share_percent_check CHECK (((share_percent >= 0) AND (share_percent <= 100)))
  constraint lot_incidents_status_check CHECK ((status = ANY (ARRAY['open'::text, 'decided'::text, 'appealed'::text, 'final'::text, 'closed'::text])))
  constraint lot_incidents_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint refund_has_share CHECK (((share_percent > 0) = (NOT (outcome IS DISTINCT FROM 'refund'::text))))
  UNIQUE index one_open_lot_of_a_buy USING btree (group_buy_id) WHERE (status = ANY (ARRAY['open'::text, 'appealed'::text]))
  index lots_of_vendor USING btree (vendor_id, created_at DESC)

table public.manager_regions  -- The states whose vendors a manager approves, suspends and watches. Assigned by coordinators.
  manager_id uuid not null
  state text not null
  assigned_by uuid
  created_at timestamp with time zone not null default now()
  constraint manager_regions_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES profiles(id)
  constraint manager_regions_manager_id_fkey FOREIGN KEY (manager_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint manager_regions_pkey PRIMARY KEY (manager_id, state)
  constraint manager_regions_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)

table public.measures  -- About how much a unit weighs, by kind of food. Written by the chief's commands.
  unit text not null
  food text not null default ''::text
  kg_per_unit numeric(9,3) not null
  least_kg numeric(9,3) not null
  most_kg numeric(9,3) not null
  is_equivalent boolean not null default false
  updated_at timestamp with time zone not null default now()
  constraint measures_food_check CHECK ((food ~ '^[a-z]{0,30}$'::text))
  constraint measures_kg_per_unit_check CHECK ((kg_per_unit > (0)::numeric))
  constraint measures_least_kg_check CHECK ((least_kg > (0)::numeric))
  constraint measures_most_kg_check CHECK ((most_kg <= (5000)::numeric))
  constraint measures_pkey PRIMARY KEY (unit, food)
  constraint measures_unit_check CHECK (((unit = lower(TRIM(BOTH FROM unit))) AND ((char_length(unit) >= 1) AND (char_length(unit) <= 40))))
  constraint within_its_bounds CHECK (((kg_per_unit >= least_kg) AND (kg_per_unit <= most_kg)))

table public.memberships  -- Who hands goods over or delivers, and for which shop or place. No role: rights end with ended_at.
  id uuid not null default gen_random_uuid()
  person_id uuid not null
  vendor_id uuid
  pickup_point_id uuid
  duty text not null
  added_by uuid
  created_at timestamp with time zone not null default now()
  ended_at timestamp with time zone
  constraint memberships_added_by_fkey FOREIGN KEY (added_by) REFERENCES profiles(id)
  constraint memberships_duty_check CHECK ((duty = ANY (ARRAY['hand-over'::text, 'delivery'::text])))
  constraint memberships_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id)
  constraint memberships_pickup_point_id_fkey FOREIGN KEY (pickup_point_id) REFERENCES pickup_points(id)
  constraint memberships_pkey PRIMARY KEY (id)
  constraint memberships_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint of_a_shop_or_a_place CHECK ((num_nonnulls(vendor_id, pickup_point_id) = 1))
  UNIQUE index one_membership_of_a_kind USING btree (person_id, COALESCE(vendor_id, pickup_point_id), duty) WHERE (ended_at IS NULL)
  index memberships_of_place USING btree (pickup_point_id) WHERE (ended_at IS NULL)
  index memberships_of_shop USING btree (vendor_id) WHERE (ended_at IS NULL)

table public.message_reports  -- Reports of a message of somebody else: its text at that time, and what staff decided.
  id uuid not null default gen_random_uuid()
  message_id uuid
  buy_broadcast_id uuid
  reporter_id uuid
  writer_id uuid
  state text  -- State of the shop that it concerns. Null: coordinators and chiefs decide.
  text text not null
  reason text not null
  created_at timestamp with time zone not null default clock_timestamp()
  decision text
  decision_reason text
  decided_by uuid
  decided_at timestamp with time zone
  status text not null generated as 
CASE
    WHEN (decided_at IS NULL) THEN 'open'::text
    ELSE 'decided'::text
END
  constraint decided_with_reason CHECK ((num_nonnulls(decision, decision_reason, decided_at) = ANY (ARRAY[0, 3])))
  constraint message_reports_buy_broadcast_id_fkey FOREIGN KEY (buy_broadcast_id) REFERENCES buy_broadcasts(id) ON DELETE CASCADE
  constraint message_reports_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE SET NULL
  constraint message_reports_decision_check CHECK ((decision = ANY (ARRAY['nothing'::text, 'hidden'::text, 'warned'::text])))
  constraint message_reports_decision_reason_check CHECK (((char_length(TRIM(BOTH FROM decision_reason)) >= 5) AND (char_length(TRIM(BOTH FROM decision_reason)) <= 500)))
  constraint message_reports_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON DELETE CASCADE
  constraint message_reports_pkey PRIMARY KEY (id)
  constraint message_reports_reason_check CHECK (((char_length(TRIM(BOTH FROM reason)) >= 5) AND (char_length(TRIM(BOTH FROM reason)) <= 500)))
  constraint message_reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES profiles(id) ON DELETE SET NULL
  constraint message_reports_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  constraint message_reports_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 5000)))
  constraint message_reports_writer_id_fkey FOREIGN KEY (writer_id) REFERENCES profiles(id) ON DELETE SET NULL
  constraint reports_one_text CHECK ((num_nonnulls(message_id, buy_broadcast_id) = 1))
  UNIQUE index one_report_of_broadcast USING btree (reporter_id, buy_broadcast_id) WHERE (buy_broadcast_id IS NOT NULL)
  UNIQUE index one_report_of_message USING btree (reporter_id, message_id) WHERE (message_id IS NOT NULL)
  index message_reports_decided USING btree (decided_at DESC, id) WHERE (decided_at IS NOT NULL)
  index message_reports_of_broadcast USING btree (buy_broadcast_id) WHERE (buy_broadcast_id IS NOT NULL)
  index message_reports_of_decider USING btree (decided_by) WHERE (decided_by IS NOT NULL)
  index message_reports_of_message USING btree (message_id) WHERE (message_id IS NOT NULL)
  index message_reports_of_state USING btree (state) WHERE (state IS NOT NULL)
  index message_reports_of_writer USING btree (writer_id) WHERE (writer_id IS NOT NULL)
  index message_reports_open USING btree (created_at, id) WHERE (decided_at IS NULL)

table public.message_texts  -- What chiefs have written in place of the standard text of a message, with its history: rows are added, never changed.
  kind text not null
  part text not null
  variant text not null
  language text not null
  version integer not null
  subject text
  body text  -- Plain text with {placeholders}. Null: the standard text is used again.
  required text[] not null  -- Placeholders of what the standard text says of money, times, references and links: no text is without them.
  placeholders text[] not null
  standard_subject text not null
  standard_body text not null  -- The standard text at that time, which shows whether it has changed since.
  author_id uuid
  author_name text not null
  created_at timestamp with time zone not null default clock_timestamp()
  constraint both_or_neither CHECK (((subject IS NULL) = (body IS NULL)))
  constraint message_texts_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE SET NULL
  constraint message_texts_author_name_check CHECK (((char_length(author_name) >= 1) AND (char_length(author_name) <= 120)))
  constraint message_texts_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 4000)))
  constraint message_texts_kind_check CHECK ((kind ~ '^[a-z][a-z-]{2,60}$'::text))
  constraint message_texts_language_check CHECK ((language = ANY (ARRAY['en'::text, 'ha'::text, 'ig'::text, 'pcm'::text, 'yo'::text])))
  constraint message_texts_part_check CHECK ((part = ANY (ARRAY['mail'::text, 'notice'::text, 'sms'::text])))
  constraint message_texts_pkey PRIMARY KEY (kind, part, variant, language, version)
  constraint message_texts_subject_check CHECK (((char_length(subject) <= 150) AND (subject !~ '[\r\n]'::text)))
  constraint message_texts_variant_check CHECK ((variant ~ '^[A-Za-z][A-Za-z0-9=-]{0,59}$'::text))
  constraint message_texts_version_check CHECK ((version >= 1))
  constraint only_notices_are_translated CHECK (((part = 'notice'::text) OR (language = 'en'::text)))
  index message_texts_of_author USING btree (author_id) WHERE (author_id IS NOT NULL)

table public.messages
  id uuid not null default gen_random_uuid()
  conversation_id uuid not null
  sender_id uuid not null default auth.uid()
  body text not null
  created_at timestamp with time zone not null default now()
  sender_name text  -- Name and role of a member of staff who answers for the market and is no member of the conversation.
  constraint messages_body_check CHECK (((char_length(TRIM(BOTH FROM body)) >= 1) AND (char_length(TRIM(BOTH FROM body)) <= 2000)))
  constraint messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE
  constraint messages_pkey PRIMARY KEY (id)
  constraint messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES profiles(id)
  constraint messages_sender_name_check CHECK (((char_length(sender_name) >= 1) AND (char_length(sender_name) <= 120)))
  index messages_of_conversation USING btree (conversation_id, created_at)
  index messages_of_sender USING btree (sender_id, created_at DESC)

table public.nigerian_states  -- The 36 states and the Federal Capital Territory: the unit in which managers are assigned.
  name text not null
  constraint nigerian_states_pkey PRIMARY KEY (name)

table public.notice_preferences  -- Only theirs. Who has no row has the defaults of notice_preferences_of().
  person_id uuid not null
  mail_prices boolean not null
  mail_shops boolean not null
  mail_messages boolean not null
  mail_rewards boolean not null
  push_orders boolean not null
  push_prices boolean not null
  push_shops boolean not null
  push_messages boolean not null
  push_rewards boolean not null
  quiet_from time without time zone  -- Time of day in Lagos; null for no quiet hours. Later than quiet_to when the night lies between.
  quiet_to time without time zone
  constraint both_ends_of_the_night CHECK ((((quiet_from IS NULL) = (quiet_to IS NULL)) AND (quiet_from <> quiet_to)))
  constraint notice_preferences_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint notice_preferences_pkey PRIMARY KEY (person_id)

table public.notices  -- What a person was told, in the words of that day. Only theirs to see and to mark as read; old ones go (setting notice_retention_days).
  id uuid not null default gen_random_uuid()
  person_id uuid not null  -- A profile. No foreign key: it would lock the person after their orders, against the order of locks (decision 0013).
  kind text not null  -- Name of the mail that says the same.
  title text not null
  body text not null
  link text  -- Path of the page with the rest.
  created_at timestamp with time zone not null default now()
  read_at timestamp with time zone
  templates jsonb  -- Title and body as templates with their values, for screens in other languages; null if they have none.
  constraint notices_body_check CHECK ((char_length(body) <= 1000))
  constraint notices_kind_check CHECK ((kind ~ '^[a-z][a-z-]{2,60}$'::text))
  constraint notices_link_check CHECK (((link ~ '^/[a-z]'::text) AND (char_length(link) <= 300)))
  constraint notices_pkey PRIMARY KEY (id)
  constraint notices_templates_check CHECK ((jsonb_typeof(templates) = 'object'::text))
  constraint notices_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200)))
  index notices_by_age USING btree (created_at)
  index notices_of_person USING btree (person_id, created_at DESC)
  index notices_unread USING btree (person_id) WHERE (read_at IS NULL)

table public.offline_hand_overs  -- Hand-overs written down without a network, one row for each order of the act.
  id uuid not null default gen_random_uuid()
  act_id uuid not null  -- Given by the device, so that an act that is sent again counts once.
  hand_over_id uuid not null
  person_id uuid not null
  acted_at timestamp with time zone not null  -- By the server's clock: when it was received, less the time that has passed on the device.
  received_at timestamp with time zone not null default clock_timestamp()
  is_scanned boolean not null  -- The QR code was scanned; otherwise six digits were typed.
  conflict text  -- Why it did not count; null: the goods have changed hands.
  settlement text
  settled_at timestamp with time zone
  settled_by uuid
  note text not null default ''::text
  constraint acted_before_received CHECK ((acted_at <= received_at))
  constraint offline_acts_count_once UNIQUE (act_id, hand_over_id)
  constraint offline_hand_overs_conflict_check CHECK ((conflict = ANY (ARRAY['done-already'::text, 'ended'::text, 'not-left'::text, 'not-weighed'::text, 'no-right'::text, 'wrong-code'::text, 'code-changed'::text, 'too-old'::text, 'clock'::text])))
  constraint offline_hand_overs_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint offline_hand_overs_note_check CHECK ((char_length(note) <= 300))
  constraint offline_hand_overs_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id)
  constraint offline_hand_overs_pkey PRIMARY KEY (id)
  constraint offline_hand_overs_settled_by_fkey FOREIGN KEY (settled_by) REFERENCES profiles(id)
  constraint offline_hand_overs_settlement_check CHECK ((settlement = ANY (ARRAY['handed-over'::text, 'not-handed-over'::text, 'missing'::text])))
  constraint only_conflicts_are_settled CHECK (((conflict IS NOT NULL) OR (settlement IS NULL)))
  constraint settled_by_somebody CHECK ((((settlement IS NULL) = (settled_at IS NULL)) AND ((settlement IS NULL) = (settled_by IS NULL))))
  UNIQUE index one_offline_act_counts USING btree (hand_over_id) WHERE (conflict IS NULL)
  index offline_hand_overs_conflicts USING btree (hand_over_id) WHERE (conflict IS NOT NULL)
  index offline_hand_overs_open USING btree (received_at) WHERE ((conflict IS NOT NULL) AND (settled_at IS NULL))
  index offline_hand_overs_person USING btree (person_id)
  index offline_hand_overs_settled_by USING btree (settled_by) WHERE (settled_by IS NOT NULL)

table public.order_addresses  -- Where an order is delivered: a copy of the address when it was chosen. Apart from the order, because only its buyer reads it and, while the order is paid, the owner of a shop that delivers itself; riders see it through visible_stops.
  order_id uuid not null
  recipient text not null
  phone text not null
  street text not null
  landmark text not null default ''::text
  state text not null
  lga text not null
  constraint local_government_of_its_state FOREIGN KEY (state, lga) REFERENCES local_governments(state, name)
  constraint order_addresses_landmark_check CHECK ((char_length(landmark) <= 160))
  constraint order_addresses_lga_check CHECK (((char_length(TRIM(BOTH FROM lga)) >= 2) AND (char_length(TRIM(BOTH FROM lga)) <= 60)))
  constraint order_addresses_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint order_addresses_phone_check CHECK ((phone ~ '^\+234[0-9]{10}$'::text))
  constraint order_addresses_pkey PRIMARY KEY (order_id)
  constraint order_addresses_recipient_check CHECK (((char_length(TRIM(BOTH FROM recipient)) >= 2) AND (char_length(TRIM(BOTH FROM recipient)) <= 80)))
  constraint order_addresses_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  constraint order_addresses_street_check CHECK (((char_length(TRIM(BOTH FROM street)) >= 4) AND (char_length(TRIM(BOTH FROM street)) <= 160)))
  index order_addresses_by_phone USING btree (phone_key(phone))
  index order_addresses_by_street USING btree (street_key(state, lga, street))

table public.order_fee_changes  -- Delivery fees that changed after their order was paid: less comes back (journal `delivery-fee:<id>`), more is paid first.
  id uuid not null default gen_random_uuid()
  order_id uuid not null
  from_kobo bigint not null
  to_kobo bigint not null
  refund_id uuid
  created_at timestamp with time zone not null default clock_timestamp()
  payment_id uuid  -- What paid the difference.
  constraint order_fee_changes_from_kobo_check CHECK ((from_kobo >= 0))
  constraint order_fee_changes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint order_fee_changes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint order_fee_changes_pkey PRIMARY KEY (id)
  constraint order_fee_changes_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
  constraint order_fee_changes_to_kobo_check CHECK ((to_kobo >= 0))
  constraint the_fee_changes CHECK ((from_kobo <> to_kobo))
  index order_fee_changes_of_order USING btree (order_id)

table public.order_lines  -- What is in an order. An order from a group buy has one line, which follows it (count_orders).
  id uuid not null default gen_random_uuid()
  order_id uuid not null
  product_id uuid not null
  product_name text not null
  unit text not null
  image_url text
  quantity integer not null
  base_price numeric(14,2) not null  -- Naira per unit before any tier, at acceptance.
  unit_price numeric(14,2) not null
  packed_at timestamp with time zone
  share_date date  -- Of an order from the cart, as it was when the order was placed; a group buy has its own.
  vat_class text not null default 'zero'::text
  vat_bps integer not null default 0  -- At acceptance: a later change of the product or of the rate never changes an order.
  kg_per_unit numeric(9,3)  -- About; as it was at acceptance. Null: not known.
  category text  -- As it was at acceptance: a product that changes its category later moves no figure.
  least_kg_per_unit numeric(9,3)
  most_kg_per_unit numeric(9,3)  -- As it was at acceptance.
  constraint order_lines_base_price_check CHECK ((base_price > (0)::numeric))
  constraint order_lines_kg_per_unit_check CHECK ((kg_per_unit > (0)::numeric))
  constraint order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
  constraint order_lines_order_id_product_id_key UNIQUE (order_id, product_id)
  constraint order_lines_pkey PRIMARY KEY (id)
  constraint order_lines_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
  constraint order_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000)))
  constraint order_lines_unit_price_check CHECK ((unit_price > (0)::numeric))
  constraint order_lines_vat_bps_check CHECK (((vat_bps >= 0) AND (vat_bps <= 10000)))
  constraint order_lines_vat_class_check CHECK ((vat_class = ANY (ARRAY['zero'::text, 'exempt'::text, 'standard'::text])))
  constraint picture_is_on_this_site CHECK ((is_own_path(image_url) AND (image_url <> '/'::text)))
  constraint vat_is_of_its_class CHECK (((vat_class = 'standard'::text) OR (vat_bps = 0)))
  constraint weights_are_a_range CHECK ((num_nonnulls(least_kg_per_unit, most_kg_per_unit) = ANY (ARRAY[0, 2])))
  index order_lines_product USING btree (product_id)

table public.orders
  id uuid not null default gen_random_uuid()
  order_no bigint not null default nextval('order_numbers'::regclass)
  group_buy_id uuid  -- Null for an order from the cart (`bulk_orders`), whose prices stand on its lines.
  checkout_id uuid
  user_id uuid not null  -- @filled by the join: the caller.
  vendor_id uuid not null  -- @filled by the join: of the buy.
  buyer_name text not null default ''::text  -- Copy of the name at acceptance, for packing lists.
  quantity integer not null  -- @filled by the join where total_amount is sent. Units in all lines.
  unit_price numeric(14,2)
  total_amount numeric(16,2) not null  -- @filled by the join. Naira of the goods; a sent one is only compared.
  ceiling_unit_price numeric(14,2)
  terms_version integer not null default 1  -- Of the buy, when this order was made or last added to.
  buyer_fee_bps integer not null default 250  -- Rates of its buy, or those in force when the cart was ordered: an old order is never recomputed from today's settings.
  vendor_fee_bps integer not null default 500
  referral_bps integer not null default 50
  fee_kobo bigint not null default 0
  vendor_fee_kobo bigint not null default 0
  referral_kobo bigint not null default 0
  delivery_fee_kobo bigint not null default 0
  peps_kobo bigint not null default 0
  amount_due_kobo bigint not null default 0
  returned_kobo bigint not null default 0
  fulfilment text not null default 'pickup'::text
  status text not null default 'pending'::text
  is_live boolean not null generated as ((status <> ALL (ARRAY['expired'::text, 'cancelled'::text, 'refunding'::text, 'refunded'::text])) AND (NOT ((status = 'pending'::text) AND (takes_over_order_id IS NOT NULL))))  -- Counts in its buy: pending or further, not ended early, and not waiting to take over another order. is_paid: live and not pending.
  is_paid boolean not null generated as (status <> ALL (ARRAY['pending'::text, 'expired'::text, 'cancelled'::text, 'refunding'::text, 'refunded'::text]))
  paid_at timestamp with time zone
  settled_at timestamp with time zone  -- When the final price of its buy was written; null for orders from the cart.
  ready_at timestamp with time zone
  handed_over_at timestamp with time zone
  completed_at timestamp with time zone
  ended_at timestamp with time zone
  end_reason text
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  hold_expires_at timestamp with time zone  -- @filled by the join where the place must be paid on joining: unpaid until then, the order expires. Null: payment is due with the buy.
  charged_kobo bigint not null default 0  -- What was paid for it, in naira and PEPS together (peps_kobo of it in PEPS, which come back first).
  payment_id uuid
  return_to text  -- Where a difference goes: the buyer's choice. Null: PEPS below ₦5,000, the source above.
  returned_goods_kobo bigint not null default 0  -- Of its goods, what was given back in parts (partial_refunds).
  pickup_point_id uuid
  delivery_zone_id uuid
  delivered_by text not null default 'market'::text
  promised_at timestamp with time zone default clock_timestamp()  -- @filled by the join. When its ceiling was promised for the units it has. Null: before this was recorded, on joining.
  left_late_at timestamp with time zone  -- Left after the free time. Its money is held until the price is final, because it may be needed for what others were promised.
  leave_least_kobo bigint  -- The least and the most that leaving late costs, as the buyer was told.
  leave_most_kobo bigint
  leave_charge_kobo bigint  -- What leaving late cost in the end; it goes to the vendor. Null until the buy is settled or over.
  leave_paid_at timestamp with time zone  -- When the rest was given back.
  business_id uuid  -- The company that it was ordered for; null for a person's own order. Set by a trigger from the member's choice.
  sure_quantity integer  -- Units that the buyer wants in any case; the rest only if it fills a pack. Null: all of them.
  reserved_quantity integer  -- Units that were reserved and paid for, when the packs of its buy were shared out.
  allotted_quantity integer  -- Units that its buyer gets of the packs; 0 if the last pack was not filled. Null until the packs are shared out.
  takes_over_order_id uuid  -- The order whose units and place this one takes over once it is paid; until then it does not count in its buy.
  constraint allotted_is_part_of_reserved CHECK (((num_nonnulls(reserved_quantity, allotted_quantity) = ANY (ARRAY[0, 2])) AND ((allotted_quantity >= 0) AND (allotted_quantity <= reserved_quantity)) AND ((reserved_quantity IS NULL) OR ((quantity = reserved_quantity) OR (quantity = allotted_quantity)))))
  constraint final_price_is_at_most_the_ceiling CHECK (((settled_at IS NULL) OR (unit_price <= ceiling_unit_price)))
  constraint from_a_buy_or_the_cart CHECK (((num_nonnulls(group_buy_id, unit_price, ceiling_unit_price) = ANY (ARRAY[0, 3])) AND ((group_buy_id IS NOT NULL) OR (checkout_id IS NOT NULL))))
  constraint late_leave_is_whole CHECK (((num_nonnulls(left_late_at, leave_least_kobo, leave_most_kobo) = ANY (ARRAY[0, 3])) AND ((left_late_at IS NULL) OR ((leave_most_kobo >= leave_least_kobo) AND (NOT is_live)))))
  constraint leave_charge_within_bounds CHECK (((leave_charge_kobo IS NULL) OR ((left_late_at IS NOT NULL) AND ((leave_charge_kobo = 0) OR ((leave_charge_kobo >= leave_least_kobo) AND (leave_charge_kobo <= leave_most_kobo))))))
  constraint no_more_goods_returned_than_bought CHECK (((returned_goods_kobo)::numeric <= (total_amount * (100)::numeric)))
  constraint no_more_returned_than_paid CHECK (((returned_kobo <= charged_kobo) OR (charged_kobo = 0)))
  constraint nothing_due_once_paid CHECK (((amount_due_kobo = 0) OR (status = 'pending'::text)))
  constraint orders_amount_due_kobo_check CHECK ((amount_due_kobo >= 0))
  constraint orders_business_id_fkey FOREIGN KEY (business_id) REFERENCES businesses(id)
  constraint orders_buyer_fee_bps_check CHECK (((buyer_fee_bps >= 0) AND (buyer_fee_bps <= 10000)))
  constraint orders_ceiling_unit_price_check CHECK ((ceiling_unit_price > (0)::numeric))
  constraint orders_charged_kobo_check CHECK ((charged_kobo >= 0))
  constraint orders_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id)
  constraint orders_delivered_by_check CHECK ((delivered_by = ANY (ARRAY['market'::text, 'vendor'::text])))
  constraint orders_delivery_fee_kobo_check CHECK ((delivery_fee_kobo >= 0))
  constraint orders_delivery_zone_id_fkey FOREIGN KEY (delivery_zone_id) REFERENCES delivery_zones(id)
  constraint orders_end_reason_check CHECK ((char_length(end_reason) <= 300))
  constraint orders_fee_kobo_check CHECK ((fee_kobo >= 0))
  constraint orders_fulfilment_check CHECK ((fulfilment = ANY (ARRAY['pickup'::text, 'delivery'::text, 'stockpile'::text])))
  constraint orders_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id)
  constraint orders_leave_least_kobo_check CHECK ((leave_least_kobo >= 0))
  constraint orders_order_no_key UNIQUE (order_no)
  constraint orders_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint orders_peps_kobo_check CHECK ((peps_kobo >= 0))
  constraint orders_pickup_point_id_fkey FOREIGN KEY (pickup_point_id) REFERENCES pickup_points(id)
  constraint orders_pkey PRIMARY KEY (id)
  constraint orders_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10000000)))
  constraint orders_referral_bps_check CHECK (((referral_bps >= 0) AND (referral_bps <= 10000)))
  constraint orders_referral_kobo_check CHECK ((referral_kobo >= 0))
  constraint orders_return_to_check CHECK ((return_to = ANY (ARRAY['peps'::text, 'source'::text])))
  constraint orders_returned_goods_kobo_check CHECK ((returned_goods_kobo >= 0))
  constraint orders_returned_kobo_check CHECK ((returned_kobo >= 0))
  constraint orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'confirmed'::text, 'ready'::text, 'collected'::text, 'delivered'::text, 'completed'::text, 'expired'::text, 'cancelled'::text, 'refunding'::text, 'refunded'::text])))
  constraint orders_takes_over_order_id_fkey FOREIGN KEY (takes_over_order_id) REFERENCES orders(id)
  constraint orders_total_amount_check CHECK ((total_amount > (0)::numeric))
  constraint orders_unit_price_check CHECK ((unit_price > (0)::numeric))
  constraint orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id)
  constraint orders_vendor_fee_bps_check CHECK (((vendor_fee_bps >= 0) AND (vendor_fee_bps <= 10000)))
  constraint orders_vendor_fee_kobo_check CHECK ((vendor_fee_kobo >= 0))
  constraint orders_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint paid_off_once_charged CHECK (((leave_paid_at IS NULL) OR (leave_charge_kobo IS NOT NULL)))
  constraint refunded_once_paid_off CHECK (((status <> 'refunded'::text) OR (left_late_at IS NULL) OR (leave_paid_at IS NOT NULL)))
  constraint settled_before_ready CHECK (
CASE
    WHEN (group_buy_id IS NULL) THEN (status <> 'confirmed'::text)
    ELSE ((settled_at IS NOT NULL) OR (status <> ALL (ARRAY['confirmed'::text, 'ready'::text, 'collected'::text, 'delivered'::text, 'completed'::text])))
END)
  constraint sure_is_part_of_reserved CHECK (((sure_quantity >= 1) AND (sure_quantity <= (COALESCE(reserved_quantity, quantity) - 1))))
  constraint takes_over_a_buys_order CHECK (((takes_over_order_id IS NULL) OR ((group_buy_id IS NOT NULL) AND (takes_over_order_id <> id) AND ((status <> 'pending'::text) OR (hold_expires_at IS NOT NULL)))))
  constraint total_is_price_times_quantity CHECK ((total_amount = (unit_price * (quantity)::numeric)))
  constraint vendor_keeps_95_percent CHECK (((vendor_fee_bps <= 500) OR (settled_at IS NOT NULL)))
  constraint where_it_goes CHECK (
CASE fulfilment
    WHEN 'delivery'::text THEN (pickup_point_id IS NULL)
    ELSE (delivery_zone_id IS NULL)
END)
  UNIQUE index one_pending_order_per_person_and_buy USING btree (group_buy_id, user_id) WHERE ((status = 'pending'::text) AND (takes_over_order_id IS NULL))
  UNIQUE index one_taker_of_an_order USING btree (takes_over_order_id) WHERE ((takes_over_order_id IS NOT NULL) AND (status <> ALL (ARRAY['expired'::text, 'cancelled'::text])))
  index orders_bulk_newest USING btree (created_at DESC, id) WHERE (group_buy_id IS NULL)
  index orders_by_status USING btree (status, created_at DESC, id)
  index orders_going_on_of_shop USING btree (vendor_id) WHERE (status = ANY (ARRAY['pending'::text, 'paid'::text, 'confirmed'::text, 'ready'::text, 'collected'::text, 'delivered'::text]))
  index orders_handed_over USING btree (handed_over_at DESC, id) WHERE (handed_over_at IS NOT NULL)
  index orders_held USING btree (hold_expires_at) WHERE ((status = 'pending'::text) AND (hold_expires_at IS NOT NULL))
  index orders_left_late USING btree (group_buy_id) WHERE ((left_late_at IS NOT NULL) AND (leave_paid_at IS NULL))
  index orders_newest USING btree (created_at DESC, id)
  index orders_of_business USING btree (business_id, created_at DESC) WHERE (business_id IS NOT NULL)
  index orders_of_buy USING btree (group_buy_id, user_id)
  index orders_of_checkout USING btree (checkout_id) WHERE (checkout_id IS NOT NULL)
  index orders_of_person USING btree (user_id, created_at DESC)
  index orders_of_vendor USING btree (vendor_id, created_at DESC, id)
  index orders_of_vendor_by_status USING btree (vendor_id, status, created_at DESC, id)
  index orders_open_of_shop USING btree (vendor_id, group_buy_id, status, created_at, id) WHERE (status = ANY (ARRAY['pending'::text, 'paid'::text, 'confirmed'::text, 'ready'::text]))
  index orders_paid_by_person USING btree ((
CASE
    WHEN is_paid THEN user_id
    ELSE NULL::uuid
END))
  index orders_paid_lately USING btree (group_buy_id, paid_at) WHERE is_paid
  index orders_ready_at_place USING btree (pickup_point_id, status) WHERE (pickup_point_id IS NOT NULL)
  index orders_ready_of_shop USING btree (vendor_id) WHERE (status = 'ready'::text)
  index orders_refunding USING btree (updated_at) WHERE (status = 'refunding'::text)
  index orders_taking_over USING btree (takes_over_order_id) WHERE (takes_over_order_id IS NOT NULL)
  index orders_to_refund USING btree (group_buy_id) WHERE (status = ANY (ARRAY['paid'::text, 'confirmed'::text]))
  index orders_unpaid_by_business USING btree ((
CASE
    WHEN (status = 'pending'::text) THEN business_id
    ELSE NULL::uuid
END))
  index orders_unpaid_by_person USING btree ((
CASE
    WHEN (status = ANY (ARRAY['pending'::text, 'expired'::text])) THEN user_id
    ELSE NULL::uuid
END))

table public.partial_refunds  -- Parts of orders given back after settlement, a row for each. Written by a command, with its journal `partial-refund:<id>`.
  id uuid not null default gen_random_uuid()
  order_id uuid not null
  goods_kobo bigint not null
  fee_kobo bigint not null
  delivery_kobo bigint not null default 0
  earned_goods_kobo bigint not null default 0  -- Of these goods, what the vendor had earned by hand-over; the rest was still held.
  earned_fee_kobo bigint not null default 0  -- Of the fee, what had been earned by hand-over.
  vendor_kobo bigint not null default 0
  vendor_fee_kobo bigint not null default 0
  loss_kobo bigint not null default 0  -- What the market pays: by decision, or because the vendor no longer has it.
  reward_kobo bigint not null default 0  -- Of the referrer's reward, what went with these goods.
  payer text not null
  reason text not null
  refund_id uuid
  created_by uuid
  created_at timestamp with time zone not null default clock_timestamp()
  hand_over_id uuid  -- Whose goods came back: of a hand-over that was done. Null: goods that had not changed hands.
  amount_id uuid
  constraint earned_goods_have_a_payer CHECK ((((vendor_kobo + vendor_fee_kobo) + loss_kobo) = earned_goods_kobo))
  constraint market_pays_all_or_the_rest CHECK (((payer = 'vendor'::text) OR ((vendor_kobo + vendor_fee_kobo) = 0)))
  constraint partial_refunds_amount_id_fkey FOREIGN KEY (amount_id) REFERENCES typed_amounts(id)
  constraint partial_refunds_amount_id_key UNIQUE (amount_id)
  constraint partial_refunds_check CHECK (((earned_goods_kobo >= 0) AND (earned_goods_kobo <= goods_kobo)))
  constraint partial_refunds_check1 CHECK (((earned_fee_kobo >= 0) AND (earned_fee_kobo <= fee_kobo)))
  constraint partial_refunds_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id)
  constraint partial_refunds_delivery_kobo_check CHECK ((delivery_kobo >= 0))
  constraint partial_refunds_fee_kobo_check CHECK ((fee_kobo >= 0))
  constraint partial_refunds_goods_kobo_check CHECK ((goods_kobo > 0))
  constraint partial_refunds_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint partial_refunds_loss_kobo_check CHECK ((loss_kobo >= 0))
  constraint partial_refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint partial_refunds_payer_check CHECK ((payer = ANY (ARRAY['vendor'::text, 'market'::text])))
  constraint partial_refunds_pkey PRIMARY KEY (id)
  constraint partial_refunds_reason_check CHECK (((char_length(reason) >= 5) AND (char_length(reason) <= 300)))
  constraint partial_refunds_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
  constraint partial_refunds_reward_kobo_check CHECK ((reward_kobo >= 0))
  constraint partial_refunds_vendor_fee_kobo_check CHECK ((vendor_fee_kobo >= 0))
  constraint partial_refunds_vendor_kobo_check CHECK ((vendor_kobo >= 0))
  index partial_refunds_of_hand_over USING btree (hand_over_id) WHERE (hand_over_id IS NOT NULL)
  index partial_refunds_of_order USING btree (order_id)
  index partial_refunds_of_refund USING btree (refund_id) WHERE (refund_id IS NOT NULL)

table public.passed_on_chargebacks  -- What a lost dispute has cost for goods that were handed over and not yet paid for: the shop's part of them goes to the market.
  order_id uuid not null
  payment_id uuid not null
  amount_kobo bigint not null
  passed_on_kobo bigint not null default 0  -- What the shop has paid of it, from its own part of these goods alone.
  created_at timestamp with time zone not null default clock_timestamp()
  constraint no_more_than_was_lost CHECK (((passed_on_kobo >= 0) AND (passed_on_kobo <= amount_kobo)))
  constraint passed_on_chargebacks_amount_kobo_check CHECK (((amount_kobo >= 1) AND (amount_kobo <= '99999999999999'::bigint)))
  constraint passed_on_chargebacks_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint passed_on_chargebacks_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint passed_on_chargebacks_pkey PRIMARY KEY (order_id)
  index passed_on_chargebacks_of_payment USING btree (payment_id)

table public.payment_parts  -- What a payment pays, order by order.
  payment_id uuid not null
  order_id uuid not null
  naira_kobo bigint not null
  peps_kobo bigint not null
  constraint payment_parts_naira_kobo_check CHECK ((naira_kobo >= 0))
  constraint payment_parts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint payment_parts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint payment_parts_peps_kobo_check CHECK ((peps_kobo >= 0))
  constraint payment_parts_pkey PRIMARY KEY (payment_id, order_id)
  constraint something_is_paid CHECK (((naira_kobo + peps_kobo) > 0))
  index payment_parts_of_order USING btree (order_id)

table public.payment_reminders  -- An extension moves the due time and starts the steps anew; none is repeated for the same due time.
  order_id uuid not null
  due_at timestamp with time zone not null
  hours_before integer not null
  sent_at timestamp with time zone not null default now()
  constraint payment_reminders_hours_before_check CHECK ((hours_before = ANY (ARRAY[72, 24, 3])))
  constraint payment_reminders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
  constraint payment_reminders_pkey PRIMARY KEY (order_id, due_at, hours_before)

table public.payments  -- Attempts to pay: a new attempt is a new row with a new reference.
  id uuid not null default gen_random_uuid()
  reference text not null
  user_id uuid not null
  checkout_id uuid
  gateway text not null
  naira_kobo bigint not null
  peps_kobo bigint not null default 0
  status text not null default 'initiated'::text
  pay_url text
  expires_at timestamp with time zone not null default (now() + '00:30:00'::interval)  -- Until then its orders stay as they are and its PEPS are held; money that comes later goes back.
  gateway_id text
  received_kobo bigint  -- What the gateway says that came in.
  gateway_fee_kobo bigint not null default 0
  channel text
  trouble text  -- Why money that came in did not pay all that it was meant for.
  checks integer not null default 0
  next_check_at timestamp with time zone default (now() + '00:10:00'::interval)  -- When the gateway is asked next; null once it has been answered, or after 72 hours.
  succeeded_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  cancelled_at timestamp with time zone  -- When its payer gave it up. What still comes in pays its orders if they stand as they were, and goes back otherwise.
  charged_back_kobo bigint not null default 0  -- What the payer's bank took back, without our refunds. It may be less than was paid.
  replaced_by uuid  -- The attempt that follows this one, whose page at the gateway was lost. Money that still comes in here pays or goes back as ever.
  left_at timestamp with time zone  -- When the gateway last said that its page was left without paying; null while the payer may be paying there.
  way text  -- How the payer wanted to pay, offered first by the gateway; channel says how they paid.
  constraint payments_charged_back_kobo_check CHECK (((charged_back_kobo >= 0) AND (charged_back_kobo <= '99999999999999'::bigint)))
  constraint payments_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id)
  constraint payments_gateway_check CHECK ((gateway = ANY (ARRAY['paystack'::text, 'local'::text, 'peps'::text, 'ajo'::text])))
  constraint payments_gateway_fee_kobo_check CHECK ((gateway_fee_kobo >= 0))
  constraint payments_gateway_gateway_id_key UNIQUE (gateway, gateway_id)
  constraint payments_naira_kobo_check CHECK (((naira_kobo >= 0) AND (naira_kobo <= '99999999999999'::bigint)))
  constraint payments_peps_kobo_check CHECK (((peps_kobo >= 0) AND (peps_kobo <= '99999999999999'::bigint)))
  constraint payments_pkey PRIMARY KEY (id)
  constraint payments_received_kobo_check CHECK ((received_kobo >= 0))
  constraint payments_reference_check CHECK ((reference ~ '^[A-Za-z0-9.=-]{10,100}$'::text))
  constraint payments_reference_key UNIQUE (reference)
  constraint payments_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES payments(id)
  constraint payments_status_check CHECK ((status = ANY (ARRAY['initiated'::text, 'pending'::text, 'succeeded'::text, 'failed'::text, 'abandoned'::text, 'reversed'::text])))
  constraint payments_trouble_check CHECK ((trouble = ANY (ARRAY['amount'::text, 'currency'::text, 'test_money'::text, 'not_payable'::text, 'reversed'::text])))
  constraint payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id)
  constraint payments_way_check CHECK ((way = ANY (ARRAY['bank_transfer'::text, 'card'::text, 'ussd'::text])))
  constraint peps_need_no_gateway CHECK (((gateway = 'peps'::text) = (naira_kobo = 0)))
  constraint something_is_paid CHECK (((naira_kobo + peps_kobo) > 0))
  UNIQUE index payments_replace_one USING btree (replaced_by) WHERE (replaced_by IS NOT NULL)
  index payments_by_reference USING btree (reference text_pattern_ops)
  index payments_by_time USING btree (created_at DESC, id)
  index payments_in_trouble USING btree (created_at DESC) WHERE (trouble IS NOT NULL)
  index payments_of_person USING btree (user_id, created_at DESC)
  index payments_reversed USING btree (created_at DESC) WHERE (status = 'reversed'::text)
  index payments_to_check USING btree (next_check_at) WHERE (next_check_at IS NOT NULL)

table public.payout_orders  -- Orders whose earnings a payout took, oldest first. Below 0: an order that cost the shop more than it still had from it.
  payout_id uuid not null
  order_id uuid not null
  amount_kobo bigint not null
  constraint payout_orders_amount_kobo_check CHECK ((amount_kobo <> 0))
  constraint payout_orders_payout_id_fkey FOREIGN KEY (payout_id) REFERENCES payouts(id) ON DELETE RESTRICT
  constraint payout_orders_pkey PRIMARY KEY (payout_id, order_id)
  index payout_orders_of_order USING btree (order_id)

table public.payout_terms  -- How a shop is paid out; a shop without a row takes its money out by hand.
  vendor_id uuid not null
  weekly_since timestamp with time zone  -- Since when the shop is paid out every week; null: by hand alone.
  held_at timestamp with time zone  -- A chief has stopped payouts to this shop, for the reason given.
  held_by uuid
  hold_reason text
  updated_at timestamp with time zone not null default now()
  constraint a_hold_has_its_reason CHECK (((held_at IS NULL) = (hold_reason IS NULL)))
  constraint payout_terms_held_by_fkey FOREIGN KEY (held_by) REFERENCES profiles(id)
  constraint payout_terms_hold_reason_check CHECK (((char_length(hold_reason) >= 3) AND (char_length(hold_reason) <= 300)))
  constraint payout_terms_pkey PRIMARY KEY (vendor_id)
  constraint payout_terms_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)

table public.payouts  -- Transfers to vendors' banks. The money leaves the vendor's account in the ledger before the gateway hears of it.
  id uuid not null default gen_random_uuid()
  reference text not null generated as ('payout-'::text || (id)::text)  -- Its one name at the gateway, made of its id: no retry can have another.
  vendor_id uuid not null
  bank_account_id uuid not null
  amount_kobo bigint not null
  gateway text not null
  weekly_for date  -- The pay day of a weekly payout, in Lagos; null where the vendor asked for it.
  requested_by uuid
  status text not null default 'requested'::text
  trouble text  -- Why it is stuck or came back. contradiction: the gateway paid what it had said had failed.
  trouble_text text  -- In the gateway's words, for staff.
  tries integer not null default 0
  next_try_at timestamp with time zone default clock_timestamp()  -- When the gateway is asked next; null once there is nothing more to ask.
  answered_at timestamp with time zone  -- When the gateway last said what it knows of it.
  unconfirmed_since timestamp with time zone  -- Since the last call without an answer: what was done then only the gateway knows. Set before each call, and taken back by its answer.
  arrived_at timestamp with time zone
  created_at timestamp with time zone not null default clock_timestamp()
  updated_at timestamp with time zone not null default now()
  constraint by_hand_or_weekly CHECK (((weekly_for IS NULL) = (requested_by IS NOT NULL)))
  constraint payouts_amount_kobo_check CHECK (((amount_kobo >= 1) AND (amount_kobo <= '99999999999999'::bigint)))
  constraint payouts_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id)
  constraint payouts_gateway_check CHECK ((gateway = ANY (ARRAY['paystack'::text, 'local'::text])))
  constraint payouts_pkey PRIMARY KEY (id)
  constraint payouts_reference_check CHECK ((reference ~ '^[a-z0-9_-]{16,50}$'::text))
  constraint payouts_reference_key UNIQUE (reference)
  constraint payouts_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES profiles(id)
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'sent'::text, 'needs_attention'::text, 'arrived'::text, 'failed'::text, 'reversed'::text])))
  constraint payouts_trouble_check CHECK ((trouble = ANY (ARRAY['balance'::text, 'refused'::text, 'no_answer'::text, 'amount'::text, 'contradiction'::text, 'stopped'::text])))
  constraint payouts_trouble_text_check CHECK ((char_length(trouble_text) <= 300))
  constraint payouts_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  UNIQUE index one_payout_by_hand_at_a_time USING btree (vendor_id) WHERE ((weekly_for IS NULL) AND (status = ANY (ARRAY['requested'::text, 'sent'::text, 'needs_attention'::text])))
  UNIQUE index one_weekly_payout_a_pay_day USING btree (vendor_id, weekly_for) WHERE (weekly_for IS NOT NULL)
  index payouts_by_time USING btree (created_at DESC, id)
  index payouts_in_trouble USING btree (created_at DESC) WHERE (trouble IS NOT NULL)
  index payouts_of_account USING btree (bank_account_id)
  index payouts_of_shop USING btree (vendor_id, created_at DESC)
  index payouts_open USING btree (created_at) WHERE (status = ANY (ARRAY['requested'::text, 'sent'::text, 'needs_attention'::text]))
  index payouts_to_try USING btree (next_try_at) WHERE (next_try_at IS NOT NULL)

table public.photo_proofs  -- What each photograph has proved. Written by triggers (photo_proves_once) alone.
  bucket_id text not null
  name text not null
  digest text not null  -- Of its bytes as stored. What staff show is unique by it; a buyer may show one picture in two claims.
  kind text not null
  subject_id uuid not null
  created_at timestamp with time zone not null default clock_timestamp()
  constraint photo_proofs_kind_check CHECK ((kind = ANY (ARRAY['override'::text, 'delivery-stop'::text, 'weigh-in'::text, 'shortfall'::text, 'evidence'::text])))
  constraint photo_proofs_pkey PRIMARY KEY (bucket_id, name)
  UNIQUE index each_photo_once USING btree (digest) WHERE (kind <> 'evidence'::text)

table public.pickup_points  -- Where goods are collected: hubs of the market, and shops' own places. A closed one takes no new orders and keeps those it has.
  id uuid not null default gen_random_uuid()
  name text not null
  state text not null
  lga text not null
  street text not null
  instructions text not null default ''::text
  latitude numeric(8,5)
  longitude numeric(8,5)
  phone text
  opening_hours jsonb not null default '[]'::jsonb
  vendor_id uuid
  stockpile_capacity_kg integer not null default 0
  closed_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  closed_reason text
  constraint a_whole_place_on_the_map CHECK ((num_nonnulls(latitude, longitude) = ANY (ARRAY[0, 2])))
  constraint closed_for_a_reason CHECK (((closed_at IS NULL) = (closed_reason IS NULL)))
  constraint hours_can_be_read CHECK (are_opening_hours(opening_hours))
  constraint local_government_of_its_state FOREIGN KEY (state, lga) REFERENCES local_governments(state, name)
  constraint pickup_points_closed_reason_check CHECK (((char_length(TRIM(BOTH FROM closed_reason)) >= 5) AND (char_length(TRIM(BOTH FROM closed_reason)) <= 300)))
  constraint pickup_points_instructions_check CHECK ((char_length(instructions) <= 500))
  constraint pickup_points_latitude_check CHECK (((latitude >= 3.5) AND (latitude <= 14.5)))
  constraint pickup_points_lga_check CHECK (((char_length(TRIM(BOTH FROM lga)) >= 2) AND (char_length(TRIM(BOTH FROM lga)) <= 60)))
  constraint pickup_points_longitude_check CHECK (((longitude >= (2)::numeric) AND (longitude <= 15.5)))
  constraint pickup_points_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 80)))
  constraint pickup_points_opening_hours_check CHECK (((jsonb_typeof(opening_hours) = 'array'::text) AND (jsonb_array_length(opening_hours) <= 14)))
  constraint pickup_points_phone_check CHECK ((phone ~ '^\+234[0-9]{10}$'::text))
  constraint pickup_points_pkey PRIMARY KEY (id)
  constraint pickup_points_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  constraint pickup_points_stockpile_capacity_kg_check CHECK (((stockpile_capacity_kg >= 0) AND (stockpile_capacity_kg <= 10000000)))
  constraint pickup_points_street_check CHECK (((char_length(TRIM(BOTH FROM street)) >= 4) AND (char_length(TRIM(BOTH FROM street)) <= 160)))
  constraint pickup_points_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  UNIQUE index open_pickup_points_have_names USING btree (state, lower(TRIM(BOTH FROM name))) WHERE (closed_at IS NULL)
  index pickup_points_of_shop USING btree (vendor_id) WHERE (vendor_id IS NOT NULL)
  index pickup_points_open USING btree (state, name) WHERE (closed_at IS NULL)

table public.price_answers  -- Answers that count: of an unpaid order at once, of a paid one when the difference is paid. A yes may become a no until the end.
  order_id uuid not null
  price_rise_id uuid not null
  person_id uuid not null
  answer text not null
  former_ceiling_price numeric(14,2)  -- What the order would have cost at most per unit; it applies again if the shop withdraws.
  more_kobo bigint not null default 0  -- What the yes costs more at most, fee included.
  payment_id uuid  -- What paid the difference; null for an order that was not paid yet.
  answered_at timestamp with time zone not null default clock_timestamp()
  returned_at timestamp with time zone  -- When the old price applied again, because the shop withdrew. What was paid above it came back.
  constraint a_yes_names_its_price CHECK (((answer = 'leave'::text) OR ((former_ceiling_price IS NOT NULL) AND (more_kobo > 0))))
  constraint price_answers_answer_check CHECK ((answer = ANY (ARRAY['stay'::text, 'leave'::text])))
  constraint price_answers_more_kobo_check CHECK ((more_kobo >= 0))
  constraint price_answers_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint price_answers_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint price_answers_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id)
  constraint price_answers_pkey PRIMARY KEY (order_id, price_rise_id)
  constraint price_answers_price_rise_id_fkey FOREIGN KEY (price_rise_id) REFERENCES price_rises(id)
  index price_answers_of_payment USING btree (payment_id) WHERE (payment_id IS NOT NULL)
  index price_answers_of_person USING btree (person_id)
  index price_answers_of_rise USING btree (price_rise_id)

table public.price_payments  -- Payments of the difference to a higher price; dropped: its payer began another one.
  payment_id uuid not null
  order_id uuid not null
  price_rise_id uuid not null
  more_kobo bigint not null
  status text not null default 'awaited'::text
  created_at timestamp with time zone not null default clock_timestamp()
  constraint price_payments_more_kobo_check CHECK ((more_kobo > 0))
  constraint price_payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint price_payments_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint price_payments_pkey PRIMARY KEY (payment_id)
  constraint price_payments_price_rise_id_fkey FOREIGN KEY (price_rise_id) REFERENCES price_rises(id)
  constraint price_payments_status_check CHECK ((status = ANY (ARRAY['awaited'::text, 'applied'::text, 'dropped'::text])))
  UNIQUE index one_price_payment_awaited USING btree (order_id) WHERE (status = 'awaited'::text)
  index price_payments_of_order USING btree (order_id)
  index price_payments_of_rise USING btree (price_rise_id)

table public.price_rises  -- Higher prices that shops asked the people in their group buys for, once a buy.
  id uuid not null default gen_random_uuid()
  group_buy_id uuid not null
  requested_by uuid
  rise_naira integer not null
  reason text not null
  former_base_price numeric(14,2) not null
  base_price numeric(14,2) not null
  former_price_tiers text not null
  price_tiers text not null
  former_ceiling_price numeric(14,2) not null
  ceiling_price numeric(14,2) not null  -- Naira per unit: what those who stay pay at most, the new price at the minimum of participants. former_: the same before.
  people integer not null default 0  -- People in the buy when they were asked.
  status text not null default 'open'::text  -- decided: those who agreed stay, and the buy has the new prices. withdrawn: by the shop, or the buy ended first; the old prices hold.
  asked_at timestamp with time zone not null default clock_timestamp()
  ends_at timestamp with time zone not null default (clock_timestamp() + '24:00:00'::interval)  -- Answers are taken until then; a payment of the difference that was begun before may finish.
  reminded_at timestamp with time zone
  ended_at timestamp with time zone
  finished_at timestamp with time zone  -- When the clock had done everything that follows from its end. The buy does not settle before.
  constraint answers_take_time CHECK ((ends_at > asked_at))
  constraint ended_with_an_end CHECK (((status = 'open'::text) = (ended_at IS NULL)))
  constraint finished_once_ended CHECK (((finished_at IS NULL) OR (ended_at IS NOT NULL)))
  constraint price_rises_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id)
  constraint price_rises_group_buy_id_key UNIQUE (group_buy_id)
  constraint price_rises_people_check CHECK ((people >= 0))
  constraint price_rises_pkey PRIMARY KEY (id)
  constraint price_rises_reason_check CHECK (((char_length(TRIM(BOTH FROM reason)) >= 10) AND (char_length(TRIM(BOTH FROM reason)) <= 300)))
  constraint price_rises_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES profiles(id)
  constraint price_rises_rise_naira_check CHECK (((rise_naira >= 1) AND (rise_naira <= 100000000)))
  constraint price_rises_status_check CHECK ((status = ANY (ARRAY['open'::text, 'decided'::text, 'withdrawn'::text])))
  constraint prices_rise_alike CHECK (((base_price = (former_base_price + (rise_naira)::numeric)) AND (ceiling_price = (former_ceiling_price + (rise_naira)::numeric))))
  index price_rises_of_requester USING btree (requested_by) WHERE (requested_by IS NOT NULL)
  index price_rises_unfinished USING btree (ends_at) WHERE (finished_at IS NULL)

table public.product_import_rows  -- Each row of an import. Its outcome is written in the transaction that writes the product, so each is written once.
  import_id uuid not null
  row_number integer not null
  typed jsonb not null  -- The cells as they were in the file, by field.
  draft jsonb  -- The checked product; null for a faulty row.
  errors jsonb not null default '{}'::jsonb  -- Messages by field; `row` for one about the whole row.
  outcome text
  product_id uuid
  constraint product_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES product_imports(id) ON DELETE CASCADE
  constraint product_import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['added'::text, 'updated'::text, 'skipped'::text, 'refused'::text])))
  constraint product_import_rows_pkey PRIMARY KEY (import_id, row_number)
  constraint product_import_rows_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL
  constraint product_import_rows_row_number_check CHECK (((row_number >= 1) AND (row_number <= 20000)))
  constraint refused_with_a_reason CHECK ((((draft IS NULL) OR (outcome = 'refused'::text)) = (errors <> '{}'::jsonb)))
  constraint written_if_drafted CHECK (((outcome IS NULL) OR (draft IS NOT NULL)))
  index product_import_rows_left USING btree (import_id, row_number) WHERE ((outcome IS NULL) AND (draft IS NOT NULL))
  index product_import_rows_product USING btree (product_id) WHERE (product_id IS NOT NULL)

table public.product_imports  -- Files of products that a shop uploaded. A job writes their rows in batches.
  id uuid not null default gen_random_uuid()
  vendor_id uuid not null
  file_name text not null
  status text not null default 'checked'::text
  row_count integer not null
  fault_count integer not null  -- Rows that cannot be imported; they are listed for the vendor before anything is written.
  created_at timestamp with time zone not null default clock_timestamp()
  started_at timestamp with time zone
  ended_at timestamp with time zone
  constraint ended_once_done CHECK (((status = 'done'::text) = (ended_at IS NOT NULL)))
  constraint product_imports_check CHECK (((fault_count >= 0) AND (fault_count <= row_count)))
  constraint product_imports_file_name_check CHECK (((char_length(file_name) >= 1) AND (char_length(file_name) <= 200)))
  constraint product_imports_pkey PRIMARY KEY (id)
  constraint product_imports_row_count_check CHECK (((row_count >= 1) AND (row_count <= 10000)))
  constraint product_imports_status_check CHECK ((status = ANY (ARRAY['checked'::text, 'running'::text, 'done'::text])))
  constraint product_imports_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  constraint started_unless_checked CHECK (((status = 'checked'::text) = (started_at IS NULL)))
  UNIQUE index one_running_product_import USING btree (vendor_id) WHERE (status = 'running'::text)
  index product_imports_of_shop USING btree (vendor_id, created_at DESC)

table public.product_pictures  -- A product's photographs, at most six; the lowest position is the card's.
  id uuid not null default gen_random_uuid()
  product_id uuid not null
  bucket text not null default 'pictures'::text
  path text not null  -- Name in the bucket, in the vendor's own folder.
  url text not null  -- Where it is read, with its average colour after the #; made here.
  position integer not null  -- Any number, in the order shown; equal ones by their age.
  created_at timestamp with time zone not null default now()
  constraint product_pictures_bucket_check CHECK ((bucket = 'pictures'::text))
  constraint product_pictures_bucket_path_fkey FOREIGN KEY (bucket, path) REFERENCES storage.objects(bucket_id, name) ON DELETE CASCADE
  constraint product_pictures_path_check CHECK ((path ~ '^[0-9a-f-]{36}/[0-9A-Za-z._-]{1,200}$'::text))
  constraint product_pictures_pkey PRIMARY KEY (id)
  constraint product_pictures_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
  constraint product_pictures_product_id_path_key UNIQUE (product_id, path)
  constraint product_pictures_url_check CHECK (is_own_path(url))
  index product_pictures_files USING btree (bucket, path)

table public.product_prices  -- A product's base price at the end of each day (Lagos) on which it changed; written by a trigger alone.
  product_id uuid not null
  day date not null
  price numeric(14,2) not null
  unit text not null  -- Prices of different units cannot be compared.
  changed_at timestamp with time zone  -- The last change of the day; null for prices from before it was recorded.
  changed_by uuid  -- Null if it is not known, or if it came by an import.
  came_by_import boolean not null default false
  constraint product_prices_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES profiles(id)
  constraint product_prices_pkey PRIMARY KEY (product_id, day)
  constraint product_prices_price_check CHECK ((price > (0)::numeric))
  constraint product_prices_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
  index product_prices_by_person USING btree (changed_by) WHERE (changed_by IS NOT NULL)

table public.product_questions  -- Questions about a product, shown on its page and on those of its group buys.
  id uuid not null default gen_random_uuid()
  product_id uuid not null
  vendor_id uuid not null  -- Whose product it is: set by guard_question.
  asker_id uuid not null
  asker_name text not null  -- First name of whoever asked, as it was then.
  question text not null
  asked_at timestamp with time zone not null default clock_timestamp()
  answer text
  answered_at timestamp with time zone
  answer_changed_at timestamp with time zone
  reported_at timestamp with time zone
  reported_by uuid
  report_reason text
  judged_at timestamp with time zone
  judged_by uuid
  judge_reason text
  hidden_at timestamp with time zone  -- Nobody but the shop and the content desk sees it.
  constraint answered_before_changed CHECK (((answer_changed_at IS NULL) OR (answered_at IS NOT NULL)))
  constraint answered_once CHECK (((answer IS NULL) = (answered_at IS NULL)))
  constraint hidden_by_judgement CHECK (((hidden_at IS NULL) OR (judged_at IS NOT NULL)))
  constraint judged_with_reason CHECK ((num_nonnulls(judged_at, judge_reason) = ANY (ARRAY[0, 2])))
  constraint product_questions_answer_check CHECK (((char_length(TRIM(BOTH FROM answer)) >= 1) AND (char_length(TRIM(BOTH FROM answer)) <= 1000)))
  constraint product_questions_asker_id_fkey FOREIGN KEY (asker_id) REFERENCES profiles(id)
  constraint product_questions_asker_name_check CHECK (((char_length(TRIM(BOTH FROM asker_name)) >= 1) AND (char_length(TRIM(BOTH FROM asker_name)) <= 60)))
  constraint product_questions_judge_reason_check CHECK (((char_length(judge_reason) >= 5) AND (char_length(judge_reason) <= 500)))
  constraint product_questions_judged_by_fkey FOREIGN KEY (judged_by) REFERENCES profiles(id)
  constraint product_questions_pkey PRIMARY KEY (id)
  constraint product_questions_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
  constraint product_questions_question_check CHECK (((char_length(TRIM(BOTH FROM question)) >= 8) AND (char_length(TRIM(BOTH FROM question)) <= 300)))
  constraint product_questions_report_reason_check CHECK (((char_length(report_reason) >= 5) AND (char_length(report_reason) <= 500)))
  constraint product_questions_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES profiles(id)
  constraint product_questions_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  constraint reported_with_reason CHECK ((num_nonnulls(reported_at, report_reason) = ANY (ARRAY[0, 2])))
  index product_questions_asker USING btree (asker_id, asked_at DESC)
  index product_questions_by_verdict USING btree (judged_at DESC, asked_at DESC, id) WHERE (reported_at IS NOT NULL)
  index product_questions_open USING btree (vendor_id) WHERE ((answer IS NULL) AND (hidden_at IS NULL))
  index product_questions_reported USING btree (reported_at) WHERE ((reported_at IS NOT NULL) AND (judged_at IS NULL))
  index product_questions_shown USING btree (product_id, answered_at DESC NULLS LAST, asked_at DESC) WHERE (hidden_at IS NULL)
  index product_questions_unanswered USING btree (asked_at, id) WHERE ((answer IS NULL) AND (hidden_at IS NULL))
  index product_questions_vendor USING btree (vendor_id, asked_at DESC)

table public.products
  id uuid not null default gen_random_uuid()
  vendor_id uuid not null
  name text not null
  description text not null default ''::text
  category text not null
  base_price numeric(14,2) not null  -- Naira per unit, before any tier.
  unit text not null
  min_quantity integer not null default 1
  max_quantity integer
  available_quantity integer not null default 0  -- Units that can be bought in bulk now; publishing a group buy sets its target aside from here.
  image_url text  -- The card's picture: the first photograph, or else the drawn one. Whoever writes it chooses the drawn one.
  vendor_location text not null
  share_date date  -- Sharing day in Lagos. Payment is due two days before.
  stockpile_allowed boolean not null default false  -- Whether the vendor offers it.
  archived_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  stockpile_confirmed_by uuid
  stockpile_confirmed_at timestamp with time zone
  can_be_stockpiled boolean not null generated as (stockpile_allowed AND (stockpile_confirmed_at IS NOT NULL))  -- The vendor offers it, and an operator has confirmed it.
  vat_class text not null default 'zero'::text  -- zero: basic food, 0%. exempt: outside VAT. standard: the price contains VAT at the rate in force.
  kg_per_unit numeric(9,3)  -- The vendor's own statement; null: as the measures say.
  drawn_url text  -- The picture that the vendor chose for as long as there is no photograph.
  paused_until timestamp with time zone  -- Not for sale before this time; a job empties it then. Group buys go on.
  code text  -- The shop's own code; imports find the product by it.
  least_kg_per_unit numeric(9,3)  -- A lighter unit needs the answer of the shop or a manager.
  most_kg_per_unit numeric(9,3)  -- Sold by final weight: the price is for a unit of this weight, and a lighter one costs less in proportion.
  constraint drawn_picture_is_on_this_site CHECK ((is_own_path(drawn_url) AND (drawn_url <> '/'::text)))
  constraint pause_is_within_reach CHECK (((paused_until >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (paused_until <= '2100-01-01 00:00:00+00'::timestamp with time zone)))
  constraint picture_is_on_this_site CHECK ((is_own_path(image_url) AND (image_url <> '/'::text)))
  constraint products_available_quantity_check CHECK (((available_quantity >= 0) AND (available_quantity <= 1000000)))
  constraint products_base_price_check CHECK (((base_price > (0)::numeric) AND (base_price <= (100000000)::numeric)))
  constraint products_category_check CHECK ((category = ANY (ARRAY['vegetables'::text, 'fruits'::text, 'grains'::text, 'meat'::text, 'seafood'::text, 'oil'::text])))
  constraint products_check CHECK ((max_quantity >= min_quantity))
  constraint products_check1 CHECK (((NOT stockpile_allowed) OR (category = ANY (ARRAY['grains'::text, 'oil'::text]))))
  constraint products_code_check CHECK (((code = TRIM(BOTH FROM code)) AND ((char_length(code) >= 1) AND (char_length(code) <= 40))))
  constraint products_description_check CHECK ((char_length(description) <= 4000))
  constraint products_kg_per_unit_check CHECK (((kg_per_unit >= 0.01) AND (kg_per_unit <= (5000)::numeric)))
  constraint products_min_quantity_check CHECK ((min_quantity >= 1))
  constraint products_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 120)))
  constraint products_pkey PRIMARY KEY (id)
  constraint products_stockpile_confirmed_by_fkey FOREIGN KEY (stockpile_confirmed_by) REFERENCES profiles(id)
  constraint products_unit_check CHECK (((char_length(TRIM(BOTH FROM unit)) >= 1) AND (char_length(TRIM(BOTH FROM unit)) <= 40)))
  constraint products_vat_class_check CHECK ((vat_class = ANY (ARRAY['zero'::text, 'exempt'::text, 'standard'::text])))
  constraint products_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint share_date_is_within_reach CHECK (((share_date >= '2000-01-01'::date) AND (share_date <= '2100-01-01'::date)))
  constraint weights_are_a_range CHECK (((num_nonnulls(least_kg_per_unit, most_kg_per_unit) = 0) OR ((num_nonnulls(least_kg_per_unit, most_kg_per_unit) = 2) AND (least_kg_per_unit >= 0.01) AND (most_kg_per_unit <= (1000)::numeric) AND (least_kg_per_unit < most_kg_per_unit) AND (most_kg_per_unit <= ((3)::numeric * least_kg_per_unit)) AND (lower(TRIM(BOTH FROM unit)) <> 'kg'::text))))
  UNIQUE index products_own_code USING btree (vendor_id, lower(code)) WHERE (code IS NOT NULL)
  index products_category USING btree (category, created_at DESC) WHERE (archived_at IS NULL)
  index products_location USING btree (vendor_location) WHERE (archived_at IS NULL)
  index products_name USING btree (name, id) WHERE (archived_at IS NULL)
  index products_name_parts USING gin (search.plain(name) gin_trgm_ops)
  index products_newest USING btree (created_at DESC) WHERE (archived_at IS NULL)
  index products_on_sale USING btree (vendor_id, category, share_date, vendor_location) WHERE (archived_at IS NULL)
  index products_own_name USING btree (vendor_id, lower(name), lower(unit))
  index products_paused USING btree (paused_until) WHERE (paused_until IS NOT NULL)
  index products_price USING btree (base_price, id) WHERE (archived_at IS NULL)
  index products_search USING gin ((((name || ' '::text) || description)) gin_trgm_ops)
  index products_share_date USING btree (share_date) WHERE (archived_at IS NULL)
  index products_vendor USING btree (vendor_id, created_at DESC)

table public.profiles  -- One row per person. No foreign key to auth.users: a profile outlives a deleted login, pseudonymised, because orders and the ledger name it.
  id uuid not null
  role text not null default 'customer'::text
  full_name text not null default ''::text
  points_balance numeric(14,2) not null default 0  -- PEPS (1 PEP = 1 naira): a checked copy of the ledger account, written by the ledger alone.
  referral_code text  -- Null for vendors: they cannot enrol as affiliates.
  hidden_from_boards boolean not null default false
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint profiles_full_name_check CHECK (((char_length(full_name) <= 120) AND (full_name !~ '[\x01-\x1f]'::text)))
  constraint profiles_pkey PRIMARY KEY (id)
  constraint profiles_points_balance_check CHECK ((points_balance >= (0)::numeric))
  constraint profiles_referral_code_check CHECK ((referral_code ~ '^[A-Z0-9]{6,12}$'::text))
  constraint profiles_referral_code_key UNIQUE (referral_code)
  constraint profiles_role_check CHECK ((role = ANY (ARRAY['customer'::text, 'vendor'::text, 'manager'::text, 'coordinator'::text, 'chief'::text, 'administrator'::text, 'supervisor'::text])))
  constraint vendors_are_no_affiliates CHECK (((role <> 'vendor'::text) OR (referral_code IS NULL)))
  index profiles_created_at USING btree (created_at DESC)
  index profiles_name_parts USING gin (search.plain(full_name) gin_trgm_ops)
  index profiles_points_balance USING btree (points_balance DESC)
  index profiles_role USING btree (role)

table public.public_holidays  -- Days without bank business in Nigeria. Business days are Monday to Friday without these.
  date date not null
  name text not null
  is_expected boolean not null default false  -- Not yet announced: by the moon, or in place of a day at the weekend.
  created_at timestamp with time zone not null default now()
  constraint public_holidays_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 3) AND (char_length(TRIM(BOTH FROM name)) <= 80)))
  constraint public_holidays_pkey PRIMARY KEY (date)

table public.push_subscriptions  -- Browsers that a person asked us to tell. Goes with the session in which it was asked for.
  id uuid not null default gen_random_uuid()
  person_id uuid not null
  session_id uuid not null
  endpoint text not null  -- Address at the browser's push service: whoever knows it may send there, so nobody reads it back.
  p256dh text not null
  auth text not null
  user_agent text
  created_at timestamp with time zone not null default now()
  refusals integer not null default 0
  constraint push_subscriptions_auth_check CHECK ((auth ~ '^[A-Za-z0-9_-]{22}$'::text))
  constraint push_subscriptions_endpoint_check CHECK (((endpoint ~ '^https://[^/\s@]+/\S*$'::text) AND (char_length(endpoint) <= 1000)))
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint)
  constraint push_subscriptions_p256dh_check CHECK ((p256dh ~ '^[A-Za-z0-9_-]{87}$'::text))
  constraint push_subscriptions_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint push_subscriptions_pkey PRIMARY KEY (id)
  constraint push_subscriptions_user_agent_check CHECK ((char_length(user_agent) <= 400))
  index push_subscriptions_of_person USING btree (person_id, created_at)
  index push_subscriptions_of_session USING btree (session_id)

table public.pushes  -- Pushes to be sent, each once to a browser. They go when they are sent, read meanwhile, or given up.
  id bigint not null identity
  subscription_id uuid not null
  notice_id uuid not null
  title text not null
  body text not null
  link text not null
  is_urgent boolean not null
  attempts integer not null default 0
  next_attempt_at timestamp with time zone not null
  created_at timestamp with time zone not null default now()
  constraint pushes_body_check CHECK ((char_length(body) <= 200))
  constraint pushes_link_check CHECK (((link ~ '^/[a-z]'::text) AND (char_length(link) <= 300)))
  constraint pushes_pkey PRIMARY KEY (id)
  constraint pushes_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 120)))
  index pushes_due USING btree (next_attempt_at)

table public.quantity_requests  -- Requests to take more of a group buy than one person may. A granted one is that person's own maximum in this buy.
  id uuid not null default gen_random_uuid()
  group_buy_id uuid not null
  person_id uuid not null
  quantity integer not null  -- All units that the person wants to have in this buy, those already ordered included.
  note text not null default ''::text
  status text not null default 'open'::text  -- withdrawn: by the person. closed: the buy closed first.
  created_at timestamp with time zone not null default clock_timestamp()
  decided_by uuid
  reason text not null default ''::text
  ended_at timestamp with time zone
  constraint ended_once_it_is_answered CHECK (((status = 'open'::text) = (ended_at IS NULL)))
  constraint quantity_requests_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id) ON DELETE SET NULL
  constraint quantity_requests_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id) ON DELETE CASCADE
  constraint quantity_requests_note_check CHECK ((char_length(note) <= 300))
  constraint quantity_requests_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint quantity_requests_pkey PRIMARY KEY (id)
  constraint quantity_requests_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000)))
  constraint quantity_requests_reason_check CHECK ((char_length(reason) <= 300))
  constraint quantity_requests_status_check CHECK ((status = ANY (ARRAY['open'::text, 'granted'::text, 'declined'::text, 'withdrawn'::text, 'closed'::text])))
  UNIQUE index one_open_request USING btree (group_buy_id, person_id) WHERE (status = 'open'::text)
  index quantity_requests_decided_by USING btree (decided_by) WHERE (decided_by IS NOT NULL)
  index quantity_requests_of_buy USING btree (group_buy_id, person_id)
  index quantity_requests_of_person USING btree (person_id, created_at DESC)

table public.record_views  -- Records with personal data that staff opened. Deleted after 24 months.
  record_kind text not null
  record_id uuid not null
  viewer_id uuid not null
  hour timestamp with time zone not null default date_trunc('hour'::text, clock_timestamp())
  constraint record_views_hour_check CHECK ((hour = date_trunc('hour'::text, hour, 'UTC'::text)))
  constraint record_views_pkey PRIMARY KEY (record_kind, record_id, hour, viewer_id)
  constraint record_views_record_kind_check CHECK ((record_kind = ANY (ARRAY['order'::text, 'person'::text, 'shop'::text, 'buy'::text, 'payment'::text, 'claim'::text, 'place'::text])))
  constraint record_views_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES profiles(id)
  index record_views_by_age USING btree (hour)
  index record_views_of_viewer USING btree (viewer_id)

table public.referrals
  id uuid not null default gen_random_uuid()
  referrer_id uuid not null
  referred_id uuid not null
  created_at timestamp with time zone not null default now()
  settled_at timestamp with time zone  -- When the referred person's first order settled: from then on the referral is successful.
  constraint referrals_check CHECK ((referrer_id <> referred_id))
  constraint referrals_pkey PRIMARY KEY (id)
  constraint referrals_referred_id_fkey FOREIGN KEY (referred_id) REFERENCES profiles(id)
  constraint referrals_referred_id_key UNIQUE (referred_id)
  constraint referrals_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES profiles(id)
  index referrals_referrer USING btree (referrer_id, settled_at)

table public.refunds  -- Money on its way back to where it came from. What comes back as PEPS needs no refund: it is there at once.
  id uuid not null default gen_random_uuid()
  payment_id uuid not null
  order_id uuid  -- Null for money that paid no order.
  amount_kobo bigint not null
  reason text not null
  status text not null default 'requested'::text
  gateway_refund_id text
  expected_by date not null default add_business_days(((now() AT TIME ZONE 'Africa/Lagos'::text))::date, 5)  -- The fifth business day after the day it was asked for: what its buyer was told.
  tries integer not null default 0  -- How often it was sent or asked about.
  next_try_at timestamp with time zone default now()
  processed_at timestamp with time zone
  to_bank_code text
  to_account_number text  -- Where a refund goes that the payer's own bank does not take back.
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  amount_id uuid
  failures integer not null default 0  -- How often the gateway said that it failed, since it was last begun or repeated. After five a person looks at it.
  constraint refunds_amount_id_fkey FOREIGN KEY (amount_id) REFERENCES typed_amounts(id)
  constraint refunds_amount_kobo_check CHECK (((amount_kobo >= 1) AND (amount_kobo <= '99999999999999'::bigint)))
  constraint refunds_failures_check CHECK ((failures >= 0))
  constraint refunds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint refunds_pkey PRIMARY KEY (id)
  constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['left'::text, 'price_drop'::text, 'buy_failed'::text, 'buy_cancelled'::text, 'order_cancelled'::text, 'not_payable'::text, 'amount'::text, 'short_delivery'::text, 'claim'::text, 'delivery_changed'::text, 'payment_reversed'::text, 'resale'::text, 'pack_not_filled'::text, 'price_rose'::text, 'price_rise_withdrawn'::text, 'ajo'::text])))
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'sent'::text, 'processed'::text, 'needs_attention'::text, 'failed'::text])))
  constraint refunds_to_account_number_check CHECK ((to_account_number ~ '^[0-9]{10}$'::text))
  constraint refunds_to_bank_code_check CHECK ((to_bank_code ~ '^[0-9]{3,6}$'::text))
  index refunds_by_account USING btree (to_account_number, to_bank_code) WHERE (to_account_number IS NOT NULL)
  index refunds_of_order USING btree (order_id) WHERE (order_id IS NOT NULL)
  index refunds_of_payment USING btree (payment_id)
  index refunds_on_their_way USING btree (expected_by) WHERE (status = ANY (ARRAY['requested'::text, 'sent'::text]))
  index refunds_that_stick USING btree (created_at) WHERE (status = ANY (ARRAY['needs_attention'::text, 'failed'::text]))
  index refunds_to_try USING btree (next_try_at) WHERE (next_try_at IS NOT NULL)

table public.region_broadcast_recipients  -- Marked in the transaction that writes their notice, so each is told once.
  broadcast_id uuid not null
  person_id uuid not null
  notified_at timestamp with time zone
  constraint region_broadcast_recipients_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES region_broadcasts(id) ON DELETE CASCADE
  constraint region_broadcast_recipients_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint region_broadcast_recipients_pkey PRIMARY KEY (broadcast_id, person_id)
  index region_broadcast_recipients_left USING btree (broadcast_id, person_id) WHERE (notified_at IS NULL)
  index region_broadcast_recipients_of_person USING btree (person_id)

table public.region_broadcasts  -- One notice of staff to people of their states.
  id uuid not null default gen_random_uuid()
  author_id uuid
  author_name text not null
  states text[] not null
  audience text not null  -- all: buyers and shops of the states. open_orders: buyers with an open order at a shop of the states. shops: owners of active shops there.
  title text not null
  body text not null
  status text not null default 'scheduled'::text  -- proposed: waits for a second person. scheduled: starts at starts_at, and can be withdrawn until then.
  expected integer not null default 0
  recipients integer not null default 0
  delivered integer not null default 0
  approver_id uuid
  approver_name text
  last_person_id uuid  -- The last person in order of ids who was looked at while recipients were listed.
  all_listed boolean not null default false
  created_at timestamp with time zone not null default clock_timestamp()
  starts_at timestamp with time zone
  ended_at timestamp with time zone
  constraint never_approved_by_its_author CHECK (((approver_id IS NULL) OR (approver_id <> author_id)))
  constraint region_broadcasts_approver_id_fkey FOREIGN KEY (approver_id) REFERENCES profiles(id) ON DELETE SET NULL
  constraint region_broadcasts_approver_name_check CHECK (((char_length(approver_name) >= 1) AND (char_length(approver_name) <= 120)))
  constraint region_broadcasts_audience_check CHECK ((audience = ANY (ARRAY['all'::text, 'open_orders'::text, 'shops'::text])))
  constraint region_broadcasts_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE SET NULL
  constraint region_broadcasts_author_name_check CHECK (((char_length(author_name) >= 1) AND (char_length(author_name) <= 120)))
  constraint region_broadcasts_body_check CHECK (((char_length(TRIM(BOTH FROM body)) >= 1) AND (char_length(TRIM(BOTH FROM body)) <= 500)))
  constraint region_broadcasts_delivered_check CHECK ((delivered >= 0))
  constraint region_broadcasts_expected_check CHECK ((expected >= 0))
  constraint region_broadcasts_pkey PRIMARY KEY (id)
  constraint region_broadcasts_recipients_check CHECK ((recipients >= 0))
  constraint region_broadcasts_states_check CHECK (((cardinality(states) >= 1) AND (cardinality(states) <= 37)))
  constraint region_broadcasts_status_check CHECK ((status = ANY (ARRAY['proposed'::text, 'scheduled'::text, 'sending'::text, 'sent'::text, 'withdrawn'::text, 'refused'::text])))
  constraint region_broadcasts_title_check CHECK (((char_length(TRIM(BOTH FROM title)) >= 1) AND (char_length(TRIM(BOTH FROM title)) <= 80)))
  index region_broadcasts_newest USING btree (created_at DESC, id)
  index region_broadcasts_of_approver USING btree (approver_id) WHERE (approver_id IS NOT NULL)
  index region_broadcasts_of_author USING btree (author_id, created_at DESC) WHERE (author_id IS NOT NULL)

table public.rendered_pdfs  -- PDFs by what they show. Any of them may be deleted: it is drawn again when somebody asks.
  digest bytea not null  -- SHA-256 of the version of the drawing code and of everything that the paper shows.
  bytes bytea not null
  rendered_at timestamp with time zone not null default now()
  used_at timestamp with time zone not null default now()  -- When it was last given to anybody, to the day; what nobody asks for is deleted.
  constraint rendered_pdfs_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 4194304)))
  constraint rendered_pdfs_digest_check CHECK ((octet_length(digest) = 32))
  constraint rendered_pdfs_pkey PRIMARY KEY (digest)
  index rendered_pdfs_used_at USING btree (used_at)

table public.reserved_names  -- No shop and no person has a name that contains one of these. An operator with another brand adds its skeleton.
  skeleton text not null
  constraint reserved_names_pkey PRIMARY KEY (skeleton)
  constraint reserved_names_skeleton_check CHECK (((skeleton = name_skeleton(skeleton)) AND (char_length(skeleton) >= 4)))

table public.reviews  -- One rating for one completed order: the vendor's rating is their mean.
  id uuid not null default gen_random_uuid()
  vendor_id uuid not null
  author_id uuid not null
  order_id uuid not null
  rating integer not null
  comment text not null default ''::text
  created_at timestamp with time zone not null default now()
  reply text
  replied_at timestamp with time zone
  reported_at timestamp with time zone
  reported_by uuid
  report_reason text
  judged_at timestamp with time zone
  judged_by uuid
  hidden_at timestamp with time zone  -- Nobody but the shop and the staff sees it, and it counts in no rating.
  judge_reason text
  product_ids uuid[] not null default '{}'::uuid[]  -- The products of its order: set by guard_review.
  constraint hidden_by_judgement CHECK (((hidden_at IS NULL) OR (judged_at IS NOT NULL)))
  constraint judged_with_reason CHECK ((num_nonnulls(judged_at, judge_reason) = ANY (ARRAY[0, 2])))
  constraint replied_once CHECK (((reply IS NULL) = (replied_at IS NULL)))
  constraint reported_with_reason CHECK ((num_nonnulls(reported_at, report_reason) = ANY (ARRAY[0, 2])))
  constraint reviews_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id)
  constraint reviews_comment_check CHECK ((char_length(comment) <= 1000))
  constraint reviews_judge_reason_check CHECK (((char_length(judge_reason) >= 5) AND (char_length(judge_reason) <= 500)))
  constraint reviews_judged_by_fkey FOREIGN KEY (judged_by) REFERENCES profiles(id)
  constraint reviews_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint reviews_order_id_key UNIQUE (order_id)
  constraint reviews_pkey PRIMARY KEY (id)
  constraint reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5)))
  constraint reviews_reply_check CHECK (((char_length(reply) >= 1) AND (char_length(reply) <= 1000)))
  constraint reviews_report_reason_check CHECK (((char_length(report_reason) >= 5) AND (char_length(report_reason) <= 500)))
  constraint reviews_reported_by_fkey FOREIGN KEY (reported_by) REFERENCES profiles(id)
  constraint reviews_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  index reviews_by_verdict USING btree (judged_at DESC, created_at DESC, id) WHERE (reported_at IS NOT NULL)
  index reviews_lowest USING btree (rating, created_at DESC, id) WHERE (hidden_at IS NULL)
  index reviews_newest USING btree (created_at DESC, id) WHERE (hidden_at IS NULL)
  index reviews_products USING gin (product_ids) WHERE (hidden_at IS NULL)
  index reviews_reported USING btree (reported_at) WHERE ((reported_at IS NOT NULL) AND (judged_at IS NULL))
  index reviews_vendor USING btree (vendor_id, created_at DESC)

table public.reward_refusals  -- Settled orders whose referrer earns nothing by them, and why (domain/rewards/earning.ts).
  order_id uuid not null
  referrer_id uuid not null
  reason text not null
  decided_at timestamp with time zone not null default now()
  constraint reward_refusals_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint reward_refusals_pkey PRIMARY KEY (order_id)
  constraint reward_refusals_reason_check CHECK ((reason = ANY (ARRAY['own_order'::text, 'not_enrolled'::text, 'seller'::text, 'ring'::text, 'same_person'::text])))
  constraint reward_refusals_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES profiles(id)
  index reward_refusals_of_person USING btree (referrer_id, decided_at DESC)

table public.saved_lists  -- Named lists of products and quantities ("Monthly staples"), only for whoever keeps them; 20 at most.
  id uuid not null default gen_random_uuid()
  profile_id uuid not null default auth.uid()
  name text not null
  lines jsonb not null  -- Objects of product_id, name, unit and quantity, as they were when the list was saved.
  created_at timestamp with time zone not null default now()
  deleted_at timestamp with time zone  -- Deleted, and to be had back for a day.
  constraint saved_lists_lines_check CHECK (are_saved_lines(lines))
  constraint saved_lists_name_check CHECK (((name = TRIM(BOTH FROM name)) AND ((char_length(name) >= 1) AND (char_length(name) <= 60)) AND (name !~ '[[:cntrl:]]'::text)))
  constraint saved_lists_pkey PRIMARY KEY (id)
  constraint saved_lists_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
  index saved_lists_deleted USING btree (deleted_at) WHERE (deleted_at IS NOT NULL)
  index saved_lists_of_person USING btree (profile_id, created_at DESC)

table public.saved_searches  -- Searches without a result. The row goes when a product or group buy matches and the person is told.
  id uuid not null default gen_random_uuid()
  person_id uuid not null
  words text not null
  checked_at timestamp with time zone not null default now()  -- When a job last searched for it; the longest unchecked are next.
  created_at timestamp with time zone not null default now()
  constraint saved_once UNIQUE (person_id, words)
  constraint saved_searches_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint saved_searches_pkey PRIMARY KEY (id)
  constraint saved_searches_words_check CHECK (((char_length(words) >= 1) AND (char_length(words) <= 100)))
  index saved_searches_unchecked USING btree (checked_at, id)

table public.saved_views  -- Filters, order and columns of a list that a person has named. Shown as tabs to that person only.
  id uuid not null default gen_random_uuid()
  person_id uuid not null default auth.uid()
  list text not null
  name text not null
  query text not null  -- Of the list's address, without its question mark.
  is_default boolean not null default false
  created_at timestamp with time zone not null default clock_timestamp()
  constraint saved_views_list_check CHECK ((list ~ '^(/[a-z-]{1,30}){2,4}$'::text))
  constraint saved_views_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 1) AND (char_length(TRIM(BOTH FROM name)) <= 40)))
  constraint saved_views_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint saved_views_pkey PRIMARY KEY (id)
  constraint saved_views_query_check CHECK (((char_length(query) <= 600) AND (query !~ '[^A-Za-z0-9%&=._~*+-]'::text)))
  UNIQUE index one_view_of_a_name USING btree (person_id, list, lower(TRIM(BOTH FROM name)))

table public.search_entries  -- What search finds, of open things alone. Written by triggers of what it shows.
  kind text not null
  group_buy_id uuid
  product_id uuid
  shop_id uuid
  post_id uuid
  title text not null
  title_stems text[] not null
  words tsvector not null  -- Each stem and concept (after c0) after the first two letters of its kind, and then twice: after "n" if name, measure or place has it, and after "a" if it stands anywhere.
  is_available boolean not null default true  -- Whether it can be bought at all; from ends_at on it cannot.
  ends_at timestamp with time zone
  category text  -- Of products alone, like the columns after it: what their lists filter and sort by.
  vendor_id uuid
  place text  -- Where a product is: its vendor_location.
  share_date date
  price numeric  -- The base price of a product.
  listed_at timestamp with time zone  -- When a product was created.
  constraint of_one_thing CHECK ((num_nonnulls(group_buy_id, product_id, shop_id, post_id) = 1))
  constraint search_entries_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id) ON DELETE CASCADE
  constraint search_entries_group_buy_id_key UNIQUE (group_buy_id)
  constraint search_entries_kind_check CHECK ((kind = ANY (ARRAY['group_buy'::text, 'product'::text, 'shop'::text, 'post'::text])))
  constraint search_entries_post_id_fkey FOREIGN KEY (post_id) REFERENCES blog_posts(id) ON DELETE CASCADE
  constraint search_entries_post_id_key UNIQUE (post_id)
  constraint search_entries_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
  constraint search_entries_product_id_key UNIQUE (product_id)
  constraint search_entries_shop_id_fkey FOREIGN KEY (shop_id) REFERENCES vendors(id) ON DELETE CASCADE
  constraint search_entries_shop_id_key UNIQUE (shop_id)
  index search_words USING gin (words)

table public.setting_bounds  -- What a setting may be, in its own unit: basis points, minutes, naira, days or a count.
  key text not null
  least numeric not null
  most numeric not null
  loosens text  -- Of a limit of what one person does alone: the way in which a change loosens it. Such a change takes effect a day after it was planned at the earliest.
  constraint setting_bounds_check CHECK ((most >= "least"))
  constraint setting_bounds_loosens_check CHECK ((loosens = ANY (ARRAY['up'::text, 'down'::text])))
  constraint setting_bounds_pkey PRIMARY KEY (key)

table public.settings  -- The value in force is the newest whose effective_from has passed. Changes of the reward programme take effect 30 days after the notice at the earliest.
  key text not null
  value jsonb not null
  effective_from timestamp with time zone not null default now()
  note text not null default ''::text
  created_by uuid
  created_at timestamp with time zone not null default now()
  withdrawn_at timestamp with time zone  -- When a planned value was given up, before its day; it never applies.
  withdrawn_by uuid
  notified_at timestamp with time zone  -- Of a rate: when the people it concerns were told, an hour after it was planned.
  constraint settings_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id)
  constraint settings_key_check CHECK ((key ~ '^[a-z][a-z0-9_]{2,60}$'::text))
  constraint settings_note_check CHECK ((char_length(note) <= 300))
  constraint settings_pkey PRIMARY KEY (key, effective_from)
  constraint settings_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES profiles(id)
  index settings_to_notify USING btree (created_at) WHERE ((notified_at IS NULL) AND (withdrawn_at IS NULL))

table public.share_gifts  -- Shares of group buys that buyers give away. Nothing moves until the receiver has paid.
  id uuid not null default gen_random_uuid()
  order_id uuid not null
  giver_id uuid not null
  email text  -- Or phone: the person it is for, until it is over. Whoever has confirmed this address may accept.
  phone text
  to_waiting_list boolean not null default false
  note text not null default ''::text
  status text not null default 'offered'::text  -- accepted: the receiver has an order to pay. taken: they have paid, and the giver's order has ended. lapsed: nobody took it in time.
  is_open boolean not null generated as (status = ANY (ARRAY['offered'::text, 'accepted'::text]))
  receiver_id uuid  -- The person who accepted it; of one for the waiting list, the person whose turn it is.
  turn_ends_at timestamp with time zone
  passed_ids uuid[] not null default '{}'::uuid[]  -- People of the waiting list who have had their turn.
  created_at timestamp with time zone not null default clock_timestamp()
  expires_at timestamp with time zone not null
  ended_at timestamp with time zone
  notified_of text  -- The state that people were last told of.
  constraint an_open_one_has_an_address CHECK ((to_waiting_list OR (NOT is_open) OR (num_nonnulls(email, phone) = 1)))
  constraint ended_once_over CHECK ((is_open = (ended_at IS NULL)))
  constraint given_to_one_address CHECK ((num_nonnulls(email, phone) <=
CASE
    WHEN to_waiting_list THEN 0
    ELSE 1
END))
  constraint only_the_list_takes_turns CHECK ((to_waiting_list OR ((turn_ends_at IS NULL) AND (passed_ids = '{}'::uuid[]))))
  constraint share_gifts_email_check CHECK (((email = lower(email)) AND (char_length(email) <= 255)))
  constraint share_gifts_giver_id_fkey FOREIGN KEY (giver_id) REFERENCES profiles(id)
  constraint share_gifts_note_check CHECK ((char_length(note) <= 200))
  constraint share_gifts_notified_of_check CHECK ((char_length(notified_of) <= 60))
  constraint share_gifts_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint share_gifts_phone_check CHECK ((phone ~ '^[1-9][0-9]{1,14}$'::text))
  constraint share_gifts_pkey PRIMARY KEY (id)
  constraint share_gifts_receiver_id_fkey FOREIGN KEY (receiver_id) REFERENCES profiles(id)
  constraint share_gifts_status_check CHECK ((status = ANY (ARRAY['offered'::text, 'accepted'::text, 'taken'::text, 'declined'::text, 'withdrawn'::text, 'lapsed'::text])))
  constraint taken_by_a_person CHECK (((receiver_id IS NOT NULL) OR (status <> ALL (ARRAY['accepted'::text, 'taken'::text]))))
  UNIQUE index one_open_gift_of_an_order USING btree (order_id) WHERE is_open
  index share_gifts_due USING btree (LEAST(turn_ends_at, expires_at)) WHERE (status = 'offered'::text)
  index share_gifts_of_giver USING btree (giver_id)
  index share_gifts_of_order USING btree (order_id, created_at DESC)
  index share_gifts_of_receiver USING btree (receiver_id) WHERE (receiver_id IS NOT NULL)

table public.shop_blocks  -- Shops whose messages a buyer does not want, unless they are about an open order.
  person_id uuid not null default auth.uid()
  vendor_id uuid not null
  created_at timestamp with time zone not null default now()
  constraint shop_blocks_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint shop_blocks_pkey PRIMARY KEY (person_id, vendor_id)
  constraint shop_blocks_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  index shop_blocks_of_shop USING btree (vendor_id)

table public.shop_changes  -- Requests of approved shops to change what they were approved with. Null columns stay as they are.
  id uuid not null default gen_random_uuid()
  vendor_id uuid not null
  requested_by uuid not null
  requested_at timestamp with time zone not null default clock_timestamp()
  business_name text
  registration_number text
  address text
  former_name text not null  -- What the shop had when it asked, so that the decision can be understood later.
  former_registration_number text
  former_address text
  reason text not null
  status text not null default 'open'::text
  decided_by uuid
  decided_at timestamp with time zone
  decision_note text not null default ''::text
  constraint asks_for_something CHECK ((num_nonnulls(business_name, registration_number, address) > 0))
  constraint decided_has_decider CHECK ((((status = ANY (ARRAY['approved'::text, 'refused'::text])) = (decided_by IS NOT NULL)) AND ((status = 'open'::text) = (decided_at IS NULL))))
  constraint refused_has_reason CHECK (((status <> 'refused'::text) OR (char_length(TRIM(BOTH FROM decision_note)) >= 5)))
  constraint shop_changes_address_check CHECK (((char_length(TRIM(BOTH FROM address)) >= 5) AND (char_length(TRIM(BOTH FROM address)) <= 300)))
  constraint shop_changes_business_name_check CHECK (((char_length(TRIM(BOTH FROM business_name)) >= 2) AND (char_length(TRIM(BOTH FROM business_name)) <= 80)))
  constraint shop_changes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id)
  constraint shop_changes_decision_note_check CHECK ((char_length(decision_note) <= 500))
  constraint shop_changes_pkey PRIMARY KEY (id)
  constraint shop_changes_reason_check CHECK (((char_length(TRIM(BOTH FROM reason)) >= 5) AND (char_length(TRIM(BOTH FROM reason)) <= 500)))
  constraint shop_changes_registration_number_check CHECK (((char_length(TRIM(BOTH FROM registration_number)) >= 1) AND (char_length(TRIM(BOTH FROM registration_number)) <= 40)))
  constraint shop_changes_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES profiles(id)
  constraint shop_changes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'withdrawn'::text, 'approved'::text, 'refused'::text])))
  constraint shop_changes_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  UNIQUE index one_open_change USING btree (vendor_id) WHERE (status = 'open'::text)
  index shop_changes_of USING btree (vendor_id, requested_at DESC)

table public.shop_notes  -- Notes of a shop. They are not changed; deleting an account deletes those about its orders and person, and those of its shop.
  id uuid not null default gen_random_uuid()
  vendor_id uuid not null
  order_id uuid  -- Read by the shop, and by staff while a claim about this order is in dispute.
  customer_id uuid  -- A note about a person: they get it with their data.
  author_id uuid not null
  text text not null
  created_at timestamp with time zone not null default clock_timestamp()
  constraint about_an_order_or_a_customer CHECK ((num_nonnulls(order_id, customer_id) = 1))
  constraint shop_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id)
  constraint shop_notes_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES profiles(id)
  constraint shop_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint shop_notes_pkey PRIMARY KEY (id)
  constraint shop_notes_text_check CHECK (((text = TRIM(BOTH FROM text)) AND ((char_length(text) >= 1) AND (char_length(text) <= 1000))))
  constraint shop_notes_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  index shop_notes_of_author USING btree (author_id)
  index shop_notes_of_customer USING btree (customer_id, vendor_id, created_at) WHERE (customer_id IS NOT NULL)
  index shop_notes_of_order USING btree (order_id, created_at) WHERE (order_id IS NOT NULL)
  index shop_notes_of_shop USING btree (vendor_id, created_at)

table public.shortfall_shares  -- What each order bears of a shortfall: by largest remainder, then earlier payment.
  shortfall_id uuid not null
  line_id uuid not null
  missing_thousandths bigint not null
  partial_refund_id uuid
  goods_kobo bigint not null default 0  -- What the share is worth, which comes back when it is carried out.
  constraint shortfall_shares_goods_kobo_check CHECK ((goods_kobo >= 0))
  constraint shortfall_shares_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id)
  constraint shortfall_shares_missing_thousandths_check CHECK ((missing_thousandths >= 0))
  constraint shortfall_shares_partial_refund_id_fkey FOREIGN KEY (partial_refund_id) REFERENCES partial_refunds(id)
  constraint shortfall_shares_partial_refund_id_key UNIQUE (partial_refund_id)
  constraint shortfall_shares_pkey PRIMARY KEY (shortfall_id, line_id)
  constraint shortfall_shares_shortfall_id_fkey FOREIGN KEY (shortfall_id) REFERENCES shortfalls(id)
  index shortfall_shares_of_line USING btree (line_id)

table public.shortfalls  -- Short or damaged deliveries, shared out over their orders (shortfall_shares) and given back without a claim.
  id uuid not null default gen_random_uuid()
  vendor_id uuid not null
  group_buy_id uuid
  line_id uuid
  pickup_point_id uuid
  kind text not null
  missing_thousandths bigint not null
  of_thousandths bigint not null  -- What the orders still had coming when it was entered.
  by_vendor_thousandths bigint not null
  by_hub_thousandths bigint not null  -- Lost after the hub had weighed it in; the rest was short on arrival and is the vendor's.
  orders integer not null
  goods_kobo bigint not null
  returned_kobo bigint not null
  reason text not null
  photo text
  entered_by uuid
  created_at timestamp with time zone not null default clock_timestamp()
  status text not null default 'carried-out'::text  -- waiting: for an answer. entered: its refunds are sent at due_at. Both, and carried-out, take from the orders.
  by_shop boolean not null default false  -- Entered by the shop's own side, which then does not answer it.
  due_at timestamp with time zone
  answer_by timestamp with time zone  -- Until then the shop may answer; null: the managers alone.
  contested_at timestamp with time zone
  answered_by uuid
  ended_at timestamp with time zone
  constraint a_weight_takes_no_units CHECK (
CASE
    WHEN (kind = 'weight'::text) THEN ((missing_thousandths = 0) AND (line_id IS NOT NULL))
    ELSE (missing_thousandths > 0)
END)
  constraint borne_in_whole CHECK (((by_vendor_thousandths + by_hub_thousandths) = missing_thousandths))
  constraint no_more_missing_than_there_was CHECK ((missing_thousandths <= of_thousandths))
  constraint of_a_buy_or_a_line CHECK ((num_nonnulls(group_buy_id, line_id) = 1))
  constraint shortfalls_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES profiles(id)
  constraint shortfalls_by_hub_thousandths_check CHECK ((by_hub_thousandths >= 0))
  constraint shortfalls_by_vendor_thousandths_check CHECK ((by_vendor_thousandths >= 0))
  constraint shortfalls_check CHECK ((returned_kobo >= goods_kobo))
  constraint shortfalls_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES profiles(id)
  constraint shortfalls_goods_kobo_check CHECK ((goods_kobo > 0))
  constraint shortfalls_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id)
  constraint shortfalls_kind_check CHECK ((kind = ANY (ARRAY['short'::text, 'damaged'::text, 'weight'::text])))
  constraint shortfalls_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id)
  constraint shortfalls_orders_check CHECK ((orders > 0))
  constraint shortfalls_photo_check CHECK ((char_length(photo) <= 300))
  constraint shortfalls_pickup_point_id_fkey FOREIGN KEY (pickup_point_id) REFERENCES pickup_points(id)
  constraint shortfalls_pkey PRIMARY KEY (id)
  constraint shortfalls_reason_check CHECK (((char_length(reason) >= 5) AND (char_length(reason) <= 300)))
  constraint shortfalls_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'entered'::text, 'carried-out'::text, 'withdrawn'::text, 'refused'::text])))
  constraint shortfalls_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  index shortfalls_by_photo USING btree (photo) WHERE (photo IS NOT NULL)
  index shortfalls_of_buy USING btree (group_buy_id) WHERE (group_buy_id IS NOT NULL)
  index shortfalls_of_line USING btree (line_id) WHERE (line_id IS NOT NULL)
  index shortfalls_of_shop USING btree (vendor_id, created_at DESC)
  index shortfalls_to_carry_out USING btree (COALESCE(due_at, answer_by)) WHERE (status = ANY (ARRAY['waiting'::text, 'entered'::text]))

table public.shown_names  -- Consent of one person for one buy: theirs alone to see, to give and to take back. What others read is buy_names.
  id uuid not null default gen_random_uuid()
  group_buy_id uuid not null
  user_id uuid not null
  shown_at timestamp with time zone not null default now()
  constraint shown_names_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id) ON DELETE CASCADE
  constraint shown_names_pkey PRIMARY KEY (id)
  constraint shown_names_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint shown_once UNIQUE (group_buy_id, user_id)
  index shown_names_in_order USING btree (group_buy_id, shown_at, id)

table public.staff_invitations
  id uuid not null default gen_random_uuid()
  vendor_id uuid
  pickup_point_id uuid
  duty text not null
  email text
  phone text
  invited_by uuid not null
  created_at timestamp with time zone not null default clock_timestamp()
  accepted_at timestamp with time zone
  ended_at timestamp with time zone
  constraint of_a_shop_or_a_place CHECK ((num_nonnulls(vendor_id, pickup_point_id) = 1))
  constraint staff_invitations_duty_check CHECK ((duty = ANY (ARRAY['hand-over'::text, 'delivery'::text])))
  constraint staff_invitations_email_check CHECK (((email = lower(email)) AND (char_length(email) <= 255)))
  constraint staff_invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES profiles(id)
  constraint staff_invitations_phone_check CHECK ((phone ~ '^[1-9][0-9]{1,14}$'::text))
  constraint staff_invitations_pickup_point_id_fkey FOREIGN KEY (pickup_point_id) REFERENCES pickup_points(id)
  constraint staff_invitations_pkey PRIMARY KEY (id)
  constraint staff_invitations_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint to_one_address CHECK ((num_nonnulls(email, phone) = 1))
  UNIQUE index one_invitation_of_a_kind USING btree (COALESCE(vendor_id, pickup_point_id), duty, COALESCE(email, phone)) WHERE ((accepted_at IS NULL) AND (ended_at IS NULL))
  index staff_invitations_to USING btree (COALESCE(email, phone)) WHERE ((accepted_at IS NULL) AND (ended_at IS NULL))

table public.staff_notes  -- Notes, calls and visits of staff about a record. Never changed; a next call is marked as done once. Deleting an account deletes those about it.
  id uuid not null default gen_random_uuid()
  record_kind text not null
  record_id uuid not null
  kind text not null
  text text not null
  outcome text
  visited_on date
  next_call_on date
  author_id uuid not null
  vendor_id uuid
  about_id uuid  -- The buyer or payer of the record, or the person themselves: they get the text with their data.
  created_at timestamp with time zone not null default clock_timestamp()
  done_at timestamp with time zone
  done_by uuid
  constraint done_by_somebody CHECK ((((done_at IS NULL) = (done_by IS NULL)) AND ((done_at IS NULL) OR (next_call_on IS NOT NULL))))
  constraint only_a_call_is_repeated CHECK (((next_call_on IS NULL) OR (kind = 'call'::text)))
  constraint outcome_of_its_kind CHECK (
CASE kind
    WHEN 'call'::text THEN ((outcome IS NOT NULL) AND (outcome = ANY (ARRAY['reached'::text, 'not_reached'::text])))
    WHEN 'visit'::text THEN ((outcome IS NOT NULL) AND (outcome = ANY (ARRAY['in_order'::text, 'not_in_order'::text])))
    ELSE (outcome IS NULL)
END)
  constraint staff_notes_about_id_fkey FOREIGN KEY (about_id) REFERENCES profiles(id)
  constraint staff_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id)
  constraint staff_notes_done_by_fkey FOREIGN KEY (done_by) REFERENCES profiles(id)
  constraint staff_notes_kind_check CHECK ((kind = ANY (ARRAY['note'::text, 'call'::text, 'visit'::text])))
  constraint staff_notes_pkey PRIMARY KEY (id)
  constraint staff_notes_record_kind_check CHECK ((record_kind = ANY (ARRAY['order'::text, 'person'::text, 'shop'::text, 'buy'::text, 'payment'::text, 'claim'::text, 'place'::text])))
  constraint staff_notes_text_check CHECK (((text = TRIM(BOTH FROM text)) AND ((char_length(text) >= 1) AND (char_length(text) <= 1000))))
  constraint staff_notes_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint visited_where_one_can_go CHECK (
CASE kind
    WHEN 'visit'::text THEN ((visited_on IS NOT NULL) AND (record_kind = ANY (ARRAY['shop'::text, 'place'::text])))
    ELSE (visited_on IS NULL)
END)
  index staff_notes_about USING btree (about_id, created_at) WHERE (about_id IS NOT NULL)
  index staff_notes_done_by USING btree (done_by) WHERE (done_by IS NOT NULL)
  index staff_notes_due USING btree (next_call_on, id) WHERE ((next_call_on IS NOT NULL) AND (done_at IS NULL))
  index staff_notes_of_author USING btree (author_id)
  index staff_notes_of_record USING btree (record_kind, record_id, created_at DESC)
  index staff_notes_of_shop USING btree (vendor_id)

table public.standing_orders  -- The same in every round of a cycle. It reserves; it never pays.
  id uuid not null default gen_random_uuid()
  cycle_id uuid not null
  person_id uuid not null
  quantity integer not null
  most_kobo bigint not null  -- The most that a round may cost, fee included, without delivery.
  mode text not null  -- ask: the buyer is asked each time. join: the market joins for them, if the round costs no more than most_kobo.
  status text not null default 'active'::text
  pause_reason text  -- unpaid: two rounds in a row expired without a payment. Null if the buyer paused it.
  skips_next boolean not null default false
  active_since timestamp with time zone not null default clock_timestamp()  -- Rounds that opened before are not ordered.
  created_at timestamp with time zone not null default clock_timestamp()
  ended_at timestamp with time zone
  constraint ended_once_over CHECK (((status = 'ended'::text) = (ended_at IS NOT NULL)))
  constraint only_a_paused_one_has_a_reason CHECK (((pause_reason IS NULL) OR (status = 'paused'::text)))
  constraint standing_orders_cycle_id_fkey FOREIGN KEY (cycle_id) REFERENCES buy_cycles(id)
  constraint standing_orders_mode_check CHECK ((mode = ANY (ARRAY['ask'::text, 'join'::text])))
  constraint standing_orders_most_kobo_check CHECK (((most_kobo >= 100) AND (most_kobo <= '10000000000'::bigint)))
  constraint standing_orders_pause_reason_check CHECK ((pause_reason = 'unpaid'::text))
  constraint standing_orders_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id)
  constraint standing_orders_pkey PRIMARY KEY (id)
  constraint standing_orders_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000)))
  constraint standing_orders_status_check CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text])))
  UNIQUE index one_standing_order_of_a_cycle USING btree (cycle_id, person_id) WHERE (status <> 'ended'::text)
  index standing_orders_active USING btree (cycle_id, created_at) WHERE (status = 'active'::text)
  index standing_orders_of_person USING btree (person_id, created_at DESC)

table public.standing_rounds  -- What became of a standing order in a round, once a round.
  standing_order_id uuid not null
  group_buy_id uuid not null
  outcome text not null  -- skipped: by the buyer, or they were in it already. refused: the market could not join for them, for the reason.
  order_id uuid
  reason text
  at timestamp with time zone not null default clock_timestamp()
  constraint joined_with_an_order CHECK (((outcome = 'joined'::text) = (order_id IS NOT NULL)))
  constraint standing_rounds_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id)
  constraint standing_rounds_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint standing_rounds_order_id_key UNIQUE (order_id)
  constraint standing_rounds_outcome_check CHECK ((outcome = ANY (ARRAY['joined'::text, 'asked'::text, 'skipped'::text, 'refused'::text])))
  constraint standing_rounds_pkey PRIMARY KEY (standing_order_id, group_buy_id)
  constraint standing_rounds_reason_check CHECK ((char_length(reason) <= 400))
  constraint standing_rounds_standing_order_id_fkey FOREIGN KEY (standing_order_id) REFERENCES standing_orders(id) ON DELETE CASCADE
  index standing_rounds_of_buy USING btree (group_buy_id)

table public.status_changes  -- Append-only history of every move.
  id bigint not null identity
  subject text not null
  subject_id uuid not null
  from_status text  -- Null for how the row began.
  to_status text not null
  cause text not null
  actor_id uuid  -- Null when the clock or a payment event moved it.
  reason text
  at timestamp with time zone not null default clock_timestamp()
  constraint status_changes_pkey PRIMARY KEY (id)
  index status_changes_cancelled_by_vendor USING btree (subject_id) WHERE ((subject = 'order'::text) AND (cause = 'vendor'::text) AND (to_status = ANY (ARRAY['cancelled'::text, 'refunding'::text])))
  index status_changes_subject USING btree (subject_id, at)

table public.support_cases  -- A person and the market: what they want, who looks after it, and how far it is.
  id uuid not null default gen_random_uuid()
  contact_id uuid
  conversation_id uuid
  state text  -- State of the shop that it is about: only those who oversee it see it. Null: everybody who reads the inbox.
  topic text not null default 'other'::text
  status text not null default 'new'::text  -- new: waits for somebody to take it. assigned: waits for them. waiting: answered, waits for the person. solved: closed until the person writes again.
  assigned_to uuid
  assigned_name text
  answers integer not null default 0
  created_at timestamp with time zone not null default clock_timestamp()
  written_at timestamp with time zone not null default clock_timestamp()  -- When the person wrote first of what is not answered, or last if all is. The place in the queue.
  first_answered_at timestamp with time zone
  constraint comes_from_somewhere CHECK ((num_nonnulls(contact_id, conversation_id) > 0))
  constraint support_cases_answers_check CHECK ((answers >= 0))
  constraint support_cases_assigned_name_check CHECK (((char_length(assigned_name) >= 1) AND (char_length(assigned_name) <= 120)))
  constraint support_cases_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES profiles(id) ON DELETE SET NULL
  constraint support_cases_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES contact_messages(id) ON DELETE CASCADE
  constraint support_cases_contact_id_key UNIQUE (contact_id)
  constraint support_cases_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE
  constraint support_cases_conversation_id_key UNIQUE (conversation_id)
  constraint support_cases_pkey PRIMARY KEY (id)
  constraint support_cases_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  constraint support_cases_status_check CHECK ((status = ANY (ARRAY['new'::text, 'assigned'::text, 'waiting'::text, 'solved'::text])))
  constraint support_cases_topic_check CHECK ((topic = ANY (ARRAY['order'::text, 'payment'::text, 'delivery'::text, 'account'::text, 'shop'::text, 'other'::text])))
  index support_cases_assigned USING btree (assigned_to, status) WHERE (assigned_to IS NOT NULL)
  index support_cases_by_first USING btree (status, created_at, id)
  index support_cases_by_status USING btree (status, written_at, id)
  index support_cases_of_state USING btree (state) WHERE (state IS NOT NULL)
  index support_cases_open USING btree (written_at, id) WHERE (status = ANY (ARRAY['new'::text, 'assigned'::text]))

table public.support_entries  -- Answers, internal notes, and what was done with a case. An answer carries the number of those its author had seen, plus one, so that two people cannot answer at once.
  id uuid not null default gen_random_uuid()
  case_id uuid not null
  author_id uuid
  author_name text not null
  kind text not null
  body text not null
  answer_no integer
  solves boolean not null default false
  created_at timestamp with time zone not null default clock_timestamp()
  constraint answers_have_numbers CHECK (((kind = 'answer'::text) = (answer_no IS NOT NULL)))
  constraint one_answer_each UNIQUE (case_id, answer_no)
  constraint support_entries_author_id_fkey FOREIGN KEY (author_id) REFERENCES profiles(id) ON DELETE SET NULL
  constraint support_entries_author_name_check CHECK (((char_length(author_name) >= 1) AND (char_length(author_name) <= 120)))
  constraint support_entries_body_check CHECK (((char_length(TRIM(BOTH FROM body)) >= 1) AND (char_length(TRIM(BOTH FROM body)) <= 5000)))
  constraint support_entries_case_id_fkey FOREIGN KEY (case_id) REFERENCES support_cases(id) ON DELETE CASCADE
  constraint support_entries_kind_check CHECK ((kind = ANY (ARRAY['answer'::text, 'note'::text, 'act'::text])))
  constraint support_entries_pkey PRIMARY KEY (id)
  index support_entries_of_author USING btree (author_id) WHERE (author_id IS NOT NULL)
  index support_entries_of_case USING btree (case_id, created_at)

table public.text_consents  -- Consent to notices by SMS or WhatsApp, with its wording, time and end. A person has one channel at a time, so that no event is paid for twice.
  id uuid not null default gen_random_uuid()
  person_id uuid not null
  channel text not null
  phone text not null  -- The confirmed number at that time, without the plus sign. Another number needs another consent.
  wording text not null
  given_at timestamp with time zone not null default clock_timestamp()
  ended_at timestamp with time zone
  end_reason text  -- person: switched off in the account. stopped: answered STOP. unreachable: the provider cannot reach the number.
  constraint ended_with_a_reason CHECK (((ended_at IS NULL) = (end_reason IS NULL)))
  constraint text_consents_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'whatsapp'::text])))
  constraint text_consents_end_reason_check CHECK ((end_reason = ANY (ARRAY['person'::text, 'stopped'::text, 'unreachable'::text, 'phone_changed'::text])))
  constraint text_consents_person_id_fkey FOREIGN KEY (person_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint text_consents_phone_check CHECK ((phone ~ '^[1-9][0-9]{6,14}$'::text))
  constraint text_consents_pkey PRIMARY KEY (id)
  constraint text_consents_wording_check CHECK (((char_length(wording) >= 20) AND (char_length(wording) <= 500)))
  UNIQUE index one_text_channel USING btree (person_id) WHERE (ended_at IS NULL)
  index text_consents_of_person USING btree (person_id, given_at DESC)
  index text_consents_of_phone USING btree (phone) WHERE (ended_at IS NULL)

table public.text_message_stops  -- Days (Lagos) on which the ceiling of spending ended the sending of text messages; chiefs are told once a day.
  day date not null
  stopped_at timestamp with time zone not null default clock_timestamp()
  notified_at timestamp with time zone
  constraint text_message_stops_pkey PRIMARY KEY (day)

table public.text_messages  -- SMS and WhatsApp messages, waiting and sent, with what each cost. One a person and event.
  id bigint not null identity
  person_id uuid not null  -- A profile. The number is not kept here: it is read when the message is sent.
  channel text not null
  kind text not null
  event text not null  -- What the message tells of, so that it is told once.
  parameters jsonb not null  -- Values of the template, emptied once it is sent. A hand-over code is never among them: it is derived while sending.
  hand_over_id uuid
  needs_consent boolean not null default true  -- False for the code of a buyer who has no other address.
  parts integer not null  -- Estimated number of parts that an SMS is charged for.
  next_attempt_at timestamp with time zone not null
  expires_at timestamp with time zone not null
  status text not null default 'waiting'::text  -- unknown: the provider did not say whether it took the message, which is not sent again. dropped: not sent, for the reason given.
  attempts integer not null default 0
  claimed_at timestamp with time zone
  settled_at timestamp with time zone
  cost_kobo bigint not null default 0  -- Reserved by the price of the channel while sending, then what the provider charged.
  provider_id text
  reason text
  created_at timestamp with time zone not null default now()
  constraint text_messages_channel_check CHECK ((channel = ANY (ARRAY['sms'::text, 'whatsapp'::text])))
  constraint text_messages_cost_kobo_check CHECK ((cost_kobo >= 0))
  constraint text_messages_event_check CHECK (((char_length(event) >= 1) AND (char_length(event) <= 200)))
  constraint text_messages_kind_check CHECK ((kind ~ '^[a-z][a-z-]{2,60}$'::text))
  constraint text_messages_parameters_check CHECK ((jsonb_typeof(parameters) = 'array'::text))
  constraint text_messages_parts_check CHECK (((parts >= 1) AND (parts <= 10)))
  constraint text_messages_pkey PRIMARY KEY (id)
  constraint text_messages_provider_id_check CHECK (((char_length(provider_id) >= 1) AND (char_length(provider_id) <= 200)))
  constraint text_messages_reason_check CHECK ((char_length(reason) <= 300))
  constraint text_messages_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'read'::text, 'failed'::text, 'unknown'::text, 'dropped'::text])))
  constraint text_once_an_event UNIQUE (person_id, kind, event)
  index text_messages_claimed USING btree (claimed_at) WHERE (claimed_at IS NOT NULL)
  index text_messages_due USING btree (next_attempt_at, id) WHERE (status = 'waiting'::text)
  index text_messages_of_person USING btree (person_id, claimed_at)
  index text_messages_of_provider USING btree (channel, provider_id) WHERE (provider_id IS NOT NULL)
  index text_messages_undelivered USING btree (created_at DESC, id DESC) WHERE (status = ANY (ARRAY['failed'::text, 'unknown'::text, 'dropped'::text]))

table public.typed_amounts  -- Amounts that staff typed, and those that wait for a second person. done: the act was carried out with it, once.
  id uuid not null default gen_random_uuid()
  act text not null
  subject text not null
  subject_id uuid not null
  state text not null
  what text not null
  amount_kobo bigint not null
  usual_from_kobo bigint not null
  usual_to_kobo bigint not null
  most_kobo bigint not null
  pickup_point_id uuid
  bank_entry text
  input jsonb not null  -- What the command was called with, to carry it out when the second person agrees.
  entered_by uuid not null
  entered_role text not null
  entered_at timestamp with time zone not null default clock_timestamp()
  approval_reasons text[] not null  -- Why one person is not enough: act_limit, day_limit, unusual, always. Empty: one is.
  status text not null
  decided_by uuid
  decided_at timestamp with time zone
  note text
  expires_at timestamp with time zone not null default (clock_timestamp() + '48:00:00'::interval)
  constraint says_where_the_money_lies CHECK (
CASE act
    WHEN 'resale'::text THEN (num_nonnulls(pickup_point_id, bank_entry) = 1)
    WHEN 'cash-banked'::text THEN (num_nonnulls(pickup_point_id, bank_entry) = 2)
    ELSE (num_nonnulls(pickup_point_id, bank_entry) = 0)
END)
  constraint two_people CHECK (((status = ANY (ARRAY['waiting'::text, 'expired'::text])) OR ((approval_reasons = '{}'::text[]) AND (decided_by IS NULL)) OR ((approval_reasons <> '{}'::text[]) AND (num_nonnulls(decided_by, decided_at) = 2) AND (decided_by <> entered_by))))
  constraint typed_amounts_act_check CHECK ((act = ANY (ARRAY['resale'::text, 'partial-refund'::text, 'refund-account'::text, 'cash-banked'::text])))
  constraint typed_amounts_amount_kobo_check CHECK ((amount_kobo > 0))
  constraint typed_amounts_bank_entry_check CHECK (((bank_entry = upper(TRIM(BOTH FROM bank_entry))) AND ((char_length(bank_entry) >= 4) AND (char_length(bank_entry) <= 60))))
  constraint typed_amounts_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id)
  constraint typed_amounts_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES profiles(id)
  constraint typed_amounts_entered_role_check CHECK ((entered_role = ANY (ARRAY['manager'::text, 'coordinator'::text, 'chief'::text])))
  constraint typed_amounts_note_check CHECK (((char_length(TRIM(BOTH FROM note)) >= 3) AND (char_length(TRIM(BOTH FROM note)) <= 300)))
  constraint typed_amounts_pickup_point_id_fkey FOREIGN KEY (pickup_point_id) REFERENCES pickup_points(id)
  constraint typed_amounts_pkey PRIMARY KEY (id)
  constraint typed_amounts_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  constraint typed_amounts_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'done'::text, 'refused'::text, 'expired'::text])))
  constraint typed_amounts_what_check CHECK (((char_length(what) >= 3) AND (char_length(what) <= 300)))
  constraint within_its_bounds CHECK (((amount_kobo <= most_kobo) AND (usual_from_kobo <= usual_to_kobo)))
  UNIQUE index a_bank_entry_counts_once USING btree (bank_entry) WHERE ((bank_entry IS NOT NULL) AND (status = ANY (ARRAY['waiting'::text, 'done'::text])))
  UNIQUE index one_amount_waits USING btree (act, subject_id) WHERE (status = 'waiting'::text)
  index typed_amounts_of_person USING btree (entered_by, entered_at)
  index typed_amounts_of_subject USING btree (subject_id)
  index typed_amounts_waiting USING btree (expires_at) WHERE (status = 'waiting'::text)

table public.uncollected
  order_id uuid not null
  buyer_id uuid not null
  vendor_id uuid not null
  pickup_point_id uuid
  kind text not null
  perishes boolean not null
  due_until timestamp with time zone not null
  opened_at timestamp with time zone not null default clock_timestamp()
  handling_bps integer not null default whole_setting('resale_handling_bps'::text)
  preferred_outcome text
  preferred_at timestamp with time zone
  closed_at timestamp with time zone
  outcome text
  hand_over_id uuid
  decided_by uuid
  reason text
  proceeds_kobo bigint
  handling_kobo bigint
  returned_kobo bigint
  refund_id uuid
  amount_id uuid
  constraint closed_with_an_outcome CHECK (((closed_at IS NULL) = (outcome IS NULL)))
  constraint decided_by_somebody CHECK (
CASE
    WHEN (outcome = ANY (ARRAY['resale'::text, 'donation'::text, 'spoiled'::text])) THEN (num_nonnulls(hand_over_id, decided_by, reason) = 3)
    ELSE (num_nonnulls(hand_over_id, decided_by, reason) = 0)
END)
  constraint preferred_outcome_has_its_time CHECK (((preferred_outcome IS NULL) = (preferred_at IS NULL)))
  constraint proceeds_of_a_resale CHECK (
CASE
    WHEN (outcome = 'resale'::text) THEN ((proceeds_kobo = (handling_kobo + returned_kobo)) AND (handling_kobo = ((proceeds_kobo * handling_bps) / 10000)) AND (num_nonnulls(proceeds_kobo, handling_kobo, returned_kobo) = 3))
    ELSE (num_nonnulls(proceeds_kobo, handling_kobo, returned_kobo, refund_id) = 0)
END)
  constraint uncollected_amount_id_fkey FOREIGN KEY (amount_id) REFERENCES typed_amounts(id)
  constraint uncollected_amount_id_key UNIQUE (amount_id)
  constraint uncollected_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES profiles(id)
  constraint uncollected_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id)
  constraint uncollected_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint uncollected_handling_bps_check CHECK (((handling_bps >= 0) AND (handling_bps <= 5000)))
  constraint uncollected_handling_kobo_check CHECK ((handling_kobo >= 0))
  constraint uncollected_kind_check CHECK ((kind = ANY (ARRAY['pickup'::text, 'stockpile'::text])))
  constraint uncollected_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint uncollected_outcome_check CHECK ((outcome = ANY (ARRAY['collected'::text, 'delivery'::text, 'refunded'::text, 'resale'::text, 'donation'::text, 'spoiled'::text])))
  constraint uncollected_pickup_point_id_fkey FOREIGN KEY (pickup_point_id) REFERENCES pickup_points(id)
  constraint uncollected_pkey PRIMARY KEY (order_id)
  constraint uncollected_preferred_outcome_check CHECK ((preferred_outcome = ANY (ARRAY['resale'::text, 'donation'::text])))
  constraint uncollected_proceeds_kobo_check CHECK ((proceeds_kobo > 0))
  constraint uncollected_reason_check CHECK (((char_length(TRIM(BOTH FROM reason)) >= 10) AND (char_length(TRIM(BOTH FROM reason)) <= 300)))
  constraint uncollected_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
  constraint uncollected_returned_kobo_check CHECK ((returned_kobo > 0))
  constraint uncollected_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  index uncollected_of_buyer USING btree (buyer_id)
  index uncollected_of_shop USING btree (vendor_id)
  index uncollected_open USING btree (vendor_id) WHERE (closed_at IS NULL)

table public.uncollected_calls  -- Calls to the buyer. The buyer reads them.
  id uuid not null default gen_random_uuid()
  order_id uuid not null
  called_by uuid not null
  reached boolean not null
  note text not null
  called_at timestamp with time zone not null default clock_timestamp()
  constraint uncollected_calls_called_by_fkey FOREIGN KEY (called_by) REFERENCES profiles(id)
  constraint uncollected_calls_note_check CHECK (((char_length(TRIM(BOTH FROM note)) >= 3) AND (char_length(TRIM(BOTH FROM note)) <= 300)))
  constraint uncollected_calls_order_id_fkey FOREIGN KEY (order_id) REFERENCES uncollected(order_id)
  constraint uncollected_calls_pkey PRIMARY KEY (id)
  index uncollected_calls_of_order USING btree (order_id, called_at)

table public.vendor_details  -- What only the vendor and the staff of the region see, and who decided on the shop.
  vendor_id uuid not null
  phone text
  address text
  registration_number text
  decided_by uuid
  decided_at timestamp with time zone
  decision_note text
  constraint vendor_details_address_check CHECK ((char_length(address) <= 300))
  constraint vendor_details_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id)
  constraint vendor_details_decision_note_check CHECK ((char_length(decision_note) <= 500))
  constraint vendor_details_phone_check CHECK ((phone ~ '^\+?[0-9 ]{7,20}$'::text))
  constraint vendor_details_pkey PRIMARY KEY (vendor_id)
  constraint vendor_details_registration_number_check CHECK ((char_length(registration_number) <= 40))
  constraint vendor_details_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  index vendor_details_by_phone USING btree (phone_key(phone))

table public.vendor_metric_months  -- Orders placed in a month with a shop, counted by a job for its metrics and their trend; never written by people.
  vendor_id uuid not null
  month date not null
  orders integer not null
  completed integer not null
  revenue numeric(16,2) not null
  timed_hours numeric(14,2) not null
  timed integer not null
  on_time integer not null
  let_down integer not null  -- Orders that the vendor cancelled, paid or not: not on time.
  ever_paid integer not null
  cancelled integer not null  -- Of the orders ever paid, those that the vendor cancelled.
  handed_over integer not null
  disputed integer not null
  constraint vendor_metric_months_check CHECK (((on_time >= 0) AND (on_time <= timed)))
  constraint vendor_metric_months_check1 CHECK (((cancelled >= 0) AND (cancelled <= ever_paid)))
  constraint vendor_metric_months_check2 CHECK (((disputed >= 0) AND (disputed <= handed_over)))
  constraint vendor_metric_months_completed_check CHECK ((completed >= 0))
  constraint vendor_metric_months_ever_paid_check CHECK ((ever_paid >= 0))
  constraint vendor_metric_months_handed_over_check CHECK ((handed_over >= 0))
  constraint vendor_metric_months_let_down_check CHECK ((let_down >= 0))
  constraint vendor_metric_months_month_check CHECK ((EXTRACT(day FROM month) = (1)::numeric))
  constraint vendor_metric_months_orders_check CHECK ((orders >= 0))
  constraint vendor_metric_months_pkey PRIMARY KEY (vendor_id, month)
  constraint vendor_metric_months_timed_check CHECK ((timed >= 0))
  constraint vendor_metric_months_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE

table public.vendor_metrics  -- Computed from orders and reviews by a job, never written by people.
  vendor_id uuid not null
  total_orders integer not null default 0  -- Paid orders (is_paid): what is only reserved is promised, not sold.
  completed_orders integer not null default 0
  total_revenue numeric(16,2) not null default 0  -- Naira of goods in completed orders.
  rating numeric(3,2)
  rating_count integer not null default 0
  average_delivery_time numeric(8,1)  -- Hours from ready to hand-over, mean of completed orders.
  on_time_rate numeric(5,2)  -- Per cent of the timed hand-overs and of the orders that the vendor cancelled, which were handed over within 24 hours of ready.
  updated_at timestamp with time zone not null default now()
  cancellation_rate numeric(5,2)  -- Per cent of the orders that were ever paid, which the vendor cancelled.
  dispute_rate numeric(5,2)  -- Per cent of the orders that were handed over, with a claim that was contested or upheld.
  constraint vendor_metrics_cancellation_rate_check CHECK (((cancellation_rate >= (0)::numeric) AND (cancellation_rate <= (100)::numeric)))
  constraint vendor_metrics_dispute_rate_check CHECK (((dispute_rate >= (0)::numeric) AND (dispute_rate <= (100)::numeric)))
  constraint vendor_metrics_on_time_rate_check CHECK (((on_time_rate >= (0)::numeric) AND (on_time_rate <= (100)::numeric)))
  constraint vendor_metrics_pkey PRIMARY KEY (vendor_id)
  constraint vendor_metrics_rating_check CHECK (((rating >= (1)::numeric) AND (rating <= (5)::numeric)))
  constraint vendor_metrics_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  index vendor_metrics_orders USING btree (completed_orders DESC)
  index vendor_metrics_rating USING btree (rating DESC NULLS LAST)
  index vendor_metrics_revenue USING btree (total_revenue DESC)
  index vendor_metrics_speed USING btree (average_delivery_time)

table public.vendors  -- A shop. Everything here is public once the shop is active; what is private stands in vendor_details.
  id uuid not null default gen_random_uuid()
  owner_id uuid not null
  business_name text not null
  description text not null default ''::text
  location text not null  -- City or market town, as people say it.
  state text not null
  logo_url text
  status text not null default 'pending'::text
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  opening_hours jsonb not null default '[]'::jsonb  -- In Lagos, as of pickup_points: {"day": 1 (Monday) to 7, "opens": "08:00", "closes": "13:00"}, at most two a day.
  closed_days jsonb not null default '[]'::jsonb  -- Days on which the shop is closed: {"from": "2026-12-24", "until": "2026-12-26", "reason": "Christmas"}.
  paused_until timestamp with time zone  -- No new orders and no new group buys before this time; a job empties it then. Running group buys go on.
  pause_note text not null default ''::text
  holiday_note text not null default ''::text  -- What buyers should know about holidays; shown on the shop's page.
  constraint closed_days_can_be_read CHECK (((jsonb_typeof(closed_days) = 'array'::text) AND (jsonb_array_length(closed_days) <= 30) AND are_closed_days(closed_days)))
  constraint logo_is_on_this_site CHECK ((is_own_path(logo_url) AND (logo_url <> '/'::text)))
  constraint pause_note_of_a_pause CHECK (((pause_note = ''::text) OR (paused_until IS NOT NULL)))
  constraint shop_hours_can_be_read CHECK (((jsonb_typeof(opening_hours) = 'array'::text) AND (jsonb_array_length(opening_hours) <= 14) AND are_opening_hours(opening_hours)))
  constraint shop_pause_is_within_reach CHECK (((paused_until >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (paused_until <= '2100-01-01 00:00:00+00'::timestamp with time zone)))
  constraint vendors_business_name_check CHECK (((char_length(TRIM(BOTH FROM business_name)) >= 2) AND (char_length(TRIM(BOTH FROM business_name)) <= 80)))
  constraint vendors_description_check CHECK ((char_length(description) <= 2000))
  constraint vendors_holiday_note_check CHECK ((char_length(holiday_note) <= 300))
  constraint vendors_location_check CHECK (((char_length(location) >= 2) AND (char_length(location) <= 60)))
  constraint vendors_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES profiles(id)
  constraint vendors_owner_id_key UNIQUE (owner_id)
  constraint vendors_pause_note_check CHECK ((char_length(pause_note) <= 200))
  constraint vendors_pkey PRIMARY KEY (id)
  constraint vendors_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  constraint vendors_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'suspended'::text, 'rejected'::text])))
  UNIQUE index one_shop_of_a_name USING btree (shop_name_key(business_name)) WHERE (status <> 'rejected'::text)
  index vendors_active USING btree (created_at DESC) WHERE (status = 'active'::text)
  index vendors_name_parts USING gin (search.plain(business_name) gin_trgm_ops)
  index vendors_paused USING btree (paused_until) WHERE (paused_until IS NOT NULL)
  index vendors_search USING gin ((((business_name || ' '::text) || description)) gin_trgm_ops)
  index vendors_state USING btree (state, status)

table public.verified_accounts  -- Accounts that an operator knows, such as restaurants: they may owe more. Written by a command.
  profile_id uuid not null
  verified_by uuid
  verified_at timestamp with time zone not null default now()
  constraint verified_accounts_pkey PRIMARY KEY (profile_id)
  constraint verified_accounts_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint verified_accounts_verified_by_fkey FOREIGN KEY (verified_by) REFERENCES profiles(id)

table public.weigh_ins  -- Loads that a place has counted and weighed. part: 1 for the first load, 2 for what was brought later.
  id uuid not null default gen_random_uuid()
  pickup_point_id uuid not null
  vendor_id uuid not null
  group_buy_id uuid
  order_id uuid
  product_id uuid not null
  part integer not null
  units_expected integer not null  -- What was still to come when this load arrived.
  grams_expected bigint
  units_counted integer not null
  grams_counted bigint
  photo text  -- Name of the picture in the bucket `deliveries`.
  shelf text not null default ''::text
  note text not null default ''::text
  weighed_by uuid
  created_at timestamp with time zone not null default clock_timestamp()
  constraint of_a_buy_or_an_order CHECK ((num_nonnulls(group_buy_id, order_id) = 1))
  constraint weigh_ins_grams_counted_check CHECK (((grams_counted >= 1) AND (grams_counted <= 1000000000)))
  constraint weigh_ins_grams_expected_check CHECK ((grams_expected >= 0))
  constraint weigh_ins_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id)
  constraint weigh_ins_note_check CHECK ((char_length(note) <= 300))
  constraint weigh_ins_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint weigh_ins_part_check CHECK (((part >= 1) AND (part <= 50)))
  constraint weigh_ins_photo_check CHECK ((char_length(photo) <= 300))
  constraint weigh_ins_pickup_point_id_fkey FOREIGN KEY (pickup_point_id) REFERENCES pickup_points(id)
  constraint weigh_ins_pkey PRIMARY KEY (id)
  constraint weigh_ins_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
  constraint weigh_ins_shelf_check CHECK ((char_length(shelf) <= 40))
  constraint weigh_ins_units_counted_check CHECK (((units_counted >= 1) AND (units_counted <= 1000000)))
  constraint weigh_ins_units_expected_check CHECK ((units_expected >= 0))
  constraint weigh_ins_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint weigh_ins_weighed_by_fkey FOREIGN KEY (weighed_by) REFERENCES profiles(id)
  UNIQUE index each_load_once USING btree (pickup_point_id, COALESCE(group_buy_id, order_id), product_id, part)
  index weigh_ins_at_place USING btree (pickup_point_id, created_at DESC)
  index weigh_ins_by_photo USING btree (photo) WHERE (photo IS NOT NULL)
  index weigh_ins_of_shop USING btree (vendor_id, created_at DESC)

-- ====================================================================================================
schema realtime

unlogged table realtime.large_messages  -- Broadcasts too long for NOTIFY, kept for about a minute.
  id uuid not null default gen_random_uuid()
  content text not null
  created_at timestamp with time zone not null default clock_timestamp()
  constraint large_messages_pkey PRIMARY KEY (id)
  index large_messages_created_at USING btree (created_at)

unlogged table realtime.messages  -- Broadcasts that were sent in SQL, stored for a day. Policies for the extensions "broadcast" and "presence" decide who reads (select) and writes (insert) a private channel, which realtime.topic() names.
  id uuid not null default gen_random_uuid()
  topic text not null
  extension text not null
  payload jsonb
  event text
  private boolean not null default false
  inserted_at timestamp with time zone not null default clock_timestamp()
  updated_at timestamp with time zone not null default clock_timestamp()
  constraint messages_extension_check CHECK ((extension = ANY (ARRAY['broadcast'::text, 'presence'::text])))
  constraint messages_pkey PRIMARY KEY (id)
  constraint messages_topic_check CHECK (((length(topic) >= 1) AND (length(topic) <= 1000)))
  index messages_inserted_at USING btree (inserted_at)
  index messages_to_replay USING btree (topic, inserted_at) WHERE private

unlogged table realtime.outbox with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_insert_scale_factor=0, vacuum_truncate=off)  -- What committed transactions announce, for the moment until a process sends it on. A crash of the database empties it, and ends every connection that listens.
  xid xid8 not null default pg_current_xact_id()
  id bigint not null identity  -- Taken after the changed row is locked, so two changes of one row have theirs in the order in which they happen.
  channel text not null
  payloads text[] not null
  index outbox_by_xid USING btree (xid)

unlogged table realtime.outbox_position  -- All transactions before `settled` have ended, and what they announced is sent. Noted once a second.
  is_only boolean not null default true
  settled xid8 not null
  noted_at timestamp with time zone not null
  constraint outbox_position_is_only_check CHECK (is_only)
  constraint outbox_position_pkey PRIMARY KEY (is_only)

unlogged table realtime.presences  -- Who is present in which channel, one row per tracked connection.
  ref text not null
  process uuid not null
  channel text not null
  key text not null
  meta jsonb not null
  constraint presences_pkey PRIMARY KEY (ref)
  index presences_channel USING btree (channel)
  index presences_process USING btree (process)

unlogged table realtime.processes  -- Server processes that hold presences; one not seen for a while takes its presences with it.
  id uuid not null
  seen_at timestamp with time zone not null default clock_timestamp()
  constraint processes_pkey PRIMARY KEY (id)

unlogged table realtime.room_counts  -- Members of counted channels, one row per process and network that has some.
  channel text not null
  process uuid not null
  members integer not null
  network text not null  -- Digest of the channel and of the group of the clients' addresses.
  constraint room_counts_members_check CHECK ((members > 0))
  constraint room_counts_pkey PRIMARY KEY (channel, process, network)
  index room_counts_process USING btree (process)

-- ====================================================================================================
schema search

type search.part as (kind text, terms text, loose text, wider text, widest text, meant text, is_guess boolean)

table search.concepts
  concept text not null
  kind text not null
  marks text[] not null
  constraint concepts_concept_check CHECK ((concept ~ '^[a-z]{1,30}$'::text))
  constraint concepts_kind_check CHECK ((kind = ANY (ARRAY['food'::text, 'measure'::text, 'place'::text])))
  constraint concepts_pkey PRIMARY KEY (concept)

table search.names  -- What one thing is called in English, Pidgin, Yoruba, Hausa and Igbo, in stems. Written by migrations only: entries are marked with concepts.
  name text not null
  concept text not null
  words text[] not null generated as string_to_array(name, ' '::text)
  constraint names_concept_fkey FOREIGN KEY (concept) REFERENCES search.concepts(concept) ON DELETE CASCADE
  constraint names_pkey PRIMARY KEY (name, concept)
  index names_concept USING btree (concept)

table search.words  -- Every word that something found is made of; never fewer.
  word text not null
  shown text not null
  is_named boolean not null
  cuts text[]
  constraint words_pkey PRIMARY KEY (word)
  constraint words_word_check CHECK (((char_length(word) >= 1) AND (char_length(word) <= 30)))
  index words_alike USING gin (word gin_trgm_ops) WHERE is_named
  index words_cuts USING gin (cuts) WHERE is_named
  index words_prefix USING btree (word text_pattern_ops) WHERE is_named

-- ====================================================================================================
schema site

table site.backups  -- Written by the owner alone: one row for each backup that was written and read again. A restored database knows those before its own.
  taken_at timestamp with time zone not null  -- The moment that the backup shows.
  stored_at timestamp with time zone not null default now()
  bytes bigint not null
  seconds numeric not null
  place text not null
  constraint backups_bytes_check CHECK ((bytes > 0))
  constraint backups_pkey PRIMARY KEY (taken_at)
  constraint backups_place_check CHECK (((char_length(place) >= 1) AND (char_length(place) <= 1000)))
  constraint backups_seconds_check CHECK ((seconds >= (0)::numeric))

table site.identity  -- Read and written by the owner alone: on a start, by the demo's seed and by npm run adopt.
  name text not null
  value text not null
  noted_at timestamp with time zone not null default now()
  constraint identity_name_check CHECK ((name ~ '^[a-z-]{1,40}$'::text))
  constraint identity_pkey PRIMARY KEY (name)
  constraint identity_value_check CHECK (((char_length(value) >= 1) AND (char_length(value) <= 200)))

-- ====================================================================================================
schema standbys

table standbys.timelines  -- The histories that a primary server of this database has written, one row for each.
  timeline text not null
  mark uuid not null default gen_random_uuid()
  noted_at timestamp with time zone not null default clock_timestamp()
  constraint timelines_pkey PRIMARY KEY (timeline)

-- ====================================================================================================
schema storage

table storage.buckets  -- Kinds of files, each with its limits.
  id text not null
  public boolean not null default false  -- Anyone with the address may read.
  file_size_limit integer not null default 5242880  -- Bytes.
  allowed_mime_types text[] not null default '{image/jpeg,image/png,image/webp}'::text[]  -- By content, after pictures were encoded anew.
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  longest_side integer  -- Pixels to which larger pictures are reduced as they are stored; null keeps their size.
  bytes_per_owner bigint  -- Most bytes that one person keeps here; null: no limit.
  bytes_per_day bigint  -- Most bytes that one person sends here in a day (UTC), deleted ones included; null: no limit.
  constraint buckets_allowed_mime_types_check CHECK ((cardinality(allowed_mime_types) > 0))
  constraint buckets_bytes_per_day_check CHECK ((bytes_per_day > 0))
  constraint buckets_bytes_per_owner_check CHECK ((bytes_per_owner > 0))
  constraint buckets_file_size_limit_check CHECK (((file_size_limit >= 1) AND (file_size_limit <= 20971520)))
  constraint buckets_id_check CHECK ((id ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$'::text))
  constraint buckets_longest_side_check CHECK (((longest_side >= 96) AND (longest_side <= 8192)))
  constraint buckets_pkey PRIMARY KEY (id)
  constraint only_pictures_have_a_longest_side CHECK (((longest_side IS NULL) OR (allowed_mime_types <@ '{image/jpeg,image/png,image/webp}'::text[])))

table storage.daily_uploads  -- What each person sent on a day. Its row also serialises one person's uploads, so that several at once do not pass the budget together.
  owner uuid not null
  bucket_id text not null
  day date not null
  bytes bigint not null default 0
  files integer not null default 0
  constraint daily_uploads_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE CASCADE
  constraint daily_uploads_pkey PRIMARY KEY (owner, bucket_id, day)

table storage.objects  -- One row per file.
  id uuid not null default gen_random_uuid()
  bucket_id text not null
  name text not null  -- Path inside the bucket; its first folder often names the owner.
  owner uuid
  blob text not null  -- Name of the bytes in the store; random, and new for every version.
  metadata jsonb not null  -- size, mimetype, eTag, cacheControl, lastModified; of pictures also width, height and colour, the average as six hexadecimal digits.
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  last_accessed_at timestamp with time zone not null default now()
  user_metadata jsonb  -- What the client has stored with the file; null: nothing.
  attached_at timestamp with time zone  -- When something named the file first; null: nothing has. Set where the market attaches pictures.
  folder text not null generated as COALESCE("substring"(name, '^.*/'::text), ''::text)  -- The name up to its last slash; empty at the top of the bucket.
  constraint objects_blob_check CHECK ((blob ~ '^[0-9a-f]{32}$'::text))
  constraint objects_blob_key UNIQUE (blob)
  constraint objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id)
  constraint objects_bucket_id_name_key UNIQUE (bucket_id, name)
  constraint objects_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text))
  constraint objects_name_check CHECK ((((octet_length(name) >= 1) AND (octet_length(name) <= 1024)) AND (name !~ '(^|/)(\.{0,2})(/|$)'::text) AND (name !~ '[[:cntrl:]\\]'::text)))
  constraint objects_pkey PRIMARY KEY (id)
  constraint objects_user_metadata_check CHECK (((jsonb_typeof(user_metadata) = 'object'::text) AND (octet_length((user_metadata)::text) <= 8192)))
  index objects_by_created_at USING btree (bucket_id, folder, created_at, name COLLATE "C")
  index objects_by_name USING btree (bucket_id, name COLLATE "C")
  index objects_by_updated_at USING btree (bucket_id, folder, updated_at, name COLLATE "C")
  index objects_owner USING btree (owner)
  index objects_unattached USING btree (bucket_id, created_at) WHERE (attached_at IS NULL)

table storage.resumable_uploads  -- Files that arrive in parts. One becomes an object once its last part has arrived.
  id uuid not null default gen_random_uuid()
  caller text not null
  bucket_id text not null
  name text not null
  size integer not null  -- Bytes that the client announced.
  received integer not null default 0  -- Bytes that are stored in parts, or all once it is finished.
  upload_metadata jsonb not null
  is_upsert boolean not null
  finished_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  expires_at timestamp with time zone not null
  constraint finished_when_all_is_received CHECK (((received < size) OR (finished_at IS NOT NULL) OR (size = 0)))
  constraint no_more_than_announced CHECK (((received >= 0) AND (received <= size)))
  constraint resumable_uploads_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id) ON DELETE CASCADE
  constraint resumable_uploads_caller_check CHECK (((octet_length(caller) >= 1) AND (octet_length(caller) <= 200)))
  constraint resumable_uploads_name_check CHECK (((octet_length(name) >= 1) AND (octet_length(name) <= 1024)))
  constraint resumable_uploads_pkey PRIMARY KEY (id)
  constraint resumable_uploads_size_check CHECK (((size >= 0) AND (size <= 20971520)))
  constraint resumable_uploads_upload_metadata_check CHECK (((jsonb_typeof(upload_metadata) = 'object'::text) AND (octet_length((upload_metadata)::text) <= 16384)))
  index resumable_uploads_bucket_id USING btree (bucket_id)
  index resumable_uploads_caller USING btree (caller) WHERE (finished_at IS NULL)
  index resumable_uploads_expires_at USING btree (expires_at)

table storage.upload_parts  -- Bytes of unfinished uploads, from which a file is put together.
  upload_id uuid not null
  start integer not null
  size integer not null
  blob text not null  -- Name of the bytes in the store. What no row names is swept.
  constraint upload_parts_blob_check CHECK ((blob ~ '^[0-9a-f]{32}$'::text))
  constraint upload_parts_blob_key UNIQUE (blob)
  constraint upload_parts_pkey PRIMARY KEY (upload_id, start)
  constraint upload_parts_size_check CHECK ((size > 0))
  constraint upload_parts_start_check CHECK ((start >= 0))
  constraint upload_parts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES storage.resumable_uploads(id) ON DELETE CASCADE

table storage.used_upload_tokens  -- Signed upload addresses that a file has used, until they expire.
  id uuid not null
  expires_at timestamp with time zone not null
  constraint used_upload_tokens_pkey PRIMARY KEY (id)
  index used_upload_tokens_expires_at USING btree (expires_at)

table storage.variants  -- Smaller forms of pictures. At most sixteen each, so that nobody can fill the disk by asking.
  object_id uuid not null
  width smallint not null  -- Pixels; narrower if the original is.
  type text not null
  blob text not null  -- Name of the bytes in the store. What no row names is swept.
  size integer not null  -- Bytes.
  created_at timestamp with time zone not null default now()
  constraint variants_blob_check CHECK ((blob ~ '^[0-9a-f]{32}$'::text))
  constraint variants_blob_key UNIQUE (blob)
  constraint variants_object_id_fkey FOREIGN KEY (object_id) REFERENCES storage.objects(id) ON DELETE CASCADE
  constraint variants_pkey PRIMARY KEY (object_id, width, type)
  constraint variants_size_check CHECK ((size > 0))
  constraint variants_type_check CHECK ((type = ANY (ARRAY['image/avif'::text, 'image/webp'::text, 'image/jpeg'::text, 'image/png'::text])))
  constraint variants_width_check CHECK ((width = ANY (ARRAY[96, 240, 480, 960])))

-- ====================================================================================================
schema sums

table sums.account_days  -- Movements of the accounts that have no running totals, the platform's own, by day in Lagos: add up the rows.
  account_id uuid not null
  day date not null
  debits_kobo bigint not null
  credits_kobo bigint not null
  index account_days_of_account USING btree (account_id, day)

table sums.active_people  -- Days on which a person signed in or ordered, one bit a day of the month: combine the rows.
  person_id uuid not null
  month date not null
  days integer not null
  constraint active_people_days_check CHECK ((days > 0))
  index active_people_of_month USING btree (month, person_id, days)
  index active_people_of_person USING btree (person_id)

table sums.buyers  -- Orders that are neither pending nor paid, by shop and buyer: add up the rows. placed: with those that ended early.
  vendor_id uuid not null
  user_id uuid not null
  placed bigint not null
  orders bigint not null
  goods numeric(18,2) not null
  last_order_at timestamp with time zone not null  -- The latest one counts. A correction of an order to an earlier time does not take it back; sums.recount does.
  index buyers_of_shop USING btree (vendor_id, user_id)
  index shops_of_buyer USING btree (user_id, vendor_id)

table sums.category_days  -- Those that count as sold (is_paid), by the category of their lines: add up the rows. An order counts in each of its categories.
  vendor_id uuid not null
  day date not null
  category text not null
  orders bigint not null
  goods numeric(18,2) not null
  index category_days_of_day USING btree (day, category)

table sums.closing_balances  -- At the end of a day in Lagos, by kind: how many accounts have a balance, and all debits and credits until then. Limited accounts only; the others have sums.account_days.
  day date not null
  kind text not null
  accounts bigint not null
  debits_kobo bigint not null
  credits_kobo bigint not null
  constraint closing_balances_kind_fkey FOREIGN KEY (kind) REFERENCES ledger.account_kinds(kind)
  constraint closing_balances_pkey PRIMARY KEY (day, kind)

table sums.earnings  -- Movements of a shop's account by order, one row an order that moved it. gross less fee and back is what the order brought.
  order_id uuid not null
  vendor_id uuid not null
  group_buy_id uuid
  share_day date
  gross_kobo bigint not null
  fee_kobo bigint not null
  back_kobo bigint not null  -- Gone back to the buyer or their bank, with goods that went back before their release, which gross_kobo holds too.
  paid_kobo bigint not null default 0  -- In payouts that were not returned; the rest is in the shop's balance.
  payout_id uuid  -- The latest of these payouts.
  earned_at timestamp with time zone not null
  constraint earnings_pkey PRIMARY KEY (order_id)
  index earnings_in_balance USING btree (vendor_id, earned_at, order_id) WHERE (((gross_kobo - fee_kobo) - back_kobo) <> paid_kobo)
  index earnings_of_shop USING btree (vendor_id, share_day)

table sums.metric_runs
  at timestamp with time zone not null default clock_timestamp()
  last_change bigint not null

table sums.orders  -- Orders that are neither pending nor paid, which is where their price no longer follows their buy: add up the rows. month: of ordering, in Lagos.
  vendor_id uuid not null
  month date not null
  status text not null
  orders bigint not null
  goods numeric(18,2) not null
  buyer_fee_kobo bigint not null
  vendor_fee_kobo bigint not null
  index order_sums_of_shop USING btree (vendor_id, month, status)

table sums.product_sets  -- Orders that count as sold and have several products, by their products in order of id: add up the rows.
  vendor_id uuid not null
  month date not null
  product_ids uuid[] not null
  orders bigint not null
  index product_set_sums_of_shop USING btree (vendor_id, month)

table sums.products  -- Lines of those orders that count as sold (is_paid), by the words of the day: add up the rows.
  vendor_id uuid not null
  month date not null
  product_id uuid not null
  product_name text not null
  unit text not null
  orders bigint not null
  quantity bigint not null
  goods numeric(18,2) not null
  index product_sums_of_shop USING btree (vendor_id, month, product_id)

table sums.refund_days  -- Money that became due back to buyers, for their banks or as PEPS, by day in Lagos: add up the rows. No shop: money that paid no order.
  vendor_id uuid
  day date not null
  refunds bigint not null
  amount_kobo bigint not null
  index refund_days_of_day USING btree (day, vendor_id)

table sums.sales_days  -- Orders that are neither pending nor paid, by day in Lagos: add up the rows. Sales by the day of ordering, hand-overs by their own.
  vendor_id uuid not null
  day date not null
  joins bigint not null default 0  -- Orders of group buys, also those that ended without a payment.
  orders bigint not null default 0
  goods numeric(18,2) not null default 0
  buyer_fee_kobo bigint not null default 0
  vendor_fee_kobo bigint not null default 0
  handed_over bigint not null default 0
  timed bigint not null default 0
  on_time bigint not null default 0
  index sales_days_of_day USING btree (day, vendor_id)

table sums.shop_days  -- Movements of the shops' accounts by day in Lagos: add up the rows. fee_kobo: the vendor's fee that was taken with them.
  account_id uuid not null
  vendor_id uuid not null
  day date not null
  movements bigint not null
  came_in_kobo bigint not null
  went_out_kobo bigint not null
  fee_kobo bigint not null
  index shop_days_of_account USING btree (account_id, day)
