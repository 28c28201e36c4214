-- Generated from the migrations by `npm run generate`: read it to see what a change of a migration really changes.

-- ====================================================================================================
schema auth
  grant usage to anon
  grant usage to authenticated
  grant usage to authenticator
  grant usage to service_role

table auth.audit_log_entries
  id bigint not null identity
  action text not null
  actor_id uuid
  payload jsonb not null default '{}'::jsonb
  ip_address text
  created_at timestamp with time zone not null default now()
  constraint audit_log_entries_pkey PRIMARY KEY (id)
  index audit_log_entries_actor_idx USING btree (actor_id, created_at DESC)
  row level security off

table auth.ended_sessions
  session_id uuid not null
  ended_at timestamp with time zone not null default clock_timestamp()
  ended_in xid8 not null default pg_current_xact_id()  -- The transaction that ended it. A reader asks for all from the oldest transaction on that was still running at its last look, and so misses none, however late it committed
  constraint ended_sessions_pkey PRIMARY KEY (session_id)
  index ended_sessions_ended_at_idx USING btree (ended_at)
  index ended_sessions_ended_in_idx USING btree (ended_in)
  TRIGGER forget_pushes AFTER INSERT ON auth.ended_sessions FOR EACH ROW EXECUTE FUNCTION forget_pushes_of_session()
  row level security off

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
  row level security off

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
  row level security off

table auth.mfa_amr_claims
  session_id uuid not null
  authentication_method text not null
  provider text
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  constraint mfa_amr_claims_pkey PRIMARY KEY (session_id, authentication_method)
  constraint mfa_amr_claims_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE
  row level security off

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
  row level security off

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
  constraint mfa_factors_factor_type_check CHECK ((factor_type = ANY (ARRAY['totp'::text, 'phone'::text])))
  constraint mfa_factors_pkey PRIMARY KEY (id)
  constraint mfa_factors_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text])))
  constraint mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  UNIQUE index mfa_factors_name_key USING btree (user_id, friendly_name) WHERE (friendly_name <> ''::text)
  index mfa_factors_verified_idx USING btree (user_id) WHERE (status = 'verified'::text)
  row level security off

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
  row level security off

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
  row level security off

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
  constraint sessions_aal_check CHECK ((aal = ANY (ARRAY['aal1'::text, 'aal2'::text])))
  constraint sessions_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE SET NULL
  constraint sessions_pkey PRIMARY KEY (id)
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE
  index sessions_user_id_idx USING btree (user_id, created_at)
  TRIGGER note_ended AFTER DELETE ON auth.sessions FOR EACH ROW EXECUTE FUNCTION auth.note_ended_session()
  TRIGGER note_expired AFTER UPDATE OF not_after ON auth.sessions FOR EACH ROW WHEN ((new.not_after <= now())) EXECUTE FUNCTION auth.note_ended_session()
  row level security off

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
  row level security off

table auth.used_proofs  -- Hashes of what counts once only, such as a solved captcha or an assertion, for as long as it could be shown again
  key text not null
  until timestamp with time zone not null
  constraint used_proofs_pkey PRIMARY KEY (key)
  index used_proofs_until_idx USING btree (until)
  row level security off

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
  TRIGGER confirm_without_strangers BEFORE UPDATE OF email_confirmed_at, phone_confirmed_at ON auth.users FOR EACH ROW WHEN (((old.email_confirmed_at IS NULL) AND (old.phone_confirmed_at IS NULL) AND ((new.email_confirmed_at IS NOT NULL) OR (new.phone_confirmed_at IS NOT NULL)))) EXECUTE FUNCTION auth.confirm_without_strangers()
  TRIGGER end_sessions AFTER UPDATE OF banned_until, deleted_at ON auth.users FOR EACH ROW WHEN (((new.banned_until > now()) OR (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION auth.end_sessions_of_user()
  TRIGGER follow_sign_up AFTER UPDATE OF raw_user_meta_data ON auth.users FOR EACH ROW WHEN (((NOT old.is_anonymous) AND (NOT new.is_anonymous) AND (old.email_confirmed_at IS NULL) AND (old.phone_confirmed_at IS NULL) AND (new.email_confirmed_at IS NULL) AND (new.phone_confirmed_at IS NULL) AND (old.raw_user_meta_data IS DISTINCT FROM new.raw_user_meta_data))) EXECUTE FUNCTION follow_sign_up()
  TRIGGER forget_sign_ups AFTER UPDATE OF email_confirmed_at, phone_confirmed_at, deleted_at ON auth.users FOR EACH ROW WHEN (((new.email_confirmed_at IS NOT NULL) OR (new.phone_confirmed_at IS NOT NULL) OR (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION auth.forget_sign_ups()
  TRIGGER open_profile AFTER INSERT ON auth.users FOR EACH ROW EXECUTE FUNCTION open_profile()
  TRIGGER welcome_person AFTER INSERT OR UPDATE OF email_confirmed_at, phone_confirmed_at ON auth.users FOR EACH ROW EXECUTE FUNCTION welcome_person()
  row level security off

CREATE OR REPLACE FUNCTION auth.confirm_without_strangers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from auth.sign_ups where user_id = new.id) > 1 then
    new.encrypted_password := null;
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION auth.email()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
$function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION auth.end_sessions_of_user()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION auth.forget_sign_ups()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sign_ups where user_id = new.id;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION auth.jwt()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('request.jwt.claim', true), ''),
                  nullif(current_setting('request.jwt.claims', true), ''))::jsonb
$function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION auth.note_ended_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into auth.ended_sessions (session_id) values (old.id) on conflict do nothing;
  return null;
end
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION auth.role()
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
$function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION auth.sessions_ended_since(since text)
 RETURNS TABLE(next text, ended uuid[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select pg_snapshot_xmin(pg_current_snapshot())::text,
    coalesce((select array_agg(session_id) from auth.ended_sessions where ended_in >= since::xid8), '{}')
$function$
  grant execute to authenticator

CREATE OR REPLACE FUNCTION auth.uid()
 RETURNS uuid
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$function$
  grant execute to anon, authenticated, service_role

-- ====================================================================================================
schema codes
  grant usage to service_role

table codes.codes
  id uuid not null default gen_random_uuid()
  hand_over_id uuid not null
  nominee text
  version integer not null
  hash bytea not null
  created_at timestamp with time zone not null default clock_timestamp()
  told_at timestamp with time zone
  used_at timestamp with time zone
  ended_at timestamp with time zone
  constraint a_version_is_made_once UNIQUE (hand_over_id, version)
  constraint codes_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint codes_hash_check CHECK ((octet_length(hash) = 32))
  constraint codes_nominee_check CHECK (((char_length(TRIM(BOTH FROM nominee)) >= 2) AND (char_length(TRIM(BOTH FROM nominee)) <= 80)))
  constraint codes_pkey PRIMARY KEY (id)
  constraint codes_version_check CHECK ((version > 0))
  UNIQUE index one_living_code USING btree (hand_over_id, ((nominee IS NULL))) WHERE ((used_at IS NULL) AND (ended_at IS NULL))
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF nominee ON codes.codes FOR EACH ROW EXECUTE FUNCTION clean_texts('nominee')
  TRIGGER guard_name BEFORE INSERT OR UPDATE OF nominee ON codes.codes FOR EACH ROW WHEN ((new.nominee IS NOT NULL)) EXECUTE FUNCTION guard_typed_name('nominee')
  row level security on
  policy commands for all to service_role using true check true
  grant insert, select, update to service_role

table codes.locks
  hand_over_id uuid not null
  wrong integer not null default 0
  locked_until timestamp with time zone
  constraint locks_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint locks_pkey PRIMARY KEY (hand_over_id)
  row level security on
  policy commands for all to service_role using true check true
  grant insert, select, update to service_role

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
  row level security on
  policy commands for all to service_role using true check true
  grant delete, insert, select to service_role

-- ====================================================================================================
schema jobs
  grant usage to auth_admin
  grant usage to service_role

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
  row level security on
  grant delete, insert, select, update to service_role

table jobs.schedules  -- Repeated tasks and when each is due next; shared by all processes, so each turn happens once.
  task text not null
  every_seconds integer not null
  next_run_at timestamp with time zone not null default now()
  constraint schedules_every_seconds_check CHECK (((every_seconds >= 1) AND (every_seconds <= 2592000)))
  constraint schedules_pkey PRIMARY KEY (task)
  constraint schedules_task_check CHECK ((task ~ '^[a-z][a-z0-9_.:-]{0,99}$'::text))
  row level security on
  grant delete, insert, select, update to service_role

-- Removes a job that is not running; tells whether there was one.
CREATE OR REPLACE FUNCTION jobs.cancel(job_key text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from jobs.queue q where q.job_key = cancel.job_key and (q.held_until is null or q.held_until < pg_catalog.clock_timestamp());
  return found;
end
$function$
  grant execute to auth_admin, service_role

-- Adds a job to the caller's transaction and returns its id.
CREATE OR REPLACE FUNCTION jobs.enqueue(task text, payload jsonb DEFAULT '{}'::jsonb, run_at timestamp with time zone DEFAULT now(), job_key text DEFAULT NULL::text)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  job_id bigint;
begin
  insert into jobs.queue as q (task, payload, run_at, job_key)
  values (enqueue.task, coalesce(enqueue.payload, '{}'), coalesce(enqueue.run_at, pg_catalog.now()), enqueue.job_key)
  on conflict on constraint queue_job_key_key do update set
    task = excluded.task, payload = excluded.payload, run_at = excluded.run_at, attempts = 0, revision = q.revision + 1,
    last_error = null, failed_at = null
  returning q.id into job_id;
  perform realtime.announce('jobs_enqueued', '{""}');
  return job_id;
end
$function$
  grant execute to auth_admin, service_role

-- Enqueues the repeated tasks whose turn has come; missed turns are made up once, not one by one.
CREATE OR REPLACE FUNCTION jobs.enqueue_due_schedules(tasks text[])
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  due text;
  count integer := 0;
begin
  for due in
    update jobs.schedules s
    set next_run_at = greatest(s.next_run_at + pg_catalog.make_interval(secs => s.every_seconds), pg_catalog.clock_timestamp())
    where s.task in (
      select d.task from jobs.schedules d where d.task = any (tasks) and d.next_run_at <= pg_catalog.clock_timestamp() for update skip locked)
    returning s.task
  loop
    insert into jobs.queue as q (task, job_key) values (due, 'every:' || due)
    on conflict on constraint queue_job_key_key do update set
      run_at = least(q.run_at, excluded.run_at), attempts = 0, revision = q.revision + 1, last_error = null, failed_at = null;
    count := count + 1;
  end loop;
  if count > 0 then perform realtime.announce('jobs_enqueued', '{""}'); end if;
  return count;
end
$function$
  grant execute to service_role

-- ====================================================================================================
schema ledger
  grant usage to service_role

table ledger.account_kinds  -- The chart of accounts.
  kind text not null
  side text not null
  owner text not null
  is_limited boolean not null
  constraint account_kinds_kind_is_limited_key UNIQUE (kind, is_limited)
  constraint account_kinds_owner_check CHECK ((owner = ANY (ARRAY['platform'::text, 'order'::text, 'person'::text, 'vendor'::text, 'payment'::text, 'refund'::text, 'payout'::text, 'place'::text])))
  constraint account_kinds_pkey PRIMARY KEY (kind)
  constraint account_kinds_side_check CHECK ((side = ANY (ARRAY['asset'::text, 'liability'::text, 'income'::text, 'expense'::text])))
  row level security on
  grant select to service_role

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
  TRIGGER not_emptied BEFORE TRUNCATE ON ledger.accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
  TRIGGER show_peps AFTER UPDATE ON ledger.accounts FOR EACH ROW WHEN ((new.kind = 'peps'::text)) EXECUTE FUNCTION ledger.show_peps()
  row level security on
  grant select to service_role

view ledger.buy_sums
  group_buy_id uuid
  vendor_id uuid
  status text
  product_name text
  unit text
  final_price numeric(14,2)
  ceiling_price numeric
  paid_orders integer
  payers integer
  other_returns integer
  refunds_due integer
  refunds_done integer
  collected_kobo bigint
  held_kobo bigint
  price_drop_kobo bigint
  returned_kobo bigint
  vendor_kobo bigint
  vendor_fee_kobo bigint
  buyer_fee_kobo bigint
  delivery_kobo bigint
  reversed_kobo bigint
  loss_kobo bigint
  unexplained_kobo bigint
  as
 SELECT g.id AS group_buy_id,
    g.vendor_id,
    g.status,
    g.product_name,
    g.unit,
    g.final_price,
    price_at(g.tier_thresholds, g.tier_prices, g.base_price, g.min_participants) AS ceiling_price,
    count(s.order_id) FILTER (WHERE s.collected_kobo > 0)::integer AS paid_orders,
    count(DISTINCT o.user_id) FILTER (WHERE s.collected_kobo > 0)::integer AS payers,
    count(DISTINCT o.user_id) FILTER (WHERE s.returned_kobo > s.price_drop_kobo)::integer AS other_returns,
    count(*) FILTER (WHERE (g.status = ANY (ARRAY['failed'::text, 'cancelled'::text])) AND s.collected_kobo > 0 AND o.end_reason IS DISTINCT FROM 'left by the buyer'::text)::integer AS refunds_due,
    count(*) FILTER (WHERE (g.status = ANY (ARRAY['failed'::text, 'cancelled'::text])) AND s.collected_kobo > 0 AND o.end_reason IS DISTINCT FROM 'left by the buyer'::text AND o.status = 'refunded'::text)::integer AS refunds_done,
    COALESCE(sum(s.collected_kobo), 0::numeric)::bigint AS collected_kobo,
    COALESCE(sum(s.held_kobo), 0::numeric)::bigint AS held_kobo,
    COALESCE(sum(s.price_drop_kobo), 0::numeric)::bigint AS price_drop_kobo,
    COALESCE(sum(s.returned_kobo), 0::numeric)::bigint AS returned_kobo,
    COALESCE(sum(s.vendor_kobo), 0::numeric)::bigint AS vendor_kobo,
    COALESCE(sum(s.vendor_fee_kobo), 0::numeric)::bigint AS vendor_fee_kobo,
    COALESCE(sum(s.buyer_fee_kobo), 0::numeric)::bigint AS buyer_fee_kobo,
    COALESCE(sum(s.delivery_kobo), 0::numeric)::bigint AS delivery_kobo,
    COALESCE(sum(s.reversed_kobo), 0::numeric)::bigint AS reversed_kobo,
    COALESCE(sum(s.loss_kobo), 0::numeric)::bigint AS loss_kobo,
    COALESCE(sum(s.collected_kobo + s.loss_kobo - s.held_kobo - s.returned_kobo - s.vendor_kobo - s.vendor_fee_kobo - s.buyer_fee_kobo - s.delivery_kobo - s.reversed_kobo), 0::numeric)::bigint AS unexplained_kobo
   FROM group_buys g
     LEFT JOIN orders o ON o.group_buy_id = g.id
     LEFT JOIN ledger.order_sums s ON s.order_id = o.id
  WHERE g.published_at IS NOT NULL
  GROUP BY g.id;

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
  TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.journals FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
  TRIGGER not_emptied BEFORE TRUNCATE ON ledger.journals FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
  row level security on
  grant select to service_role

table ledger.movements  -- Every other pair of accounts is refused by foreign key.
  kind text not null
  debit_kind text not null
  credit_kind text not null
  constraint movements_credit_kind_fkey FOREIGN KEY (credit_kind) REFERENCES ledger.account_kinds(kind)
  constraint movements_debit_kind_fkey FOREIGN KEY (debit_kind) REFERENCES ledger.account_kinds(kind)
  constraint movements_kind_debit_kind_credit_kind_key UNIQUE (kind, debit_kind, credit_kind)
  constraint movements_pkey PRIMARY KEY (kind)
  row level security on
  grant select to service_role

view ledger.order_sums  -- Kobo by order. What came in and the market's loss equal what is held, returned, earned, charged back and kept as fees.
  order_id uuid
  group_buy_id uuid
  vendor_id uuid
  collected_kobo bigint
  held_kobo bigint
  price_drop_kobo bigint
  returned_kobo bigint
  vendor_kobo bigint
  vendor_fee_kobo bigint
  buyer_fee_kobo bigint
  delivery_kobo bigint
  reversed_kobo bigint
  loss_kobo bigint
  grant select to service_role
  as
 SELECT o.id AS order_id,
    o.group_buy_id,
    o.vendor_id,
    COALESCE(a.credits_kobo, 0::bigint) AS collected_kobo,
    COALESCE(a.balance_kobo, 0::bigint) AS held_kobo,
    COALESCE(s.price_drop, 0::bigint) AS price_drop_kobo,
    COALESCE(s.returned, 0::bigint) + COALESCE(r.earned, 0::bigint) AS returned_kobo,
    COALESCE(s.vendor, 0::bigint) - COALESCE(r.vendor, 0::bigint) AS vendor_kobo,
    COALESCE(s.vendor_fee, 0::bigint) - COALESCE(r.vendor_fee, 0::bigint) AS vendor_fee_kobo,
    COALESCE(s.buyer_fee, 0::bigint) - COALESCE(r.fee, 0::bigint) AS buyer_fee_kobo,
    COALESCE(s.delivery, 0::bigint) AS delivery_kobo,
    COALESCE(s.reversed, 0::bigint) AS reversed_kobo,
    COALESCE(r.loss, 0::bigint) AS loss_kobo
   FROM orders o
     LEFT JOIN ledger.accounts a ON a.kind = 'escrow'::text AND a.owner_id = o.id
     LEFT JOIN LATERAL ( SELECT sum(t.amount_kobo) FILTER (WHERE t.kind = ANY (ARRAY['returned_as_peps'::text, 'return_owed'::text]))::bigint AS returned,
            sum(t.amount_kobo) FILTER (WHERE (t.kind = ANY (ARRAY['returned_as_peps'::text, 'return_owed'::text])) AND j.key ~~ 'settled:%'::text)::bigint AS price_drop,
            sum(t.amount_kobo) FILTER (WHERE t.kind = ANY (ARRAY['vendor_earned'::text, 'vendor_delivery_earned'::text, 'late_leave_charge'::text]))::bigint AS vendor,
            sum(t.amount_kobo) FILTER (WHERE t.kind = 'vendor_fee_earned'::text)::bigint AS vendor_fee,
            sum(t.amount_kobo) FILTER (WHERE t.kind = 'buyer_fee_earned'::text)::bigint AS buyer_fee,
            sum(t.amount_kobo) FILTER (WHERE t.kind = 'delivery_earned'::text)::bigint AS delivery,
            sum(t.amount_kobo) FILTER (WHERE t.kind = 'payment_reversed'::text)::bigint AS reversed
           FROM ledger.transfers t
             JOIN ledger.journals j ON j.id = t.journal_id
          WHERE t.debit_id = a.id AND (t.phase = ANY (ARRAY['posted'::text, 'taken'::text]))) s ON true
     LEFT JOIN LATERAL ( SELECT sum(p.earned_goods_kobo + p.earned_fee_kobo)::bigint AS earned,
            sum(p.vendor_kobo)::bigint AS vendor,
            sum(p.vendor_fee_kobo)::bigint AS vendor_fee,
            sum(p.earned_fee_kobo)::bigint AS fee,
            sum(p.loss_kobo)::bigint AS loss
           FROM order_returns p
          WHERE p.order_id = o.id) r ON true;

view ledger.order_transfers
  order_id uuid
  transfer_id uuid
  as
 SELECT o.id AS order_id,
    t.id AS transfer_id
   FROM orders o
     JOIN ledger.transfers t ON t.debit_id = ledger.id_of('escrow:'::text || o.id)
UNION
 SELECT o.id AS order_id,
    t.id AS transfer_id
   FROM orders o
     JOIN ledger.transfers t ON t.credit_id = ledger.id_of('escrow:'::text || o.id)
UNION
 SELECT f.order_id,
    t.id AS transfer_id
   FROM refunds f
     JOIN ledger.transfers t ON t.debit_id = ledger.id_of('refund_due:'::text || f.id)
UNION
 SELECT f.order_id,
    t.id AS transfer_id
   FROM refunds f
     JOIN ledger.transfers t ON t.credit_id = ledger.id_of('refund_due:'::text || f.id)
UNION
 SELECT o.id AS order_id,
    t.id AS transfer_id
   FROM orders o
     JOIN ledger.transfers t ON t.journal_id = ledger.id_of('reward:'::text || o.id) OR t.journal_id = ledger.id_of('reward-back:'::text || o.id);

view ledger.told_lines
  id uuid
  journal_id uuid
  key text
  line integer
  kind text
  amount_kobo bigint
  phase text
  posted_at timestamp with time zone
  cause text
  reason text
  debit_id uuid
  debit_kind text
  credit_id uuid
  credit_kind text
  order_id uuid
  order_no bigint
  order_status text
  as
 SELECT t.id,
    t.journal_id,
    j.key,
    t.line,
    t.kind,
    t.amount_kobo,
    t.phase,
    t.posted_at,
    j.cause,
    j.reason,
    t.debit_id,
    t.debit_kind,
    t.credit_id,
    t.credit_kind,
    o.id AS order_id,
    o.order_no,
    o.status AS order_status
   FROM ledger.transfers t
     LEFT JOIN ledger.journals j ON j.id = t.journal_id
     LEFT JOIN ledger.accounts d ON d.id = t.debit_id
     LEFT JOIN ledger.accounts c ON c.id = t.credit_id
     LEFT JOIN refunds f ON f.id =
        CASE
            WHEN t.debit_kind = 'refund_due'::text THEN d.owner_id
            WHEN t.credit_kind = 'refund_due'::text THEN c.owner_id
            ELSE NULL::uuid
        END
     LEFT JOIN orders o ON o.id =
        CASE
            WHEN t.debit_kind = 'escrow'::text THEN d.owner_id
            WHEN t.credit_kind = 'escrow'::text THEN c.owner_id
            ELSE f.order_id
        END;

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
  constraint a_hold_ends_once CHECK (((phase = ANY (ARRAY['taken'::text, 'freed'::text])) = (hold_id IS NOT NULL)))
  constraint transfers_amount_kobo_check CHECK (((amount_kobo >= 1) AND (amount_kobo <= '99999999999999'::bigint)))
  constraint transfers_credit_id_credit_kind_fkey FOREIGN KEY (credit_id, credit_kind) REFERENCES ledger.accounts(id, kind)
  constraint transfers_debit_id_debit_kind_fkey FOREIGN KEY (debit_id, debit_kind) REFERENCES ledger.accounts(id, kind)
  constraint transfers_hold_id_fkey FOREIGN KEY (hold_id) REFERENCES ledger.transfers(id)
  constraint transfers_hold_id_key UNIQUE (hold_id)
  constraint transfers_journal_id_fkey FOREIGN KEY (journal_id) REFERENCES ledger.journals(id)
  constraint transfers_journal_id_line_key UNIQUE (journal_id, line)
  constraint transfers_kind_debit_kind_credit_kind_fkey FOREIGN KEY (kind, debit_kind, credit_kind) REFERENCES ledger.movements(kind, debit_kind, credit_kind)
  constraint transfers_line_check CHECK (((line >= 1) AND (line <= 1000)))
  constraint transfers_phase_check CHECK ((phase = ANY (ARRAY['posted'::text, 'held'::text, 'taken'::text, 'freed'::text])))
  constraint transfers_pkey PRIMARY KEY (id)
  constraint two_accounts CHECK ((debit_id <> credit_id))
  index transfers_by_moment USING btree (posted_at)
  index transfers_credited USING btree (credit_id, posted_at)
  index transfers_debited USING btree (debit_id, posted_at)
  index transfers_held USING btree (expires_at) WHERE (phase = 'held'::text)
  TRIGGER append_only BEFORE DELETE OR UPDATE ON ledger.transfers FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()
  TRIGGER follow_ledger AFTER INSERT ON ledger.transfers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sums.follow_ledger()
  TRIGGER follow_shops AFTER INSERT ON ledger.transfers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sums.follow_shops()
  TRIGGER keep_totals AFTER INSERT ON ledger.transfers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ledger.keep_totals()
  TRIGGER not_emptied BEFORE TRUNCATE ON ledger.transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
  TRIGGER reopen_days AFTER INSERT ON ledger.transfers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sums.reopen_days()
  row level security on
  grant select to service_role

-- Credits less debits, and less what is held. Null: no such account has been opened.
CREATE OR REPLACE FUNCTION ledger.balance_kobo(account_kind text, account_owner uuid DEFAULT NULL::uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when a.is_limited then a.balance_kobo else
    (select coalesce(sum(amount_kobo) filter (where credit_id = a.id), 0) - coalesce(sum(amount_kobo) filter (where debit_id = a.id), 0)
      from ledger.transfers where a.id in (debit_id, credit_id) and phase in ('posted', 'taken'))::bigint end
  from ledger.accounts a where a.id = ledger.id_of(concat_ws(':', account_kind, account_owner))
$function$
  grant execute to service_role

-- How many movements there were until then, and a hash over them.
CREATE OR REPLACE FUNCTION ledger.chain(until timestamp with time zone)
 RETURNS TABLE(transfers bigint, hash text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(m.amount), 0)::bigint, encode(sha256(coalesce(string_agg(m.hash, '' order by m.month), '')), 'hex')
  from (select date_trunc('month', t.posted_at at time zone 'UTC') as month, count(*) as amount,
      sha256(string_agg(uuid_send(t.id) || uuid_send(t.debit_id) || uuid_send(t.credit_id) || int8send(t.amount_kobo) || convert_to(t.phase, 'UTF8'), ''
        order by t.posted_at, t.id)) as hash
    from ledger.transfers t where t.posted_at < until group by 1) m
$function$
  grant execute to service_role

-- Ids are made of what they stand for: `escrow:<order>`, `settled:<order>`, `settled:<order>#2` for the second line.
CREATE OR REPLACE FUNCTION ledger.id_of(key text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$ select encode(substring(sha256(convert_to(key, 'UTF8')) from 1 for 16), 'hex')::uuid $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION ledger.keep_totals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  odd record;
begin
  -- What ends a hold is the same movement, within its amount.
  select t.id, t.kind into odd from added t join ledger.transfers h on h.id = t.hold_id
  where h.phase <> 'held' or (h.kind, h.debit_id, h.credit_id) <> (t.kind, t.debit_id, t.credit_id) or t.amount_kobo > h.amount_kobo
    or (t.phase = 'freed' and t.amount_kobo <> h.amount_kobo) limit 1;
  if found then raise exception 'Movement % ends a hold that is not its own', odd.kind using errcode = 'PT409'; end if;
  perform from ledger.accounts a where a.is_limited and a.id in (select debit_id from added union select credit_id from added)
    order by a.id for no key update;
  update ledger.accounts a set debits_kobo = a.debits_kobo + s.debits, credits_kobo = a.credits_kobo + s.credits, held_kobo = a.held_kobo + s.held
  from (
    select account_id, sum(debits) as debits, sum(credits) as credits, sum(held) as held from (
      select t.debit_id as account_id, case when t.phase in ('posted', 'taken') then t.amount_kobo else 0 end as debits, 0 as credits,
        case when t.phase = 'held' then t.amount_kobo when t.hold_id is not null then -h.amount_kobo else 0 end as held
      from added t left join ledger.transfers h on h.id = t.hold_id
      union all
      select t.credit_id, 0, case when t.phase in ('posted', 'taken') then t.amount_kobo else 0 end, 0 from added t
    ) effects group by account_id
  ) s where s.account_id = a.id and a.is_limited;
  return null;
end $function$
  grant execute to nobody

-- What may be spent of a limited account, and it stays so until the end of the transaction. Null: no such account has been opened.
CREATE OR REPLACE FUNCTION ledger.locked_balance_kobo(account_kind text, account_owner uuid)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select balance_kobo from ledger.accounts where id = ledger.id_of(concat_ws(':', account_kind, account_owner)) and is_limited for no key update
$function$
  grant execute to service_role

-- Posts a journal once. False: it was posted before, with the same lines. With other lines it is refused.
CREATE OR REPLACE FUNCTION ledger.post(journal_key text, lines jsonb, reason text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select ledger.write(journal_key, lines, clock_timestamp(), reason) $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION ledger.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$ begin raise exception 'The ledger is append-only' using errcode = 'PT409'; end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION ledger.show_peps()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.profiles set points_balance = (new.credits_kobo - new.debits_kobo - new.held_kobo) / 100.0 where id = new.owner_id;
  return null;
end $function$
  grant execute to nobody

-- Posts a journal once, at a moment that the owner of the database alone may choose: the past of the demo market.
CREATE OR REPLACE FUNCTION ledger.write(journal_key text, lines jsonb, at timestamp with time zone, reason text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  journal uuid := ledger.id_of(journal_key);
  written bytea := sha256(convert_to(lines::text, 'UTF8'));
  former bytea;
begin
  if jsonb_typeof(lines) is distinct from 'array' or jsonb_array_length(lines) = 0 then
    raise exception 'A journal has lines' using errcode = 'PT400';
  end if;
  -- Whoever posts the same event at the same moment waits here, and then finds it done. No index is named: the key's own unique index would
  -- otherwise fail the one who comes second.
  insert into ledger.journals (id, key, content, cause, actor_id, reason, posted_at)
  values (journal, journal_key, written, coalesce(rights.cause(), 'operator'), (auth.jwt() ->> 'act')::uuid, reason, at) on conflict do nothing;
  if not found then
    select content into former from ledger.journals where id = journal;
    if former <> written then raise exception 'Journal % was posted with other lines', journal_key using errcode = 'PT409'; end if;
    return false;
  end if;
  with wanted as (
    select w.*, o.line::integer as line, m.debit_kind, m.credit_kind
    from jsonb_array_elements(lines) with ordinality as o (facts, line)
    cross join lateral jsonb_to_record(o.facts) as w (kind text, debit uuid, credit uuid, amount_kobo bigint, phase text, expires_at timestamptz, hold text)
    left join ledger.movements m on m.kind = w.kind
  ), sides as (
    select debit_kind as kind, debit as owner_id from wanted union select credit_kind, credit from wanted
  ), opened as (
    insert into ledger.accounts (id, kind, owner_id, is_limited)
    select ledger.id_of(concat_ws(':', s.kind, s.owner_id)), s.kind, s.owner_id, k.is_limited
    from sides s join ledger.account_kinds k on k.kind = s.kind where (k.owner = 'platform') = (s.owner_id is null)
    order by 1 on conflict do nothing
  )
  insert into ledger.transfers (id, journal_id, line, kind, debit_id, debit_kind, credit_id, credit_kind, amount_kobo, phase, hold_id, expires_at, posted_at)
  select ledger.id_of(journal_key || '#' || w.line), journal, w.line, w.kind,
    ledger.id_of(concat_ws(':', w.debit_kind, w.debit)), coalesce(w.debit_kind, 'none'),
    ledger.id_of(concat_ws(':', w.credit_kind, w.credit)), coalesce(w.credit_kind, 'none'),
    w.amount_kobo, coalesce(w.phase, 'posted'), ledger.id_of(w.hold), w.expires_at, at
  from wanted w;
  return true;
end $function$
  grant execute to nobody

-- ====================================================================================================
schema limits
  grant usage to auth_admin
  grant usage to service_role

table limits.buckets
  key text not null
  full_at timestamp with time zone not null  -- When the bucket will be as full as it can be again; the past means full
  constraint buckets_pkey PRIMARY KEY (key)
  index buckets_full_at_idx USING btree (full_at)
  row level security off

CREATE OR REPLACE FUNCTION limits.give_back(keys text[], capacities integer[], windows_s integer[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update limits.buckets b set full_at = b.full_at - make_interval(secs => u.w) / u.c
    from unnest(keys, capacities, windows_s) as u(k, c, w) where b.key = u.k
$function$
  grant execute to auth_admin, service_role

CREATE OR REPLACE FUNCTION limits.sweep()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with gone as (delete from limits.buckets where full_at < clock_timestamp() returning 1) select count(*) from gone
$function$
  grant execute to auth_admin, service_role

CREATE OR REPLACE FUNCTION limits.take(keys text[], capacities integer[], windows_s integer[])
 RETURNS TABLE(key text, wait_s double precision)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  step interval;
  taken integer;
  item record;
begin
  for item in
    select u.k, u.c, make_interval(secs => u.w) as span
      from unnest(keys, capacities, windows_s) as u(k, c, w) order by u.k
  loop
    step := item.span / item.c;
    insert into limits.buckets as b values (item.k, clock_timestamp() + step)
      on conflict on constraint buckets_pkey do update set full_at = greatest(b.full_at, clock_timestamp()) + step
      where greatest(b.full_at, clock_timestamp()) + step <= clock_timestamp() + item.span;
    get diagnostics taken = row_count;
    key := item.k;
    wait_s := 0;
    if taken = 0 then
      select extract(epoch from b.full_at + step - item.span - clock_timestamp()) into wait_s
        from limits.buckets b where b.key = item.k;
      wait_s := greatest(wait_s, 0.001);
    end if;
    return next;
  end loop;
end
$function$
  grant execute to auth_admin, service_role

-- ====================================================================================================
schema local_gateway
  grant usage to service_role

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
  row level security on
  grant insert, select, update to service_role

table local_gateway.events  -- Webhooks to be delivered, as signed: again every 3 minutes, and up to 4 times.
  id bigint not null identity
  body text not null
  due_at timestamp with time zone not null default now()
  attempts integer not null default 0
  delivered_at timestamp with time zone
  constraint events_pkey PRIMARY KEY (id)
  index events_due USING btree (due_at) WHERE (delivered_at IS NULL)
  row level security on
  grant insert, select, update to service_role

table local_gateway.payees
  code text not null
  bank_code text not null
  account_number text not null
  name text not null
  constraint payees_bank_code_account_number_key UNIQUE (bank_code, account_number)
  constraint payees_pkey PRIMARY KEY (code)
  row level security on
  grant insert, select, update to service_role

table local_gateway.payments
  reference text not null
  id bigint not null identity
  asked_kobo bigint not null
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
  constraint payments_asked_kobo_check CHECK ((asked_kobo > 0))
  constraint payments_fees_kobo_check CHECK ((fees_kobo >= 0))
  constraint payments_id_key UNIQUE (id)
  constraint payments_paid_kobo_check CHECK ((paid_kobo > 0))
  constraint payments_pkey PRIMARY KEY (reference)
  constraint payments_reference_check CHECK ((reference ~ '^[A-Za-z0-9.=-]{1,100}$'::text))
  constraint payments_refunds_end_check CHECK ((refunds_end = ANY (ARRAY['processed'::text, 'failed'::text, 'needs-attention'::text])))
  constraint payments_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES local_gateway.settlements(id)
  constraint payments_status_check CHECK ((status = ANY (ARRAY['abandoned'::text, 'ongoing'::text, 'pending'::text, 'success'::text, 'failed'::text, 'reversed'::text])))
  index payments_by_time USING btree (created_at)
  index payments_on_their_way USING btree (succeeds_at) WHERE (succeeds_at IS NOT NULL)
  index payments_to_settle USING btree (paid_at) WHERE ((settlement_id IS NULL) AND (status = 'success'::text))
  row level security on
  grant insert, select, update to service_role

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
  row level security on
  grant insert, select, update to service_role

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
  row level security on
  grant insert, select, update to service_role

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
  row level security on
  grant insert, select to service_role

-- ====================================================================================================
schema mail
  grant usage to auth_admin
  grant usage to service_role

table mail.messages  -- One row per mail and recipient.
  id uuid not null default gen_random_uuid()
  kind text not null
  recipient text not null
  subject text not null
  text text  -- Null once handed over, because links in it open accounts; kept mails retain it.
  html text
  headers jsonb not null default '{}'::jsonb  -- Extra headers, e.g. List-Unsubscribe; line breaks are refused here too.
  status text not null default 'queued'::text
  attempts integer not null default 0
  last_error text
  delivered_to text  -- The server that took it, or `kept` when no mail server is configured.
  created_at timestamp with time zone not null default now()
  next_attempt_at timestamp with time zone not null default now()  -- While a sender holds the row this lies ahead, so that another may take over when that one dies.
  sent_at timestamp with time zone
  lane text not null default 'acts'::text  -- codes: somebody is about to type it; acts: what somebody did or must know now; strangers: what anybody can cause; bulk: nobody waits for it.
  due_at timestamp with time zone not null default now()  -- Before then nobody expects it to have gone out.
  constraint messages_attempts_check CHECK ((attempts >= 0))
  constraint messages_check CHECK (((status = 'sent'::text) = (sent_at IS NOT NULL)))
  constraint messages_check1 CHECK (((status <> 'queued'::text) OR (text IS NOT NULL)))
  constraint messages_headers_check CHECK (((jsonb_typeof(headers) = 'object'::text) AND ((headers)::text !~ '\\[rn]|\\u000[ad]'::text)))
  constraint messages_kind_check CHECK ((kind ~ '^[a-z0-9][a-z0-9_.:-]{0,62}$'::text))
  constraint messages_lane_check CHECK ((lane = ANY (ARRAY['codes'::text, 'acts'::text, 'strangers'::text, 'bulk'::text])))
  constraint messages_pkey PRIMARY KEY (id)
  constraint messages_recipient_check CHECK ((((char_length(recipient) >= 3) AND (char_length(recipient) <= 320)) AND (recipient ~ '^[^[:space:][:cntrl:],;<>"]+@[^[:space:][:cntrl:],;<>"@]+$'::text)))
  constraint messages_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])))
  constraint messages_subject_check CHECK ((((char_length(subject) >= 1) AND (char_length(subject) <= 255)) AND (subject !~ '[[:cntrl:]]'::text)))
  index messages_due USING btree (lane, next_attempt_at) WHERE (status = 'queued'::text)
  index messages_failed USING btree (created_at) WHERE (status = 'failed'::text)
  index messages_newest USING btree (created_at DESC)
  TRIGGER log_mail AFTER INSERT ON mail.messages REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION log_mail()
  TRIGGER wake_sender_again AFTER UPDATE OF status ON mail.messages FOR EACH ROW WHEN (((new.status = 'queued'::text) AND (old.status <> 'queued'::text))) EXECUTE FUNCTION mail.wake_sender()
  TRIGGER wake_senders AFTER INSERT ON mail.messages REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION mail.wake_senders()
  row level security on
  policy queue_mail for insert to auth_admin check ((status = 'queued'::text) AND (attempts = 0))
  grant delete, insert, select, update to service_role
  grant insert (id, kind, recipient, subject, text, html, headers, lane) to auth_admin

CREATE OR REPLACE FUNCTION mail.wake_sender()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.announce('mail_queued', array[new.lane]);
  return null;
end
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION mail.wake_senders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.announce('mail_queued', pg_catalog.array_agg(distinct f.lane)) from fresh f having count(*) > 0;
  return null;
end
$function$
  grant execute to nobody

-- ====================================================================================================
schema migrations
  grant usage to service_role

table migrations.applied
  name text not null
  applied_at timestamp with time zone not null default now()
  constraint applied_pkey PRIMARY KEY (name)
  row level security off
  grant select to service_role

table migrations.definitions
  place bigint not null identity
  kind text not null
  name text not null
  sql text not null
  retired_in text
  constraint definitions_pkey PRIMARY KEY (kind, name)
  row level security off

table migrations.release
  is_only boolean not null default true
  version text not null
  serves text
  digest text not null
  applied_at timestamp with time zone not null default now()
  constraint release_is_only_check CHECK (is_only)
  constraint release_pkey PRIMARY KEY (is_only)
  row level security off
  grant select to service_role

-- ====================================================================================================
schema public
  grant usage to anon
  grant usage to auth_admin
  grant usage to authenticated
  grant usage to public
  grant usage to service_role
  sequence claim_numbers: usage to service_role
  sequence lot_numbers: usage to service_role
  sequence order_numbers: usage to service_role

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
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF label, recipient, street, landmark ON public.addresses FOR EACH ROW EXECUTE FUNCTION clean_texts('label', 'recipient', 'street', 'landmark')
  TRIGGER addresses_touch BEFORE UPDATE ON public.addresses FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER bound_addresses AFTER INSERT ON public.addresses FOR EACH ROW EXECUTE FUNCTION bound_addresses()
  TRIGGER guard_name BEFORE INSERT OR UPDATE OF recipient ON public.addresses FOR EACH ROW EXECUTE FUNCTION guard_typed_name('recipient')
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.addresses FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('address', 'id', 'recipient phone street landmark')
  row level security on
  policy own_addresses for select to authenticated using (user_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, select, update to service_role
  grant select to authenticated

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
  index advertisements_shown USING btree (page, end_date, start_date) WHERE (status = 'active'::text)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF title ON public.advertisements FOR EACH ROW EXECUTE FUNCTION clean_texts('title')
  TRIGGER advertisements_touch BEFORE UPDATE ON public.advertisements FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.advertisements FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER limit_changes AFTER UPDATE ON public.advertisements REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER limit_removals AFTER DELETE ON public.advertisements REFERENCING OLD TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.advertisements FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_at_the_tables())) EXECUTE FUNCTION log_act('advert', 'id', '')
  TRIGGER log_status_change AFTER INSERT OR UPDATE OF status ON public.advertisements FOR EACH ROW EXECUTE FUNCTION log_status_change('advert')
  row level security on
  policy shown for select to public using ((status = 'active'::text) AND ((now() >= start_date) AND (now() <= end_date)))
  policy staff_adds for insert to authenticated check ( SELECT rights.keeps_content() AS keeps_content)
  policy staff_edits for update to authenticated using ( SELECT rights.keeps_content() AS keeps_content) check ( SELECT rights.keeps_content() AS keeps_content)
  policy staff_reads for select to authenticated using ( SELECT rights.keeps_content() AS keeps_content)
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to anon
  grant select to authenticated
  grant insert (id, page, position, title, image_url, link_url, status, start_date, end_date) to authenticated
  grant update (page, position, title, image_url, link_url, status, start_date, end_date) to authenticated

view public.all_orders with (security_invoker=true)  -- Orders that the reader may see, with what is in them and what they count for. base_amount: naira of the goods at the base price.
  id uuid
  kind text
  order_no bigint
  vendor_id uuid
  vendor_name text
  vendor_state text
  group_buy_id uuid
  product_name text
  quantity integer
  unit text
  user_id uuid
  buyer_name text
  status text
  unit_price numeric(14,2)
  total_amount numeric(16,2)
  base_amount numeric
  fee_kobo bigint
  vendor_fee_kobo bigint
  amount_due_kobo bigint
  returned_kobo bigint
  fulfilment text
  created_at timestamp with time zone
  is_live boolean
  month date
  is_paid boolean
  is_promised boolean
  goods numeric
  delivered_by text
  place text
  place_street text
  place_hours jsonb
  is_place_closed boolean
  zone text
  door text
  kg numeric  -- About; null where a weight is not known.
  quantity_left integer
  goods_left numeric
  fee_left_kobo bigint
  vendor_fee_left_kobo bigint
  grant select to authenticated
  grant select to service_role
  as
 SELECT f.id,
        CASE
            WHEN f.group_buy_id IS NULL THEN 'bulk'::text
            ELSE 'group_buy'::text
        END AS kind,
    f.order_no,
    f.vendor_id,
    v.business_name AS vendor_name,
    v.state AS vendor_state,
    f.group_buy_id,
    l.names AS product_name,
    f.quantity,
    l.unit,
    f.user_id,
    f.buyer_name,
    f.status,
    f.unit_price,
    f.total_amount,
    l.base_amount,
    f.fee_kobo,
    f.vendor_fee_kobo,
    f.amount_due_kobo,
    f.returned_kobo,
    f.fulfilment,
    f.created_at,
    f.is_live,
    f.month,
    f.is_paid,
    f.is_promised,
    f.goods,
    f.delivered_by,
    p.name AS place,
    (p.street || ', '::text) || p.lga AS place_street,
    p.opening_hours AS place_hours,
    p.closed_at IS NOT NULL AS is_place_closed,
    z.name AS zone,
    (((a.recipient || ', '::text) || a.street) || ', '::text) || a.lga AS door,
    l.kg,
    f.quantity_left,
    f.goods_left,
    f.fee_left_kobo,
    f.vendor_fee_left_kobo
   FROM order_figures f
     LEFT JOIN vendors v ON v.id = f.vendor_id
     LEFT JOIN pickup_points p ON p.id = f.pickup_point_id
     LEFT JOIN delivery_zones z ON z.id = f.delivery_zone_id
     LEFT JOIN order_addresses a ON a.order_id = f.id
     LEFT JOIN LATERAL ( SELECT string_agg(order_lines.product_name, ', '::text ORDER BY order_lines.product_name) AS names,
                CASE
                    WHEN count(DISTINCT order_lines.unit) = 1 THEN min(order_lines.unit)
                    ELSE NULL::text
                END AS unit,
            sum(order_lines.base_price * order_lines.quantity::numeric) AS base_amount,
                CASE
                    WHEN bool_and(order_lines.kg_per_unit IS NOT NULL) THEN sum(order_lines.kg_per_unit * (order_lines.quantity - rights.short_units(order_lines.id))::numeric)
                    ELSE NULL::numeric
                END AS kg
           FROM order_lines
          WHERE order_lines.order_id = f.id) l ON true;

table public.allowed_moves  -- Every other change of status is refused by trigger. from_status `new`: how a row may begin.
  subject text not null
  from_status text not null
  to_status text not null
  causes text[] not null  -- Who may bring the move about.
  constraint allowed_moves_causes_check CHECK (((cardinality(causes) > 0) AND (causes <@ ARRAY['buyer'::text, 'vendor'::text, 'hub'::text, 'manager'::text, 'coordinator'::text, 'chief'::text, 'content'::text, 'clock'::text, 'gateway'::text, 'operator'::text])))
  constraint allowed_moves_pkey PRIMARY KEY (subject, from_status, to_status)
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.allowed_moves FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  row level security on
  policy moves_are_public for select to public using true
  grant select to anon
  grant select to authenticated
  grant select to service_role

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
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text, 'coordinator'::text]) AS has_role)
  policy own_acts for select to authenticated using (actor_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select to service_role
  grant select to authenticated

table public.audit_runs  -- What the check of L1 to L23 found (money.md 2).
  id uuid not null default gen_random_uuid()
  cause text not null
  asked_by uuid
  started_at timestamp with time zone not null default clock_timestamp()
  ended_at timestamp with time zone not null default clock_timestamp()
  findings jsonb not null  -- By rule: its name, how many, and the first few.
  transfers bigint not null
  chain text not null  -- Hash over all movements up to chain_until: the next run recomputes it, so that no row before can have changed or gone.
  chain_until timestamp with time zone not null
  constraint audit_runs_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES profiles(id)
  constraint audit_runs_cause_check CHECK ((cause = ANY (ARRAY['night'::text, 'asked'::text])))
  constraint audit_runs_findings_check CHECK ((jsonb_typeof(findings) = 'array'::text))
  constraint audit_runs_pkey PRIMARY KEY (id)
  index audit_runs_newest USING btree (started_at DESC)
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.audit_runs FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('audit-run', 'id', '')
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  grant insert, select to service_role
  grant select to authenticated

view public.audit_trail
  id bigint
  at timestamp with time zone
  action text
  subject_type text
  subject_id uuid
  before jsonb
  after jsonb
  actor_id uuid
  actor_name text
  actor_role text
  subject_name text
  grant select to authenticated
  grant select to service_role
  as
 SELECT a.id,
    a.at,
    a.action,
    a.subject_type,
    a.subject_id,
    shortened(a.before) AS before,
    shortened(a.after) AS after,
    a.actor_id,
    p.full_name AS actor_name,
    p.role AS actor_role,
    COALESCE(v.business_name, g.product_name, s.full_name, a.subject_name) AS subject_name
   FROM audit_log a
     LEFT JOIN profiles p ON p.id = a.actor_id
     LEFT JOIN vendors v ON (a.subject_type = ANY (ARRAY['vendor'::text, 'shop'::text, 'shop_detail'::text, 'shop_figure'::text])) AND v.id = a.subject_id
     LEFT JOIN group_buys g ON a.subject_type = 'group_buy'::text AND g.id = a.subject_id
     LEFT JOIN profiles s ON (a.subject_type = ANY (ARRAY['profile'::text, 'manager_region'::text])) AND s.id = a.subject_id
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text, 'coordinator'::text]) AS has_role);

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.bank_accounts FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('bank-account', 'id', 'account_number payee_code')
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy own_bank_accounts for select to authenticated using (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant select to service_role
  grant insert (id, vendor_id, bank_code, bank_name, account_number, account_name, added_by) to service_role
  grant select (id, vendor_id, bank_code, bank_name, last_four, account_name, since, ended_at) to authenticated
  grant update (payee_code, ended_at) to service_role

table public.banks  -- The gateway's list of banks, asked for once a day.
  code text not null
  name text not null
  listed_at timestamp with time zone not null default now()
  gateway_bank_id text  -- What the gateway's list calls it; refunds to an account need this in place of the code.
  constraint banks_code_check CHECK ((code ~ '^[0-9]{3,6}$'::text))
  constraint banks_gateway_bank_id_check CHECK (((char_length(gateway_bank_id) >= 1) AND (char_length(gateway_bank_id) <= 30)))
  constraint banks_name_check CHECK (((char_length(name) >= 2) AND (char_length(name) <= 100)))
  constraint banks_pkey PRIMARY KEY (code)
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.banks FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('bank', 'code', '')
  row level security on
  policy signed_in_read for select to authenticated using true
  grant delete, insert, select, update to service_role
  grant select to authenticated

table public.blog_categories
  id uuid not null default gen_random_uuid()
  name text not null
  slug text not null
  constraint blog_categories_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 60)))
  constraint blog_categories_name_key UNIQUE (name)
  constraint blog_categories_pkey PRIMARY KEY (id)
  constraint blog_categories_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
  constraint blog_categories_slug_key UNIQUE (slug)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF name ON public.blog_categories FOR EACH ROW EXECUTE FUNCTION clean_texts('name')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.blog_categories FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER limit_changes AFTER UPDATE ON public.blog_categories REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER limit_removals AFTER DELETE ON public.blog_categories REFERENCING OLD TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.blog_categories FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_at_the_tables())) EXECUTE FUNCTION log_act('category', 'id', '')
  row level security on
  policy everyone_reads for select to public using true
  policy staff_writes for all to authenticated using ( SELECT rights.keeps_content() AS keeps_content) check ( SELECT rights.keeps_content() AS keeps_content)
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant delete, select to authenticated
  grant select to anon
  grant insert (name, slug) to authenticated
  grant update (name, slug) to authenticated

table public.blog_post_tags
  post_id uuid not null
  tag_id uuid not null
  constraint blog_post_tags_pkey PRIMARY KEY (post_id, tag_id)
  constraint blog_post_tags_post_id_fkey FOREIGN KEY (post_id) REFERENCES blog_posts(id) ON DELETE CASCADE
  constraint blog_post_tags_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES blog_tags(id) ON DELETE CASCADE
  index blog_post_tags_tag USING btree (tag_id)
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.blog_post_tags FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER limit_changes AFTER UPDATE ON public.blog_post_tags REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER limit_removals AFTER DELETE ON public.blog_post_tags REFERENCING OLD TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.blog_post_tags FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_at_the_tables())) EXECUTE FUNCTION log_act('post-tag', 'post_id', '')
  TRIGGER search_changed AFTER INSERT OR DELETE ON public.blog_post_tags FOR EACH ROW EXECUTE FUNCTION search.note_post_tag()
  row level security on
  policy staff_writes for all to authenticated using ( SELECT rights.keeps_content() AS keeps_content) check ( SELECT rights.keeps_content() AS keeps_content)
  policy tags_of_shown_posts for select to public using (EXISTS ( SELECT
   FROM blog_posts p
  WHERE (p.id = blog_post_tags.post_id)))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant delete, insert, select to authenticated
  grant select to anon

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
  index blog_posts_listed USING btree (published_at DESC) WHERE (status = 'published'::text)
  index blog_posts_scheduled USING btree (published_at) WHERE (status = 'scheduled'::text)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF title ON public.blog_posts FOR EACH ROW EXECUTE FUNCTION clean_post_texts()
  TRIGGER a_clean_words BEFORE INSERT OR UPDATE OF excerpt, content ON public.blog_posts FOR EACH ROW EXECUTE FUNCTION clean_texts('excerpt', 'content')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.blog_posts FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER limit_changes AFTER UPDATE ON public.blog_posts REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER limit_removals AFTER DELETE ON public.blog_posts REFERENCING OLD TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.blog_posts FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_at_the_tables())) EXECUTE FUNCTION log_act('post', 'id', '')
  TRIGGER log_status_change AFTER INSERT OR UPDATE OF status ON public.blog_posts FOR EACH ROW EXECUTE FUNCTION log_status_change('post')
  TRIGGER search_changed AFTER UPDATE OF title, excerpt, content, status ON public.blog_posts FOR EACH ROW WHEN (((((new.title IS DISTINCT FROM old.title) OR (new.excerpt IS DISTINCT FROM old.excerpt)) OR (new.content IS DISTINCT FROM old.content)) OR (new.status IS DISTINCT FROM old.status))) EXECUTE FUNCTION search.note_post()
  TRIGGER search_new AFTER INSERT ON public.blog_posts FOR EACH ROW WHEN ((new.status = 'published'::text)) EXECUTE FUNCTION search.note_post()
  TRIGGER stamp_post BEFORE INSERT OR UPDATE ON public.blog_posts FOR EACH ROW EXECUTE FUNCTION stamp_post()
  row level security on
  policy published for select to public using ((status = 'published'::text) AND (published_at <= now()))
  policy staff_adds for insert to authenticated check (( SELECT rights.keeps_content() AS keeps_content) AND (author_id = ( SELECT auth.uid() AS uid)))
  policy staff_deletes for delete to authenticated using ( SELECT rights.keeps_content() AS keeps_content)
  policy staff_edits for update to authenticated using ( SELECT rights.keeps_content() AS keeps_content) check ( SELECT rights.keeps_content() AS keeps_content)
  policy staff_reads for select to authenticated using ( SELECT rights.keeps_content() AS keeps_content)
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant delete, select to authenticated
  grant select to anon
  grant insert (id, slug, title, excerpt, content, featured_image, status, published_at, author_id, category_id) to authenticated
  grant update (slug, title, excerpt, content, featured_image, status, published_at, category_id) to authenticated

table public.blog_tags
  id uuid not null default gen_random_uuid()
  name text not null
  slug text not null
  constraint blog_tags_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 40)))
  constraint blog_tags_name_key UNIQUE (name)
  constraint blog_tags_pkey PRIMARY KEY (id)
  constraint blog_tags_slug_check CHECK ((slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text))
  constraint blog_tags_slug_key UNIQUE (slug)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF name ON public.blog_tags FOR EACH ROW EXECUTE FUNCTION clean_texts('name')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.blog_tags FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER limit_changes AFTER UPDATE ON public.blog_tags REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER limit_removals AFTER DELETE ON public.blog_tags REFERENCING OLD TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.blog_tags FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_at_the_tables())) EXECUTE FUNCTION log_act('tag', 'id', '')
  row level security on
  policy everyone_reads for select to public using true
  policy staff_writes for all to authenticated using ( SELECT rights.keeps_content() AS keeps_content) check ( SELECT rights.keeps_content() AS keeps_content)
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant delete, select to authenticated
  grant select to anon
  grant insert (name, slug) to authenticated
  grant update (name, slug) to authenticated

view public.board_facts  -- For the boards alone: granted to nobody.
  id uuid
  display_name text
  points_balance numeric(14,2)
  joined_at timestamp with time zone
  is_referrer boolean
  referrals integer
  successful_referrals integer
  completed_orders integer
  in_top_percent boolean
  as
 WITH done AS (
         SELECT orders.user_id,
            count(*) AS completed_orders
           FROM orders
          WHERE orders.status = 'completed'::text
          GROUP BY orders.user_id
        ), counted AS (
         SELECT r_1.referrer_id,
            count(*) AS referrals,
            count(r_1.settled_at) AS successful_referrals
           FROM referrals r_1
          GROUP BY r_1.referrer_id
        ), referrers AS (
         SELECT p_1.id,
            c.referrals,
            c.successful_referrals,
            rank() OVER (ORDER BY c.successful_referrals DESC, c.referrals DESC) AS referrer_rank,
            count(*) OVER () AS referrers
           FROM counted c
             JOIN profiles p_1 ON p_1.id = c.referrer_id
          WHERE p_1.role <> 'vendor'::text
        )
 SELECT p.id,
    board_name(p.full_name) AS display_name,
    p.points_balance,
    p.created_at AS joined_at,
    r.id IS NOT NULL AS is_referrer,
    COALESCE(r.referrals, 0::bigint)::integer AS referrals,
    COALESCE(r.successful_referrals, 0::bigint)::integer AS successful_referrals,
    COALESCE(d.completed_orders, 0::bigint)::integer AS completed_orders,
    COALESCE(r.referrer_rank::numeric <= GREATEST(1::numeric, ceil(r.referrers::numeric * 0.01)) AND r.successful_referrals > 0, false) AS in_top_percent
   FROM profiles p
     LEFT JOIN referrers r ON r.id = p.id
     LEFT JOIN done d ON d.user_id = p.id
  WHERE NOT p.hidden_from_boards AND (r.id IS NOT NULL OR d.user_id IS NOT NULL);

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.book_comparisons FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('book-comparison', 'id', '')
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  grant insert, select to service_role
  grant select to authenticated

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
  gone_at timestamp with time zone  -- A later comparison no longer found it: it settled itself.
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
  index book_differences_open USING btree (found_at) WHERE ((resolved_at IS NULL) AND (gone_at IS NULL))
  TRIGGER guard_own_case BEFORE UPDATE ON public.book_differences FOR EACH ROW WHEN ((new.resolved_by IS DISTINCT FROM old.resolved_by)) EXECUTE FUNCTION guard_own_case('difference', 'id', 'resolved_by')
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.book_differences FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('book-difference', 'id', '')
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  grant insert, select, update to service_role
  grant select to authenticated

view public.bulk_orders  -- Orders from the cart, as the specification names them.
  id uuid
  order_no bigint
  checkout_id uuid
  user_id uuid
  vendor_id uuid
  buyer_name text
  quantity integer
  total_amount numeric(16,2)
  fee_kobo bigint
  vendor_fee_kobo bigint
  referral_kobo bigint
  delivery_fee_kobo bigint
  peps_kobo bigint
  amount_due_kobo bigint
  returned_kobo bigint
  fulfilment text
  status text
  paid_at timestamp with time zone
  ready_at timestamp with time zone
  handed_over_at timestamp with time zone
  completed_at timestamp with time zone
  ended_at timestamp with time zone
  end_reason text
  created_at timestamp with time zone
  updated_at timestamp with time zone
  grant select to authenticated
  grant select to service_role
  grant select (id, user_id, status) to anon
  as
 SELECT id,
    order_no,
    checkout_id,
    user_id,
    vendor_id,
    buyer_name,
    quantity,
    total_amount,
    fee_kobo,
    vendor_fee_kobo,
    referral_kobo,
    delivery_fee_kobo,
    peps_kobo,
    amount_due_kobo,
    returned_kobo,
    fulfilment,
    status,
    paid_at,
    ready_at,
    handed_over_at,
    completed_at,
    ended_at,
    end_reason,
    created_at,
    updated_at
   FROM orders
  WHERE group_buy_id IS NULL AND ((id IN ( SELECT rights.my_order_ids() AS my_order_ids)) OR ( SELECT rights.is_service() AS is_service) OR (( SELECT auth.uid() AS uid)) IS NULL AND status = 'completed'::text AND (user_id IN ( SELECT rights.board_ids() AS board_ids)));

view public.buy_names  -- First names of people in a buy who agreed to be shown there, in the order in which they agreed.
  group_buy_id uuid
  place integer
  first_name text
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 SELECT s.group_buy_id,
    row_number() OVER (PARTITION BY s.group_buy_id ORDER BY s.shown_at, s.id)::integer AS place,
    first_name(p.full_name) AS first_name
   FROM shown_names s
     JOIN profiles p ON p.id = s.user_id
     JOIN group_buys g ON g.id = s.group_buy_id
  WHERE g.status <> 'draft'::text AND first_name(p.full_name) <> ''::text AND (EXISTS ( SELECT
           FROM orders o
          WHERE o.group_buy_id = s.group_buy_id AND o.user_id = s.user_id AND o.is_live));

view public.buy_sheets  -- The public settlement sheet of a buy: sums of the ledger, no person. Null: fewer than three people have paid.
  group_buy_id uuid
  status text
  product_name text
  unit text
  final_price numeric(14,2)
  ceiling_price numeric
  paid_orders integer
  refunds_due integer
  refunds_done integer
  has_sums boolean
  collected_kobo bigint
  held_kobo bigint
  returned_kobo bigint
  price_drop_kobo bigint
  vendor_kobo bigint
  vendor_fee_kobo bigint
  buyer_fee_kobo bigint
  delivery_kobo bigint
  reversed_kobo bigint
  loss_kobo bigint
  unexplained_kobo bigint
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 SELECT group_buy_id,
    status,
    product_name,
    unit,
    final_price,
    ceiling_price,
    paid_orders,
    refunds_due,
    refunds_done,
    payers >= 3 AS has_sums,
        CASE
            WHEN payers >= 3 THEN collected_kobo
            ELSE NULL::bigint
        END AS collected_kobo,
        CASE
            WHEN payers >= 3 THEN held_kobo
            ELSE NULL::bigint
        END AS held_kobo,
        CASE
            WHEN payers >= 3 THEN returned_kobo
            ELSE NULL::bigint
        END AS returned_kobo,
        CASE
            WHEN payers >= 3 AND (other_returns <> ALL (ARRAY[1, 2])) THEN price_drop_kobo
            ELSE NULL::bigint
        END AS price_drop_kobo,
        CASE
            WHEN payers >= 3 THEN vendor_kobo
            ELSE NULL::bigint
        END AS vendor_kobo,
        CASE
            WHEN payers >= 3 THEN vendor_fee_kobo
            ELSE NULL::bigint
        END AS vendor_fee_kobo,
        CASE
            WHEN payers >= 3 THEN buyer_fee_kobo
            ELSE NULL::bigint
        END AS buyer_fee_kobo,
        CASE
            WHEN payers >= 3 THEN delivery_kobo
            ELSE NULL::bigint
        END AS delivery_kobo,
        CASE
            WHEN payers >= 3 THEN reversed_kobo
            ELSE NULL::bigint
        END AS reversed_kobo,
        CASE
            WHEN payers >= 3 THEN loss_kobo
            ELSE NULL::bigint
        END AS loss_kobo,
        CASE
            WHEN payers >= 3 THEN unexplained_kobo
            ELSE NULL::bigint
        END AS unexplained_kobo
   FROM ledger.buy_sums b
  WHERE status = ANY (ARRAY['settling'::text, 'confirmed'::text, 'ready'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]);

view public.buy_shortfalls  -- What of a buy came short or damaged, for everybody: no person, no sum.
  group_buy_id uuid
  kind text
  missing_thousandths bigint
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 SELECT f.group_buy_id,
    f.kind,
    sum(f.missing_thousandths)::bigint AS missing_thousandths
   FROM shortfalls f
     JOIN group_buys g ON g.id = f.group_buy_id AND (g.status = ANY (ARRAY['confirmed'::text, 'ready'::text, 'completed'::text]))
  WHERE f.status = 'carried-out'::text
  GROUP BY f.group_buy_id, f.kind;

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
  TRIGGER announce AFTER INSERT OR UPDATE ON public.cart_items FOR EACH ROW EXECUTE FUNCTION realtime.announce_change()
  TRIGGER guard_cart AFTER INSERT OR UPDATE ON public.cart_items FOR EACH ROW EXECUTE FUNCTION guard_cart()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.cart_items FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('cart-item', 'product_id', '')
  row level security on
  policy own_cart for select to authenticated using (profile_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, select, update to service_role
  grant select to authenticated

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
  TRIGGER checkouts_touch BEFORE UPDATE ON public.checkouts FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER end_orders AFTER UPDATE OF status ON public.checkouts FOR EACH ROW WHEN (((old.status = 'open'::text) AND (new.status = ANY (ARRAY['expired'::text, 'cancelled'::text])))) EXECUTE FUNCTION end_orders_of_checkout()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.checkouts FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('checkout', 'id', '')
  TRIGGER log_status_change AFTER INSERT OR UPDATE OF status ON public.checkouts FOR EACH ROW EXECUTE FUNCTION log_status_change('checkout')
  row level security on
  policy own_checkouts for select to authenticated using (user_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select, update to service_role
  grant select to authenticated

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
  constraint claim_events_kind_check CHECK ((kind = ANY (ARRAY['opened'::text, 'accepted'::text, 'contested'::text, 'silent'::text, 'withdrawn'::text, 'proposed'::text, 'decided'::text, 'appealed'::text, 'appeal_decided'::text, 'carried_out'::text, 'nothing_left'::text, 'less_left'::text])))
  constraint claim_events_part_check CHECK ((part = ANY (ARRAY['buyer'::text, 'vendor'::text, 'manager'::text, 'coordinator'::text, 'chief'::text, 'clock'::text])))
  constraint claim_events_pkey PRIMARY KEY (id)
  constraint claim_events_text_check CHECK ((char_length(text) <= 2000))
  index claim_events_of_claim USING btree (claim_id, created_at)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF text ON public.claim_events FOR EACH ROW EXECUTE FUNCTION clean_texts('text')
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.claim_events FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('claim-event', 'claim_id', 'text')
  row level security on
  policy events_with_claim for select to authenticated using (claim_id IN ( SELECT rights.my_claim_ids() AS my_claim_ids))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select to service_role
  grant select (id, claim_id, kind, part, text, created_at) to authenticated

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
  TRIGGER bound_evidence AFTER INSERT ON public.claim_evidence FOR EACH ROW EXECUTE FUNCTION bound_evidence()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.claim_evidence FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('claim-evidence', 'claim_id', 'path')
  TRIGGER photo_proves_once AFTER INSERT OR UPDATE OF path ON public.claim_evidence FOR EACH ROW EXECUTE FUNCTION photo_proves_once('evidence', 'evidence', 'path', 'claim_id')
  row level security on
  policy evidence_with_claim for select to authenticated using (claim_id IN ( SELECT rights.my_claim_ids() AS my_claim_ids))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select to service_role
  grant select to authenticated

table public.claim_lines
  claim_id uuid not null
  line_id uuid not null
  quantity integer not null
  constraint claim_lines_claim_id_fkey FOREIGN KEY (claim_id) REFERENCES claims(id)
  constraint claim_lines_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id)
  constraint claim_lines_pkey PRIMARY KEY (claim_id, line_id)
  constraint claim_lines_quantity_check CHECK ((quantity > 0))
  index claim_lines_of_line USING btree (line_id)
  TRIGGER guard_claim_line BEFORE INSERT OR UPDATE ON public.claim_lines FOR EACH ROW EXECUTE FUNCTION guard_claim_line()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.claim_lines FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('claim-line', 'claim_id', '')
  row level security on
  policy lines_with_claim for select to authenticated using (claim_id IN ( SELECT rights.my_claim_ids() AS my_claim_ids))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select to service_role
  grant select to authenticated

view public.claim_worths
  id uuid
  worth_kobo bigint
  grant select to authenticated
  grant select to service_role
  as
 SELECT id,
    rights.claim_worth_kobo(id) AS worth_kobo
   FROM claims c
  WHERE (id IN ( SELECT rights.my_claim_ids() AS my_claim_ids));

view public.claimable_lines  -- hand_over_id null: not received. From opens_at to closes_at, both included; 12 h perishables, 72 h others, 7 days after what was due. worth_kobo: of all these units, after what was paid back. waits_at: the hub that has counted them in; they are no claim. Whoever is told of an open lot has as long from then on, while the vendor is not paid.
  order_id uuid
  hand_over_id uuid
  line_id uuid
  product_name text
  unit text
  quantity integer
  unit_price numeric(14,2)
  opens_at timestamp with time zone
  closes_at timestamp with time zone
  worth_kobo bigint
  waits_at text
  waits_until timestamp with time zone
  grant select to authenticated
  grant select to service_role
  as
 SELECT o.id AS order_id,
    h.id AS hand_over_id,
    l.id AS line_id,
    l.product_name,
    l.unit,
    w.quantity,
    l.unit_price,
    h.done_at AS opens_at,
    GREATEST(h.done_at,
        CASE
            WHEN h.released_at IS NULL THEN rights.lot_opened_at(o.group_buy_id)
            ELSE NULL::timestamp with time zone
        END) +
        CASE
            WHEN is_perishable(p.category) THEN '12:00:00'::interval
            ELSE '72:00:00'::interval
        END AS closes_at,
    w.worth_kobo,
    NULL::text AS waits_at,
    NULL::timestamp with time zone AS waits_until
   FROM orders o
     CROSS JOIN LATERAL rights.claimable_worth(o.id) w(hand_over_id, line_id, quantity, worth_kobo)
     JOIN hand_overs h ON h.id = w.hand_over_id AND h.proof <> 'decision'::text
     JOIN order_lines l ON l.id = w.line_id
     JOIN products p ON p.id = l.product_id
  WHERE (o.user_id = (( SELECT auth.uid() AS uid)) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step) OR ( SELECT rights.is_service() AS is_service)) AND (o.status = ANY (ARRAY['ready'::text, 'collected'::text, 'delivered'::text, 'completed'::text]))
UNION ALL
 SELECT o.id AS order_id,
    NULL::uuid AS hand_over_id,
    l.id AS line_id,
    l.product_name,
    l.unit,
    w.quantity,
    l.unit_price,
    s.due_at AS opens_at,
    GREATEST(s.due_until, s.due_at) + '7 days'::interval AS closes_at,
    w.worth_kobo,
    k.place AS waits_at,
    k.until AS waits_until
   FROM orders o
     LEFT JOIN group_buys g ON g.id = o.group_buy_id
     CROSS JOIN LATERAL rights.claimable_worth(o.id) w(hand_over_id, line_id, quantity, worth_kobo)
     JOIN order_lines l ON l.id = w.line_id
     LEFT JOIN LATERAL ( SELECT h.due_from,
            h.due_until
           FROM hand_overs h
          WHERE h.order_id = o.id AND h.status <> 'done'::text
          ORDER BY h.created_at DESC
         LIMIT 1) d ON true
     LEFT JOIN LATERAL rights.waits_at_hub(l.id) k(place, until) ON true
     CROSS JOIN LATERAL ( SELECT GREATEST(d.due_from, ((COALESCE(g.share_date, l.share_date) + 1)::timestamp without time zone AT TIME ZONE 'Africa/Lagos'::text) - '00:00:01'::interval) AS due_at,
            d.due_until) s
  WHERE (o.user_id = (( SELECT auth.uid() AS uid)) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step) OR ( SELECT rights.is_service() AS is_service)) AND ((o.status = ANY (ARRAY['confirmed'::text, 'ready'::text])) OR o.status = 'paid'::text AND o.group_buy_id IS NULL) AND w.hand_over_id IS NULL AND w.worth_kobo > 0 AND s.due_at IS NOT NULL;

table public.claims  -- One row a claim. What was said stands in claim_events.
  id uuid not null default gen_random_uuid()
  claim_no bigint not null default nextval('claim_numbers'::regclass)
  order_id uuid not null
  hand_over_id uuid
  buyer_id uuid not null
  vendor_id uuid not null
  reason text not null
  wish text not null
  asked_kobo bigint not null  -- Goods that the buyer asks back, without their part of the fee; at most what the claimed units cost.
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
  return_id uuid  -- What was given back for it.
  ended_at timestamp with time zone
  created_at timestamp with time zone not null default clock_timestamp()
  updated_at timestamp with time zone not null default now()
  carried_kobo bigint  -- Goods that came back when it was carried out: less than was decided where the buyer had them by then, or had their money back. Null before.
  lot_id uuid  -- Decided together with others of its group buy.
  replace_by timestamp with time zone  -- A replacement that its buyer has not confirmed by then becomes money.
  replaced_at timestamp with time zone  -- When the buyer said that the replacement came.
  constraint claims_appeal_decided_by_fkey FOREIGN KEY (appeal_decided_by) REFERENCES profiles(id)
  constraint claims_appealed_by_check CHECK ((appealed_by = ANY (ARRAY['buyer'::text, 'vendor'::text])))
  constraint claims_asked_kobo_check CHECK ((asked_kobo > 0))
  constraint claims_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES profiles(id)
  constraint claims_carried_kobo_check CHECK ((carried_kobo >= 0))
  constraint claims_check CHECK (((proposed_kobo >= 0) AND (proposed_kobo <= asked_kobo)))
  constraint claims_check1 CHECK (((outcome_kobo >= 0) AND (outcome_kobo <= asked_kobo)))
  constraint claims_claim_no_key UNIQUE (claim_no)
  constraint claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id)
  constraint claims_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint claims_lot_id_fkey FOREIGN KEY (lot_id) REFERENCES lot_incidents(id)
  constraint claims_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint claims_outcome_check CHECK ((outcome = ANY (ARRAY['refund'::text, 'replacement'::text, 'rejected'::text])))
  constraint claims_payer_check CHECK ((payer = ANY (ARRAY['vendor'::text, 'hub'::text, 'rider'::text, 'platform'::text])))
  constraint claims_pkey PRIMARY KEY (id)
  constraint claims_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES profiles(id)
  constraint claims_proposed_outcome_check CHECK ((proposed_outcome = ANY (ARRAY['refund'::text, 'replacement'::text, 'rejected'::text])))
  constraint claims_proposed_payer_check CHECK ((proposed_payer = ANY (ARRAY['vendor'::text, 'hub'::text, 'rider'::text, 'platform'::text])))
  constraint claims_reason_check CHECK ((reason = ANY (ARRAY['short_weight'::text, 'spoiled'::text, 'wrong_item'::text, 'missing'::text, 'not_received'::text, 'not_by_me'::text, 'charged_wrongly'::text, 'no_show'::text])))
  constraint claims_return_id_fkey FOREIGN KEY (return_id) REFERENCES order_returns(id)
  constraint claims_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text, 'disputed'::text, 'proposed'::text, 'upheld'::text, 'rejected'::text, 'withdrawn'::text, 'appealed'::text, 'upheld_final'::text, 'rejected_final'::text])))
  constraint claims_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint claims_wish_check CHECK ((wish = ANY (ARRAY['refund'::text, 'replacement'::text])))
  constraint decided_has_outcome CHECK (
CASE
    WHEN (status = ANY (ARRAY['open'::text, 'answered'::text, 'disputed'::text, 'proposed'::text, 'withdrawn'::text])) THEN (outcome IS NULL)
    WHEN (status = ANY (ARRAY['rejected'::text, 'rejected_final'::text])) THEN (outcome = 'rejected'::text)
    WHEN (status = ANY (ARRAY['upheld'::text, 'upheld_final'::text])) THEN ((outcome = ANY (ARRAY['refund'::text, 'replacement'::text])) AND (payer IS NOT NULL))
    ELSE (outcome IS NOT NULL)
END)
  constraint guard_asked TRIGGER DEFERRABLE INITIALLY DEFERRED
  constraint never_came_or_of_a_hand_over CHECK (((hand_over_id IS NULL) = (reason = ANY (ARRAY['not_received'::text, 'no_show'::text]))))
  constraint no_more_carried_out_than_decided CHECK ((carried_kobo <= outcome_kobo))
  constraint one_appeal CHECK (((status <> 'appealed'::text) OR (appealed_by IS NOT NULL)))
  constraint refund_moves_money CHECK (((outcome_kobo > 0) = (NOT (outcome IS DISTINCT FROM 'refund'::text))))
  UNIQUE index one_claim_of_a_hand_over USING btree (order_id, COALESCE(hand_over_id, order_id)) WHERE (status <> 'withdrawn'::text)
  index claims_not_ended USING btree (status, answer_by) WHERE (ended_at IS NULL)
  index claims_of_buyer USING btree (buyer_id, created_at DESC)
  index claims_of_hand_over USING btree (hand_over_id) WHERE (hand_over_id IS NOT NULL)
  index claims_of_lot USING btree (lot_id) WHERE (lot_id IS NOT NULL)
  index claims_of_vendor USING btree (vendor_id, created_at DESC)
  index claims_to_replace USING btree (replace_by) WHERE ((ended_at IS NULL) AND (outcome = 'replacement'::text))
  CONSTRAINT TRIGGER guard_asked AFTER INSERT ON public.claims DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.status = 'open'::text)) EXECUTE FUNCTION guard_asked()
  TRIGGER claims_touch BEFORE UPDATE ON public.claims FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER guard_carried BEFORE UPDATE OF carried_kobo, return_id ON public.claims FOR EACH ROW EXECUTE FUNCTION guard_carried()
  TRIGGER guard_claim BEFORE INSERT OR UPDATE ON public.claims FOR EACH ROW EXECUTE FUNCTION guard_claim()
  TRIGGER guard_claim_in_lot BEFORE UPDATE ON public.claims FOR EACH ROW EXECUTE FUNCTION guard_claim_in_lot()
  TRIGGER hold_replacement BEFORE UPDATE ON public.claims FOR EACH ROW EXECUTE FUNCTION hold_replacement()
  TRIGGER join_lot AFTER INSERT ON public.claims FOR EACH ROW WHEN ((new.status = 'open'::text)) EXECUTE FUNCTION join_lot()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.claims FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('claim', 'id', '')
  TRIGGER log_status_change AFTER INSERT OR UPDATE OF status ON public.claims FOR EACH ROW EXECUTE FUNCTION log_status_change('claim')
  row level security on
  policy claims_of_their_sides for select to authenticated using (id IN ( SELECT rights.my_claim_ids() AS my_claim_ids))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select, update to service_role
  grant select (id, claim_no, order_id, hand_over_id, buyer_id, vendor_id, reason, wish, asked_kobo, status, answer_by, propose_by, decide_by, appeal_by, proposed_outcome, proposed_kobo, proposed_payer, outcome, outcome_kobo, payer, decided_at, appealed_by, ended_at, created_at, updated_at, carried_kobo, lot_id, replace_by, replaced_at) to authenticated

table public.collection_reminders  -- Written with its mail and notice. `undecided`: grace is over, and staff look for a way with the buyer.
  order_id uuid not null
  step text not null
  sent_at timestamp with time zone not null default clock_timestamp()
  constraint collection_reminders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint collection_reminders_pkey PRIMARY KEY (order_id, step)
  constraint collection_reminders_step_check CHECK ((step = ANY (ARRAY['day-7'::text, 'day-11'::text, 'day-13'::text, 'last-day'::text, 'over'::text, 'undecided'::text])))
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.collection_reminders FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('collection-reminder', 'order_id', '')
  row level security on
  grant insert, select to service_role

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
  constraint contact_messages_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES profiles(id)
  constraint contact_messages_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 255)))
  constraint contact_messages_message_check CHECK (((char_length(TRIM(BOTH FROM message)) >= 1) AND (char_length(TRIM(BOTH FROM message)) <= 5000)))
  constraint contact_messages_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 1) AND (char_length(TRIM(BOTH FROM name)) <= 120)))
  constraint contact_messages_pkey PRIMARY KEY (id)
  constraint contact_messages_status_check CHECK ((status = ANY (ARRAY['new'::text, 'answered'::text])))
  constraint contact_messages_subject_check CHECK (((char_length(TRIM(BOTH FROM subject)) >= 1) AND (char_length(TRIM(BOTH FROM subject)) <= 200)))
  index contact_messages_newest USING btree (status, created_at DESC)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF name, subject, message ON public.contact_messages FOR EACH ROW EXECUTE FUNCTION clean_texts('name', 'subject', 'message')
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.contact_messages FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('contact-message', 'id', 'name email subject message')
  row level security on
  policy staff_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['manager'::text, 'coordinator'::text, 'chief'::text, 'administrator'::text, 'supervisor'::text]) AS has_role)
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to authenticated

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
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF display_name ON public.conversation_members FOR EACH ROW EXECUTE FUNCTION clean_texts('display_name')
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.conversation_members FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('conversation-member', 'conversation_id', 'display_name')
  TRIGGER read_notice_of_messages AFTER UPDATE OF last_read_at ON public.conversation_members FOR EACH ROW WHEN ((new.last_read_at IS DISTINCT FROM old.last_read_at)) EXECUTE FUNCTION read_notice_of_messages()
  row level security on
  policy members_read for select to authenticated using (conversation_id IN ( SELECT rights.my_conversation_ids() AS my_conversation_ids))
  policy own_reading for update to authenticated using (profile_id = ( SELECT auth.uid() AS uid)) check (profile_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to authenticated
  grant update (last_read_at) to authenticated

table public.conversations
  id uuid not null default gen_random_uuid()
  subject text not null
  order_id uuid
  created_by uuid not null
  created_at timestamp with time zone not null default now()
  last_message_at timestamp with time zone not null default now()
  constraint conversations_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id)
  constraint conversations_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint conversations_pkey PRIMARY KEY (id)
  constraint conversations_subject_check CHECK (((char_length(TRIM(BOTH FROM subject)) >= 1) AND (char_length(TRIM(BOTH FROM subject)) <= 160)))
  UNIQUE index one_conversation_per_order USING btree (order_id, created_by) WHERE (order_id IS NOT NULL)
  index conversations_newest USING btree (last_message_at DESC)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF subject ON public.conversations FOR EACH ROW EXECUTE FUNCTION clean_texts('subject')
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.conversations FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('conversation', 'id', 'subject')
  row level security on
  policy members_read for select to authenticated using (id IN ( SELECT rights.my_conversation_ids() AS my_conversation_ids))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to authenticated

table public.dearer_choices  -- Where a paid order goes once the difference is paid; dropped: its buyer chose anew before that.
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
  constraint dearer_choices_delivery_zone_id_fkey FOREIGN KEY (delivery_zone_id) REFERENCES delivery_zones(id)
  constraint dearer_choices_from_kobo_check CHECK ((from_kobo >= 0))
  constraint dearer_choices_landmark_check CHECK ((char_length(landmark) <= 160))
  constraint dearer_choices_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint dearer_choices_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint dearer_choices_phone_check CHECK ((phone ~ '^\+234[0-9]{10}$'::text))
  constraint dearer_choices_pkey PRIMARY KEY (payment_id)
  constraint dearer_choices_recipient_check CHECK (((char_length(TRIM(BOTH FROM recipient)) >= 2) AND (char_length(TRIM(BOTH FROM recipient)) <= 80)))
  constraint dearer_choices_status_check CHECK ((status = ANY (ARRAY['awaited'::text, 'taken'::text, 'dropped'::text])))
  constraint dearer_choices_street_check CHECK (((char_length(TRIM(BOTH FROM street)) >= 4) AND (char_length(TRIM(BOTH FROM street)) <= 160)))
  constraint it_is_dearer CHECK ((to_kobo > from_kobo))
  constraint local_government_of_its_state FOREIGN KEY (state, lga) REFERENCES local_governments(state, name)
  UNIQUE index one_dearer_choice_awaited USING btree (order_id) WHERE (status = 'awaited'::text)
  index dearer_choices_of_order USING btree (order_id)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF recipient, street, landmark ON public.dearer_choices FOR EACH ROW EXECUTE FUNCTION clean_texts('recipient', 'street', 'landmark')
  TRIGGER guard_dearer_choice BEFORE UPDATE ON public.dearer_choices FOR EACH ROW EXECUTE FUNCTION guard_dearer_choice()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.dearer_choices FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('dearer-choice', 'order_id', '')
  row level security on
  policy dearer_choices_with_payment for select to authenticated using (EXISTS ( SELECT
   FROM payments p
  WHERE (p.id = dearer_choices.payment_id)))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select, update to service_role
  grant select (payment_id, order_id, from_kobo, to_kobo, status, created_at) to authenticated

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
  index delivery_runs_of_hub USING btree (pickup_point_id, window_from)
  index delivery_runs_of_rider USING btree (rider_id) WHERE (status <> 'ended'::text)
  index delivery_runs_of_shop USING btree (vendor_id, window_from)
  TRIGGER guard_delivery_run BEFORE INSERT OR UPDATE ON public.delivery_runs FOR EACH ROW EXECUTE FUNCTION guard_delivery_run()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.delivery_runs FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('delivery-run', 'id', '')
  row level security on
  grant insert, select, update to service_role

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
  constraint delivery_stops_status_check CHECK ((status = ANY (ARRAY['open'::text, 'delivered'::text, 'failed'::text, 'taken-out'::text])))
  constraint failed_has_a_reason CHECK (((status = 'failed'::text) = (reason IS NOT NULL)))
  constraint open_has_no_end CHECK (((status = 'open'::text) = (ended_at IS NULL)))
  constraint tried_on_a_run CHECK (((status <> 'failed'::text) OR (out_at IS NOT NULL)))
  UNIQUE index one_open_stop_an_order USING btree (order_id) WHERE (status = 'open'::text)
  UNIQUE index one_place_in_a_run USING btree (run_id, "position")
  index delivery_stops_of_order USING btree (order_id)
  index delivery_stops_photo USING btree (photo) WHERE (photo IS NOT NULL)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF reason, note ON public.delivery_stops FOR EACH ROW EXECUTE FUNCTION clean_texts('reason', 'note')
  TRIGGER announce AFTER INSERT OR UPDATE ON public.delivery_stops FOR EACH ROW EXECUTE FUNCTION realtime.announce_change('id')
  TRIGGER end_delivery_run AFTER UPDATE OF status ON public.delivery_stops FOR EACH ROW WHEN (((old.status = 'open'::text) AND (new.status <> 'open'::text))) EXECUTE FUNCTION end_delivery_run()
  TRIGGER guard_delivery_stop BEFORE INSERT OR UPDATE ON public.delivery_stops FOR EACH ROW EXECUTE FUNCTION guard_delivery_stop()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.delivery_stops FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('delivery-stop', 'order_id', 'note')
  TRIGGER photo_proves_once AFTER INSERT OR UPDATE OF photo ON public.delivery_stops FOR EACH ROW EXECUTE FUNCTION photo_proves_once('delivery-stop', 'hand-over-photos', 'photo', 'id')
  row level security on
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  policy stops_with_order for select to authenticated using (EXISTS ( SELECT
   FROM orders o
  WHERE (o.id = delivery_stops.order_id)))
  grant insert, select, update to service_role
  grant select (id, order_id, status, out_at, ended_at, reason, created_at) to authenticated

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
  constraint a_fee_that_somebody_pays CHECK ((fee_kobo <= 5000000))
  constraint closed_for_a_reason CHECK (((closed_at IS NULL) = (closed_reason IS NULL)))
  constraint delivery_zones_closed_reason_check CHECK (((char_length(TRIM(BOTH FROM closed_reason)) >= 5) AND (char_length(TRIM(BOTH FROM closed_reason)) <= 300)))
  constraint delivery_zones_delivered_by_check CHECK ((delivered_by = ANY (ARRAY['market'::text, 'vendor'::text])))
  constraint delivery_zones_fee_kobo_check CHECK (((fee_kobo >= 0) AND (fee_kobo <= 100000000)))
  constraint delivery_zones_lgas_check CHECK ((cardinality(lgas) <= 60))
  constraint delivery_zones_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 80)))
  constraint delivery_zones_pkey PRIMARY KEY (id)
  constraint delivery_zones_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  constraint delivery_zones_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint own_zone_is_delivered_by_its_shop CHECK (((vendor_id IS NOT NULL) OR (delivered_by = 'market'::text)))
  UNIQUE index open_delivery_zones_have_names USING btree (state, lower(TRIM(BOTH FROM name))) WHERE (closed_at IS NULL)
  index delivery_zones_open USING btree (state) WHERE (closed_at IS NULL)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF name, closed_reason ON public.delivery_zones FOR EACH ROW EXECUTE FUNCTION clean_texts('name', 'closed_reason')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.delivery_zones FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER delivery_zones_touch BEFORE UPDATE ON public.delivery_zones FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER guard_zone BEFORE INSERT OR UPDATE OF state, lgas ON public.delivery_zones FOR EACH ROW EXECUTE FUNCTION guard_zone()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.delivery_zones FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('delivery-zone', 'id', '')
  row level security on
  policy zones_are_public for select to public using true
  grant insert, select, update to service_role
  grant select to anon
  grant select to authenticated

table public.disputes  -- Chargebacks as the gateway has them. Only its answer is written here, never what an event claims.
  gateway text not null
  id text not null
  payment_id uuid not null
  status text not null  -- won: the market keeps the payment. lost: the payer got amount_kobo back.
  amount_kobo bigint not null  -- What the payer's bank asks for, or took.
  opened_at timestamp with time zone
  seen_at timestamp with time zone not null default clock_timestamp()  -- When the market first heard of it. Nothing is released from then on.
  ended_at timestamp with time zone
  next_look_at timestamp with time zone default (now() + '01:00:00'::interval)  -- When the gateway is asked next; null once it has ended.
  constraint disputes_amount_kobo_check CHECK (((amount_kobo >= 0) AND (amount_kobo <= '99999999999999'::bigint)))
  constraint disputes_gateway_check CHECK ((gateway = ANY (ARRAY['paystack'::text, 'local'::text])))
  constraint disputes_id_check CHECK (((char_length(id) >= 1) AND (char_length(id) <= 100)))
  constraint disputes_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id)
  constraint disputes_pkey PRIMARY KEY (gateway, id)
  constraint disputes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
  constraint ended_with_an_end CHECK (((status = 'open'::text) = (ended_at IS NULL)))
  index disputes_of_payment USING btree (payment_id)
  index disputes_to_look_at USING btree (next_look_at) WHERE (next_look_at IS NOT NULL)
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.disputes FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('dispute', 'id', '')
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select, update to service_role
  grant select to authenticated

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.document_numbers FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('document-number', 'year', '')
  row level security on

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
  constraint documents_amount_kobo_check CHECK ((amount_kobo >= 0))
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
  constraint number_document TRIGGER DEFERRABLE INITIALLY DEFERRED
  index documents_of_order USING btree (order_id) WHERE (order_id IS NOT NULL)
  index documents_of_payment USING btree (payment_id) WHERE (payment_id IS NOT NULL)
  index documents_of_person USING btree (user_id, issued_at DESC)
  index documents_of_vendor USING btree (vendor_id, issued_at DESC) WHERE (vendor_id IS NOT NULL)
  index documents_to_number USING btree (id) WHERE (serial IS NULL)
  CONSTRAINT TRIGGER number_document AFTER INSERT ON public.documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_document()
  TRIGGER keep_document BEFORE INSERT OR DELETE OR UPDATE ON public.documents FOR EACH ROW EXECUTE FUNCTION keep_document()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.documents FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('document', 'id', 'facts')
  TRIGGER not_emptied BEFORE TRUNCATE ON public.documents FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()
  row level security on
  policy documents_in_view for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy documents_of_the_shop for select to authenticated using (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  policy own_documents for select to authenticated using (user_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant select to service_role
  grant insert (kind, cause, user_id, vendor_id, payment_id, order_id, invoice_id, amount_kobo, facts) to service_role
  grant select (id, kind, number, user_id, vendor_id, payment_id, order_id, invoice_id, amount_kobo, facts, buyer_tin, seller_tin, irn, irn_qr, issued_at) to authenticated

table public.drawn_papers  -- PDFs by what they show. Any of them may be deleted: it is drawn again when somebody asks.
  digest bytea not null  -- SHA-256 of the version of the drawing code and of everything that the paper shows.
  bytes bytea not null
  drawn_at timestamp with time zone not null default now()
  used_at timestamp with time zone not null default now()  -- When it was last given to anybody, to the day; what nobody asks for is deleted.
  constraint drawn_papers_bytes_check CHECK (((octet_length(bytes) >= 1) AND (octet_length(bytes) <= 4194304)))
  constraint drawn_papers_digest_check CHECK ((octet_length(digest) = 32))
  constraint drawn_papers_pkey PRIMARY KEY (digest)
  index drawn_papers_used_at USING btree (used_at)
  row level security on
  grant delete, insert, select to service_role
  grant update (used_at) to service_role

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.email_logs FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('mail', 'id', 'recipient_email subject content metadata')
  TRIGGER log_status_change AFTER UPDATE ON public.email_logs REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION log_status_change('email_log')
  TRIGGER log_status_change_of_new AFTER INSERT ON public.email_logs REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION log_status_change('email_log')
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to authenticated

table public.email_templates  -- Mustache: {{placeholder}} and {{#list}}…{{/list}}; full_name and base_url are always given.
  id uuid not null default gen_random_uuid()
  type text not null
  subject text not null
  content text not null
  updated_at timestamp with time zone not null default now()
  placeholders text[]  -- What may stand in double braces; `list.name` for what a list holds. Null: not known.
  constraint email_templates_content_check CHECK ((char_length(content) <= 50000))
  constraint email_templates_pkey PRIMARY KEY (id)
  constraint email_templates_subject_check CHECK ((((char_length(subject) >= 1) AND (char_length(subject) <= 200)) AND (subject !~ '[\r\n]'::text)))
  constraint email_templates_type_check CHECK ((type ~ '^[a-z][a-z0-9-]{1,40}$'::text))
  constraint email_templates_type_key UNIQUE (type)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF subject, content ON public.email_templates FOR EACH ROW EXECUTE FUNCTION clean_texts('subject', 'content')
  TRIGGER email_templates_touch BEFORE UPDATE ON public.email_templates FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER guard_template BEFORE INSERT OR UPDATE OF subject, content ON public.email_templates FOR EACH ROW EXECUTE FUNCTION guard_template()
  TRIGGER limit_changes AFTER UPDATE ON public.email_templates REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER limit_removals AFTER DELETE ON public.email_templates REFERENCING OLD TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.email_templates FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_at_the_tables())) EXECUTE FUNCTION log_act('template', 'id', '')
  row level security on
  policy chief_adds for insert to authenticated check ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy chief_writes for update to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) check ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy staff_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text, 'administrator'::text, 'supervisor'::text]) AS has_role)
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to authenticated
  grant insert (type, subject, content) to authenticated
  grant update (subject, content) to authenticated

view public.expected_deliveries  -- By place, buy (or order from the cart) and product: units on their way, counted, entered as missing, ready there and taken.
  pickup_point_id uuid
  place text
  is_hub boolean
  vendor_id uuid
  shop text
  subject_id uuid
  group_buy_id uuid
  order_id uuid
  order_no integer
  line_id uuid
  product_id uuid
  product_name text
  unit text
  share_date date
  orders integer
  units bigint
  parts integer
  units_counted bigint
  grams_counted numeric
  shortfalls integer
  missing_thousandths bigint
  units_ready bigint
  units_taken bigint
  grant select to authenticated
  grant select to service_role
  as
 SELECT e.pickup_point_id,
    e.place,
    e.is_hub,
    e.vendor_id,
    e.shop,
    e.subject_id,
    e.group_buy_id,
    e.order_id,
    e.order_no,
    e.line_id,
    e.product_id,
    e.product_name,
    e.unit,
    e.share_date,
    e.orders,
    e.units,
    COALESCE(w.parts, 0) AS parts,
    COALESCE(w.units, 0::bigint) AS units_counted,
    w.grams AS grams_counted,
    COALESCE(s.entries, 0::bigint)::integer AS shortfalls,
    COALESCE(s.missing, 0::numeric)::bigint AS missing_thousandths,
    COALESCE(t.ready, 0::numeric)::bigint AS units_ready,
    COALESCE(t.taken, 0::numeric)::bigint AS units_taken
   FROM ( SELECT o.pickup_point_id,
            p.name AS place,
            p.vendor_id IS NULL AS is_hub,
            o.vendor_id,
            v.business_name AS shop,
            COALESCE(o.group_buy_id, o.id) AS subject_id,
            o.group_buy_id,
                CASE
                    WHEN o.group_buy_id IS NULL THEN o.id
                    ELSE NULL::uuid
                END AS order_id,
                CASE
                    WHEN o.group_buy_id IS NULL THEN o.order_no::integer
                    ELSE NULL::integer
                END AS order_no,
                CASE
                    WHEN o.group_buy_id IS NULL THEN l.id
                    ELSE NULL::uuid
                END AS line_id,
            l.product_id,
            l.product_name,
            l.unit,
            COALESCE(g.share_date, l.share_date) AS share_date,
            count(*)::integer AS orders,
            sum(l.quantity) AS units
           FROM orders o
             JOIN order_lines l ON l.order_id = o.id
             JOIN pickup_points p ON p.id = o.pickup_point_id
             JOIN vendors v ON v.id = o.vendor_id
             LEFT JOIN group_buys g ON g.id = o.group_buy_id
          WHERE (o.pickup_point_id IN ( SELECT rights.served_place_ids() AS served_place_ids)) AND ((o.status = ANY (ARRAY['confirmed'::text, 'ready'::text])) OR o.status = 'paid'::text AND o.group_buy_id IS NULL)
          GROUP BY o.pickup_point_id, p.name, (p.vendor_id IS NULL), o.vendor_id, v.business_name, (COALESCE(o.group_buy_id, o.id)), o.group_buy_id, (
                CASE
                    WHEN o.group_buy_id IS NULL THEN o.id
                    ELSE NULL::uuid
                END), (
                CASE
                    WHEN o.group_buy_id IS NULL THEN o.order_no::integer
                    ELSE NULL::integer
                END), (
                CASE
                    WHEN o.group_buy_id IS NULL THEN l.id
                    ELSE NULL::uuid
                END), l.product_id, l.product_name, l.unit, (COALESCE(g.share_date, l.share_date))) e
     LEFT JOIN LATERAL ( SELECT max(x.part) AS parts,
            sum(x.units_counted) AS units,
            sum(x.grams_counted) AS grams
           FROM weigh_ins x
          WHERE x.pickup_point_id = e.pickup_point_id AND COALESCE(x.group_buy_id, x.order_id) = e.subject_id AND x.product_id = e.product_id) w ON true
     LEFT JOIN LATERAL ( SELECT count(*) AS entries,
            sum(f.missing_thousandths) FILTER (WHERE NOT f.pickup_point_id IS DISTINCT FROM e.pickup_point_id AND (f.status <> ALL (ARRAY['taken-back'::text, 'refused'::text]))) AS missing
           FROM shortfalls f
          WHERE f.group_buy_id = e.group_buy_id OR f.line_id = e.line_id) s ON true
     LEFT JOIN LATERAL ( SELECT sum(GREATEST(0::bigint, l.quantity - rights.short_units(l.id) - t_1.units)) FILTER (WHERE o.status = 'ready'::text) AS ready,
            sum(t_1.units) AS taken
           FROM orders o
             JOIN order_lines l ON l.order_id = o.id
             CROSS JOIN LATERAL ( SELECT COALESCE(sum(x.quantity), 0::bigint) AS units
                   FROM hand_over_lines x
                  WHERE x.line_id = l.id) t_1
          WHERE o.pickup_point_id = e.pickup_point_id AND COALESCE(o.group_buy_id, o.id) = e.subject_id AND l.product_id = e.product_id AND (o.status = ANY (ARRAY['ready'::text, 'collected'::text, 'delivered'::text, 'completed'::text]))) t ON true;

view public.expected_hand_overs  -- For the staff of a place, by membership: names and goods, no money.
  id uuid
  order_id uuid
  order_no bigint
  buyer_id uuid
  buyer_name text
  kind text
  pickup_point_id uuid
  vendor_id uuid
  status text
  due_from timestamp with time zone
  due_until timestamp with time zone
  done_at timestamp with time zone
  proof text
  taken_by text
  handled_by_name text
  place_name text
  shop_name text
  is_own boolean
  lines jsonb
  grant select to authenticated
  grant select to service_role
  as
 SELECT h.id,
    h.order_id,
    o.order_no,
    o.user_id AS buyer_id,
    o.buyer_name,
    h.kind,
    h.pickup_point_id,
    o.vendor_id,
    h.status,
    h.due_from,
    h.due_until,
    h.done_at,
    h.proof,
    h.taken_by,
    COALESCE(p.full_name, ''::text) AS handled_by_name,
    COALESCE(l.name, v.business_name) AS place_name,
    v.business_name AS shop_name,
    o.user_id = (( SELECT auth.uid() AS uid)) AS is_own,
    rights.goods_of_hand_over(h.id) AS lines
   FROM hand_overs h
     JOIN orders o ON o.id = h.order_id
     JOIN vendors v ON v.id = o.vendor_id
     LEFT JOIN pickup_points l ON l.id = h.pickup_point_id
     LEFT JOIN profiles p ON p.id = h.handled_by
  WHERE NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND (h.status = 'open'::text OR h.status = 'done'::text AND h.done_at > (now() - '24:00:00'::interval)) AND
        CASE
            WHEN h.kind = 'delivery'::text THEN h.status = 'done'::text AND h.handled_by = (( SELECT auth.uid() AS uid)) OR h.status = 'open'::text AND (o.id IN ( SELECT s.order_id
               FROM delivery_stops s
                 JOIN delivery_runs r ON r.id = s.run_id
              WHERE s.status = 'open'::text AND r.status = 'out'::text AND (r.id IN ( SELECT rights.own_runs_of(( SELECT auth.uid() AS uid)) AS own_runs_of))))
            WHEN h.pickup_point_id IS NULL THEN (o.vendor_id IN ( SELECT rights.hand_over_shops_of(auth.uid()) AS hand_over_shops_of))
            ELSE (h.pickup_point_id IN ( SELECT rights.hand_over_places_of(auth.uid()) AS hand_over_places_of))
        END;

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
  constraint base_price_is_a_number CHECK ((base_price <> 'NaN'::numeric))
  constraint featured_deals_base_price_check CHECK ((base_price > (0)::numeric))
  constraint featured_deals_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id)
  constraint featured_deals_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 2) AND (char_length(TRIM(BOTH FROM name)) <= 120)))
  constraint featured_deals_options_check CHECK ((char_length(options) <= 4000))
  constraint featured_deals_pkey PRIMARY KEY (id)
  constraint featured_deals_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id)
  constraint featured_deals_status_check CHECK ((status = ANY (ARRAY['active'::text, 'deleted'::text])))
  constraint featured_deals_unit_check CHECK (((char_length(TRIM(BOTH FROM unit)) >= 1) AND (char_length(TRIM(BOTH FROM unit)) <= 40)))
  constraint picture_is_on_this_site CHECK ((is_own_path(image_url) AND (image_url <> '/'::text)))
  index featured_deals_listed USING btree (created_at DESC) WHERE (status = 'active'::text)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF name, unit ON public.featured_deals FOR EACH ROW EXECUTE FUNCTION clean_texts('name', 'unit')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.featured_deals FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER featured_deals_touch BEFORE UPDATE ON public.featured_deals FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER limit_changes AFTER UPDATE ON public.featured_deals REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER limit_removals AFTER DELETE ON public.featured_deals REFERENCING OLD TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.featured_deals FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_at_the_tables())) EXECUTE FUNCTION log_act('deal', 'id', '')
  TRIGGER log_status_change AFTER INSERT OR UPDATE OF status ON public.featured_deals FOR EACH ROW EXECUTE FUNCTION log_status_change('deal')
  row level security on
  policy listed for select to public using (status = 'active'::text)
  policy staff_adds for insert to authenticated check ( SELECT rights.keeps_content() AS keeps_content)
  policy staff_edits for update to authenticated using ( SELECT rights.keeps_content() AS keeps_content) check ( SELECT rights.keeps_content() AS keeps_content)
  policy staff_reads for select to authenticated using ( SELECT rights.keeps_content() AS keeps_content)
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to anon
  grant select to authenticated
  grant insert (id, name, base_price, unit, options, image_url, status, product_id, group_buy_id) to authenticated
  grant update (name, base_price, unit, options, image_url, status, product_id, group_buy_id) to authenticated

table public.follower_tellings  -- How far the followers of a buy have been told, in the order of their ids. A job that dies goes on from here and tells nobody twice.
  group_buy_id uuid not null
  told_to uuid
  done_at timestamp with time zone
  constraint follower_tellings_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id) ON DELETE CASCADE
  constraint follower_tellings_pkey PRIMARY KEY (group_buy_id)
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.follower_tellings FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('follower-telling', 'group_buy_id', '')
  row level security on
  grant delete, insert, select, update to service_role

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
  constraint a_product_or_a_shop CHECK ((num_nonnulls(product_id, vendor_id) = 1))
  constraint followed_once UNIQUE NULLS NOT DISTINCT (follower_id, product_id, vendor_id)
  constraint follows_follower_id_fkey FOREIGN KEY (follower_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint follows_pkey PRIMARY KEY (id)
  constraint follows_product_id_fkey FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE
  constraint follows_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  index followers_of_product USING btree (product_id, follower_id) WHERE (product_id IS NOT NULL)
  index followers_of_shop USING btree (vendor_id, follower_id) WHERE (vendor_id IS NOT NULL)
  index follows_newest USING btree (follower_id, created_at DESC, id)
  TRIGGER guard_follows BEFORE INSERT ON public.follows FOR EACH ROW EXECUTE FUNCTION guard_follows()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.follows FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('follow', 'id', '')
  row level security on
  policy own_follows for select to authenticated using (follower_id = ( SELECT auth.uid() AS uid))
  policy own_follows_add for insert to authenticated check ((follower_id = ( SELECT auth.uid() AS uid)) AND ((product_id IS NULL) OR (EXISTS ( SELECT
   FROM products p
  WHERE (p.id = follows.product_id)))) AND ((vendor_id IS NULL) OR (EXISTS ( SELECT
   FROM vendors v
  WHERE (v.id = follows.vendor_id)))))
  policy own_follows_remove for delete to authenticated using (follower_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, select to service_role
  grant delete, select to authenticated
  grant insert (follower_id, product_id, vendor_id) to authenticated

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.gateway_events FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('gateway-event', 'id', '')
  row level security on
  grant insert, select, update to service_role

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.gateway_records FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('gateway-record', 'id', '')
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  grant insert, select, update to service_role
  grant select to authenticated

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
  constraint end_date_is_within_reach CHECK (((end_date >= '2000-01-01 00:00:00+00'::timestamp with time zone) AND (end_date <= '2100-01-01 00:00:00+00'::timestamp with time zone)))
  constraint group_buys_base_price_check CHECK ((base_price > (0)::numeric))
  constraint group_buys_buyer_fee_bps_check CHECK (((buyer_fee_bps >= 0) AND (buyer_fee_bps <= 10000)))
  constraint group_buys_check CHECK ((max_quantity >= min_quantity))
  constraint group_buys_check1 CHECK ((max_participants >= min_participants))
  constraint group_buys_end_reason_check CHECK ((char_length(end_reason) <= 300))
  constraint group_buys_kg_per_unit_check CHECK ((kg_per_unit > (0)::numeric))
  constraint group_buys_late_leave_charge_bps_check CHECK (((late_leave_charge_bps >= 0) AND (late_leave_charge_bps <= 10000)))
  constraint group_buys_left_late_check CHECK ((left_late >= 0))
  constraint group_buys_min_participants_check CHECK ((min_participants >= 1))
  constraint group_buys_min_quantity_check CHECK ((min_quantity >= 1))
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
  constraint people_are_not_oversold CHECK (((current_participants >= 0) AND ((max_participants IS NULL) OR (current_participants <= max_participants))))
  constraint picture_is_on_this_site CHECK ((is_own_path(image_url) AND (image_url <> '/'::text)))
  constraint places_are_not_oversold CHECK (((current_quantity >= 0) AND (current_quantity <= target_quantity)))
  constraint vendor_keeps_95_percent CHECK ((vendor_fee_bps <= 500))
  constraint window_closes_before_payment CHECK (((payment_due_at IS NULL) OR (extended_at IS NOT NULL) OR (end_date <= payment_due_at)))
  index group_buys_category USING btree (category, end_date) WHERE (status = 'active'::text)
  index group_buys_cheapest USING btree (current_price, id) WHERE (status = 'active'::text)
  index group_buys_ending USING btree (end_date, id) WHERE (status = 'active'::text)
  index group_buys_location USING btree (vendor_location) WHERE (status = 'active'::text)
  index group_buys_popular USING btree (current_participants DESC, id) WHERE (status = 'active'::text)
  index group_buys_product USING btree (product_id)
  index group_buys_search USING gin (product_name gin_trgm_ops) WHERE (status = 'active'::text)
  index group_buys_vendor USING btree (vendor_id, created_at DESC)
  TRIGGER announce AFTER INSERT OR DELETE ON public.group_buys FOR EACH ROW EXECUTE FUNCTION realtime.announce_change('id')
  TRIGGER announce_moved_rows AFTER UPDATE ON public.group_buys REFERENCING OLD TABLE AS former NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_moved_rows()
  TRIGGER announce_table AFTER TRUNCATE ON public.group_buys FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER await_shop BEFORE INSERT OR UPDATE OF status ON public.group_buys FOR EACH ROW WHEN ((new.status = 'active'::text)) EXECUTE FUNCTION await_shop()
  TRIGGER guard_final_price BEFORE UPDATE OF final_price ON public.group_buys FOR EACH ROW WHEN (((old.final_price IS NULL) AND (new.final_price IS NOT NULL) AND (new.status = 'settling'::text))) EXECUTE FUNCTION guard_final_price()
  TRIGGER guard_group_buy BEFORE INSERT OR UPDATE OF status, product_id, price_tiers, base_price, target_quantity, min_participants, max_participants, min_quantity, max_quantity, end_date, share_date, payment_mode, allow_extension, tier_thresholds, tier_prices ON public.group_buys FOR EACH ROW EXECUTE FUNCTION guard_group_buy()
  TRIGGER guard_own_case BEFORE UPDATE OF status ON public.group_buys FOR EACH ROW WHEN (((new.status = 'cancelled'::text) AND (old.status <> 'cancelled'::text))) EXECUTE FUNCTION guard_own_case_beyond_shop()
  TRIGGER guard_room BEFORE UPDATE OF status, target_quantity, min_quantity, min_participants, price_tiers ON public.group_buys FOR EACH ROW WHEN (((new.status = 'active'::text) AND (old.status = ANY (ARRAY['draft'::text, 'active'::text])))) EXECUTE FUNCTION guard_room()
  TRIGGER guard_room_in BEFORE INSERT ON public.group_buys FOR EACH ROW WHEN ((new.status = 'active'::text)) EXECUTE FUNCTION guard_room()
  TRIGGER guard_terms_once_paid BEFORE UPDATE OF target_quantity, price_tiers, min_participants, max_participants, end_date, payment_mode, allow_extension ON public.group_buys FOR EACH ROW WHEN (((old.status = 'active'::text) AND (((((((new.target_quantity IS DISTINCT FROM old.target_quantity) OR (new.price_tiers IS DISTINCT FROM old.price_tiers)) OR (new.min_participants IS DISTINCT FROM old.min_participants)) OR (new.max_participants IS DISTINCT FROM old.max_participants)) OR (new.end_date IS DISTINCT FROM old.end_date)) OR (new.payment_mode IS DISTINCT FROM old.payment_mode)) OR (new.allow_extension IS DISTINCT FROM old.allow_extension)))) EXECUTE FUNCTION guard_terms_once_paid()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.group_buys FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('group-buy', 'id', '')
  TRIGGER log_status_change AFTER INSERT OR UPDATE OF status ON public.group_buys FOR EACH ROW EXECUTE FUNCTION log_status_change('group_buy')
  TRIGGER move_stock AFTER UPDATE ON public.group_buys FOR EACH ROW WHEN ((old.set_aside <> new.set_aside)) EXECUTE FUNCTION move_stock()
  TRIGGER move_stock_in AFTER INSERT ON public.group_buys FOR EACH ROW WHEN ((new.set_aside > 0)) EXECUTE FUNCTION move_stock()
  TRIGGER refuse_suspended BEFORE INSERT OR DELETE OR UPDATE ON public.group_buys FOR EACH ROW EXECUTE FUNCTION guard_suspended_goods()
  TRIGGER search_changed AFTER UPDATE OF status, product_name, product_description, category, unit, vendor_location, end_date ON public.group_buys FOR EACH ROW WHEN ((((((((new.status IS DISTINCT FROM old.status) OR (new.product_name IS DISTINCT FROM old.product_name)) OR (new.product_description IS DISTINCT FROM old.product_description)) OR (new.category IS DISTINCT FROM old.category)) OR (new.unit IS DISTINCT FROM old.unit)) OR (new.vendor_location IS DISTINCT FROM old.vendor_location)) OR (new.end_date IS DISTINCT FROM old.end_date))) EXECUTE FUNCTION search.note_group_buy()
  TRIGGER search_new AFTER INSERT ON public.group_buys FOR EACH ROW WHEN ((new.status = 'active'::text)) EXECUTE FUNCTION search.note_group_buy()
  TRIGGER tell_followers AFTER UPDATE OF status ON public.group_buys FOR EACH ROW WHEN (((old.status = 'draft'::text) AND (new.status = 'active'::text))) EXECUTE FUNCTION tell_followers()
  TRIGGER tell_followers_of_new AFTER INSERT ON public.group_buys FOR EACH ROW WHEN ((new.status = 'active'::text)) EXECUTE FUNCTION tell_followers()
  TRIGGER weigh_buy BEFORE INSERT OR UPDATE OF status, product_id ON public.group_buys FOR EACH ROW WHEN ((new.status = ANY (ARRAY['draft'::text, 'active'::text]))) EXECUTE FUNCTION weigh_buy()
  row level security on
  policy joined_buys for select to authenticated using ((status = 'active'::text) AND (id IN ( SELECT rights.my_buy_ids() AS my_buy_ids)))
  policy own_buys for select to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)))
  policy own_buys_add for insert to authenticated check (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  policy own_buys_edit for update to authenticated using (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) check (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  policy published for select to public using ((status <> 'draft'::text) AND ((status <> 'cancelled'::text) OR (published_at IS NOT NULL)) AND ((status <> 'active'::text) OR (vendor_id IN ( SELECT rights.active_vendor_ids() AS active_vendor_ids))))
  grant delete, insert, select to service_role
  grant select to anon
  grant select to authenticated
  grant insert (id, product_id, status, price_tiers, end_date, target_quantity, current_quantity, min_participants, max_participants, current_participants, payment_mode, allow_extension) to authenticated
  grant update (status, price_tiers, end_date, target_quantity, min_participants, max_participants, payment_mode, allow_extension) to authenticated
  grant update (status, price_tiers, share_date, payment_due_at, end_date, target_quantity, min_participants, max_participants, payment_mode, allow_extension, extended_at, final_price, end_reason, closed_at, settled_at, honoured_at, left_late, settled_participants) to service_role

table public.hand_over_lines  -- Units of a line that changed hands in a hand-over that is done.
  hand_over_id uuid not null
  line_id uuid not null
  quantity integer not null
  constraint hand_over_lines_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint hand_over_lines_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id)
  constraint hand_over_lines_pkey PRIMARY KEY (hand_over_id, line_id)
  constraint hand_over_lines_quantity_check CHECK ((quantity > 0))
  index hand_over_lines_of_line USING btree (line_id)
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.hand_over_lines FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER guard_hand_over_line BEFORE INSERT OR UPDATE ON public.hand_over_lines FOR EACH ROW EXECUTE FUNCTION guard_hand_over_line()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.hand_over_lines FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('hand-over-line', 'hand_over_id', '')
  row level security on
  policy lines_with_hand_over for select to authenticated using (EXISTS ( SELECT
   FROM hand_overs h
  WHERE (h.id = hand_over_lines.hand_over_id)))
  grant insert, select, update to service_role
  grant select to authenticated

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
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF reason ON public.hand_over_overrides FOR EACH ROW EXECUTE FUNCTION clean_texts('reason')
  TRIGGER guard_override BEFORE INSERT ON public.hand_over_overrides FOR EACH ROW EXECUTE FUNCTION guard_override()
  TRIGGER guard_own_case BEFORE INSERT ON public.hand_over_overrides FOR EACH ROW EXECUTE FUNCTION guard_own_case('hand_over', 'hand_over_id', 'person_id', 'duty')
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.hand_over_overrides FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('hand-over-override', 'hand_over_id', '')
  TRIGGER photo_proves_once AFTER INSERT OR UPDATE OF photo ON public.hand_over_overrides FOR EACH ROW EXECUTE FUNCTION photo_proves_once('override', 'hand-over-photos', 'photo', 'hand_over_id')
  row level security on
  policy overrides_for_overseers for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['coordinator'::text, 'chief'::text]) AS has_role)
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select to service_role
  grant select to authenticated
  grant update (confirmed_at) to service_role

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
  constraint a_place_or_a_door CHECK (((kind <> 'delivery'::text) OR (pickup_point_id IS NULL)))
  constraint done_has_proof CHECK (((status = 'done'::text) = ((done_at IS NOT NULL) AND (proof IS NOT NULL) AND (claim_until IS NOT NULL))))
  constraint guard_decided_hand_over TRIGGER DEFERRABLE INITIALLY DEFERRED
  constraint hand_overs_check CHECK (((released_kobo >= 0) AND (released_kobo <= goods_kobo)))
  constraint hand_overs_goods_kobo_check CHECK ((goods_kobo >= 0))
  constraint hand_overs_handled_by_fkey FOREIGN KEY (handled_by) REFERENCES profiles(id)
  constraint hand_overs_kind_check CHECK ((kind = ANY (ARRAY['pickup'::text, 'delivery'::text, 'stockpile'::text])))
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
  index hand_overs_of_order USING btree (order_id)
  index hand_overs_to_release USING btree (claim_until) WHERE ((status = 'done'::text) AND (released_at IS NULL))
  CONSTRAINT TRIGGER guard_decided_hand_over AFTER INSERT OR UPDATE ON public.hand_overs DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.proof = 'decision'::text)) EXECUTE FUNCTION guard_decided_hand_over()
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.hand_overs FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER end_delivery_stop AFTER UPDATE OF status ON public.hand_overs FOR EACH ROW WHEN (((old.status = 'open'::text) AND (new.status <> 'open'::text))) EXECUTE FUNCTION end_delivery_stop()
  TRIGGER guard_hand_over BEFORE UPDATE ON public.hand_overs FOR EACH ROW EXECUTE FUNCTION guard_hand_over()
  TRIGGER guard_override_time BEFORE UPDATE OF claim_until ON public.hand_overs FOR EACH ROW WHEN (((old.status = 'done'::text) AND (old.proof = 'override'::text) AND (new.claim_until < old.claim_until))) EXECUTE FUNCTION guard_override_time()
  TRIGGER hold_disputed_money BEFORE UPDATE OF released_at ON public.hand_overs FOR EACH ROW WHEN (((old.released_at IS NULL) AND (new.released_at IS NOT NULL))) EXECUTE FUNCTION hold_disputed_money()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.hand_overs FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('hand-over', 'order_id', 'taken_by')
  row level security on
  policy hand_overs_with_order for select to authenticated using (EXISTS ( SELECT
   FROM orders o
  WHERE (o.id = hand_overs.order_id)))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select, update to service_role
  grant select (id, order_id, kind, pickup_point_id, status, due_from, due_until, done_at, proof, taken_by, claim_until, released_at, created_at) to authenticated

view public.held_goods  -- missed: how often this buyer has left goods until grace was over.
  id uuid
  order_id uuid
  order_no integer
  buyer_id uuid
  buyer_name text
  kind text
  pickup_point_id uuid
  vendor_id uuid
  shop_name text
  state text
  place_name text
  due_from timestamp with time zone
  due_until timestamp with time zone
  grace_until timestamp with time zone
  shelf text
  lines jsonb
  kg double precision
  opened_at timestamp with time zone
  wish text
  missed integer
  grant select to authenticated
  grant select to service_role
  as
 SELECT h.id,
    h.order_id,
    o.order_no::integer AS order_no,
    o.user_id AS buyer_id,
    o.buyer_name,
    h.kind,
    h.pickup_point_id,
    o.vendor_id,
    v.business_name AS shop_name,
    v.state,
    COALESCE(p.name, v.business_name) AS place_name,
    h.due_from,
    h.due_until,
    rights.grace_of(o.id, h.due_until) AS grace_until,
    s.shelf,
    rights.goods_of_hand_over(h.id) AS lines,
    ( SELECT COALESCE(sum(u.quantity::numeric * COALESCE(l.kg_per_unit, 0::numeric)), 0::numeric)::double precision AS "coalesce"
           FROM rights.units_left_of(o.id) u(line_id, quantity)
             JOIN order_lines l ON l.id = u.line_id) AS kg,
    n.opened_at,
    n.wish,
    (( SELECT count(*) AS count
           FROM uncollected m
          WHERE m.buyer_id = o.user_id))::integer AS missed
   FROM hand_overs h
     JOIN orders o ON o.id = h.order_id
     JOIN vendors v ON v.id = o.vendor_id
     LEFT JOIN pickup_points p ON p.id = h.pickup_point_id
     LEFT JOIN uncollected n ON n.order_id = o.id AND n.closed_at IS NULL
     LEFT JOIN LATERAL ( SELECT string_agg(DISTINCT w.shelf, ', '::text) AS shelf
           FROM weigh_ins w
             JOIN order_lines l ON l.order_id = o.id AND l.product_id = w.product_id
          WHERE w.pickup_point_id = h.pickup_point_id AND COALESCE(w.group_buy_id, w.order_id) = COALESCE(o.group_buy_id, o.id) AND w.shelf <> ''::text) s ON true
  WHERE NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND h.status = 'open'::text AND h.kind <> 'delivery'::text AND ((o.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) OR
        CASE
            WHEN h.pickup_point_id IS NULL THEN (o.vendor_id IN ( SELECT rights.hand_over_shops_of(auth.uid()) AS hand_over_shops_of))
            ELSE (h.pickup_point_id IN ( SELECT rights.hand_over_places_of(auth.uid()) AS hand_over_places_of))
        END);

view public.held_rooms  -- Room of the places where the reader hands over: kept and promised.
  id uuid
  name text
  capacity_kg integer
  stockpiled_kg integer
  grant select to authenticated
  grant select to service_role
  as
 SELECT id,
    name,
    stockpile_capacity_kg AS capacity_kg,
    ceil(stockpiled_kg(id))::integer AS stockpiled_kg
   FROM pickup_points p
  WHERE stockpile_capacity_kg > 0 AND NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND (id IN ( SELECT rights.hand_over_places_of(auth.uid()) AS hand_over_places_of));

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
  row level security on
  grant delete, insert, select to service_role
  grant update (status, answer) to service_role

view public.judged_questions
  id uuid
  product_id uuid
  product_name text
  vendor_id uuid
  business_name text
  asker_name text
  question text
  asked_at timestamp with time zone
  answer text
  answered_at timestamp with time zone
  answer_changed_at timestamp with time zone
  reported_at timestamp with time zone
  report_reason text
  judged_at timestamp with time zone
  judge_reason text
  hidden_at timestamp with time zone
  grant select to authenticated
  grant select to service_role
  as
 SELECT q.id,
    q.product_id,
    p.name AS product_name,
    q.vendor_id,
    v.business_name,
    q.asker_name,
    q.question,
    q.asked_at,
    q.answer,
    q.answered_at,
    q.answer_changed_at,
    q.reported_at,
    q.report_reason,
    q.judged_at,
    q.judge_reason,
    q.hidden_at
   FROM product_questions q
     JOIN vendors v ON v.id = q.vendor_id
     JOIN products p ON p.id = q.product_id
  WHERE q.vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) OR q.reported_at IS NOT NULL AND ( SELECT rights.keeps_content() AS keeps_content);

view public.judged_reviews
  id uuid
  vendor_id uuid
  business_name text
  state text
  order_no bigint
  rating integer
  comment text
  created_at timestamp with time zone
  reply text
  replied_at timestamp with time zone
  reported_at timestamp with time zone
  report_reason text
  judged_at timestamp with time zone
  judge_reason text
  hidden_at timestamp with time zone
  grant select to authenticated
  grant select to service_role
  as
 SELECT r.id,
    r.vendor_id,
    v.business_name,
    v.state,
    o.order_no,
    r.rating,
    r.comment,
    r.created_at,
    r.reply,
    r.replied_at,
    r.reported_at,
    r.report_reason,
    r.judged_at,
    r.judge_reason,
    r.hidden_at
   FROM reviews r
     JOIN vendors v ON v.id = r.vendor_id
     JOIN orders o ON o.id = r.order_id
  WHERE v.id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) OR r.reported_at IS NOT NULL AND ((v.id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) OR ( SELECT rights.keeps_content() AS keeps_content));

view public.ledger_account_lines  -- Which lines stand on an account: name the account (account_id). ledger_lines tells them.
  account_id uuid
  id uuid
  posted_at timestamp with time zone
  grant select to authenticated
  as
 SELECT account_id,
    id,
    posted_at
   FROM ( SELECT transfers.debit_id AS account_id,
            transfers.id,
            transfers.posted_at
           FROM ledger.transfers
        UNION ALL
         SELECT transfers.credit_id,
            transfers.id,
            transfers.posted_at
           FROM ledger.transfers) e
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role);

view public.ledger_accounts  -- Every account with what stands on it now; of limited ones from their running totals.
  id uuid
  kind text
  side text
  owner_id uuid
  opened_at timestamp with time zone
  owner_name text
  owner_status text
  held_kobo bigint
  debits_kobo bigint
  credits_kobo bigint
  balance_kobo bigint
  grant select to authenticated
  as
 SELECT a.id,
    a.kind,
    k.side,
    a.owner_id,
    a.opened_at,
        CASE k.owner
            WHEN 'order'::text THEN 'Order '::text || o.order_no
            WHEN 'person'::text THEN p.full_name
            WHEN 'vendor'::text THEN v.business_name
            WHEN 'payment'::text THEN y.reference
            WHEN 'refund'::text THEN COALESCE('Order '::text || r.order_no, z.reference)
            WHEN 'payout'::text THEN "left"(a.owner_id::text, 8)
            ELSE NULL::text
        END AS owner_name,
    COALESCE(o.status, f.status, y.status) AS owner_status,
    a.held_kobo,
    COALESCE(s.debits, a.debits_kobo::numeric)::bigint AS debits_kobo,
    COALESCE(s.credits, a.credits_kobo::numeric)::bigint AS credits_kobo,
    ((COALESCE(s.credits, a.credits_kobo::numeric) - COALESCE(s.debits, a.debits_kobo::numeric)) *
        CASE
            WHEN k.side = ANY (ARRAY['asset'::text, 'expense'::text]) THEN '-1'::integer
            ELSE 1
        END::numeric)::bigint AS balance_kobo
   FROM ledger.accounts a
     JOIN ledger.account_kinds k ON k.kind = a.kind
     LEFT JOIN orders o ON a.kind = 'escrow'::text AND o.id = a.owner_id
     LEFT JOIN profiles p ON k.owner = 'person'::text AND p.id = a.owner_id
     LEFT JOIN vendors v ON a.kind = 'vendor'::text AND v.id = a.owner_id
     LEFT JOIN payments y ON a.kind = 'unapplied'::text AND y.id = a.owner_id
     LEFT JOIN refunds f ON a.kind = 'refund_due'::text AND f.id = a.owner_id
     LEFT JOIN orders r ON r.id = f.order_id
     LEFT JOIN payments z ON z.id = f.payment_id
     LEFT JOIN ( SELECT account_days.account_id,
            sum(account_days.debits_kobo) AS debits,
            sum(account_days.credits_kobo) AS credits
           FROM sums.account_days
          GROUP BY account_days.account_id) s ON s.account_id = a.id
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role);

view public.ledger_balances  -- What stood on the accounts of each kind at the end of a day in Lagos: name the day (as_at), or every day is computed.
  as_at date
  kind text
  side text
  owner text
  accounts integer
  debits_kobo bigint
  credits_kobo bigint
  balance_kobo bigint
  grant select to authenticated
  as
 SELECT d.day::date AS as_at,
    b.kind,
    b.side,
    b.owner,
    b.accounts,
    b.debits_kobo,
    b.credits_kobo,
        CASE
            WHEN b.side = ANY (ARRAY['asset'::text, 'expense'::text]) THEN b.debits_kobo - b.credits_kobo
            ELSE b.credits_kobo - b.debits_kobo
        END AS balance_kobo
   FROM generate_series('2020-01-01 00:00:00'::timestamp without time zone, (now() AT TIME ZONE 'Africa/Lagos'::text), '1 day'::interval) d(day)
     CROSS JOIN LATERAL ( SELECT k.kind,
            k.side,
            k.owner,
            COALESCE(s.accounts, 0::bigint)::integer AS accounts,
            COALESCE(s.debits, 0::numeric)::bigint AS debits_kobo,
            COALESCE(s.credits, 0::numeric)::bigint AS credits_kobo
           FROM ledger.account_kinds k
             LEFT JOIN ( SELECT n.kind,
                    n.accounts,
                    n.debits_kobo AS debits,
                    n.credits_kobo AS credits
                   FROM sums.balances_at(d.day::date) n(kind, accounts, debits_kobo, credits_kobo)
                UNION ALL
                 SELECT e.kind,
                    count(*) FILTER (WHERE e.debits <> e.credits) AS count,
                    sum(e.debits) AS sum,
                    sum(e.credits) AS sum
                   FROM ( SELECT a.kind,
                            sum(s_1.debits_kobo) AS debits,
                            sum(s_1.credits_kobo) AS credits
                           FROM sums.account_days s_1
                             JOIN ledger.accounts a ON a.id = s_1.account_id
                          WHERE s_1.day <= d.day::date
                          GROUP BY a.id) e
                  GROUP BY e.kind) s ON s.kind = k.kind) b
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role);

view public.ledger_buy_lines
  id uuid
  journal_id uuid
  key text
  line integer
  kind text
  amount_kobo bigint
  phase text
  posted_at timestamp with time zone
  cause text
  reason text
  debit_id uuid
  debit_kind text
  credit_id uuid
  credit_kind text
  order_id uuid
  order_no bigint
  order_status text
  group_buy_id uuid
  grant select to authenticated
  as
 SELECT b.id,
    t.journal_id,
    t.key,
    t.line,
    t.kind,
    t.amount_kobo,
    t.phase,
    b.posted_at,
    t.cause,
    t.reason,
    t.debit_id,
    t.debit_kind,
    t.credit_id,
    t.credit_kind,
    t.order_id,
    t.order_no,
    t.order_status,
    g.group_buy_id
   FROM orders g
     CROSS JOIN LATERAL ( SELECT t_1.id,
            t_1.posted_at
           FROM ledger.transfers t_1
          WHERE t_1.debit_id = ledger.id_of('escrow:'::text || g.id)
        UNION
         SELECT t_1.id,
            t_1.posted_at
           FROM ledger.transfers t_1
          WHERE t_1.credit_id = ledger.id_of('escrow:'::text || g.id)
        UNION
         SELECT t_1.id,
            t_1.posted_at
           FROM refunds f
             JOIN ledger.transfers t_1 ON t_1.debit_id = ledger.id_of('refund_due:'::text || f.id)
          WHERE f.order_id = g.id
        UNION
         SELECT t_1.id,
            t_1.posted_at
           FROM refunds f
             JOIN ledger.transfers t_1 ON t_1.credit_id = ledger.id_of('refund_due:'::text || f.id)
          WHERE f.order_id = g.id
        UNION
         SELECT t_1.id,
            t_1.posted_at
           FROM ledger.transfers t_1
          WHERE t_1.journal_id = ANY (ARRAY[ledger.id_of('reward:'::text || g.id), ledger.id_of('reward-back:'::text || g.id)])) b
     LEFT JOIN ledger.told_lines t ON t.id = b.id
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role);

view public.ledger_entries  -- What was written on an account: each movement stands on two.
  account_id uuid
  is_debit boolean
  id uuid
  journal_id uuid
  key text
  line integer
  kind text
  amount_kobo bigint
  phase text
  posted_at timestamp with time zone
  cause text
  reason text
  debit_id uuid
  debit_kind text
  credit_id uuid
  credit_kind text
  order_id uuid
  order_no bigint
  order_status text
  grant select to authenticated
  as
 SELECT e.account_id,
    e.is_debit,
    e.id,
    t.journal_id,
    t.key,
    t.line,
    t.kind,
    t.amount_kobo,
    t.phase,
    e.posted_at,
    t.cause,
    t.reason,
    t.debit_id,
    t.debit_kind,
    t.credit_id,
    t.credit_kind,
    t.order_id,
    t.order_no,
    t.order_status
   FROM ( SELECT transfers.debit_id AS account_id,
            true AS is_debit,
            transfers.id,
            transfers.posted_at
           FROM ledger.transfers
        UNION ALL
         SELECT transfers.credit_id,
            false,
            transfers.id,
            transfers.posted_at
           FROM ledger.transfers) e
     LEFT JOIN ledger.told_lines t ON t.id = e.id
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role);

view public.ledger_lines  -- Every line of the ledger, to be asked for by id.
  id uuid
  journal_id uuid
  key text
  line integer
  kind text
  amount_kobo bigint
  phase text
  posted_at timestamp with time zone
  cause text
  reason text
  debit_id uuid
  debit_kind text
  credit_id uuid
  credit_kind text
  order_id uuid
  order_no bigint
  order_status text
  grant select to authenticated
  as
 SELECT id,
    journal_id,
    key,
    line,
    kind,
    amount_kobo,
    phase,
    posted_at,
    cause,
    reason,
    debit_id,
    debit_kind,
    credit_id,
    credit_kind,
    order_id,
    order_no,
    order_status
   FROM ledger.told_lines
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role);

view public.ledger_order_lines
  id uuid
  journal_id uuid
  key text
  line integer
  kind text
  amount_kobo bigint
  phase text
  posted_at timestamp with time zone
  cause text
  reason text
  debit_id uuid
  debit_kind text
  credit_id uuid
  credit_kind text
  order_id uuid
  order_no bigint
  order_status text
  about_order_id uuid
  grant select to authenticated
  as
 SELECT t.id,
    t.journal_id,
    t.key,
    t.line,
    t.kind,
    t.amount_kobo,
    t.phase,
    t.posted_at,
    t.cause,
    t.reason,
    t.debit_id,
    t.debit_kind,
    t.credit_id,
    t.credit_kind,
    t.order_id,
    t.order_no,
    t.order_status,
    b.order_id AS about_order_id
   FROM ledger.order_transfers b
     JOIN ledger.told_lines t ON t.id = b.transfer_id
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role);

view public.ledger_payment_lines
  id uuid
  journal_id uuid
  key text
  line integer
  kind text
  amount_kobo bigint
  phase text
  posted_at timestamp with time zone
  cause text
  reason text
  debit_id uuid
  debit_kind text
  credit_id uuid
  credit_kind text
  order_id uuid
  order_no bigint
  order_status text
  payment_id uuid
  grant select to authenticated
  as
 SELECT t.id,
    t.journal_id,
    t.key,
    t.line,
    t.kind,
    t.amount_kobo,
    t.phase,
    t.posted_at,
    t.cause,
    t.reason,
    t.debit_id,
    t.debit_kind,
    t.credit_id,
    t.credit_kind,
    t.order_id,
    t.order_no,
    t.order_status,
    b.payment_id
   FROM ( SELECT p.id AS payment_id,
            t_1.id AS transfer_id
           FROM payments p
             JOIN ledger.transfers t_1 ON t_1.journal_id = ledger.id_of('payment:'::text || p.reference) OR t_1.journal_id = ledger.id_of('payment:'::text || p.id) OR t_1.journal_id = ledger.id_of('gateway-fee:'::text || p.reference) OR t_1.journal_id = ledger.id_of('reversed:'::text || p.reference) OR t_1.journal_id = ledger.id_of('hold:'::text || p.id) OR t_1.journal_id = ledger.id_of('hold-ended:'::text || p.id)
        UNION
         SELECT f.payment_id,
            t_1.id
           FROM refunds f
             JOIN ledger.transfers t_1 ON t_1.debit_id = ledger.id_of('refund_due:'::text || f.id)
        UNION
         SELECT f.payment_id,
            t_1.id
           FROM refunds f
             JOIN ledger.transfers t_1 ON t_1.credit_id = ledger.id_of('refund_due:'::text || f.id)) b
     JOIN ledger.told_lines t ON t.id = b.transfer_id
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role);

view public.listed_amounts  -- Amounts that staff typed, for those who look after the state. may_decide: the reader may be the second person.
  id uuid
  act text
  subject text
  subject_id uuid
  state text
  what text
  amount_kobo bigint
  usual_from_kobo bigint
  usual_to_kobo bigint
  pickup_point_id uuid
  bank_entry text
  entered_name text
  is_own boolean
  entered_role text
  entered_at timestamp with time zone
  second_because text[]
  status text
  decided_name text
  decided_at timestamp with time zone
  note text
  expires_at timestamp with time zone
  reason text
  payer text
  goes_to text
  may_decide boolean
  grant select to authenticated
  grant select to service_role
  as
 SELECT a.id,
    a.act,
    a.subject,
    a.subject_id,
    a.state,
    a.what,
    a.amount_kobo,
    a.usual_from_kobo,
    a.usual_to_kobo,
    a.pickup_point_id,
    a.bank_entry,
    e.full_name AS entered_name,
    a.entered_by = (( SELECT auth.uid() AS uid)) AS is_own,
    a.entered_role,
    a.entered_at,
    a.second_because,
        CASE
            WHEN a.status = 'waiting'::text AND a.expires_at <= now() THEN 'expired'::text
            ELSE a.status
        END AS status,
    d.full_name AS decided_name,
    a.decided_at,
    a.note,
    a.expires_at,
    a.input ->> 'reason'::text AS reason,
    a.input ->> 'payer'::text AS payer,
        CASE
            WHEN a.act = 'refund-account'::text THEN concat_ws(' '::text, a.input ->> 'bank_name'::text, '****'::text || "right"(a.input ->> 'account_number'::text, 4), a.input ->> 'account_name'::text)
            ELSE NULL::text
        END AS goes_to,
    a.status = 'waiting'::text AND a.expires_at > now() AND rights.may_agree_to(a.id) AS may_decide
   FROM typed_amounts a
     JOIN profiles e ON e.id = a.entered_by
     LEFT JOIN profiles d ON d.id = a.decided_by
  WHERE NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND (a.entered_by = (( SELECT auth.uid() AS uid)) OR ( SELECT rights.has_role(VARIADIC ARRAY['coordinator'::text, 'chief'::text]) AS has_role) OR ( SELECT rights.has_role(VARIADIC ARRAY['manager'::text]) AS has_role) AND (a.state IN ( SELECT r.state
           FROM manager_regions r
          WHERE r.manager_id = (( SELECT auth.uid() AS uid)))));

view public.live_shortfall_shares  -- The one definition of what orders have lost to short deliveries: not what was taken back or refused.
  shortfall_id uuid
  line_id uuid
  missing_thousandths bigint
  goods_kobo bigint
  return_id uuid
  status text
  is_reserved boolean
  created_at timestamp with time zone
  grant select to service_role
  as
 SELECT s.shortfall_id,
    s.line_id,
    s.missing_thousandths,
    s.goods_kobo,
    s.return_id,
    f.status,
    f.status <> 'carried-out'::text AS is_reserved,
    f.created_at
   FROM shortfall_shares s
     JOIN shortfalls f ON f.id = s.shortfall_id
  WHERE f.status = ANY (ARRAY['waiting'::text, 'entered'::text, 'carried-out'::text]);

table public.local_governments  -- Reference data; changes with a migration.
  state text not null
  name text not null
  constraint local_governments_pkey PRIMARY KEY (state, name)
  constraint local_governments_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.local_governments FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.local_governments FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('local-government', 'name', '')
  row level security on
  policy local_governments_are_public for select to public using true
  grant select to anon
  grant select to authenticated
  grant select to service_role

view public.lot_figures  -- For the shop and those who look after it: worth_kobo is what is left of the claimed goods after what was paid back.
  id uuid
  buyers integer
  claims integer
  undecided integer
  asked_kobo bigint
  worth_kobo bigint
  held_kobo bigint
  is_own_case boolean
  grant select to authenticated
  grant select to service_role
  as
 SELECT l.id,
    s.buyers,
    s.claims,
    s.undecided,
    s.asked_kobo,
    s.worth_kobo,
    s.held_kobo,
    rights.has_part_in_lot(l.id) AS is_own_case
   FROM lot_incidents l
     CROSS JOIN LATERAL rights.lot_sums(l.id) s(buyers, claims, undecided, asked_kobo, worth_kobo, held_kobo)
  WHERE (l.id IN ( SELECT rights.my_lot_ids() AS my_lot_ids));

table public.lot_incidents  -- Claims about one group buy that are decided together; it has the id of the claim that opened it. Texts stand in claim_events.
  id uuid not null default gen_random_uuid()
  lot_no bigint not null default nextval('lot_numbers'::regclass)
  group_buy_id uuid not null
  vendor_id uuid not null
  status text not null default 'open'::text
  heard_by timestamp with time zone not null
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
  TRIGGER guard_lot BEFORE INSERT OR UPDATE ON public.lot_incidents FOR EACH ROW EXECUTE FUNCTION guard_lot()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.lot_incidents FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('lot', 'id', '')
  TRIGGER log_status_change AFTER INSERT OR UPDATE OF status ON public.lot_incidents FOR EACH ROW EXECUTE FUNCTION log_status_change('lot')
  row level security on
  policy lots_of_their_sides for select to authenticated using (id IN ( SELECT rights.my_lot_ids() AS my_lot_ids))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select, update to service_role
  grant select (id, lot_no, group_buy_id, vendor_id, status, heard_by, decide_by, outcome, share_percent, payer, decided_at, appeal_by, appealed_by, created_at) to authenticated

table public.manager_regions  -- The states whose vendors a manager approves, suspends and watches. Assigned by coordinators.
  manager_id uuid not null
  state text not null
  assigned_by uuid
  created_at timestamp with time zone not null default now()
  constraint manager_regions_assigned_by_fkey FOREIGN KEY (assigned_by) REFERENCES profiles(id)
  constraint manager_regions_manager_id_fkey FOREIGN KEY (manager_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint manager_regions_pkey PRIMARY KEY (manager_id, state)
  constraint manager_regions_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.manager_regions FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER guard_own_case BEFORE INSERT ON public.manager_regions FOR EACH ROW EXECUTE FUNCTION guard_own_case('person', 'manager_id', 'assigned_by')
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.manager_regions FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('manager-region', 'manager_id', '')
  row level security on
  policy region_readers for select to authenticated using ((manager_id = ( SELECT auth.uid() AS uid)) OR ( SELECT rights.has_role(VARIADIC ARRAY['coordinator'::text, 'chief'::text]) AS has_role))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to authenticated

view public.market_figures
  members integer
  settled_orders integer
  average_savings_percent numeric
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 SELECT (( SELECT count(*) AS count
           FROM profiles))::integer AS members,
    (( SELECT count(*) AS count
           FROM orders
          WHERE orders.status = 'completed'::text AND orders.group_buy_id IS NOT NULL))::integer AS settled_orders,
    ( SELECT round(avg(100::numeric * (g.base_price - o.unit_price) / g.base_price), 1) AS round
           FROM orders o
             JOIN group_buys g ON g.id = o.group_buy_id
          WHERE o.status = 'completed'::text) AS average_savings_percent;

view public.market_opening
  opened_at timestamp with time zone
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 SELECT COALESCE((setting('market_opened_at'::text) #>> '{}'::text[])::timestamp with time zone, ( SELECT min(profiles.created_at) AS min
           FROM profiles)) AS opened_at;

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
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF unit, food ON public.measures FOR EACH ROW EXECUTE FUNCTION clean_texts('unit', 'food')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.measures FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.measures FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('measure', 'unit', '')
  TRIGGER measures_touch BEFORE UPDATE ON public.measures FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  row level security on
  policy measures_are_public for select to public using true
  grant delete, insert, select, update to service_role
  grant select to anon
  grant select to authenticated

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.memberships FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('membership', 'id', '')
  row level security on
  policy own_memberships for select to authenticated using ((person_id = ( SELECT auth.uid() AS uid)) OR (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) OR ( SELECT rights.has_role(VARIADIC ARRAY['coordinator'::text, 'chief'::text]) AS has_role))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select, update to service_role
  grant select to authenticated

table public.messages
  id uuid not null default gen_random_uuid()
  conversation_id uuid not null
  sender_id uuid not null default auth.uid()
  body text not null
  created_at timestamp with time zone not null default now()
  constraint messages_body_check CHECK (((char_length(TRIM(BOTH FROM body)) >= 1) AND (char_length(TRIM(BOTH FROM body)) <= 2000)))
  constraint messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES conversations(id) ON DELETE CASCADE
  constraint messages_pkey PRIMARY KEY (id)
  constraint messages_sender_id_fkey FOREIGN KEY (sender_id) REFERENCES profiles(id)
  index messages_of_conversation USING btree (conversation_id, created_at)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF body ON public.messages FOR EACH ROW EXECUTE FUNCTION clean_texts('body')
  TRIGGER announce AFTER INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION realtime.announce_change('id')
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.messages FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('message', 'id', 'body')
  TRIGGER note_message AFTER INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION note_message()
  TRIGGER tell_of_messages AFTER INSERT ON public.messages FOR EACH ROW EXECUTE FUNCTION tell_of_messages()
  row level security on
  policy members_read for select to authenticated using (conversation_id IN ( SELECT rights.my_conversation_ids() AS my_conversation_ids))
  policy members_write for insert to authenticated check ((sender_id = ( SELECT auth.uid() AS uid)) AND (conversation_id IN ( SELECT rights.my_conversation_ids() AS my_conversation_ids)))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to authenticated
  grant insert (id, conversation_id, sender_id, body) to authenticated

view public.my_contact_messages
  id uuid
  name text
  email text
  subject text
  message text
  status text
  answered_at timestamp with time zone
  created_at timestamp with time zone
  grant select to authenticated
  as
 SELECT id,
    name,
    email,
    subject,
    message,
    status,
    answered_at,
    created_at
   FROM contact_messages m
  WHERE lower(email) = (( SELECT lower(u.email) AS lower
           FROM auth.users u
          WHERE u.id = (( SELECT auth.uid() AS uid)) AND u.email_confirmed_at IS NOT NULL AND u.deleted_at IS NULL)) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step);

view public.my_conversations with (security_invoker=true)
  id uuid
  subject text
  order_id uuid
  last_message_at timestamp with time zone
  with_names text
  last_body text
  last_is_own boolean
  is_unread boolean
  grant select to authenticated
  grant select to service_role
  as
 SELECT c.id,
    c.subject,
    c.order_id,
    c.last_message_at,
    ( SELECT string_agg(o.display_name, ', '::text) AS string_agg
           FROM conversation_members o
          WHERE o.conversation_id = c.id AND o.profile_id <> m.profile_id) AS with_names,
    l.body AS last_body,
    l.sender_id = m.profile_id AS last_is_own,
    c.last_message_at > COALESCE(m.last_read_at, '-infinity'::timestamp with time zone) AS is_unread
   FROM conversation_members m
     JOIN conversations c ON c.id = m.conversation_id
     LEFT JOIN LATERAL ( SELECT messages.body,
            messages.sender_id
           FROM messages
          WHERE messages.conversation_id = c.id
          ORDER BY messages.created_at DESC, messages.id
         LIMIT 1) l ON true
  WHERE m.profile_id = (( SELECT auth.uid() AS uid));

view public.my_notice_preferences with (security_invoker=true)  -- What holds for whoever asks.
  person_id uuid
  mail_prices boolean
  mail_shops boolean
  mail_messages boolean
  mail_rewards boolean
  push_orders boolean
  push_prices boolean
  push_shops boolean
  push_messages boolean
  push_rewards boolean
  quiet_from time without time zone
  quiet_to time without time zone
  grant select to authenticated
  as
 SELECT person_id,
    mail_prices,
    mail_shops,
    mail_messages,
    mail_rewards,
    push_orders,
    push_prices,
    push_shops,
    push_messages,
    push_rewards,
    quiet_from,
    quiet_to
   FROM notice_preferences_of(( SELECT auth.uid() AS uid)) p(person_id, mail_prices, mail_shops, mail_messages, mail_rewards, push_orders, push_prices, push_shops, push_messages, push_rewards, quiet_from, quiet_to);

view public.my_push_devices with (security_invoker=true)  -- Where the person who asks is told, and whether it is the session that they ask from.
  id uuid
  user_agent text
  created_at timestamp with time zone
  is_this boolean
  grant select to authenticated
  as
 SELECT id,
    user_agent,
    created_at,
    session_id = (((( SELECT auth.jwt() AS jwt)) ->> 'session_id'::text)::uuid) AS is_this
   FROM push_subscriptions s;

view public.my_questions
  id uuid
  product_id uuid
  question text
  asked_at timestamp with time zone
  answer text
  answered_at timestamp with time zone
  hidden_at timestamp with time zone
  grant select to authenticated
  as
 SELECT id,
    product_id,
    question,
    asked_at,
    answer,
    answered_at,
    hidden_at
   FROM product_questions q
  WHERE asker_id = (( SELECT auth.uid() AS uid)) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step);

view public.my_reviews
  id uuid
  vendor_id uuid
  order_id uuid
  rating integer
  comment text
  created_at timestamp with time zone
  grant select to authenticated
  as
 SELECT id,
    vendor_id,
    order_id,
    rating,
    comment,
    created_at
   FROM reviews r
  WHERE author_id = (( SELECT auth.uid() AS uid)) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step);

table public.nigerian_states  -- The 36 states and the Federal Capital Territory: the unit in which managers are assigned.
  name text not null
  constraint nigerian_states_pkey PRIMARY KEY (name)
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.nigerian_states FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.nigerian_states FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('state', 'name', '')
  row level security on
  policy everyone_reads for select to public using true
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to anon
  grant select to authenticated

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.notice_preferences FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('notice-preference', 'person_id', '')
  row level security on
  policy own_preferences for select to authenticated using (person_id = ( SELECT auth.uid() AS uid))
  policy own_preferences_add for insert to authenticated check (person_id = ( SELECT auth.uid() AS uid))
  policy own_preferences_edit for update to authenticated using (person_id = ( SELECT auth.uid() AS uid)) check (person_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, select, update to service_role
  grant insert, select, update to authenticated

table public.notices  -- What a person was told, in the words of that day. Only theirs to see and to mark as read; old ones go (setting notices_kept_days).
  id uuid not null default gen_random_uuid()
  person_id uuid not null  -- A profile. No foreign key: it would lock the person after their orders, against the order of locks (decision 0013).
  kind text not null  -- Name of the mail that says the same.
  title text not null
  body text not null
  link text  -- Path of the page with the rest.
  created_at timestamp with time zone not null default now()
  read_at timestamp with time zone
  constraint notices_body_check CHECK ((char_length(body) <= 1000))
  constraint notices_kind_check CHECK ((kind ~ '^[a-z][a-z-]{2,60}$'::text))
  constraint notices_link_check CHECK (((link ~ '^/[a-z]'::text) AND (char_length(link) <= 300)))
  constraint notices_pkey PRIMARY KEY (id)
  constraint notices_title_check CHECK (((char_length(title) >= 1) AND (char_length(title) <= 200)))
  index notices_by_age USING btree (created_at)
  index notices_of_person USING btree (person_id, created_at DESC)
  index notices_unread USING btree (person_id) WHERE (read_at IS NULL)
  TRIGGER announce AFTER UPDATE ON public.notices FOR EACH ROW EXECUTE FUNCTION realtime.announce_change()
  TRIGGER announce_new_rows AFTER INSERT ON public.notices REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_new_rows()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.notices FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('notice', 'id', 'title body')
  row level security on
  policy own_notices for select to authenticated using (person_id = ( SELECT auth.uid() AS uid))
  policy own_reading for update to authenticated using (person_id = ( SELECT auth.uid() AS uid)) check (person_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, select to service_role
  grant select to authenticated
  grant update (read_at) to authenticated

table public.order_addresses  -- Where an order is delivered: a copy of the address when it was chosen. Apart from the order, because a shop sees it only if it delivers itself.
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
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF recipient, street, landmark ON public.order_addresses FOR EACH ROW EXECUTE FUNCTION clean_texts('recipient', 'street', 'landmark')
  TRIGGER guard_door BEFORE DELETE OR UPDATE ON public.order_addresses FOR EACH ROW EXECUTE FUNCTION guard_door()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.order_addresses FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('order-address', 'order_id', 'recipient phone street landmark')
  row level security on
  policy own_order_addresses for select to authenticated using (EXISTS ( SELECT
   FROM orders o
  WHERE ((o.id = order_addresses.order_id) AND ((o.user_id = ( SELECT auth.uid() AS uid)) OR ((o.delivered_by = 'vendor'::text) AND o.is_paid AND (o.vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)))))))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, select, update to service_role
  grant select to authenticated

view public.order_earnings  -- An order as its vendor earns from it. goods_kobo: less what was given back; until settlement at the price now.
  order_id uuid
  order_no bigint
  group_buy_id uuid
  vendor_id uuid
  buyer_name text
  quantity integer
  status text
  created_at timestamp with time zone
  goods_kobo bigint
  vendor_fee_bps integer
  held_kobo bigint
  earned_kobo bigint
  returned_kobo bigint
  grant select to authenticated
  grant select to service_role
  as
 SELECT o.id AS order_id,
    o.order_no,
    o.group_buy_id,
    o.vendor_id,
    o.buyer_name,
    rights.order_quantity_left(o.id) AS quantity,
    o.status,
    o.created_at,
    (
        CASE
            WHEN o.is_live AND o.settled_at IS NULL THEN COALESCE(g.current_price * o.quantity::numeric, o.total_amount)
            ELSE o.total_amount
        END * 100::numeric)::bigint - o.goods_back_kobo AS goods_kobo,
    o.vendor_fee_bps,
    s.held_kobo,
    s.vendor_kobo AS earned_kobo,
    s.returned_kobo
   FROM orders o
     JOIN ledger.order_sums s ON s.order_id = o.id
     LEFT JOIN group_buys g ON g.id = o.group_buy_id
  WHERE o.vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (o.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids));

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.order_fee_changes FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('order-fee-change', 'order_id', '')
  row level security on
  policy fee_changes_with_order for select to authenticated using (EXISTS ( SELECT
   FROM orders o
  WHERE (o.id = order_fee_changes.order_id)))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select to service_role
  grant select to authenticated

view public.order_figures with (security_invoker=true)  -- One row an order. is_paid: it counts as an order in every figure; is_promised: not paid yet, counted apart, never as sold.
  id uuid
  vendor_id uuid
  user_id uuid
  buyer_name text
  group_buy_id uuid
  status text
  created_at timestamp with time zone
  month date
  is_paid boolean
  is_promised boolean
  goods numeric  -- Naira: at the final price, and at the price now of its buy until that is settled: one buy has one price.
  buyer_fee_kobo bigint
  vendor_fee_kobo bigint  -- Of paid orders, by the rates on the order: what settlement writes, known before it.
  order_no bigint
  quantity integer
  unit_price numeric(14,2)
  total_amount numeric(16,2)
  fee_kobo bigint
  amount_due_kobo bigint
  returned_kobo bigint
  fulfilment text
  is_live boolean
  delivered_by text
  pickup_point_id uuid
  delivery_zone_id uuid
  quantity_left integer  -- Units that the order is about now, without what came short.
  goods_left numeric  -- Goods without what came back or is on its way back. goods: as sold, which figures add up.
  fee_left_kobo bigint
  vendor_fee_left_kobo bigint
  grant select to authenticated
  grant select to service_role
  as
 SELECT o.id,
    o.vendor_id,
    o.user_id,
    o.buyer_name,
    o.group_buy_id,
    o.status,
    o.created_at,
    lagos_month(o.created_at) AS month,
    o.is_paid,
    o.status = 'pending'::text AS is_promised,
    w.goods,
        CASE
            WHEN o.is_paid THEN floor(w.goods * o.buyer_fee_bps::numeric / 100::numeric)
            ELSE 0::numeric
        END::bigint AS buyer_fee_kobo,
        CASE
            WHEN o.is_paid THEN floor(w.goods * o.vendor_fee_bps::numeric / 100::numeric)
            ELSE 0::numeric
        END::bigint AS vendor_fee_kobo,
    o.order_no,
    o.quantity,
    o.unit_price,
    o.total_amount,
    o.fee_kobo,
    o.amount_due_kobo,
    o.returned_kobo,
    o.fulfilment,
    o.is_live,
    o.delivered_by,
    o.pickup_point_id,
    o.delivery_zone_id,
    rights.order_quantity_left(o.id) AS quantity_left,
    w.goods - (o.goods_back_kobo + rights.order_reserved_kobo(o.id))::numeric / 100.0 AS goods_left,
    GREATEST(0::bigint, o.fee_kobo - rights.order_fee_back_kobo(o.id)) AS fee_left_kobo,
        CASE
            WHEN o.is_paid THEN floor((w.goods - (o.goods_back_kobo + rights.order_reserved_kobo(o.id))::numeric / 100.0) * o.vendor_fee_bps::numeric / 100::numeric)
            ELSE 0::numeric
        END::bigint AS vendor_fee_left_kobo
   FROM orders o
     LEFT JOIN group_buys g ON g.id = o.group_buy_id
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN o.is_live AND o.settled_at IS NULL THEN COALESCE(g.current_price * o.quantity::numeric, o.total_amount)
                    ELSE o.total_amount
                END AS goods) w;

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
  index order_lines_product USING btree (product_id)
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.order_lines FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER class_line BEFORE INSERT ON public.order_lines FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION class_line()
  TRIGGER guard_packing BEFORE UPDATE OF packed_at ON public.order_lines FOR EACH ROW WHEN ((old.packed_at IS DISTINCT FROM new.packed_at)) EXECUTE FUNCTION guard_packing()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.order_lines FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('order-line', 'order_id', '')
  TRIGGER move_stock_of_line AFTER UPDATE OF quantity ON public.order_lines FOR EACH ROW WHEN ((old.quantity <> new.quantity)) EXECUTE FUNCTION move_stock_of_line()
  TRIGGER take_stock AFTER INSERT ON public.order_lines REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION take_stock()
  TRIGGER weigh_line BEFORE INSERT ON public.order_lines FOR EACH ROW WHEN ((pg_trigger_depth() = 0)) EXECUTE FUNCTION weigh_line()
  row level security on
  policy lines_with_order for select to authenticated using (EXISTS ( SELECT
   FROM orders o
  WHERE (o.id = order_lines.order_id)))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to authenticated

view public.order_lines_left with (security_invoker=true)  -- Of each line, the units that it is about now: as ordered, without what came short.
  id uuid
  order_id uuid
  quantity_left integer
  grant select to authenticated
  grant select to service_role
  as
 SELECT id,
    order_id,
    GREATEST(0, quantity - rights.short_units(id)) AS quantity_left
   FROM order_lines l;

table public.order_returns  -- Parts of orders given back after settlement, a row for each. Written by a command, with its journal `part-back:<id>`.
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
  constraint order_returns_amount_id_fkey FOREIGN KEY (amount_id) REFERENCES typed_amounts(id)
  constraint order_returns_amount_id_key UNIQUE (amount_id)
  constraint order_returns_check CHECK (((earned_goods_kobo >= 0) AND (earned_goods_kobo <= goods_kobo)))
  constraint order_returns_check1 CHECK (((earned_fee_kobo >= 0) AND (earned_fee_kobo <= fee_kobo)))
  constraint order_returns_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id)
  constraint order_returns_delivery_kobo_check CHECK ((delivery_kobo >= 0))
  constraint order_returns_fee_kobo_check CHECK ((fee_kobo >= 0))
  constraint order_returns_goods_kobo_check CHECK ((goods_kobo > 0))
  constraint order_returns_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint order_returns_loss_kobo_check CHECK ((loss_kobo >= 0))
  constraint order_returns_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint order_returns_payer_check CHECK ((payer = ANY (ARRAY['vendor'::text, 'market'::text])))
  constraint order_returns_pkey PRIMARY KEY (id)
  constraint order_returns_reason_check CHECK (((char_length(reason) >= 5) AND (char_length(reason) <= 300)))
  constraint order_returns_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
  constraint order_returns_reward_kobo_check CHECK ((reward_kobo >= 0))
  constraint order_returns_vendor_fee_kobo_check CHECK ((vendor_fee_kobo >= 0))
  constraint order_returns_vendor_kobo_check CHECK ((vendor_kobo >= 0))
  index order_returns_of_hand_over USING btree (hand_over_id) WHERE (hand_over_id IS NOT NULL)
  index order_returns_of_order USING btree (order_id)
  index order_returns_of_refund USING btree (refund_id) WHERE (refund_id IS NOT NULL)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF reason ON public.order_returns FOR EACH ROW EXECUTE FUNCTION clean_texts('reason')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.order_returns FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER guard_own_case BEFORE INSERT ON public.order_returns FOR EACH ROW EXECUTE FUNCTION guard_own_case_beyond_shop()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.order_returns FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('order-return', 'order_id', '')
  TRIGGER names_its_amount BEFORE INSERT ON public.order_returns FOR EACH ROW WHEN (((new.created_by IS NOT NULL) AND (rights.cause() = 'chief'::text))) EXECUTE FUNCTION guard_amount_entered('part-back', 'order_id', 'goods_kobo')
  row level security on
  policy returns_with_order for select to authenticated using (EXISTS ( SELECT
   FROM orders o
  WHERE (o.id = order_returns.order_id)))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select to service_role
  grant select (id, order_id, goods_kobo, fee_kobo, delivery_kobo, payer, reason, refund_id, created_at) to authenticated

view public.order_stops
  id uuid
  order_id uuid
  status text
  reason text
  created_at timestamp with time zone
  out_at timestamp with time zone
  ended_at timestamp with time zone
  window_from timestamp with time zone
  window_until timestamp with time zone
  grant select to authenticated
  grant select to service_role
  as
 SELECT s.id,
    s.order_id,
    s.status,
    s.reason,
    s.created_at,
    s.out_at,
    s.ended_at,
    r.window_from,
    r.window_until
   FROM delivery_stops s
     JOIN delivery_runs r ON r.id = s.run_id
  WHERE (s.order_id IN ( SELECT rights.my_order_ids() AS my_order_ids)) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step);

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
  is_live boolean not null generated as (status <> ALL (ARRAY['expired'::text, 'cancelled'::text, 'refunding'::text, 'refunded'::text]))  -- Counts in its buy: pending or further, and not ended early. is_paid: live and not pending.
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
  goods_back_kobo bigint not null default 0  -- Of its goods, what was given back in parts (order_returns).
  pickup_point_id uuid
  delivery_zone_id uuid
  delivered_by text not null default 'market'::text
  promised_at timestamp with time zone default clock_timestamp()  -- @filled by the join. When its ceiling was promised for the units it has. Null: before this was recorded, on joining.
  left_late_at timestamp with time zone  -- Left after the free time. Its money is held until the price is final, because it may be needed for what others were promised.
  leave_least_kobo bigint  -- The least and the most that leaving late costs, as the buyer was told.
  leave_most_kobo bigint
  leave_charge_kobo bigint  -- What leaving late cost in the end; it goes to the vendor. Null until the buy is settled or over.
  leave_paid_at timestamp with time zone  -- When the rest was given back.
  constraint final_price_is_at_most_the_ceiling CHECK (((settled_at IS NULL) OR (unit_price <= ceiling_unit_price)))
  constraint from_a_buy_or_the_cart CHECK (((num_nonnulls(group_buy_id, unit_price, ceiling_unit_price) = ANY (ARRAY[0, 3])) AND ((group_buy_id IS NOT NULL) OR (checkout_id IS NOT NULL))))
  constraint late_leave_is_whole CHECK (((num_nonnulls(left_late_at, leave_least_kobo, leave_most_kobo) = ANY (ARRAY[0, 3])) AND ((left_late_at IS NULL) OR ((leave_most_kobo >= leave_least_kobo) AND (NOT is_live)))))
  constraint leave_charge_as_told CHECK (((leave_charge_kobo IS NULL) OR ((left_late_at IS NOT NULL) AND ((leave_charge_kobo = 0) OR ((leave_charge_kobo >= leave_least_kobo) AND (leave_charge_kobo <= leave_most_kobo))))))
  constraint no_more_back_than_paid CHECK (((returned_kobo <= charged_kobo) OR (charged_kobo = 0)))
  constraint no_more_goods_back_than_bought CHECK (((goods_back_kobo)::numeric <= (total_amount * (100)::numeric)))
  constraint nothing_due_once_paid CHECK (((amount_due_kobo = 0) OR (status = 'pending'::text)))
  constraint orders_amount_due_kobo_check CHECK ((amount_due_kobo >= 0))
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
  constraint orders_goods_back_kobo_check CHECK ((goods_back_kobo >= 0))
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
  constraint orders_returned_kobo_check CHECK ((returned_kobo >= 0))
  constraint orders_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'paid'::text, 'confirmed'::text, 'ready'::text, 'collected'::text, 'delivered'::text, 'completed'::text, 'expired'::text, 'cancelled'::text, 'refunding'::text, 'refunded'::text])))
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
  constraint total_is_price_times_quantity CHECK ((total_amount = (unit_price * (quantity)::numeric)))
  constraint vendor_keeps_95_percent CHECK (((vendor_fee_bps <= 500) OR (settled_at IS NOT NULL)))
  constraint where_it_goes CHECK (
CASE fulfilment
    WHEN 'delivery'::text THEN (pickup_point_id IS NULL)
    ELSE (delivery_zone_id IS NULL)
END)
  UNIQUE index one_pending_order_per_person_and_buy USING btree (group_buy_id, user_id) WHERE (status = 'pending'::text)
  index orders_bulk_newest USING btree (created_at DESC, id) WHERE (group_buy_id IS NULL)
  index orders_by_status USING btree (status, created_at DESC, id)
  index orders_going_on_of_shop USING btree (vendor_id) WHERE (status = ANY (ARRAY['pending'::text, 'paid'::text, 'confirmed'::text, 'ready'::text, 'collected'::text, 'delivered'::text]))
  index orders_held USING btree (hold_expires_at) WHERE ((status = 'pending'::text) AND (hold_expires_at IS NOT NULL))
  index orders_left_late USING btree (group_buy_id) WHERE ((left_late_at IS NOT NULL) AND (leave_paid_at IS NULL))
  index orders_newest USING btree (created_at DESC, id)
  index orders_of_buy USING btree (group_buy_id, user_id)
  index orders_of_checkout USING btree (checkout_id) WHERE (checkout_id IS NOT NULL)
  index orders_of_person USING btree (user_id, created_at DESC)
  index orders_of_vendor USING btree (vendor_id, created_at DESC, id)
  index orders_of_vendor_by_status USING btree (vendor_id, status, created_at DESC, id)
  index orders_paid_lately USING btree (group_buy_id, paid_at) WHERE is_paid
  index orders_ready_at_place USING btree (pickup_point_id, status) WHERE (pickup_point_id IS NOT NULL)
  index orders_ready_of_shop USING btree (vendor_id) WHERE (status = 'ready'::text)
  index orders_refunding USING btree (updated_at) WHERE (status = 'refunding'::text)
  index orders_to_give_back USING btree (group_buy_id) WHERE (status = ANY (ARRAY['paid'::text, 'confirmed'::text]))
  index orders_unpaid_of_person USING btree (user_id) WHERE (status = ANY (ARRAY['pending'::text, 'expired'::text]))
  TRIGGER announce AFTER UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION realtime.announce_change('id')
  TRIGGER announce_new_rows AFTER INSERT ON public.orders REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_new_rows()
  TRIGGER announce_table AFTER DELETE OR TRUNCATE ON public.orders FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER bound_promises AFTER UPDATE OF status, quantity, amount_due_kobo ON public.orders FOR EACH ROW WHEN (((new.status = 'pending'::text) AND ((old.status <> 'pending'::text) OR (new.quantity > old.quantity) OR (new.amount_due_kobo > old.amount_due_kobo)))) EXECUTE FUNCTION bound_promises()
  TRIGGER bound_promises_of_new AFTER INSERT ON public.orders REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION bound_promises()
  TRIGGER close_uncollected AFTER UPDATE OF status, fulfilment, goods_back_kobo ON public.orders FOR EACH ROW WHEN (((old.status = 'ready'::text) AND ((new.status <> 'ready'::text) OR ((new.fulfilment = 'delivery'::text) AND (old.fulfilment <> 'delivery'::text))))) EXECUTE FUNCTION close_uncollected()
  TRIGGER count_orders AFTER UPDATE OF status, quantity, unit_price ON public.orders FOR EACH ROW WHEN (((new.group_buy_id IS NOT NULL) AND ((((old.is_live IS DISTINCT FROM new.is_live) OR (old.is_paid IS DISTINCT FROM new.is_paid)) OR (old.quantity IS DISTINCT FROM new.quantity)) OR (old.unit_price IS DISTINCT FROM new.unit_price)))) EXECUTE FUNCTION count_orders()
  TRIGGER count_orders_of_new AFTER INSERT ON public.orders REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION count_orders()
  TRIGGER follow_orders_deleted AFTER DELETE ON public.orders FOR EACH ROW WHEN ((old.status <> ALL (ARRAY['pending'::text, 'paid'::text]))) EXECUTE FUNCTION sums.follow_orders()
  TRIGGER follow_orders_inserted AFTER INSERT ON public.orders FOR EACH ROW WHEN ((new.status <> ALL (ARRAY['pending'::text, 'paid'::text]))) EXECUTE FUNCTION sums.follow_orders()
  TRIGGER follow_orders_updated AFTER UPDATE ON public.orders FOR EACH ROW WHEN ((((old.status <> ALL (ARRAY['pending'::text, 'paid'::text])) OR (new.status <> ALL (ARRAY['pending'::text, 'paid'::text]))) AND (((((((old.status IS DISTINCT FROM new.status) OR (old.vendor_id IS DISTINCT FROM new.vendor_id)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.total_amount IS DISTINCT FROM new.total_amount)) OR (old.quantity IS DISTINCT FROM new.quantity)) OR (old.buyer_fee_bps IS DISTINCT FROM new.buyer_fee_bps)) OR (old.vendor_fee_bps IS DISTINCT FROM new.vendor_fee_bps)))) EXECUTE FUNCTION sums.follow_orders()
  TRIGGER guard_being_paid AFTER UPDATE OF status, quantity, fulfilment, pickup_point_id, delivery_zone_id, delivered_by, delivery_fee_kobo ON public.orders FOR EACH ROW WHEN (((old.status = 'pending'::text) AND ((new.status = ANY (ARRAY['cancelled'::text, 'expired'::text])) OR ((((((new.quantity IS DISTINCT FROM old.quantity) OR (new.fulfilment IS DISTINCT FROM old.fulfilment)) OR (new.pickup_point_id IS DISTINCT FROM old.pickup_point_id)) OR (new.delivery_zone_id IS DISTINCT FROM old.delivery_zone_id)) OR (new.delivered_by IS DISTINCT FROM old.delivered_by)) OR (new.delivery_fee_kobo IS DISTINCT FROM old.delivery_fee_kobo))))) EXECUTE FUNCTION guard_being_paid()
  TRIGGER guard_choice AFTER UPDATE OF fulfilment, pickup_point_id, delivery_zone_id, delivered_by, delivery_fee_kobo, quantity ON public.orders FOR EACH ROW WHEN (((((((new.fulfilment IS DISTINCT FROM old.fulfilment) OR (new.pickup_point_id IS DISTINCT FROM old.pickup_point_id)) OR (new.delivery_zone_id IS DISTINCT FROM old.delivery_zone_id)) OR (new.delivered_by IS DISTINCT FROM old.delivered_by)) OR (new.delivery_fee_kobo IS DISTINCT FROM old.delivery_fee_kobo)) OR ((new.fulfilment = 'stockpile'::text) AND (new.quantity > old.quantity)))) EXECUTE FUNCTION guard_choice()
  TRIGGER guard_choice_of_new AFTER INSERT ON public.orders REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION guard_choice()
  TRIGGER guard_dearer_fee AFTER UPDATE OF delivery_fee_kobo ON public.orders FOR EACH ROW WHEN ((old.is_paid AND new.is_paid AND (new.delivery_fee_kobo > old.delivery_fee_kobo))) EXECUTE FUNCTION guard_dearer_fee()
  TRIGGER guard_door BEFORE UPDATE OF fulfilment, pickup_point_id, delivery_zone_id, delivered_by ON public.orders FOR EACH ROW WHEN (((((old.fulfilment IS DISTINCT FROM new.fulfilment) OR (old.pickup_point_id IS DISTINCT FROM new.pickup_point_id)) OR (old.delivery_zone_id IS DISTINCT FROM new.delivery_zone_id)) OR (old.delivered_by IS DISTINCT FROM new.delivered_by))) EXECUTE FUNCTION guard_door()
  TRIGGER guard_own_shop AFTER INSERT ON public.orders REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION guard_own_shop()
  TRIGGER guard_ready_at_place AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.status = 'ready'::text) AND (old.status <> 'ready'::text) AND (new.pickup_point_id IS NOT NULL))) EXECUTE FUNCTION guard_ready_at_place()
  TRIGGER guard_settled_order BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.group_buy_id IS NOT NULL) AND (old.status = 'paid'::text) AND (new.status = 'confirmed'::text))) EXECUTE FUNCTION guard_settled_order()
  TRIGGER hand_over_with_order AFTER INSERT OR UPDATE OF status, pickup_point_id, fulfilment, goods_back_kobo ON public.orders FOR EACH ROW WHEN ((new.status = ANY (ARRAY['ready'::text, 'collected'::text, 'delivered'::text, 'completed'::text, 'refunding'::text, 'refunded'::text]))) EXECUTE FUNCTION hand_over_with_order()
  TRIGGER keep_promise_time BEFORE UPDATE OF quantity, ceiling_unit_price ON public.orders FOR EACH ROW WHEN (((new.quantity > old.quantity) OR (new.ceiling_unit_price < old.ceiling_unit_price))) EXECUTE FUNCTION keep_promise_time()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.orders FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('order', 'id', 'buyer_name')
  TRIGGER log_status_change AFTER UPDATE OF status ON public.orders FOR EACH ROW EXECUTE FUNCTION log_status_change('order')
  TRIGGER log_status_change_of_new AFTER INSERT ON public.orders REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION log_status_change('order')
  TRIGGER orders_touch BEFORE UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER return_stock AFTER UPDATE OF status ON public.orders FOR EACH ROW WHEN (((new.group_buy_id IS NULL) AND (old.status = ANY (ARRAY['pending'::text, 'paid'::text])) AND (NOT new.is_live))) EXECUTE FUNCTION return_stock()
  row level security on
  policy own_orders for select to authenticated using (user_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  policy shop_orders for select to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)))
  grant insert, select, update to service_role
  grant select to authenticated

view public.orders_to_send  -- For those who plan runs: who gets what in which area, no address and no money.
  id uuid
  order_no bigint
  buyer_name text
  state text
  lga text
  zone text
  shop text
  vendor_id uuid
  ready_at timestamp with time zone
  tries integer
  lines jsonb
  kg numeric
  grant select to authenticated
  grant select to service_role
  as
 SELECT o.id,
    o.order_no,
    o.buyer_name,
    a.state,
    a.lga,
    z.name AS zone,
    v.business_name AS shop,
        CASE o.delivered_by
            WHEN 'vendor'::text THEN o.vendor_id
            ELSE NULL::uuid
        END AS vendor_id,
    o.ready_at,
    rights.counted_tries(o.id) AS tries,
    g.lines,
    rights.kg_of_goods(g.lines) AS kg
   FROM orders o
     JOIN order_addresses a ON a.order_id = o.id
     JOIN vendors v ON v.id = o.vendor_id
     JOIN hand_overs h ON h.order_id = o.id AND h.status = 'open'::text AND h.kind = 'delivery'::text
     LEFT JOIN delivery_zones z ON z.id = o.delivery_zone_id
     CROSS JOIN LATERAL ( SELECT rights.goods_of_hand_over(h.id) AS lines) g
  WHERE o.status = 'ready'::text AND o.fulfilment = 'delivery'::text AND NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND
        CASE o.delivered_by
            WHEN 'vendor'::text THEN (o.vendor_id IN ( SELECT rights.hand_over_shops_of(( SELECT auth.uid() AS uid)) AS hand_over_shops_of))
            ELSE (a.state IN ( SELECT p.state
               FROM pickup_points p
              WHERE (p.id IN ( SELECT rights.run_hubs_of(( SELECT auth.uid() AS uid)) AS run_hubs_of))))
        END AND NOT (EXISTS ( SELECT
           FROM delivery_stops s
          WHERE s.order_id = o.id AND s.status = 'open'::text));

view public.overseen_buyers with (security_invoker=false)
  user_id uuid
  buyer_name text
  orders integer
  promised_orders integer
  shops integer
  goods numeric
  last_order_at timestamp with time zone
  grant select to authenticated
  grant select to service_role
  as
 SELECT user_id,
    ( SELECT n.buyer_name
           FROM orders n
          WHERE n.user_id = b.user_id AND (n.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
          ORDER BY n.created_at DESC
         LIMIT 1) AS buyer_name,
    orders,
    promised_orders,
    (( SELECT count(DISTINCT n.vendor_id) AS count
           FROM orders n
          WHERE n.user_id = b.user_id AND (n.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))))::integer AS shops,
    goods,
    last_order_at
   FROM ( SELECT o.user_id,
            count(*) FILTER (WHERE o.is_paid)::integer AS orders,
            count(*) FILTER (WHERE o.status = 'pending'::text)::integer AS promised_orders,
            COALESCE(sum(
                CASE
                    WHEN o.settled_at IS NULL THEN COALESCE(g.current_price * o.quantity::numeric, o.total_amount)
                    ELSE o.total_amount
                END) FILTER (WHERE o.is_paid), 0::numeric) AS goods,
            max(o.created_at) AS last_order_at
           FROM orders o
             LEFT JOIN group_buys g ON g.id = o.group_buy_id
          WHERE (o.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step)
          GROUP BY o.user_id) b;

view public.overseen_categories with (security_invoker=false)  -- Orders with goods of this category: one with goods of two counts in both, so only goods add up to the whole.
  category text
  products integer
  orders integer
  goods numeric
  grant select to authenticated
  grant select to service_role
  as
 WITH sold AS (
         SELECT p.category,
            count(DISTINCT s_1.product_id)::integer AS products,
            sum(s_1.orders) AS lines,
            sum(s_1.goods) AS goods
           FROM sums.sold_products s_1
             JOIN products p ON p.id = s_1.product_id
          WHERE s_1.orders > 0::numeric AND (s_1.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
          GROUP BY p.category
        ), sets AS (
         SELECT b.product_ids,
            sum(b.orders) AS orders
           FROM ( SELECT product_sets.product_ids,
                    product_sets.orders
                   FROM sums.product_sets
                  WHERE product_sets.month >= (( SELECT lagos_month(first_reported_month()) AS lagos_month)) AND (product_sets.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
                UNION ALL
                 SELECT array_agg(l.product_id ORDER BY l.product_id) AS array_agg,
                    1
                   FROM orders o
                     JOIN order_lines l ON l.order_id = o.id
                  WHERE o.status = 'paid'::text AND o.group_buy_id IS NULL AND o.created_at >= (( SELECT first_reported_month() AS first_reported_month)) AND (o.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
                  GROUP BY o.id
                 HAVING count(*) > 1) b
          WHERE NOT ( SELECT rights.owes_second_step() AS owes_second_step)
          GROUP BY b.product_ids
        ), counted_twice AS (
         SELECT c_1.category,
            sum(c_1.orders * (c_1.products - 1)::numeric) AS lines
           FROM ( SELECT p.category,
                    b.product_ids,
                    min(b.orders) AS orders,
                    count(*) AS products
                   FROM sets b
                     CROSS JOIN LATERAL unnest(b.product_ids) i(id)
                     JOIN products p ON p.id = i.id
                  GROUP BY p.category, b.product_ids
                 HAVING count(*) > 1) c_1
          GROUP BY c_1.category
        )
 SELECT s.category,
    s.products,
    (s.lines - COALESCE(c.lines, 0::numeric))::integer AS orders,
    s.goods
   FROM sold s
     LEFT JOIN counted_twice c USING (category);

view public.overseen_counts with (security_invoker=true)  -- subject: group_buys, orders, vendors, products, people (chief), mails (chief), contact.
  subject text
  status text
  amount integer
  grant select to authenticated
  grant select to service_role
  as
 SELECT 'group_buys'::text AS subject,
    group_buys.status,
    count(*)::integer AS amount
   FROM group_buys
  WHERE (group_buys.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
  GROUP BY group_buys.status
UNION ALL
 SELECT 'orders'::text AS subject,
    o.status,
    sum(o.orders)::integer AS amount
   FROM sums.order_groups o
  WHERE (o.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
  GROUP BY o.status
 HAVING sum(o.orders) > 0::numeric
UNION ALL
 SELECT 'vendors'::text AS subject,
    vendors.status,
    count(*)::integer AS amount
   FROM vendors
  WHERE (vendors.id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
  GROUP BY vendors.status
UNION ALL
 SELECT 'products'::text AS subject,
        CASE
            WHEN products.available_quantity = 0 THEN 'sold out'::text
            ELSE 'on sale'::text
        END AS status,
    count(*)::integer AS amount
   FROM products
  WHERE products.archived_at IS NULL AND (products.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
  GROUP BY (
        CASE
            WHEN products.available_quantity = 0 THEN 'sold out'::text
            ELSE 'on sale'::text
        END)
UNION ALL
 SELECT 'people'::text AS subject,
    profiles.role AS status,
    count(*)::integer AS amount
   FROM profiles
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  GROUP BY profiles.role
UNION ALL
 SELECT 'mails'::text AS subject,
    email_logs.status,
    count(*)::integer AS amount
   FROM email_logs
  GROUP BY email_logs.status
UNION ALL
 SELECT 'contact'::text AS subject,
    contact_messages.status,
    count(*)::integer AS amount
   FROM contact_messages
  GROUP BY contact_messages.status;

view public.overseen_months with (security_invoker=false)  -- The shops a manager, coordinator or chief looks after, by state and month of ordering.
  state text
  month date
  placed integer
  orders integer
  promised_orders integer
  completed_orders integer
  expired_orders integer
  goods numeric
  promised_goods numeric
  fees_kobo bigint
  grant select to authenticated
  grant select to service_role
  as
 SELECT v.state,
    f.month,
    sum(f.orders)::integer AS placed,
    COALESCE(sum(f.orders) FILTER (WHERE f.is_paid), 0::numeric)::integer AS orders,
    COALESCE(sum(f.orders) FILTER (WHERE f.is_promised), 0::numeric)::integer AS promised_orders,
    COALESCE(sum(f.orders) FILTER (WHERE f.status = 'completed'::text), 0::numeric)::integer AS completed_orders,
    COALESCE(sum(f.orders) FILTER (WHERE f.status = 'expired'::text), 0::numeric)::integer AS expired_orders,
    COALESCE(sum(f.goods) FILTER (WHERE f.is_paid), 0::numeric) AS goods,
    COALESCE(sum(f.goods) FILTER (WHERE f.is_promised), 0::numeric) AS promised_goods,
    sum(f.buyer_fee_kobo + f.vendor_fee_kobo)::bigint AS fees_kobo
   FROM sums.order_groups f
     JOIN vendors v ON v.id = f.vendor_id
  WHERE (f.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) AND f.month >= (( SELECT lagos_month(first_reported_month()) AS lagos_month))
  GROUP BY v.state, f.month
 HAVING sum(f.orders) > 0::numeric;

view public.overseen_odd_payments  -- Payments of the last 90 days that came in and did not pay what they were meant for, with orders in the reader's region.
  id uuid
  reference text
  status text
  trouble text
  received_kobo bigint
  naira_kobo bigint
  created_at timestamp with time zone
  order_no bigint
  vendor_name text
  vendor_state text
  order_id uuid
  grant select to authenticated
  grant select to service_role
  as
 SELECT p.id,
    p.reference,
    p.status,
    p.trouble,
    p.received_kobo,
    p.naira_kobo,
    p.created_at,
    min(o.order_no) AS order_no,
    min(v.business_name) AS vendor_name,
    min(v.state) AS vendor_state,
    (array_agg(o.id ORDER BY o.order_no))[1] AS order_id
   FROM payments p
     JOIN payment_parts t ON t.payment_id = p.id
     JOIN orders o ON o.id = t.order_id
     JOIN vendors v ON v.id = o.vendor_id
  WHERE p.trouble IS NOT NULL AND p.created_at > (now() - '90 days'::interval) AND (o.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
  GROUP BY p.id;

view public.overseen_products_sold with (security_invoker=false)  -- The products of the shops a manager, coordinator or chief looks after; category null when the reader no longer sees the product.
  product_id uuid
  product_name text
  unit text
  vendor_id uuid
  vendor_name text
  category text
  orders integer
  promised_orders integer
  quantity integer
  goods numeric
  grant select to authenticated
  grant select to service_role
  as
 SELECT s.product_id,
    min(s.product_name) AS product_name,
    min(s.unit) AS unit,
    min(s.vendor_id::text)::uuid AS vendor_id,
    min(v.business_name) AS vendor_name,
    min(p.category) AS category,
    sum(s.orders)::integer AS orders,
    sum(s.promised_orders)::integer AS promised_orders,
    sum(s.quantity)::integer AS quantity,
    sum(s.goods) AS goods
   FROM sums.sold_products s
     LEFT JOIN vendors v ON v.id = s.vendor_id
     LEFT JOIN products p ON p.id = s.product_id
  WHERE (s.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
  GROUP BY s.product_id;

view public.overseen_refunds  -- Refunds that stick, of orders in the reader's region.
  id uuid
  status text
  amount_kobo bigint
  reason text
  created_at timestamp with time zone
  expected_by date
  order_no bigint
  vendor_id uuid
  vendor_name text
  vendor_state text
  order_id uuid
  grant select to authenticated
  grant select to service_role
  as
 SELECT f.id,
    f.status,
    f.amount_kobo,
    f.reason,
    f.created_at,
    f.expected_by,
    o.order_no,
    o.vendor_id,
    v.business_name AS vendor_name,
    v.state AS vendor_state,
    f.order_id
   FROM refunds f
     JOIN orders o ON o.id = f.order_id
     JOIN vendors v ON v.id = o.vendor_id
  WHERE (f.status = ANY (ARRAY['needs_attention'::text, 'failed'::text])) AND (o.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids));

view public.own_buy_sums  -- The same sums, whole, for the buy's shop and for those who look after it.
  group_buy_id uuid
  vendor_id uuid
  status text
  paid_orders integer
  refunds_due integer
  refunds_done integer
  collected_kobo bigint
  held_kobo bigint
  price_drop_kobo bigint
  returned_kobo bigint
  vendor_kobo bigint
  vendor_fee_kobo bigint
  buyer_fee_kobo bigint
  delivery_kobo bigint
  reversed_kobo bigint
  loss_kobo bigint
  unexplained_kobo bigint
  grant select to authenticated
  grant select to service_role
  as
 SELECT group_buy_id,
    vendor_id,
    status,
    paid_orders,
    refunds_due,
    refunds_done,
    collected_kobo,
    held_kobo,
    price_drop_kobo,
    returned_kobo,
    vendor_kobo,
    vendor_fee_kobo,
    buyer_fee_kobo,
    delivery_kobo,
    reversed_kobo,
    loss_kobo,
    unexplained_kobo
   FROM ledger.buy_sums b
  WHERE vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids));

view public.own_case_claims
  id uuid
  grant select to authenticated
  grant select to service_role
  as
 SELECT id
   FROM claims c
  WHERE (id IN ( SELECT rights.my_claim_ids() AS my_claim_ids)) AND has_part_in_claim(id, ( SELECT auth.uid() AS uid));

view public.own_collections
  order_id uuid
  kind text
  due_from timestamp with time zone
  due_until timestamp with time zone
  grace_until timestamp with time zone
  grant select to authenticated
  grant select to service_role
  as
 SELECT h.order_id,
    h.kind,
    h.due_from,
    h.due_until,
    rights.grace_of(h.order_id, h.due_until) AS grace_until
   FROM hand_overs h
     JOIN orders o ON o.id = h.order_id
  WHERE o.user_id = (( SELECT auth.uid() AS uid)) AND h.status = 'open'::text AND h.due_until IS NOT NULL AND NOT ( SELECT rights.owes_second_step() AS owes_second_step);

view public.own_duties  -- Places and shops where the reader hands goods over or delivers, and open invitations to do so (duty invitation).
  id uuid
  duty text
  vendor_id uuid
  pickup_point_id uuid
  place_name text
  grant select to authenticated
  grant select to service_role
  as
 SELECT m.id,
    m.duty,
    m.vendor_id,
    m.pickup_point_id,
    COALESCE(v.business_name, p.name) AS place_name
   FROM memberships m
     LEFT JOIN vendors v ON v.id = m.vendor_id
     LEFT JOIN pickup_points p ON p.id = m.pickup_point_id
  WHERE m.person_id = (( SELECT auth.uid() AS uid)) AND m.ended_at IS NULL AND NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND
        CASE
            WHEN m.duty = 'delivery'::text THEN rights.rides_for(m.person_id, m.pickup_point_id, m.vendor_id)
            ELSE (m.vendor_id IN ( SELECT rights.hand_over_shops_of(m.person_id) AS hand_over_shops_of)) OR (m.pickup_point_id IN ( SELECT rights.hand_over_places_of(m.person_id) AS hand_over_places_of))
        END
UNION ALL
 SELECT i.id,
    'invitation'::text AS duty,
    NULL::uuid AS vendor_id,
    NULL::uuid AS pickup_point_id,
    i.place_name
   FROM own_invitations i;

view public.own_goods_left
  order_id uuid
  line_id uuid
  quantity integer
  grant select to authenticated
  grant select to service_role
  as
 SELECT o.id AS order_id,
    u.line_id,
    u.quantity
   FROM orders o
     CROSS JOIN LATERAL rights.units_left_of(o.id) u(line_id, quantity)
  WHERE o.user_id = (( SELECT auth.uid() AS uid)) AND o.status = 'ready'::text AND NOT ( SELECT rights.owes_second_step() AS owes_second_step);

view public.own_invitations
  id uuid
  duty text
  created_at timestamp with time zone
  place_name text
  place_location text
  grant select to authenticated
  grant select to service_role
  as
 SELECT i.id,
    i.duty,
    i.created_at,
    COALESCE(v.business_name, p.name) AS place_name,
    COALESCE(v.location, (p.street || ', '::text) || p.lga) AS place_location
   FROM staff_invitations i
     LEFT JOIN vendors v ON v.id = i.vendor_id
     LEFT JOIN pickup_points p ON p.id = i.pickup_point_id
  WHERE (i.id IN ( SELECT rights.invitations_of(( SELECT auth.uid() AS uid)) AS invitations_of)) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step);

view public.own_months with (security_invoker=true)  -- What the reader bought by month: naira at the base price, and at the price of their orders.
  month date
  orders integer
  promised_orders integer
  base_amount numeric
  goods numeric
  promised_goods numeric
  grant select to authenticated
  grant select to service_role
  as
 SELECT month,
    count(*) FILTER (WHERE is_paid)::integer AS orders,
    count(*) FILTER (WHERE is_promised)::integer AS promised_orders,
    COALESCE(sum(base_amount) FILTER (WHERE is_paid), 0::numeric) AS base_amount,
    COALESCE(sum(goods) FILTER (WHERE is_paid), 0::numeric) AS goods,
    COALESCE(sum(goods) FILTER (WHERE is_promised), 0::numeric) AS promised_goods
   FROM all_orders
  WHERE user_id = (( SELECT auth.uid() AS uid)) AND is_live AND created_at >= first_reported_month()
  GROUP BY month;

view public.own_peps  -- Each movement of the caller's PEPS, from the ledger; what is set aside has no end yet.
  id uuid
  posted_at timestamp with time zone
  kind text
  amount_kobo bigint
  is_held boolean
  order_id uuid
  order_no bigint
  what text
  grant select to authenticated
  grant select to service_role
  as
 WITH mine AS (
         SELECT rights.my_peps_account() AS id
        ), moved AS (
         SELECT t.id,
            t.posted_at,
            t.kind,
            t.phase,
            - t.amount_kobo AS amount_kobo,
            t.credit_id AS other_id
           FROM ledger.transfers t
             JOIN mine m_1 ON m_1.id = t.debit_id
        UNION ALL
         SELECT t.id,
            t.posted_at,
            t.kind,
            t.phase,
            t.amount_kobo,
            t.debit_id
           FROM ledger.transfers t
             JOIN mine m_1 ON m_1.id = t.credit_id
        )
 SELECT m.id,
    m.posted_at,
    m.kind,
    m.amount_kobo,
    m.phase = 'held'::text AS is_held,
    o.id AS order_id,
    o.order_no,
    ( SELECT string_agg(l.product_name, ', '::text ORDER BY l.product_name) AS string_agg
           FROM order_lines l
          WHERE l.order_id = o.id) AS what
   FROM moved m
     JOIN ledger.accounts a ON a.id = m.other_id
     LEFT JOIN orders o ON a.kind = 'escrow'::text AND o.id = a.owner_id AND o.user_id = (( SELECT auth.uid() AS uid))
  WHERE (m.phase = ANY (ARRAY['posted'::text, 'taken'::text])) OR m.phase = 'held'::text AND NOT (EXISTS ( SELECT
           FROM ledger.transfers e
          WHERE e.hold_id = m.id));

view public.own_places
  vendor_id uuid
  pickup_point_id uuid
  name text
  grant select to authenticated
  grant select to service_role
  as
 SELECT s.id AS vendor_id,
    NULL::uuid AS pickup_point_id,
    v.business_name AS name
   FROM rights.hand_over_shops_of(auth.uid()) s(id)
     JOIN vendors v ON v.id = s.id
  WHERE NOT ( SELECT rights.owes_second_step() AS owes_second_step)
UNION ALL
 SELECT p.vendor_id,
    p.id AS pickup_point_id,
    p.name
   FROM rights.hand_over_places_of(auth.uid()) h(id)
     JOIN pickup_points p ON p.id = h.id
  WHERE NOT ( SELECT rights.owes_second_step() AS owes_second_step);

view public.own_purse  -- The caller's PEPS in kobo: free, held for payments that have begun, what the next rewards pay off first, and earned by orders that may still be given back.
  spendable_kobo bigint
  held_kobo bigint
  owed_kobo bigint
  unripe_kobo bigint
  grant select to authenticated
  grant select to service_role
  as
 SELECT GREATEST(0::bigint, a.balance_kobo - u.kobo) AS spendable_kobo,
    a.held_kobo,
    rights.my_owed_peps_kobo() AS owed_kobo,
    LEAST(a.balance_kobo, u.kobo) AS unripe_kobo
   FROM ledger.accounts a
     CROSS JOIN ( SELECT rights.my_unripe_kobo() AS kobo) u
  WHERE a.id = (( SELECT rights.my_peps_account() AS my_peps_account));

view public.own_rewards  -- What the caller earns by people they referred, order by order, without saying whose order it is.
  id uuid
  settled_at timestamp with time zone
  amount_kobo bigint
  reason text
  state text
  ripe_at timestamp with time zone
  grant select to authenticated
  grant select to service_role
  as
 SELECT md5(o.id::text)::uuid AS id,
    COALESCE(o.settled_at,
        CASE
            WHEN o.group_buy_id IS NULL AND o.referral_kobo > 0 THEN f.at
            ELSE NULL::timestamp with time zone
        END) AS settled_at,
        CASE
            WHEN o.settled_at IS NOT NULL OR o.group_buy_id IS NULL AND o.referral_kobo > 0 THEN o.referral_kobo
            ELSE NULL::bigint
        END AS amount_kobo,
    x.reason,
        CASE
            WHEN x.order_id IS NOT NULL THEN 'refused'::text
            WHEN (EXISTS ( SELECT
               FROM ledger.journals j
              WHERE j.key = ('reward-back:'::text || o.id))) THEN 'taken_back'::text
            WHEN (EXISTS ( SELECT
               FROM ledger.journals j
              WHERE j.key = ('reward:'::text || o.id))) THEN
            CASE
                WHEN f.at > now() AND o.group_buy_id IS NOT NULL THEN 'unripe'::text
                ELSE 'credited'::text
            END
            WHEN o.settled_at IS NULL AND (o.group_buy_id IS NOT NULL OR o.referral_kobo = 0) THEN 'expected'::text
            ELSE 'coming'::text
        END AS state,
    NULLIF(NULLIF(f.at, 'infinity'::timestamp with time zone), '-infinity'::timestamp with time zone) AS ripe_at
   FROM referrals r
     JOIN orders o ON o.user_id = r.referred_id
     LEFT JOIN reward_refusals x ON x.order_id = o.id
     CROSS JOIN LATERAL ( SELECT rights.reward_final_at(o.id) AS at) f
  WHERE r.referrer_id = (( SELECT auth.uid() AS uid)) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND (x.order_id IS NOT NULL OR o.is_paid AND (o.settled_at IS NULL OR o.referral_kobo > 0) OR (EXISTS ( SELECT
           FROM ledger.journals j
          WHERE j.key = ('reward:'::text || o.id))));

view public.packing_batches  -- A buy, or the orders from the cart of one sharing day: how much there is and how much is packed.
  batch text
  vendor_id uuid
  shop text
  group_buy_id uuid
  batch_name text
  batch_status text
  share_date date
  orders integer
  lines integer
  packed_lines integer
  open_orders integer  -- Paid and not ready, and their place is open.
  ready_orders integer
  units bigint
  packed_units bigint
  unit text
  waiting_orders integer  -- Their place has closed, and their buyers have not chosen another.
  unpacked_lines integer
  is_ready boolean  -- Nothing is to be packed or to be chosen again: it waits for its buyers.
  grant select to authenticated
  grant select to service_role
  as
 SELECT batch,
    vendor_id,
    shop,
    group_buy_id,
    batch_name,
    batch_status,
    share_date,
    count(DISTINCT order_id)::integer AS orders,
    count(*)::integer AS lines,
    count(*) FILTER (WHERE packed_at IS NOT NULL OR (status <> ALL (ARRAY['paid'::text, 'confirmed'::text])))::integer AS packed_lines,
    count(DISTINCT order_id) FILTER (WHERE (status = ANY (ARRAY['paid'::text, 'confirmed'::text])) AND NOT is_waiting)::integer AS open_orders,
    count(DISTINCT order_id) FILTER (WHERE status = 'ready'::text)::integer AS ready_orders,
    sum(quantity) AS units,
    COALESCE(sum(quantity) FILTER (WHERE packed_at IS NOT NULL OR (status <> ALL (ARRAY['paid'::text, 'confirmed'::text]))), 0::bigint) AS packed_units,
        CASE
            WHEN count(DISTINCT unit) = 1 THEN min(unit)
            ELSE NULL::text
        END AS unit,
    count(DISTINCT order_id) FILTER (WHERE is_waiting)::integer AS waiting_orders,
    count(*) FILTER (WHERE packed_at IS NULL AND (status = ANY (ARRAY['paid'::text, 'confirmed'::text])) AND NOT is_waiting)::integer AS unpacked_lines,
    COALESCE(bool_and((status <> ALL (ARRAY['paid'::text, 'confirmed'::text])) AND NOT is_waiting), true) AS is_ready
   FROM packing_lines b
  GROUP BY batch, vendor_id, shop, group_buy_id, batch_name, batch_status, share_date;

view public.packing_lines  -- What the shops that one serves have to pack, or have packed and not yet completed.
  id uuid
  order_id uuid
  order_no integer
  vendor_id uuid
  group_buy_id uuid
  batch text
  share_date date
  batch_name text
  batch_status text
  buyer_name text
  phone_end text
  fulfilment text
  pickup_point_id uuid
  place text
  status text
  ready_at timestamp with time zone
  product_id uuid
  product_name text
  unit text
  quantity integer  -- To pack and to hand over: without what came short (missing_thousandths).
  packed_at timestamp with time zone
  shop text
  missing_thousandths bigint
  shortfalls integer
  kg_per_unit numeric(9,3)
  category text
  is_waiting boolean
  grant select to authenticated
  grant select to service_role
  as
 SELECT l.id,
    l.order_id,
    o.order_no::integer AS order_no,
    o.vendor_id,
    o.group_buy_id,
    COALESCE(o.group_buy_id::text, (('bulk-'::text || COALESCE(d.share_date::text, 'any'::text)) || '-'::text) || o.vendor_id) AS batch,
    COALESCE(g.share_date, d.share_date) AS share_date,
    COALESCE(g.product_name, 'Bulk orders'::text) AS batch_name,
    COALESCE(g.status, 'bulk'::text) AS batch_status,
    o.buyer_name,
    "right"(u.phone, 2) AS phone_end,
    o.fulfilment,
    o.pickup_point_id,
    p.name AS place,
    o.status,
    o.ready_at,
    l.product_id,
    l.product_name,
    l.unit,
    GREATEST(0, l.quantity - rights.short_units(l.id)) AS quantity,
    l.packed_at,
    v.business_name AS shop,
    COALESCE(s.missing, 0::numeric)::bigint AS missing_thousandths,
    COALESCE(s.entries, 0::bigint)::integer AS shortfalls,
    l.kg_per_unit,
    COALESCE(g.category, q.category) AS category,
    p.closed_at IS NOT NULL AND (o.status = ANY (ARRAY['paid'::text, 'confirmed'::text])) AS is_waiting
   FROM orders o
     CROSS JOIN LATERAL ( SELECT order_lines.id,
            order_lines.order_id,
            order_lines.product_id,
            order_lines.product_name,
            order_lines.unit,
            order_lines.image_url,
            order_lines.quantity,
            order_lines.base_price,
            order_lines.unit_price,
            order_lines.packed_at,
            order_lines.share_date,
            order_lines.vat_class,
            order_lines.vat_bps,
            order_lines.kg_per_unit
           FROM order_lines
          WHERE order_lines.order_id = o.id
         OFFSET 0) l
     JOIN vendors v ON v.id = o.vendor_id
     LEFT JOIN group_buys g ON g.id = o.group_buy_id
     LEFT JOIN pickup_points p ON p.id = o.pickup_point_id
     LEFT JOIN auth.users u ON u.id = o.user_id
     JOIN products q ON q.id = l.product_id
     LEFT JOIN LATERAL ( SELECT min(c.share_date) AS share_date
           FROM order_lines c
          WHERE c.order_id = o.id AND o.group_buy_id IS NULL) d ON true
     LEFT JOIN LATERAL ( SELECT sum(h.missing_thousandths) FILTER (WHERE f.status <> ALL (ARRAY['taken-back'::text, 'refused'::text])) AS missing,
            count(*) AS entries
           FROM shortfall_shares h
             JOIN shortfalls f ON f.id = h.shortfall_id
          WHERE h.line_id = l.id) s ON true
  WHERE (o.vendor_id IN ( SELECT rights.served_vendor_ids() AS served_vendor_ids)) AND o.is_paid AND o.status <> 'completed'::text AND (o.group_buy_id IS NULL OR o.status <> 'paid'::text) AND (o.status = ANY (ARRAY['pending'::text, 'paid'::text, 'confirmed'::text, 'ready'::text, 'collected'::text, 'delivered'::text]));

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.passed_on_chargebacks FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('passed-on-chargeback', 'order_id', '')
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select to service_role
  grant select to authenticated
  grant update (amount_kobo, passed_on_kobo) to service_role

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.payment_parts FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('payment-part', 'payment_id', '')
  row level security on
  policy parts_with_payment for select to authenticated using (EXISTS ( SELECT
   FROM payments p
  WHERE (p.id = payment_parts.payment_id)))
  grant insert, select to service_role
  grant select to authenticated

table public.payment_reminders  -- An extension moves the due time and starts the steps anew; none is repeated for the same due time.
  order_id uuid not null
  due_at timestamp with time zone not null
  hours_before integer not null
  sent_at timestamp with time zone not null default now()
  constraint payment_reminders_hours_before_check CHECK ((hours_before = ANY (ARRAY[72, 24, 3])))
  constraint payment_reminders_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE
  constraint payment_reminders_pkey PRIMARY KEY (order_id, due_at, hours_before)
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.payment_reminders FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('payment-reminder', 'order_id', '')
  row level security on
  grant delete, insert, select to service_role

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
  looks integer not null default 0
  next_look_at timestamp with time zone default (now() + '00:10:00'::interval)  -- When the gateway is asked next; null once it has been answered, or after 72 hours.
  succeeded_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  cancelled_at timestamp with time zone  -- When its payer gave it up. What still comes in pays its orders if they stand as they were, and goes back otherwise.
  taken_back_kobo bigint not null default 0  -- What the payer's bank took back, without our refunds. It may be less than was paid.
  replaced_by uuid  -- The attempt that follows this one, whose page at the gateway was lost. Money that still comes in here pays or goes back as ever.
  constraint payments_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id)
  constraint payments_gateway_check CHECK ((gateway = ANY (ARRAY['paystack'::text, 'local'::text, 'peps'::text])))
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
  constraint payments_taken_back_kobo_check CHECK (((taken_back_kobo >= 0) AND (taken_back_kobo <= '99999999999999'::bigint)))
  constraint payments_trouble_check CHECK ((trouble = ANY (ARRAY['amount'::text, 'currency'::text, 'test_money'::text, 'not_payable'::text, 'reversed'::text])))
  constraint payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES profiles(id)
  constraint peps_need_no_gateway CHECK (((gateway = 'peps'::text) = (naira_kobo = 0)))
  constraint something_is_paid CHECK (((naira_kobo + peps_kobo) > 0))
  UNIQUE index payments_replace_one USING btree (replaced_by) WHERE (replaced_by IS NOT NULL)
  index payments_in_trouble USING btree (created_at DESC) WHERE (trouble IS NOT NULL)
  index payments_of_person USING btree (user_id, created_at DESC)
  index payments_to_look_at USING btree (next_look_at) WHERE (next_look_at IS NOT NULL)
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.payments FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('payment', 'id', '')
  TRIGGER log_status_change AFTER INSERT OR UPDATE OF status ON public.payments FOR EACH ROW EXECUTE FUNCTION log_status_change('payment')
  TRIGGER payments_touch BEFORE UPDATE ON public.payments FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  row level security on
  policy own_payments for select to authenticated using (user_id = ( SELECT auth.uid() AS uid))
  policy payments_in_view for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text, 'coordinator'::text]) AS has_role)
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select, update to service_role
  grant select to authenticated

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
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF hold_reason ON public.payout_terms FOR EACH ROW EXECUTE FUNCTION clean_texts('hold_reason')
  TRIGGER guard_own_case BEFORE INSERT OR UPDATE ON public.payout_terms FOR EACH ROW WHEN ((new.held_by IS NOT NULL)) EXECUTE FUNCTION guard_own_case('shop', 'vendor_id', 'held_by')
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.payout_terms FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('payout-terms', 'vendor_id', '')
  TRIGGER payout_terms_touch BEFORE UPDATE ON public.payout_terms FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy own_terms for select to authenticated using (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select, update to service_role
  grant select (vendor_id, weekly_since, held_at, hold_reason) to authenticated

table public.payouts  -- Transfers to vendors' banks. The money leaves the vendor's account in the ledger before the gateway hears of it.
  id uuid not null default gen_random_uuid()
  reference text not null generated as ('payout-'::text || (id)::text)  -- Its one name at the gateway, made of its id: no retry can have another.
  vendor_id uuid not null
  bank_account_id uuid not null
  amount_kobo bigint not null
  gateway text not null
  weekly_for date  -- The pay day of a weekly payout, in Lagos; null where the vendor asked for it.
  asked_by uuid
  status text not null default 'requested'::text
  trouble text  -- Why it is stuck or came back. contradiction: the gateway paid what it had said had failed.
  trouble_text text  -- In the gateway's words, for staff.
  tries integer not null default 0
  next_try_at timestamp with time zone default clock_timestamp()  -- When the gateway is asked next; null once there is nothing more to ask.
  answered_at timestamp with time zone  -- When the gateway last said what it knows of it.
  unsure_at timestamp with time zone  -- Since the last call without an answer: what was done then only the gateway knows. Set before each call, and taken back by its answer.
  arrived_at timestamp with time zone
  created_at timestamp with time zone not null default clock_timestamp()
  updated_at timestamp with time zone not null default now()
  constraint by_hand_or_weekly CHECK (((weekly_for IS NULL) = (asked_by IS NOT NULL)))
  constraint payouts_amount_kobo_check CHECK (((amount_kobo >= 1) AND (amount_kobo <= '99999999999999'::bigint)))
  constraint payouts_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES profiles(id)
  constraint payouts_bank_account_id_fkey FOREIGN KEY (bank_account_id) REFERENCES bank_accounts(id)
  constraint payouts_gateway_check CHECK ((gateway = ANY (ARRAY['paystack'::text, 'local'::text])))
  constraint payouts_pkey PRIMARY KEY (id)
  constraint payouts_reference_check CHECK ((reference ~ '^[a-z0-9_-]{16,50}$'::text))
  constraint payouts_reference_key UNIQUE (reference)
  constraint payouts_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'sent'::text, 'needs_attention'::text, 'arrived'::text, 'failed'::text, 'reversed'::text])))
  constraint payouts_trouble_check CHECK ((trouble = ANY (ARRAY['balance'::text, 'refused'::text, 'silent'::text, 'amount'::text, 'contradiction'::text, 'stopped'::text])))
  constraint payouts_trouble_text_check CHECK ((char_length(trouble_text) <= 300))
  constraint payouts_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  UNIQUE index one_payout_by_hand_at_a_time USING btree (vendor_id) WHERE ((weekly_for IS NULL) AND (status = ANY (ARRAY['requested'::text, 'sent'::text, 'needs_attention'::text])))
  UNIQUE index one_weekly_payout_a_pay_day USING btree (vendor_id, weekly_for) WHERE (weekly_for IS NOT NULL)
  index payouts_in_trouble USING btree (created_at DESC) WHERE (trouble IS NOT NULL)
  index payouts_of_account USING btree (bank_account_id)
  index payouts_of_shop USING btree (vendor_id, created_at DESC)
  index payouts_open USING btree (created_at) WHERE (status = ANY (ARRAY['requested'::text, 'sent'::text, 'needs_attention'::text]))
  index payouts_to_try USING btree (next_try_at) WHERE (next_try_at IS NOT NULL)
  TRIGGER guard_payout BEFORE INSERT ON public.payouts FOR EACH ROW EXECUTE FUNCTION guard_payout()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.payouts FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('payout', 'id', '')
  TRIGGER log_status_change AFTER INSERT OR UPDATE OF status ON public.payouts FOR EACH ROW EXECUTE FUNCTION log_status_change('payout')
  TRIGGER payouts_touch BEFORE UPDATE ON public.payouts FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy own_payouts for select to authenticated using (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant select to service_role
  grant insert (id, vendor_id, bank_account_id, amount_kobo, gateway, weekly_for, asked_by) to service_role
  grant select (id, reference, vendor_id, bank_account_id, amount_kobo, weekly_for, status, trouble, trouble_text, answered_at, arrived_at, created_at, updated_at) to authenticated
  grant update (status, trouble, trouble_text, tries, next_try_at, answered_at, unsure_at, arrived_at) to service_role

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.photo_proofs FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('photo-proof', 'subject_id', 'name')
  row level security on
  grant select to service_role

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
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF name, street, instructions, closed_reason ON public.pickup_points FOR EACH ROW EXECUTE FUNCTION clean_texts('name', 'street', 'instructions', 'closed_reason')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.pickup_points FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.pickup_points FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('pickup-point', 'id', '')
  TRIGGER pickup_points_touch BEFORE UPDATE ON public.pickup_points FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  row level security on
  policy points_are_public for select to public using true
  grant insert, select, update to service_role
  grant select to anon
  grant select to authenticated

view public.place_cash  -- Cash that places owe, for staff: coordinators and chiefs see all, managers those of their states.
  pickup_point_id uuid
  name text
  state text
  vendor_id uuid
  owed_kobo bigint
  grant select to authenticated
  grant select to service_role
  as
 SELECT p.id AS pickup_point_id,
    p.name,
    p.state,
    p.vendor_id,
    (( SELECT COALESCE(sum(
                CASE
                    WHEN t.debit_id = a.id THEN t.amount_kobo
                    ELSE - t.amount_kobo
                END), 0::numeric) AS "coalesce"
           FROM ledger.transfers t
          WHERE (a.id = t.debit_id OR a.id = t.credit_id) AND (t.phase = ANY (ARRAY['posted'::text, 'taken'::text]))))::bigint AS owed_kobo
   FROM pickup_points p
     JOIN ledger.accounts a ON a.kind = 'place_cash'::text AND a.owner_id = p.id
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['coordinator'::text, 'chief'::text]) AS has_role) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step) OR ( SELECT rights.is_service() AS is_service) OR (p.state IN ( SELECT r.state
           FROM manager_regions r
          WHERE r.manager_id = (( SELECT auth.uid() AS uid)) AND ( SELECT rights.has_role(VARIADIC ARRAY['manager'::text]) AS has_role)));

view public.place_orders  -- Orders that are to be collected at each place, and what is stockpiled there; for coordinators and chiefs.
  id uuid
  to_come integer
  to_hand_over integer
  stockpiled_kg integer
  grant select to authenticated
  grant select to service_role
  as
 SELECT p.id,
    count(o.id) FILTER (WHERE o.status = ANY (ARRAY['pending'::text, 'paid'::text, 'confirmed'::text]))::integer AS to_come,
    count(o.id) FILTER (WHERE o.status = 'ready'::text)::integer AS to_hand_over,
    ceil(stockpiled_kg(p.id))::integer AS stockpiled_kg
   FROM pickup_points p
     LEFT JOIN orders o ON o.pickup_point_id = p.id AND (o.status = ANY (ARRAY['pending'::text, 'paid'::text, 'confirmed'::text, 'ready'::text]))
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['coordinator'::text, 'chief'::text]) AS has_role)
  GROUP BY p.id;

view public.place_rooms  -- Kilograms that can still be stockpiled at each open place.
  id uuid
  free_kg integer
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 SELECT id,
    GREATEST(0::numeric, floor(stockpile_capacity_kg::numeric - stockpiled_kg(id)))::integer AS free_kg
   FROM pickup_points p
  WHERE closed_at IS NULL;

view public.planned_rates  -- Rates that are announced and not yet in force, for everybody to read.
  key text
  value jsonb
  effective_from timestamp with time zone
  announced_at timestamp with time zone
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 SELECT key,
    value,
    effective_from,
    COALESCE(told_at, created_at) AS announced_at
   FROM settings
  WHERE key ~~ '%\_bps'::text AND effective_from > now() AND withdrawn_at IS NULL AND (told_at IS NOT NULL OR NOT is_told_rate(key));

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
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.product_pictures FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.product_pictures FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('product-picture', 'id', '')
  TRIGGER place_picture BEFORE INSERT ON public.product_pictures FOR EACH ROW EXECUTE FUNCTION place_picture()
  TRIGGER refuse_suspended BEFORE INSERT OR DELETE OR UPDATE ON public.product_pictures FOR EACH ROW EXECUTE FUNCTION guard_suspended_goods()
  TRIGGER show_first_picture AFTER INSERT OR DELETE OR UPDATE OF "position" ON public.product_pictures FOR EACH ROW EXECUTE FUNCTION show_first_picture()
  row level security on
  policy own_pictures_add for insert to authenticated check (((storage.foldername(path))[1] = (( SELECT auth.uid() AS uid))::text) AND (EXISTS ( SELECT
   FROM products p
  WHERE ((p.id = product_pictures.product_id) AND (p.vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) AND (p.archived_at IS NULL)))))
  policy own_pictures_drop for delete to authenticated using (EXISTS ( SELECT
   FROM products p
  WHERE ((p.id = product_pictures.product_id) AND (p.vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) AND (p.archived_at IS NULL))))
  policy own_pictures_order for update to authenticated using (EXISTS ( SELECT
   FROM products p
  WHERE ((p.id = product_pictures.product_id) AND (p.vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) AND (p.archived_at IS NULL))))
  policy pictures_of_products_shown for select to public using (EXISTS ( SELECT
   FROM products p
  WHERE (p.id = product_pictures.product_id)))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant delete, select to authenticated
  grant select to anon
  grant insert (id, product_id, path, position) to authenticated
  grant update (position) to authenticated

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
  index product_questions_open USING btree (vendor_id) WHERE ((answer IS NULL) AND (hidden_at IS NULL))
  index product_questions_reported USING btree (reported_at) WHERE ((reported_at IS NOT NULL) AND (judged_at IS NULL))
  index product_questions_shown USING btree (product_id, answered_at DESC NULLS LAST, asked_at DESC) WHERE (hidden_at IS NULL)
  index product_questions_vendor USING btree (vendor_id, asked_at DESC)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF asker_name, question, answer, report_reason, judge_reason ON public.product_questions FOR EACH ROW EXECUTE FUNCTION clean_texts('asker_name', 'question', 'answer', 'report_reason', 'judge_reason')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.product_questions FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER guard_own_case BEFORE UPDATE ON public.product_questions FOR EACH ROW WHEN ((new.judged_by IS DISTINCT FROM old.judged_by)) EXECUTE FUNCTION guard_own_case('question', 'id', 'judged_by')
  TRIGGER guard_question BEFORE INSERT OR UPDATE ON public.product_questions FOR EACH ROW EXECUTE FUNCTION guard_question()
  TRIGGER guard_suspended BEFORE UPDATE OF answer ON public.product_questions FOR EACH ROW WHEN (((new.answer IS DISTINCT FROM old.answer) AND (new.answer IS NOT NULL))) EXECUTE FUNCTION guard_suspended_words()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.product_questions FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('product-question', 'id', 'question answer asker_name')
  row level security on
  policy questions_of_active_shops for select to public using ((hidden_at IS NULL) AND (vendor_id IN ( SELECT rights.active_vendor_ids() AS active_vendor_ids)))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select (id, product_id, vendor_id, asker_name, question, asked_at, answer, answered_at) to anon
  grant select (id, product_id, vendor_id, asker_name, question, asked_at, answer, answered_at) to authenticated

view public.product_ratings with (security_invoker=true)  -- How buyers rated the orders that held a product, as far as the reader sees ratings: hidden ones count for nobody. To be asked for one product at a time.
  product_id uuid
  rating_count integer
  rating numeric
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 SELECT p.id AS product_id,
    r.rating_count,
    r.rating
   FROM products p
     CROSS JOIN LATERAL ( SELECT count(*)::integer AS rating_count,
            round(avg(v.rating), 2) AS rating
           FROM reviews v
          WHERE v.product_ids @> ARRAY[p.id]) r;

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
  stockpile_allowed boolean not null default false  -- The vendor's wish.
  archived_at timestamp with time zone
  created_at timestamp with time zone not null default now()
  updated_at timestamp with time zone not null default now()
  stockpile_confirmed_by uuid
  stockpile_confirmed_at timestamp with time zone
  can_be_stockpiled boolean not null generated as (stockpile_allowed AND (stockpile_confirmed_at IS NOT NULL))  -- The vendor offers it, and an operator has confirmed it.
  vat_class text not null default 'zero'::text  -- zero: basic food, 0%. exempt: outside VAT. standard: the price contains VAT at the rate in force.
  kg_per_unit numeric(9,3)  -- The vendor's own statement; null: as the measures say.
  drawn_url text  -- The picture that the vendor chose for as long as there is no photograph.
  constraint drawn_picture_is_on_this_site CHECK ((is_own_path(drawn_url) AND (drawn_url <> '/'::text)))
  constraint picture_is_on_this_site CHECK ((is_own_path(image_url) AND (image_url <> '/'::text)))
  constraint products_available_quantity_check CHECK (((available_quantity >= 0) AND (available_quantity <= 1000000)))
  constraint products_base_price_check CHECK (((base_price > (0)::numeric) AND (base_price <= (100000000)::numeric)))
  constraint products_category_check CHECK ((category = ANY (ARRAY['vegetables'::text, 'fruits'::text, 'grains'::text, 'meat'::text, 'seafood'::text, 'oil'::text])))
  constraint products_check CHECK ((max_quantity >= min_quantity))
  constraint products_check1 CHECK (((NOT stockpile_allowed) OR (category = ANY (ARRAY['grains'::text, 'oil'::text]))))
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
  index products_category USING btree (category, created_at DESC) WHERE (archived_at IS NULL)
  index products_location USING btree (vendor_location) WHERE (archived_at IS NULL)
  index products_name USING btree (name, id) WHERE (archived_at IS NULL)
  index products_name_parts USING gin (search.plain(name) gin_trgm_ops)
  index products_newest USING btree (created_at DESC) WHERE (archived_at IS NULL)
  index products_on_sale USING btree (vendor_id, category, share_date, vendor_location) WHERE (archived_at IS NULL)
  index products_price USING btree (base_price, id) WHERE (archived_at IS NULL)
  index products_search USING gin ((((name || ' '::text) || description)) gin_trgm_ops)
  index products_share_date USING btree (share_date) WHERE (archived_at IS NULL)
  index products_vendor USING btree (vendor_id, created_at DESC)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF name, unit ON public.products FOR EACH ROW EXECUTE FUNCTION clean_product_texts()
  TRIGGER a_clean_words BEFORE INSERT OR UPDATE OF description ON public.products FOR EACH ROW EXECUTE FUNCTION clean_texts('description')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.products FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER archive_product BEFORE DELETE ON public.products FOR EACH ROW EXECUTE FUNCTION archive_product()
  TRIGGER choose_picture BEFORE INSERT OR UPDATE OF image_url, drawn_url ON public.products FOR EACH ROW EXECUTE FUNCTION choose_picture()
  TRIGGER guard_own_case BEFORE UPDATE ON public.products FOR EACH ROW WHEN (((new.stockpile_confirmed_by IS NOT NULL) AND (new.stockpile_confirmed_by IS DISTINCT FROM old.stockpile_confirmed_by))) EXECUTE FUNCTION guard_own_case('product', 'id', 'stockpile_confirmed_by')
  TRIGGER guard_own_weight BEFORE INSERT OR UPDATE OF kg_per_unit, unit, name, category ON public.products FOR EACH ROW WHEN ((new.kg_per_unit IS NOT NULL)) EXECUTE FUNCTION guard_own_weight()
  TRIGGER guard_stockpile BEFORE INSERT OR UPDATE OF name, category, stockpile_allowed ON public.products FOR EACH ROW EXECUTE FUNCTION guard_stockpile()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.products FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('product', 'id', '')
  TRIGGER place_product BEFORE INSERT OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION place_product()
  TRIGGER refuse_suspended BEFORE INSERT OR DELETE OR UPDATE ON public.products FOR EACH ROW EXECUTE FUNCTION guard_suspended_goods()
  TRIGGER search_changed AFTER UPDATE OF name, description, category, unit, kg_per_unit, min_quantity, available_quantity, base_price, share_date, vendor_id, vendor_location, archived_at, created_at ON public.products FOR EACH ROW WHEN (((((((((((((new.name IS DISTINCT FROM old.name) OR (new.description IS DISTINCT FROM old.description)) OR (new.category IS DISTINCT FROM old.category)) OR (new.unit IS DISTINCT FROM old.unit)) OR (new.kg_per_unit IS DISTINCT FROM old.kg_per_unit)) OR (new.base_price IS DISTINCT FROM old.base_price)) OR (new.share_date IS DISTINCT FROM old.share_date)) OR (new.vendor_id IS DISTINCT FROM old.vendor_id)) OR (new.vendor_location IS DISTINCT FROM old.vendor_location)) OR (new.archived_at IS DISTINCT FROM old.archived_at)) OR (new.created_at IS DISTINCT FROM old.created_at)) OR ((new.available_quantity >= new.min_quantity) IS DISTINCT FROM (old.available_quantity >= old.min_quantity)))) EXECUTE FUNCTION search.note_product()
  TRIGGER search_new AFTER INSERT ON public.products FOR EACH ROW EXECUTE FUNCTION search.note_product()
  row level security on
  policy on_sale for select to public using ((archived_at IS NULL) AND (vendor_id IN ( SELECT rights.active_vendor_ids() AS active_vendor_ids)))
  policy own_products for select to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) OR ( SELECT rights.has_role(VARIADIC ARRAY['administrator'::text, 'supervisor'::text]) AS has_role))
  policy own_products_add for insert to authenticated check (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  policy own_products_edit for update to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) AND (archived_at IS NULL)) check (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  policy removal_is_judged_by_trigger for delete to authenticated using (archived_at IS NULL)
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant delete, select to authenticated
  grant select to anon
  grant insert (id, vendor_id, name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, vendor_location, share_date, stockpile_allowed, vat_class, kg_per_unit) to authenticated
  grant update (name, description, category, base_price, unit, min_quantity, max_quantity, available_quantity, image_url, share_date, stockpile_allowed, vat_class, kg_per_unit) to authenticated

view public.products_gone  -- Products that are known but not on sale. To be asked for one at a time.
  id uuid
  name text
  category text
  image_url text
  is_archived boolean
  vendor_id uuid
  business_name text
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 SELECT p.id,
    p.name,
    p.category,
    p.image_url,
    p.archived_at IS NOT NULL AS is_archived,
        CASE
            WHEN v.status = 'active'::text THEN v.id
            ELSE NULL::uuid
        END AS vendor_id,
        CASE
            WHEN v.status = 'active'::text THEN v.business_name
            ELSE NULL::text
        END AS business_name
   FROM products p
     JOIN vendors v ON v.id = p.vendor_id
  WHERE (p.archived_at IS NOT NULL OR v.status <> 'active'::text) AND (v.status = ANY (ARRAY['active'::text, 'suspended'::text]));

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
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF full_name ON public.profiles FOR EACH ROW EXECUTE FUNCTION clean_profile_texts()
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.profiles FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER end_sessions AFTER UPDATE OF role ON public.profiles FOR EACH ROW WHEN (((old.role IS DISTINCT FROM new.role) AND (NOT ((old.role = 'customer'::text) AND (new.role = 'vendor'::text))))) EXECUTE FUNCTION end_sessions_of_role()
  TRIGGER follow_role BEFORE UPDATE OF role ON public.profiles FOR EACH ROW EXECUTE FUNCTION follow_role()
  TRIGGER forget_notices AFTER DELETE ON public.profiles FOR EACH ROW EXECUTE FUNCTION forget_notices_of_person()
  TRIGGER guard_name BEFORE INSERT OR UPDATE OF full_name ON public.profiles FOR EACH ROW EXECUTE FUNCTION guard_person_name()
  TRIGGER guard_own_case BEFORE UPDATE OF role ON public.profiles FOR EACH ROW WHEN (((new.role IS DISTINCT FROM old.role) AND (new.role <> ALL (ARRAY['customer'::text, 'vendor'::text])))) EXECUTE FUNCTION guard_own_case('person', 'id', 'act')
  TRIGGER leave_role AFTER UPDATE OF role ON public.profiles FOR EACH ROW WHEN ((old.role <> new.role)) EXECUTE FUNCTION leave_role()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.profiles FOR EACH ROW WHEN (((pg_trigger_depth() <= 1) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('profile', 'id', 'full_name referral_code')
  TRIGGER profiles_touch BEFORE UPDATE ON public.profiles FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy own_name for update to authenticated using (id = ( SELECT auth.uid() AS uid)) check (id = ( SELECT auth.uid() AS uid))
  policy own_row for select to authenticated using (id = ( SELECT auth.uid() AS uid))
  policy second_step_to_write (restrictive) for update to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to authenticated
  grant update (full_name, hidden_from_boards) to authenticated

table public.public_holidays  -- Days without bank business in Nigeria. Business days are Monday to Friday without these.
  date date not null
  name text not null
  is_expected boolean not null default false  -- Not yet announced: by the moon, or in place of a day at the weekend.
  created_at timestamp with time zone not null default now()
  constraint public_holidays_name_check CHECK (((char_length(TRIM(BOTH FROM name)) >= 3) AND (char_length(TRIM(BOTH FROM name)) <= 80)))
  constraint public_holidays_pkey PRIMARY KEY (date)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF name ON public.public_holidays FOR EACH ROW EXECUTE FUNCTION clean_texts('name')
  TRIGGER limit_changes AFTER UPDATE ON public.public_holidays REFERENCING NEW TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER limit_removals AFTER DELETE ON public.public_holidays REFERENCING OLD TABLE AS written FOR EACH STATEMENT WHEN (((pg_trigger_depth() = 0) AND (current_setting('role'::text, true) = 'authenticated'::text))) EXECUTE FUNCTION limit_writes()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.public_holidays FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_at_the_tables())) EXECUTE FUNCTION log_act('public-holiday', 'date', '')
  row level security on
  policy chief_adds for insert to authenticated check ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy chief_removes for delete to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy everybody_reads for select to authenticated using true
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant delete, select to authenticated
  grant insert (date, name, is_expected) to authenticated

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.push_subscriptions FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('push-subscription', 'id', 'endpoint')
  row level security on
  policy own_subscriptions for select to authenticated using (person_id = ( SELECT auth.uid() AS uid))
  policy own_subscriptions_remove for delete to authenticated using (person_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete to authenticated
  grant delete, insert, select, update to service_role
  grant select (id, person_id, session_id, user_agent, created_at) to authenticated

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.pushes FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('push', 'id', 'title body')
  row level security on
  grant delete, insert, select, update to service_role

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
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.referrals FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.referrals FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('referral', 'id', '')
  row level security on
  policy of_people_on_the_boards for select to public using (referrer_id IN ( SELECT rights.board_ids() AS board_ids))
  policy own_referrals for select to authenticated using ((referrer_id = ( SELECT auth.uid() AS uid)) OR ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select (id, referrer_id, created_at, settled_at) to anon
  grant select (id, referrer_id, created_at, settled_at) to authenticated

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
  constraint refunds_reason_check CHECK ((reason = ANY (ARRAY['left'::text, 'price_drop'::text, 'buy_failed'::text, 'buy_cancelled'::text, 'order_cancelled'::text, 'not_payable'::text, 'amount'::text, 'short_delivery'::text, 'claim'::text, 'delivery_changed'::text, 'payment_reversed'::text, 'resale'::text])))
  constraint refunds_status_check CHECK ((status = ANY (ARRAY['requested'::text, 'sent'::text, 'processed'::text, 'needs_attention'::text, 'failed'::text])))
  constraint refunds_to_account_number_check CHECK ((to_account_number ~ '^[0-9]{10}$'::text))
  constraint refunds_to_bank_code_check CHECK ((to_bank_code ~ '^[0-9]{3,6}$'::text))
  index refunds_by_account USING btree (to_account_number, to_bank_code) WHERE (to_account_number IS NOT NULL)
  index refunds_of_order USING btree (order_id) WHERE (order_id IS NOT NULL)
  index refunds_of_payment USING btree (payment_id)
  index refunds_on_their_way USING btree (expected_by) WHERE (status = ANY (ARRAY['requested'::text, 'sent'::text]))
  index refunds_that_stick USING btree (created_at) WHERE (status = ANY (ARRAY['needs_attention'::text, 'failed'::text]))
  index refunds_to_try USING btree (next_try_at) WHERE (next_try_at IS NOT NULL)
  TRIGGER guard_own_case BEFORE UPDATE ON public.refunds FOR EACH ROW WHEN ((new.to_account_number IS DISTINCT FROM old.to_account_number)) EXECUTE FUNCTION guard_own_case('refund', 'id', 'act')
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.refunds FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('refund', 'id', '')
  TRIGGER log_status_change AFTER INSERT OR UPDATE OF status ON public.refunds FOR EACH ROW EXECUTE FUNCTION log_status_change('refund')
  TRIGGER names_its_amount BEFORE UPDATE ON public.refunds FOR EACH ROW WHEN (((new.to_account_number IS NOT NULL) AND (new.to_account_number IS DISTINCT FROM old.to_account_number))) EXECUTE FUNCTION guard_amount_entered('refund-account', 'id', 'amount_kobo')
  TRIGGER refunds_touch BEFORE UPDATE ON public.refunds FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  TRIGGER refunds_within_payment BEFORE INSERT OR UPDATE OF amount_kobo, payment_id ON public.refunds FOR EACH ROW EXECUTE FUNCTION keep_refunds_within_payment()
  row level security on
  policy refunds_with_payment for select to authenticated using (EXISTS ( SELECT
   FROM payments p
  WHERE (p.id = refunds.payment_id)))
  grant insert, select, update to service_role
  grant select (id, payment_id, order_id, amount_kobo, reason, status, expected_by, processed_at, created_at, updated_at) to authenticated

table public.reserved_names  -- No shop and no person has a name that contains one of these. An operator with another brand adds its skeleton.
  skeleton text not null
  constraint reserved_names_pkey PRIMARY KEY (skeleton)
  constraint reserved_names_skeleton_check CHECK (((skeleton = name_skeleton(skeleton)) AND (char_length(skeleton) >= 4)))
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.reserved_names FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.reserved_names FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('reserved-name', 'skeleton', '')
  row level security on
  policy known_to_all for select to public using true
  grant delete, insert, select, update to service_role
  grant select to anon
  grant select to authenticated

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
  index reviews_products USING gin (product_ids) WHERE (hidden_at IS NULL)
  index reviews_reported USING btree (reported_at) WHERE ((reported_at IS NOT NULL) AND (judged_at IS NULL))
  index reviews_vendor USING btree (vendor_id, created_at DESC)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF comment, reply, report_reason, judge_reason ON public.reviews FOR EACH ROW EXECUTE FUNCTION clean_texts('comment', 'reply', 'report_reason', 'judge_reason')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.reviews FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER guard_own_case BEFORE UPDATE ON public.reviews FOR EACH ROW WHEN ((new.judged_by IS DISTINCT FROM old.judged_by)) EXECUTE FUNCTION guard_own_case('review', 'id', 'judged_by')
  TRIGGER guard_review BEFORE INSERT OR UPDATE ON public.reviews FOR EACH ROW EXECUTE FUNCTION guard_review()
  TRIGGER guard_suspended BEFORE UPDATE OF reply ON public.reviews FOR EACH ROW WHEN (((new.reply IS DISTINCT FROM old.reply) AND (new.reply IS NOT NULL))) EXECUTE FUNCTION guard_suspended_words()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.reviews FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('review', 'id', 'comment')
  row level security on
  policy reviews_of_active_shops for select to public using ((hidden_at IS NULL) AND (vendor_id IN ( SELECT rights.active_vendor_ids() AS active_vendor_ids)))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select (id, vendor_id, rating, comment, created_at, reply, replied_at, product_ids) to anon
  grant select (id, vendor_id, rating, comment, created_at, reply, replied_at, product_ids) to authenticated

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.reward_refusals FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('reward-refusal', 'order_id', '')
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select to service_role
  grant select to authenticated

view public.reward_terms  -- The rate of rewards, and the change that has been announced, if any: everybody is told 30 days before.
  referral_bps integer
  next_bps integer
  next_from timestamp with time zone
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 SELECT whole_setting('referral_bps'::text) AS referral_bps,
    n.next_bps,
    n.next_from
   FROM ( SELECT 1 AS "?column?") one
     LEFT JOIN LATERAL ( SELECT (settings.value #>> '{}'::text[])::integer AS next_bps,
            settings.effective_from AS next_from
           FROM settings
          WHERE settings.key = 'referral_bps'::text AND settings.effective_from > now()
          ORDER BY settings.effective_from
         LIMIT 1) n ON true;

view public.role_holdings  -- What a role change leaves behind, for the chief.
  id uuid
  role text
  shop_name text
  shop_status text
  open_buys integer
  open_orders integer
  states text[]
  grant select to authenticated
  grant select to service_role
  as
 SELECT p.id,
    p.role,
    v.business_name AS shop_name,
    v.status AS shop_status,
    (( SELECT count(*) AS count
           FROM group_buys g
          WHERE g.vendor_id = v.id AND (g.status = ANY (ARRAY['active'::text, 'closed'::text, 'settling'::text, 'confirmed'::text, 'ready'::text]))))::integer AS open_buys,
    (( SELECT count(*) AS count
           FROM orders o
          WHERE o.vendor_id = v.id AND o.is_live AND o.status <> 'completed'::text))::integer AS open_orders,
    ARRAY( SELECT r.state
           FROM manager_regions r
          WHERE r.manager_id = p.id
          ORDER BY r.state) AS states
   FROM profiles p
     LEFT JOIN vendors v ON v.owner_id = p.id
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) OR ( SELECT rights.is_service() AS is_service);

view public.run_houses
  pickup_point_id uuid
  vendor_id uuid
  name text
  state text
  grant select to authenticated
  grant select to service_role
  as
 SELECT p.id AS pickup_point_id,
    NULL::uuid AS vendor_id,
    p.name,
    p.state
   FROM pickup_points p
  WHERE (p.id IN ( SELECT rights.run_hubs_of(( SELECT auth.uid() AS uid)) AS run_hubs_of)) AND p.closed_at IS NULL AND NOT ( SELECT rights.owes_second_step() AS owes_second_step)
UNION ALL
 SELECT NULL::uuid AS pickup_point_id,
    v.id AS vendor_id,
    v.business_name AS name,
    v.state
   FROM vendors v
  WHERE (v.id IN ( SELECT rights.hand_over_shops_of(( SELECT auth.uid() AS uid)) AS hand_over_shops_of)) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step);

view public.run_riders
  pickup_point_id uuid
  vendor_id uuid
  rider_id uuid
  full_name text
  grant select to authenticated
  grant select to service_role
  as
 SELECT h.pickup_point_id,
    h.vendor_id,
    p.id AS rider_id,
    p.full_name
   FROM run_houses h
     JOIN memberships m ON m.duty = 'delivery'::text AND m.ended_at IS NULL AND COALESCE(m.pickup_point_id, m.vendor_id) = COALESCE(h.pickup_point_id, h.vendor_id)
     JOIN profiles p ON p.id = m.person_id
UNION
 SELECT NULL::uuid AS pickup_point_id,
    h.vendor_id,
    p.id AS rider_id,
    p.full_name
   FROM run_houses h
     JOIN vendors v ON v.id = h.vendor_id
     JOIN profiles p ON p.id = v.owner_id;

view public.runs_to_see
  id uuid
  pickup_point_id uuid
  vendor_id uuid
  place_name text
  rider_id uuid
  rider_name text
  rider_serves boolean
  window_from timestamp with time zone
  window_until timestamp with time zone
  status text
  started_at timestamp with time zone
  ended_at timestamp with time zone
  is_own boolean
  may_plan boolean
  grant select to authenticated
  grant select to service_role
  as
 SELECT r.id,
    r.pickup_point_id,
    r.vendor_id,
    COALESCE(p.name, v.business_name) AS place_name,
    r.rider_id,
    u.full_name AS rider_name,
    rights.rides_for(r.rider_id, r.pickup_point_id, r.vendor_id) AS rider_serves,
    r.window_from,
    r.window_until,
    r.status,
    r.started_at,
    r.ended_at,
    r.rider_id = (( SELECT auth.uid() AS uid)) AS is_own,
    rights.plans_for(( SELECT auth.uid() AS uid), r.pickup_point_id, r.vendor_id) AS may_plan
   FROM delivery_runs r
     JOIN profiles u ON u.id = r.rider_id
     LEFT JOIN pickup_points p ON p.id = r.pickup_point_id
     LEFT JOIN vendors v ON v.id = r.vendor_id
  WHERE NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND (rights.plans_for(( SELECT auth.uid() AS uid), r.pickup_point_id, r.vendor_id) OR r.rider_id = (( SELECT auth.uid() AS uid)) AND rights.rides_for(( SELECT auth.uid() AS uid), r.pickup_point_id, r.vendor_id));

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
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF name ON public.saved_lists FOR EACH ROW EXECUTE FUNCTION clean_texts('name')
  TRIGGER date_deletion BEFORE UPDATE OF deleted_at ON public.saved_lists FOR EACH ROW WHEN (((old.deleted_at IS NULL) AND (new.deleted_at IS NOT NULL))) EXECUTE FUNCTION date_deletion()
  TRIGGER guard_list_back BEFORE UPDATE OF deleted_at ON public.saved_lists FOR EACH ROW WHEN (((old.deleted_at IS NOT NULL) AND (new.deleted_at IS NULL))) EXECUTE FUNCTION guard_saved_list()
  TRIGGER guard_saved_list BEFORE INSERT ON public.saved_lists FOR EACH ROW EXECUTE FUNCTION guard_saved_list()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.saved_lists FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('saved-list', 'id', 'name lines')
  row level security on
  policy own_lists for all to authenticated using (profile_id = ( SELECT auth.uid() AS uid)) check (profile_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, select, update to service_role
  grant select to authenticated
  grant insert (name, lines) to authenticated
  grant update (name, deleted_at) to authenticated

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
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.search_entries FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  row level security on
  policy for_everybody for select to public using true
  grant select to anon
  grant select to authenticated
  grant select to service_role

table public.setting_bounds  -- What a setting may be, in its own unit: basis points, minutes, naira, days or a count.
  key text not null
  least numeric not null
  most numeric not null
  loosens text  -- Of a limit of what one person does alone: the way in which a change loosens it. Such a change takes effect a day after it was planned at the earliest.
  constraint setting_bounds_check CHECK ((most >= "least"))
  constraint setting_bounds_loosens_check CHECK ((loosens = ANY (ARRAY['up'::text, 'down'::text])))
  constraint setting_bounds_pkey PRIMARY KEY (key)
  row level security on
  grant select to service_role

table public.settings  -- The value in force is the newest whose effective_from has passed. Changes of the reward programme take effect 30 days after the notice at the earliest.
  key text not null
  value jsonb not null
  effective_from timestamp with time zone not null default now()
  note text not null default ''::text
  created_by uuid
  created_at timestamp with time zone not null default now()
  withdrawn_at timestamp with time zone  -- When a planned value was given up, before its day; it never applies.
  withdrawn_by uuid
  told_at timestamp with time zone  -- Of a rate: when the people it concerns were told, an hour after it was planned.
  constraint settings_created_by_fkey FOREIGN KEY (created_by) REFERENCES profiles(id)
  constraint settings_key_check CHECK ((key ~ '^[a-z][a-z0-9_]{2,60}$'::text))
  constraint settings_note_check CHECK ((char_length(note) <= 300))
  constraint settings_pkey PRIMARY KEY (key, effective_from)
  constraint settings_withdrawn_by_fkey FOREIGN KEY (withdrawn_by) REFERENCES profiles(id)
  index settings_to_tell USING btree (created_at) WHERE ((told_at IS NULL) AND (withdrawn_at IS NULL))
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF note ON public.settings FOR EACH ROW EXECUTE FUNCTION clean_texts('note')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.settings FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER guard_appeal_days BEFORE INSERT ON public.settings FOR EACH ROW WHEN ((new.key = 'claim_appeal_days'::text)) EXECUTE FUNCTION guard_appeal_days()
  TRIGGER guard_books_hour BEFORE INSERT ON public.settings FOR EACH ROW WHEN ((new.key = 'books_hour'::text)) EXECUTE FUNCTION guard_books_hour()
  TRIGGER guard_handling BEFORE INSERT ON public.settings FOR EACH ROW WHEN ((new.key = 'resale_handling_bps'::text)) EXECUTE FUNCTION guard_handling()
  TRIGGER guard_kept_days BEFORE INSERT ON public.settings FOR EACH ROW WHEN ((new.key = 'notices_kept_days'::text)) EXECUTE FUNCTION guard_kept_days()
  TRIGGER guard_lot_settings BEFORE INSERT ON public.settings FOR EACH ROW WHEN ((new.key = ANY (ARRAY['lot_claims_least'::text, 'lot_claims_percent'::text]))) EXECUTE FUNCTION guard_lot_settings()
  TRIGGER guard_payout_setting BEFORE INSERT ON public.settings FOR EACH ROW WHEN ((new.key ~~ 'payout\_%'::text)) EXECUTE FUNCTION guard_payout_setting()
  TRIGGER guard_setting BEFORE INSERT ON public.settings FOR EACH ROW EXECUTE FUNCTION guard_setting()
  TRIGGER guard_unpaid_setting BEFORE INSERT ON public.settings FOR EACH ROW WHEN ((new.key ~~ 'unpaid\_%'::text)) EXECUTE FUNCTION guard_unpaid_setting()
  TRIGGER guard_unpaid_share BEFORE INSERT ON public.settings FOR EACH ROW WHEN ((new.key = 'unpaid_new_share_percent'::text)) EXECUTE FUNCTION guard_unpaid_share()
  TRIGGER guard_vendor_share BEFORE INSERT ON public.settings FOR EACH ROW WHEN ((new.key = 'vendor_fee_bps'::text)) EXECUTE FUNCTION guard_vendor_share()
  TRIGGER guard_withdrawal BEFORE UPDATE OF withdrawn_at ON public.settings FOR EACH ROW WHEN ((new.withdrawn_at IS DISTINCT FROM old.withdrawn_at)) EXECUTE FUNCTION guard_withdrawal()
  TRIGGER keeps_its_bounds BEFORE INSERT ON public.settings FOR EACH ROW EXECUTE FUNCTION guard_setting_bounds()
  TRIGGER log_act AFTER DELETE OR UPDATE ON public.settings FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('setting', 'key', '')
  TRIGGER log_setting AFTER INSERT ON public.settings FOR EACH ROW EXECUTE FUNCTION log_setting()
  TRIGGER loosens_with_notice BEFORE INSERT ON public.settings FOR EACH ROW EXECUTE FUNCTION guard_loosening()
  TRIGGER sign_setting BEFORE INSERT ON public.settings FOR EACH ROW EXECUTE FUNCTION sign_setting()
  row level security on
  policy chief_adds for insert to authenticated check (( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) AND (key !~~ '%\_bps'::text))
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text, 'coordinator'::text]) AS has_role)
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to authenticated
  grant insert (key, value, effective_from, note) to authenticated

view public.share_date_choices  -- Filter choices of Browse Deals.
  share_date date
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 WITH RECURSIVE days AS (
        ( SELECT p.share_date
           FROM products p
          WHERE p.archived_at IS NULL AND p.share_date >= (now() AT TIME ZONE 'Africa/Lagos'::text)::date
          ORDER BY p.share_date
         LIMIT 1)
        UNION ALL
         SELECT ( SELECT p.share_date
                   FROM products p
                  WHERE p.archived_at IS NULL AND p.share_date > d_1.share_date
                  ORDER BY p.share_date
                 LIMIT 1) AS share_date
           FROM days d_1
          WHERE d_1.share_date IS NOT NULL
        )
 SELECT share_date
   FROM days d
  WHERE share_date IS NOT NULL AND ( SELECT true
           FROM products p
             JOIN vendors v ON v.id = p.vendor_id
          WHERE p.share_date >= d.share_date AND p.share_date <= d.share_date AND p.archived_at IS NULL AND v.status = 'active'::text
          ORDER BY p.share_date
         LIMIT 1);

view public.shop_balances  -- One row for the reader's own shop, or for every shop where the reader is a chief.
  vendor_id uuid
  business_name text
  shop_status text
  held_kobo bigint  -- Of paid orders that are not handed over, less the vendor's fee; the price may still fall until a buy is settled.
  held_orders integer
  releasable_kobo bigint  -- The shop's account in the ledger: what it may take out.
  on_its_way_kobo bigint
  paid_out_kobo bigint
  grant select to authenticated
  grant select to service_role
  as
 SELECT v.id AS vendor_id,
    v.business_name,
    v.status AS shop_status,
    COALESCE(h.held_kobo, 0::double precision)::bigint AS held_kobo,
    COALESCE(h.orders, 0::bigint)::integer AS held_orders,
    COALESCE(b.balance_kobo, 0::bigint) AS releasable_kobo,
    COALESCE(p.on_its_way_kobo, 0::numeric)::bigint AS on_its_way_kobo,
    COALESCE(p.paid_out_kobo, 0::numeric)::bigint AS paid_out_kobo
   FROM vendors v
     LEFT JOIN ledger.accounts b ON b.kind = 'vendor'::text AND b.owner_id = v.id
     LEFT JOIN ( SELECT f.vendor_id,
            sum(GREATEST(0::double precision, ((f.goods_left * 100::numeric)::bigint - f.vendor_fee_left_kobo)::double precision - COALESCE(( SELECT sum(d.released_kobo::double precision - floor((d.released_kobo * o.vendor_fee_bps / 10000)::double precision)) AS sum
                   FROM hand_overs d
                  WHERE d.order_id = f.id AND d.released_at IS NOT NULL), 0::double precision))) AS held_kobo,
            count(*) AS orders
           FROM order_figures f
             JOIN orders o ON o.id = f.id
             JOIN ledger.accounts a ON a.kind = 'escrow'::text AND a.owner_id = f.id
          WHERE (f.status = ANY (ARRAY['paid'::text, 'confirmed'::text, 'ready'::text, 'collected'::text, 'delivered'::text])) AND a.balance_kobo > 0
          GROUP BY f.vendor_id) h ON h.vendor_id = v.id
     LEFT JOIN LATERAL ( SELECT sum(payouts.amount_kobo) FILTER (WHERE payouts.status = ANY (ARRAY['requested'::text, 'sent'::text, 'needs_attention'::text])) AS on_its_way_kobo,
            sum(payouts.amount_kobo) FILTER (WHERE payouts.status = 'arrived'::text) AS paid_out_kobo
           FROM payouts
          WHERE payouts.vendor_id = v.id) p ON true
  WHERE NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND (v.id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) OR ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role));

view public.shop_buyers with (security_invoker=false)
  user_id uuid
  buyer_name text
  orders integer
  promised_orders integer
  goods numeric
  last_order_at timestamp with time zone
  grant select to authenticated
  grant select to service_role
  as
 SELECT user_id,
    ( SELECT n.buyer_name
           FROM orders n
          WHERE n.user_id = b.user_id AND n.vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id))
          ORDER BY n.created_at DESC
         LIMIT 1) AS buyer_name,
    orders,
    promised_orders,
    goods,
    last_order_at
   FROM ( SELECT o.user_id,
            count(*) FILTER (WHERE o.is_paid)::integer AS orders,
            count(*) FILTER (WHERE o.status = 'pending'::text)::integer AS promised_orders,
            COALESCE(sum(
                CASE
                    WHEN o.settled_at IS NULL THEN COALESCE(g.current_price * o.quantity::numeric, o.total_amount)
                    ELSE o.total_amount
                END) FILTER (WHERE o.is_paid), 0::numeric) AS goods,
            max(o.created_at) AS last_order_at
           FROM orders o
             LEFT JOIN group_buys g ON g.id = o.group_buy_id
          WHERE o.vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step)
          GROUP BY o.user_id) b;

table public.shop_changes  -- Requests of approved shops to change what they were approved with. Null columns stay as they are.
  id uuid not null default gen_random_uuid()
  vendor_id uuid not null
  asked_by uuid not null
  asked_at timestamp with time zone not null default clock_timestamp()
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
  constraint shop_changes_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES profiles(id)
  constraint shop_changes_business_name_check CHECK (((char_length(TRIM(BOTH FROM business_name)) >= 2) AND (char_length(TRIM(BOTH FROM business_name)) <= 80)))
  constraint shop_changes_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id)
  constraint shop_changes_decision_note_check CHECK ((char_length(decision_note) <= 500))
  constraint shop_changes_pkey PRIMARY KEY (id)
  constraint shop_changes_reason_check CHECK (((char_length(TRIM(BOTH FROM reason)) >= 5) AND (char_length(TRIM(BOTH FROM reason)) <= 500)))
  constraint shop_changes_registration_number_check CHECK (((char_length(TRIM(BOTH FROM registration_number)) >= 1) AND (char_length(TRIM(BOTH FROM registration_number)) <= 40)))
  constraint shop_changes_status_check CHECK ((status = ANY (ARRAY['open'::text, 'withdrawn'::text, 'approved'::text, 'refused'::text])))
  constraint shop_changes_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id) ON DELETE CASCADE
  UNIQUE index one_open_change USING btree (vendor_id) WHERE (status = 'open'::text)
  index shop_changes_of USING btree (vendor_id, asked_at DESC)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF business_name, registration_number, address, reason, decision_note ON public.shop_changes FOR EACH ROW EXECUTE FUNCTION clean_texts('business_name', 'registration_number', 'address', 'reason', 'decision_note')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.shop_changes FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER guard_own_case BEFORE UPDATE ON public.shop_changes FOR EACH ROW WHEN ((new.decided_by IS DISTINCT FROM old.decided_by)) EXECUTE FUNCTION guard_own_case('shop_change', 'id', 'decided_by')
  TRIGGER guard_shop_change BEFORE INSERT OR UPDATE ON public.shop_changes FOR EACH ROW EXECUTE FUNCTION guard_shop_change()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.shop_changes FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('shop-change', 'id', 'registration_number address former_registration_number former_address')
  row level security on
  policy overseen_changes for select to authenticated using (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
  policy own_changes for select to authenticated using (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, select, update to service_role
  grant select to authenticated

view public.shop_money_months with (security_invoker=false)  -- What moved on the shop's account in each month that had movements, and the balance at its end.
  vendor_id uuid
  account_id uuid
  month date
  movements integer
  came_in_kobo bigint
  went_out_kobo bigint
  fee_kobo bigint
  closing_kobo bigint
  grant select to authenticated
  grant select to service_role
  as
 SELECT vendor_id,
    account_id,
    month,
    movements,
    came_in_kobo,
    went_out_kobo,
    fee_kobo,
    sum(came_in_kobo - went_out_kobo) OVER (PARTITION BY vendor_id ORDER BY month)::bigint AS closing_kobo
   FROM ( SELECT shop_days.vendor_id,
            shop_days.account_id,
            date_trunc('month'::text, shop_days.day::timestamp with time zone)::date AS month,
            sum(shop_days.movements)::integer AS movements,
            sum(shop_days.came_in_kobo)::bigint AS came_in_kobo,
            sum(shop_days.went_out_kobo)::bigint AS went_out_kobo,
            sum(shop_days.fee_kobo)::bigint AS fee_kobo
           FROM sums.shop_days
          WHERE NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND (shop_days.vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) OR ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role))
          GROUP BY shop_days.vendor_id, shop_days.account_id, (date_trunc('month'::text, shop_days.day::timestamp with time zone)::date)) m;

view public.shop_months with (security_invoker=false)  -- The reader's own shop by month of ordering.
  month date
  placed integer
  orders integer
  promised_orders integer
  completed_orders integer
  goods numeric
  promised_goods numeric
  vendor_fee_kobo bigint
  grant select to authenticated
  grant select to service_role
  as
 SELECT month,
    sum(orders)::integer AS placed,
    COALESCE(sum(orders) FILTER (WHERE is_paid), 0::numeric)::integer AS orders,
    COALESCE(sum(orders) FILTER (WHERE is_promised), 0::numeric)::integer AS promised_orders,
    COALESCE(sum(orders) FILTER (WHERE status = 'completed'::text), 0::numeric)::integer AS completed_orders,
    COALESCE(sum(goods) FILTER (WHERE is_paid), 0::numeric) AS goods,
    COALESCE(sum(goods) FILTER (WHERE is_promised), 0::numeric) AS promised_goods,
    sum(vendor_fee_kobo)::bigint AS vendor_fee_kobo
   FROM sums.order_groups
  WHERE vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND month >= (( SELECT lagos_month(first_reported_month()) AS lagos_month))
  GROUP BY month
 HAVING sum(orders) > 0::numeric;

view public.shop_movements  -- Every movement of the shop's account in the ledger with the balance after it: its statement.
  id uuid
  vendor_id uuid
  posted_at timestamp with time zone
  kind text
  amount_kobo bigint
  balance_kobo bigint
  order_id uuid
  order_no bigint
  product_name text
  fee_kobo bigint  -- The vendor's fee that was taken with it; the amount is without it.
  payout_id uuid
  reference text
  account_id uuid  -- Of the shop: movements that are asked for by it are read in the order of their moments.
  grant select to authenticated
  grant select to service_role
  as
 SELECT t.id,
    a.owner_id AS vendor_id,
    t.posted_at,
    t.kind,
    t.amount_kobo,
    ((( SELECT COALESCE(sum(d.came_in_kobo - d.went_out_kobo), 0::numeric) AS "coalesce"
           FROM sums.shop_days d
          WHERE d.account_id = t.account_id AND d.day < (t.posted_at AT TIME ZONE 'Africa/Lagos'::text)::date)) + (( SELECT COALESCE(sum(b.amount_kobo), 0::numeric) AS "coalesce"
           FROM ledger.transfers b
          WHERE b.credit_id = t.account_id AND (b.phase = ANY (ARRAY['posted'::text, 'taken'::text])) AND b.posted_at >= ((t.posted_at AT TIME ZONE 'Africa/Lagos'::text)::date::timestamp without time zone AT TIME ZONE 'Africa/Lagos'::text) AND ((ROW(b.posted_at, b.id) <= ROW(t.posted_at, t.id))))) - (( SELECT COALESCE(sum(b.amount_kobo), 0::numeric) AS "coalesce"
           FROM ledger.transfers b
          WHERE b.debit_id = t.account_id AND (b.phase = ANY (ARRAY['posted'::text, 'taken'::text])) AND b.posted_at >= ((t.posted_at AT TIME ZONE 'Africa/Lagos'::text)::date::timestamp without time zone AT TIME ZONE 'Africa/Lagos'::text) AND ((ROW(b.posted_at, b.id) <= ROW(t.posted_at, t.id))))))::bigint AS balance_kobo,
    o.id AS order_id,
    o.order_no,
    COALESCE(g.product_name, l.names) AS product_name,
    COALESCE(( SELECT sum(f.amount_kobo)::bigint AS sum
           FROM ledger.transfers f
          WHERE f.journal_id = t.journal_id AND f.kind = 'vendor_fee_earned'::text AND t.kind = 'vendor_earned'::text), 0::bigint) AS fee_kobo,
    p.id AS payout_id,
    p.reference,
    t.account_id
   FROM ( SELECT transfers.credit_id AS account_id,
            transfers.credit_kind AS account_kind,
            transfers.debit_id AS other_id,
            transfers.id,
            transfers.journal_id,
            transfers.kind,
            transfers.phase,
            transfers.posted_at,
            transfers.amount_kobo
           FROM ledger.transfers
        UNION ALL
         SELECT transfers.debit_id,
            transfers.debit_kind,
            transfers.credit_id,
            transfers.id,
            transfers.journal_id,
            transfers.kind,
            transfers.phase,
            transfers.posted_at,
            - transfers.amount_kobo
           FROM ledger.transfers) t
     LEFT JOIN ledger.accounts a ON a.id = t.account_id
     LEFT JOIN ledger.accounts other ON other.id = t.other_id
     LEFT JOIN orders o ON o.id =
        CASE
            WHEN other.kind = 'escrow'::text THEN other.owner_id
            ELSE NULL::uuid
        END
     LEFT JOIN group_buys g ON g.id = o.group_buy_id
     LEFT JOIN LATERAL ( SELECT string_agg(order_lines.product_name, ', '::text ORDER BY order_lines.product_name) AS names
           FROM order_lines
          WHERE order_lines.order_id = o.id) l ON true
     LEFT JOIN ledger.journals j ON j.id = t.journal_id AND t.kind ~~ 'payout\_%'::text
     LEFT JOIN payouts p ON p.id =
        CASE
            WHEN t.kind = ANY (ARRAY['payout_begun'::text, 'payout_failed'::text]) THEN other.owner_id
            ELSE "substring"(j.key, '[0-9a-f-]{36}$'::text)::uuid
        END
  WHERE t.account_kind = 'vendor'::text AND (t.phase = ANY (ARRAY['posted'::text, 'taken'::text])) AND NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND (t.account_id = (( SELECT ledger.id_of('vendor:'::text || rights.my_vendor_id()) AS id_of)) OR ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role));

view public.shop_overrides  -- Goods that a shop itself gave out without a code. overrides: by the same person in 30 days.
  hand_over_id uuid
  order_id uuid
  order_no integer
  vendor_id uuid
  shop text
  state text
  identity text
  reason text
  created_at timestamp with time zone
  confirmed_at timestamp with time zone
  claim_until timestamp with time zone
  released_at timestamp with time zone
  goods_kobo bigint
  handled_by_name text
  is_own boolean
  overrides integer
  grant select to authenticated
  grant select to service_role
  as
 SELECT x.hand_over_id,
    h.order_id,
    o.order_no::integer AS order_no,
    o.vendor_id,
    v.business_name AS shop,
    v.state,
    x.identity,
    x.reason,
    x.created_at,
    x.confirmed_at,
    h.claim_until,
    h.released_at,
    h.goods_kobo,
    p.full_name AS handled_by_name,
    o.user_id = (( SELECT auth.uid() AS uid)) AS is_own,
    (( SELECT count(*) AS count
           FROM hand_over_overrides y
          WHERE y.person_id = x.person_id AND y.created_at > (now() - '30 days'::interval)))::integer AS overrides
   FROM hand_over_overrides x
     JOIN hand_overs h ON h.id = x.hand_over_id
     JOIN orders o ON o.id = h.order_id
     JOIN vendors v ON v.id = o.vendor_id
     JOIN profiles p ON p.id = x.person_id
  WHERE x.by_shop AND NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND (o.user_id = (( SELECT auth.uid() AS uid)) OR (o.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)));

view public.shop_products_sold with (security_invoker=false)  -- The reader's own shop by product; an order has a product once, so lines are orders here.
  product_id uuid
  product_name text
  unit text
  orders integer
  promised_orders integer
  quantity integer
  goods numeric
  grant select to authenticated
  grant select to service_role
  as
 SELECT product_id,
    min(product_name) AS product_name,
    min(unit) AS unit,
    sum(orders)::integer AS orders,
    sum(promised_orders)::integer AS promised_orders,
    sum(quantity)::integer AS quantity,
    sum(goods) AS goods
   FROM sums.sold_products
  WHERE vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id))
  GROUP BY product_id;

view public.short_deliveries  -- Short deliveries of the reader's shop, or of the shops that the reader oversees, with what they are worth.
  id uuid
  vendor_id uuid
  shop text
  state text
  group_buy_id uuid
  line_id uuid
  what text
  unit text
  place text
  kind text
  missing_thousandths bigint
  of_thousandths bigint
  orders integer
  goods_kobo bigint
  reason text
  photo text
  status text
  by_shop boolean
  answer_by timestamp with time zone
  contested_at timestamp with time zone
  created_at timestamp with time zone
  entered_by_name text
  may_answer boolean
  grant select to authenticated
  grant select to service_role
  as
 SELECT f.id,
    f.vendor_id,
    v.business_name AS shop,
    v.state,
    f.group_buy_id,
    f.line_id,
    COALESCE(g.product_name, l.product_name) AS what,
    COALESCE(g.unit, l.unit) AS unit,
    p.name AS place,
    f.kind,
    f.missing_thousandths,
    f.of_thousandths,
    f.orders,
    f.goods_kobo,
    f.reason,
    f.photo,
    f.status,
    f.by_shop,
    f.answer_by,
    f.contested_at,
    f.created_at,
    e.full_name AS entered_by_name,
    rights.may_answer_shortfall(f.id) AS may_answer
   FROM shortfalls f
     JOIN vendors v ON v.id = f.vendor_id
     LEFT JOIN group_buys g ON g.id = f.group_buy_id
     LEFT JOIN order_lines l ON l.id = f.line_id
     LEFT JOIN pickup_points p ON p.id = f.pickup_point_id
     LEFT JOIN profiles e ON e.id = f.entered_by
  WHERE NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND (f.vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (f.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)));

table public.shortfall_shares  -- What each order bears of a shortfall: by largest remainder, then earlier payment.
  shortfall_id uuid not null
  line_id uuid not null
  missing_thousandths bigint not null
  return_id uuid
  goods_kobo bigint not null default 0  -- What the share is worth, which comes back when it is carried out.
  constraint shortfall_shares_goods_kobo_check CHECK ((goods_kobo >= 0))
  constraint shortfall_shares_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id)
  constraint shortfall_shares_missing_thousandths_check CHECK ((missing_thousandths >= 0))
  constraint shortfall_shares_pkey PRIMARY KEY (shortfall_id, line_id)
  constraint shortfall_shares_return_id_fkey FOREIGN KEY (return_id) REFERENCES order_returns(id)
  constraint shortfall_shares_return_id_key UNIQUE (return_id)
  constraint shortfall_shares_shortfall_id_fkey FOREIGN KEY (shortfall_id) REFERENCES shortfalls(id)
  index shortfall_shares_of_line USING btree (line_id)
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.shortfall_shares FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.shortfall_shares FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('shortfall-share', 'shortfall_id', '')
  row level security on
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  policy shares_with_shortfall for select to authenticated using (shortfall_id IN ( SELECT s.id
   FROM shortfalls s))
  grant insert, select to service_role
  grant select to authenticated
  grant update (return_id) to service_role

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
  back_kobo bigint not null
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
  constraint borne_in_whole CHECK (((by_vendor_thousandths + by_hub_thousandths) = missing_thousandths))
  constraint no_more_missing_than_there_was CHECK ((missing_thousandths <= of_thousandths))
  constraint of_a_buy_or_a_line CHECK ((num_nonnulls(group_buy_id, line_id) = 1))
  constraint shortfalls_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES profiles(id)
  constraint shortfalls_by_hub_thousandths_check CHECK ((by_hub_thousandths >= 0))
  constraint shortfalls_by_vendor_thousandths_check CHECK ((by_vendor_thousandths >= 0))
  constraint shortfalls_check CHECK ((back_kobo >= goods_kobo))
  constraint shortfalls_entered_by_fkey FOREIGN KEY (entered_by) REFERENCES profiles(id)
  constraint shortfalls_goods_kobo_check CHECK ((goods_kobo > 0))
  constraint shortfalls_group_buy_id_fkey FOREIGN KEY (group_buy_id) REFERENCES group_buys(id)
  constraint shortfalls_kind_check CHECK ((kind = ANY (ARRAY['short'::text, 'damaged'::text])))
  constraint shortfalls_line_id_fkey FOREIGN KEY (line_id) REFERENCES order_lines(id)
  constraint shortfalls_missing_thousandths_check CHECK ((missing_thousandths > 0))
  constraint shortfalls_orders_check CHECK ((orders > 0))
  constraint shortfalls_photo_check CHECK ((char_length(photo) <= 300))
  constraint shortfalls_pickup_point_id_fkey FOREIGN KEY (pickup_point_id) REFERENCES pickup_points(id)
  constraint shortfalls_pkey PRIMARY KEY (id)
  constraint shortfalls_reason_check CHECK (((char_length(reason) >= 5) AND (char_length(reason) <= 300)))
  constraint shortfalls_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'entered'::text, 'carried-out'::text, 'taken-back'::text, 'refused'::text])))
  constraint shortfalls_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  index shortfalls_by_photo USING btree (photo) WHERE (photo IS NOT NULL)
  index shortfalls_of_buy USING btree (group_buy_id) WHERE (group_buy_id IS NOT NULL)
  index shortfalls_of_line USING btree (line_id) WHERE (line_id IS NOT NULL)
  index shortfalls_of_shop USING btree (vendor_id, created_at DESC)
  index shortfalls_to_carry_out USING btree (COALESCE(due_at, answer_by)) WHERE (status = ANY (ARRAY['waiting'::text, 'entered'::text]))
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF reason ON public.shortfalls FOR EACH ROW EXECUTE FUNCTION clean_texts('reason')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.shortfalls FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER guard_own_case BEFORE INSERT ON public.shortfalls FOR EACH ROW EXECUTE FUNCTION guard_own_case_beyond_shop()
  TRIGGER guard_shortfall BEFORE INSERT ON public.shortfalls FOR EACH ROW EXECUTE FUNCTION guard_shortfall()
  TRIGGER guard_shortfall_blame BEFORE INSERT ON public.shortfalls FOR EACH ROW EXECUTE FUNCTION guard_shortfall_blame()
  TRIGGER guard_shortfall_moves BEFORE UPDATE ON public.shortfalls FOR EACH ROW EXECUTE FUNCTION guard_shortfall_moves()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.shortfalls FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('shortfall', 'id', '')
  TRIGGER photo_proves_once AFTER INSERT OR UPDATE OF photo ON public.shortfalls FOR EACH ROW EXECUTE FUNCTION photo_proves_once('shortfall', 'deliveries', 'photo', 'id')
  row level security on
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  policy shortfalls_of_mine for select to authenticated using ((vendor_id IN ( SELECT rights.served_vendor_ids() AS served_vendor_ids)) OR (pickup_point_id IN ( SELECT rights.served_place_ids() AS served_place_ids)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)))
  grant insert, select to service_role
  grant select (id, vendor_id, group_buy_id, line_id, pickup_point_id, kind, missing_thousandths, of_thousandths, by_vendor_thousandths, by_hub_thousandths, orders, reason, photo, entered_by, created_at, status, by_shop, due_at, answer_by, contested_at) to authenticated
  grant update (back_kobo, status, due_at, answer_by, contested_at, answered_by, ended_at) to service_role

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
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.shown_names FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.shown_names FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('shown-name', 'id', '')
  row level security on
  policy hide_own_name for delete to authenticated using (user_id = ( SELECT auth.uid() AS uid))
  policy own_shown_names for select to authenticated using (user_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  policy show_own_name for insert to authenticated check ((user_id = ( SELECT auth.uid() AS uid)) AND (EXISTS ( SELECT
   FROM orders o
  WHERE ((o.group_buy_id = shown_names.group_buy_id) AND (o.user_id = ( SELECT auth.uid() AS uid)) AND o.is_live))))
  grant delete, insert, select to service_role
  grant delete, select to authenticated
  grant insert (group_buy_id, user_id) to authenticated

view public.sold_lines with (security_invoker=true)  -- One row for each product of each paid or promised order the reader may see, of this month and the eleven before it; goods in naira.
  order_id uuid
  vendor_id uuid
  product_id uuid
  product_name text
  unit text
  quantity integer
  is_paid boolean
  goods numeric
  grant select to authenticated
  grant select to service_role
  as
 SELECT f.id AS order_id,
    f.vendor_id,
    l.product_id,
    l.product_name,
    l.unit,
    l.quantity,
    f.is_paid,
        CASE
            WHEN f.group_buy_id IS NULL THEN l.unit_price * l.quantity::numeric
            ELSE f.goods
        END AS goods
   FROM order_figures f
     JOIN order_lines l ON l.order_id = f.id
  WHERE (f.is_paid OR f.is_promised) AND f.created_at >= first_reported_month();

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
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.staff_invitations FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('staff-invitation', 'id', 'email phone')
  row level security on
  policy own_shop_invitations for select to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) OR ( SELECT rights.has_role(VARIADIC ARRAY['coordinator'::text, 'chief'::text]) AS has_role))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select, update to service_role
  grant select to authenticated

view public.staff_members
  id uuid
  person_id uuid
  vendor_id uuid
  pickup_point_id uuid
  duty text
  created_at timestamp with time zone
  full_name text
  overrides integer
  orders_on_runs integer
  goods_left_alone integer  -- Orders ready at a place of the market where nobody else hands over. A shop's owner can always hand over its own.
  grant select to authenticated
  grant select to service_role
  as
 SELECT m.id,
    m.person_id,
    m.vendor_id,
    m.pickup_point_id,
    m.duty,
    m.created_at,
    p.full_name,
    (( SELECT count(*) AS count
           FROM hand_over_overrides x
          WHERE x.person_id = m.person_id AND x.created_at > (now() - '30 days'::interval)))::integer AS overrides,
        CASE m.duty
            WHEN 'delivery'::text THEN ( SELECT count(*) AS count
               FROM delivery_runs r
                 JOIN delivery_stops s ON s.run_id = r.id AND s.status = 'open'::text
              WHERE r.rider_id = m.person_id AND (r.status = ANY (ARRAY['planned'::text, 'out'::text])) AND (r.pickup_point_id = m.pickup_point_id OR r.vendor_id = m.vendor_id))
            ELSE 0::bigint
        END::integer AS orders_on_runs,
        CASE
            WHEN m.duty = 'hand-over'::text AND NOT (EXISTS ( SELECT
               FROM memberships n
              WHERE n.pickup_point_id = m.pickup_point_id AND n.duty = 'hand-over'::text AND n.ended_at IS NULL AND n.id <> m.id)) THEN ( SELECT count(*) AS count
               FROM hand_overs h
              WHERE h.pickup_point_id = m.pickup_point_id AND h.status = 'open'::text)
            ELSE 0::bigint
        END::integer AS goods_left_alone
   FROM memberships m
     JOIN profiles p ON p.id = m.person_id
  WHERE m.ended_at IS NULL AND NOT ( SELECT rights.owes_second_step() AS owes_second_step) AND (m.vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) OR ( SELECT rights.has_role(VARIADIC ARRAY['coordinator'::text, 'chief'::text]) AS has_role));

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
  row level security on
  policy history_with_subject for select to authenticated using (((subject = 'order'::text) AND (EXISTS ( SELECT
   FROM orders o
  WHERE (o.id = status_changes.subject_id)))) OR ((subject = 'group_buy'::text) AND (EXISTS ( SELECT
   FROM group_buys g
  WHERE (g.id = status_changes.subject_id)))) OR ((subject = 'vendor'::text) AND (EXISTS ( SELECT
   FROM vendors v
  WHERE ((v.id = status_changes.subject_id) AND (v.owner_id = ( SELECT auth.uid() AS uid)))))) OR ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text, 'coordinator'::text]) AS has_role))
  grant insert, select to service_role
  grant select (id, subject, subject_id, from_status, to_status, cause, reason, at) to authenticated

view public.stops_to_see  -- Stops of the viewer's runs: for whoever plans them the area, for their rider the door and the number while it is open.
  id uuid
  run_id uuid
  order_id uuid
  order_no bigint
  buyer_name text
  position integer
  status text
  reason text
  note text
  ended_at timestamp with time zone
  is_own boolean
  state text
  lga text
  recipient text
  phone text
  street text
  landmark text
  tries integer
  lines jsonb
  kg numeric
  grant select to authenticated
  grant select to service_role
  as
 SELECT s.id,
    s.run_id,
    s.order_id,
    o.order_no,
    o.buyer_name,
    s."position",
    s.status,
    s.reason,
    s.note,
    s.ended_at,
    r.is_own,
    a.state,
    a.lga,
        CASE
            WHEN f.shown THEN a.recipient
            ELSE NULL::text
        END AS recipient,
        CASE
            WHEN f.shown THEN a.phone
            ELSE NULL::text
        END AS phone,
        CASE
            WHEN f.shown THEN a.street
            ELSE NULL::text
        END AS street,
        CASE
            WHEN f.shown THEN a.landmark
            ELSE NULL::text
        END AS landmark,
    rights.counted_tries(o.id) AS tries,
    COALESCE(g.lines, '[]'::jsonb) AS lines,
    rights.kg_of_goods(g.lines) AS kg
   FROM runs_to_see r
     JOIN delivery_stops s ON s.run_id = r.id
     JOIN orders o ON o.id = s.order_id
     LEFT JOIN order_addresses a ON a.order_id = o.id
     CROSS JOIN LATERAL ( SELECT r.is_own AND r.status <> 'ended'::text AND s.status = 'open'::text AND rights.rides_for(( SELECT auth.uid() AS uid), r.pickup_point_id, r.vendor_id) AS shown) f
     LEFT JOIN hand_overs h ON h.order_id = o.id AND h.status = 'open'::text AND s.status = 'open'::text
     LEFT JOIN LATERAL ( SELECT rights.goods_of_hand_over(h.id) AS lines
          WHERE h.id IS NOT NULL) g ON true;

view public.top_buyers
  rank integer
  id uuid
  display_name text
  completed_orders integer
  joined_at timestamp with time zone
  successful_referrals integer
  in_top_percent boolean
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 SELECT row_number() OVER (ORDER BY completed_orders DESC, id)::integer AS rank,
    id,
    display_name,
    completed_orders,
    joined_at,
    successful_referrals,
    in_top_percent
   FROM board_facts
  WHERE completed_orders > 0
  ORDER BY (row_number() OVER (ORDER BY completed_orders DESC, id)::integer)
 LIMIT 10;

view public.top_referrers  -- Leaderboard: ten affiliates by successful referrals, then by points; names shortened, balances not shown, opt-out honoured.
  rank integer
  id uuid
  display_name text
  referrals integer
  successful_referrals integer
  joined_at timestamp with time zone
  in_top_percent boolean
  completed_orders integer
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 SELECT row_number() OVER (ORDER BY successful_referrals DESC, points_balance DESC, id)::integer AS rank,
    id,
    display_name,
    referrals,
    successful_referrals,
    joined_at,
    in_top_percent,
    completed_orders
   FROM board_facts
  WHERE is_referrer
  ORDER BY (row_number() OVER (ORDER BY successful_referrals DESC, points_balance DESC, id)::integer)
 LIMIT 10;

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
  second_because text[] not null  -- Why one person is not enough: act_limit, day_limit, unusual, always. Empty: one is.
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
  constraint two_people CHECK (((status = ANY (ARRAY['waiting'::text, 'expired'::text])) OR ((second_because = '{}'::text[]) AND (decided_by IS NULL)) OR ((second_because <> '{}'::text[]) AND (num_nonnulls(decided_by, decided_at) = 2) AND (decided_by <> entered_by))))
  constraint typed_amounts_act_check CHECK ((act = ANY (ARRAY['resale'::text, 'part-back'::text, 'refund-account'::text, 'cash-banked'::text])))
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
  TRIGGER guard_typed_amount BEFORE INSERT OR DELETE OR UPDATE ON public.typed_amounts FOR EACH ROW EXECUTE FUNCTION guard_typed_amount()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.typed_amounts FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('typed-amount', 'id', 'input')
  row level security on
  grant insert, select, update to service_role

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
  wish text
  wished_at timestamp with time zone
  closed_at timestamp with time zone
  outcome text
  hand_over_id uuid
  decided_by uuid
  reason text
  proceeds_kobo bigint
  handling_kobo bigint
  back_kobo bigint
  refund_id uuid
  amount_id uuid
  constraint a_wish_has_its_time CHECK (((wish IS NULL) = (wished_at IS NULL)))
  constraint closed_with_an_outcome CHECK (((closed_at IS NULL) = (outcome IS NULL)))
  constraint decided_by_somebody CHECK (
CASE
    WHEN (outcome = ANY (ARRAY['resale'::text, 'donation'::text, 'spoiled'::text])) THEN (num_nonnulls(hand_over_id, decided_by, reason) = 3)
    ELSE (num_nonnulls(hand_over_id, decided_by, reason) = 0)
END)
  constraint proceeds_of_a_resale CHECK (
CASE
    WHEN (outcome = 'resale'::text) THEN ((proceeds_kobo = (handling_kobo + back_kobo)) AND (handling_kobo = ((proceeds_kobo * handling_bps) / 10000)) AND (num_nonnulls(proceeds_kobo, handling_kobo, back_kobo) = 3))
    ELSE (num_nonnulls(proceeds_kobo, handling_kobo, back_kobo, refund_id) = 0)
END)
  constraint uncollected_amount_id_fkey FOREIGN KEY (amount_id) REFERENCES typed_amounts(id)
  constraint uncollected_amount_id_key UNIQUE (amount_id)
  constraint uncollected_back_kobo_check CHECK ((back_kobo > 0))
  constraint uncollected_buyer_id_fkey FOREIGN KEY (buyer_id) REFERENCES profiles(id)
  constraint uncollected_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES profiles(id)
  constraint uncollected_hand_over_id_fkey FOREIGN KEY (hand_over_id) REFERENCES hand_overs(id)
  constraint uncollected_handling_bps_check CHECK (((handling_bps >= 0) AND (handling_bps <= 5000)))
  constraint uncollected_handling_kobo_check CHECK ((handling_kobo >= 0))
  constraint uncollected_kind_check CHECK ((kind = ANY (ARRAY['pickup'::text, 'stockpile'::text])))
  constraint uncollected_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id)
  constraint uncollected_outcome_check CHECK ((outcome = ANY (ARRAY['collected'::text, 'delivery'::text, 'given_back'::text, 'resale'::text, 'donation'::text, 'spoiled'::text])))
  constraint uncollected_pickup_point_id_fkey FOREIGN KEY (pickup_point_id) REFERENCES pickup_points(id)
  constraint uncollected_pkey PRIMARY KEY (order_id)
  constraint uncollected_proceeds_kobo_check CHECK ((proceeds_kobo > 0))
  constraint uncollected_reason_check CHECK (((char_length(TRIM(BOTH FROM reason)) >= 10) AND (char_length(TRIM(BOTH FROM reason)) <= 300)))
  constraint uncollected_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id)
  constraint uncollected_vendor_id_fkey FOREIGN KEY (vendor_id) REFERENCES vendors(id)
  constraint uncollected_wish_check CHECK ((wish = ANY (ARRAY['resale'::text, 'donation'::text])))
  index uncollected_of_buyer USING btree (buyer_id)
  index uncollected_open USING btree (vendor_id) WHERE (closed_at IS NULL)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF reason ON public.uncollected FOR EACH ROW EXECUTE FUNCTION clean_texts('reason')
  TRIGGER guard_uncollected BEFORE INSERT OR DELETE OR UPDATE ON public.uncollected FOR EACH ROW EXECUTE FUNCTION guard_uncollected()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.uncollected FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('uncollected', 'order_id', '')
  TRIGGER names_its_amount BEFORE UPDATE ON public.uncollected FOR EACH ROW WHEN (((new.outcome = 'resale'::text) AND (old.outcome IS NULL))) EXECUTE FUNCTION guard_amount_entered('resale', 'order_id', 'proceeds_kobo')
  row level security on
  policy own_or_overseen_uncollected for select to authenticated using ((buyer_id = ( SELECT auth.uid() AS uid)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select, update to service_role
  grant select (order_id, buyer_id, vendor_id, pickup_point_id, kind, perishes, due_until, opened_at, handling_bps, wish, wished_at, closed_at, outcome, hand_over_id, reason, proceeds_kobo, handling_kobo, back_kobo) to authenticated

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
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF note ON public.uncollected_calls FOR EACH ROW EXECUTE FUNCTION clean_texts('note')
  TRIGGER guard_own_case BEFORE INSERT ON public.uncollected_calls FOR EACH ROW EXECUTE FUNCTION guard_own_case('order', 'order_id', 'called_by')
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.uncollected_calls FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('uncollected-call', 'order_id', 'note')
  row level security on
  policy calls_with_uncollected for select to authenticated using (order_id IN ( SELECT u.order_id
   FROM uncollected u))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select to service_role
  grant select (id, order_id, reached, note, called_at) to authenticated

view public.user_directory
  id uuid
  email text
  phone text
  full_name text
  role text
  created_at timestamp with time zone
  last_sign_in_at timestamp with time zone
  confirmed boolean
  grant select to authenticated
  grant select to service_role
  as
 SELECT p.id,
    u.email,
    u.phone,
    p.full_name,
    p.role,
    p.created_at,
    u.last_sign_in_at,
    u.email_confirmed_at IS NOT NULL OR u.phone_confirmed_at IS NOT NULL AS confirmed
   FROM profiles p
     LEFT JOIN auth.users u ON u.id = p.id
  WHERE u.deleted_at IS NULL AND (( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) OR p.role = 'manager'::text AND ( SELECT rights.has_role(VARIADIC ARRAY['coordinator'::text]) AS has_role));

view public.vat_report  -- VAT contained in fee income, month by month; a month in which the rate changes has a row for each. The chief's alone.
  month date
  vat_bps integer
  buyer_fee_kobo bigint
  vendor_fee_kobo bigint
  delivery_kobo bigint
  income_kobo bigint
  vat_kobo bigint
  handling_kobo bigint
  grant select to authenticated
  grant select to service_role
  as
 WITH daily AS (
         SELECT s.day,
            a.kind AS account,
            sum(s.credits_kobo - s.debits_kobo)::bigint AS kobo
           FROM sums.account_days s
             JOIN ledger.accounts a ON a.id = s.account_id
          WHERE a.kind = ANY (ARRAY['buyer_fee'::text, 'vendor_fee'::text, 'delivery'::text, 'handling'::text])
          GROUP BY s.day, a.kind
        ), rated AS (
         SELECT date_trunc('month'::text, daily.day::timestamp with time zone)::date AS month,
            daily.account,
            vat_rate_on((daily.day AT TIME ZONE 'Africa/Lagos'::text)::timestamp with time zone) AS vat_bps,
            sum(daily.kobo)::bigint AS kobo
           FROM daily
          GROUP BY (date_trunc('month'::text, daily.day::timestamp with time zone)::date), daily.account, (vat_rate_on((daily.day AT TIME ZONE 'Africa/Lagos'::text)::timestamp with time zone))
        )
 SELECT month,
    vat_bps,
    COALESCE(sum(kobo) FILTER (WHERE account = 'buyer_fee'::text), 0::numeric)::bigint AS buyer_fee_kobo,
    COALESCE(sum(kobo) FILTER (WHERE account = 'vendor_fee'::text), 0::numeric)::bigint AS vendor_fee_kobo,
    COALESCE(sum(kobo) FILTER (WHERE account = 'delivery'::text), 0::numeric)::bigint AS delivery_kobo,
    sum(kobo)::bigint AS income_kobo,
    vat_within(sum(kobo)::bigint, vat_bps) AS vat_kobo,
    COALESCE(sum(kobo) FILTER (WHERE account = 'handling'::text), 0::numeric)::bigint AS handling_kobo
   FROM rated
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  GROUP BY month, vat_bps;

view public.vendor_choices  -- Filter choices of Browse Deals, Group Buys and Vendor Shops.
  id uuid
  business_name text
  location text
  grant select to anon
  grant select to authenticated
  grant select to service_role
  as
 SELECT id,
    business_name,
    location
   FROM vendors v
  WHERE status = 'active'::text;

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
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF address, registration_number, decision_note ON public.vendor_details FOR EACH ROW EXECUTE FUNCTION clean_texts('address', 'registration_number', 'decision_note')
  TRIGGER guard_shop_details BEFORE UPDATE OF phone, address, registration_number ON public.vendor_details FOR EACH ROW EXECUTE FUNCTION guard_shop_details()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.vendor_details FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('shop-detail', 'vendor_id', 'phone address registration_number')
  row level security on
  policy own_details for select to authenticated using (((vendor_id IN ( SELECT v.id
   FROM vendors v
  WHERE (v.owner_id = ( SELECT auth.uid() AS uid)))) AND (NOT ( SELECT rights.owes_second_step() AS owes_second_step))) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)))
  policy own_details_edit for update to authenticated using (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) check (vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to authenticated
  grant update (phone, address, registration_number) to authenticated

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
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.vendor_metrics FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.vendor_metrics FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('shop-figure', 'vendor_id', '')
  row level security on
  policy own_metrics for select to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)))
  policy shown_with_shop for select to public using (vendor_id IN ( SELECT rights.active_vendor_ids() AS active_vendor_ids))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to anon
  grant select to authenticated

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
  constraint logo_is_on_this_site CHECK ((is_own_path(logo_url) AND (logo_url <> '/'::text)))
  constraint vendors_business_name_check CHECK (((char_length(TRIM(BOTH FROM business_name)) >= 2) AND (char_length(TRIM(BOTH FROM business_name)) <= 80)))
  constraint vendors_description_check CHECK ((char_length(description) <= 2000))
  constraint vendors_location_check CHECK (((char_length(location) >= 2) AND (char_length(location) <= 60)))
  constraint vendors_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES profiles(id)
  constraint vendors_owner_id_key UNIQUE (owner_id)
  constraint vendors_pkey PRIMARY KEY (id)
  constraint vendors_state_fkey FOREIGN KEY (state) REFERENCES nigerian_states(name)
  constraint vendors_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'suspended'::text, 'rejected'::text])))
  UNIQUE index one_shop_of_a_name USING btree (shop_name_key(business_name)) WHERE (status <> 'rejected'::text)
  index vendors_active USING btree (created_at DESC) WHERE (status = 'active'::text)
  index vendors_name_parts USING gin (search.plain(business_name) gin_trgm_ops)
  index vendors_search USING gin ((((business_name || ' '::text) || description)) gin_trgm_ops)
  index vendors_state USING btree (state, status)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF business_name, location ON public.vendors FOR EACH ROW EXECUTE FUNCTION clean_vendor_texts()
  TRIGGER a_clean_words BEFORE INSERT OR UPDATE OF description ON public.vendors FOR EACH ROW EXECUTE FUNCTION clean_texts('description')
  TRIGGER announce_table AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.vendors FOR EACH STATEMENT EXECUTE FUNCTION realtime.announce_table()
  TRIGGER guard_name BEFORE INSERT OR UPDATE OF business_name ON public.vendors FOR EACH ROW EXECUTE FUNCTION guard_shop_name()
  TRIGGER guard_own_case BEFORE UPDATE OF status ON public.vendors FOR EACH ROW WHEN (((new.status IS DISTINCT FROM old.status) AND (new.status = ANY (ARRAY['active'::text, 'rejected'::text])))) EXECUTE FUNCTION guard_own_case('shop', 'id', 'act')
  TRIGGER guard_shop BEFORE UPDATE OF business_name, description, location, logo_url ON public.vendors FOR EACH ROW EXECUTE FUNCTION guard_shop()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.vendors FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('shop', 'id', '')
  TRIGGER log_status_change AFTER INSERT OR UPDATE OF status ON public.vendors FOR EACH ROW EXECUTE FUNCTION log_status_change('vendor')
  TRIGGER open_vendor_metrics AFTER INSERT ON public.vendors FOR EACH ROW EXECUTE FUNCTION open_vendor_metrics()
  TRIGGER search_changed AFTER UPDATE OF business_name, description, location, state, status ON public.vendors FOR EACH ROW WHEN ((((((new.business_name IS DISTINCT FROM old.business_name) OR (new.description IS DISTINCT FROM old.description)) OR (new.location IS DISTINCT FROM old.location)) OR (new.state IS DISTINCT FROM old.state)) OR (new.status IS DISTINCT FROM old.status))) EXECUTE FUNCTION search.note_shop()
  TRIGGER search_new AFTER INSERT ON public.vendors FOR EACH ROW WHEN ((new.status = 'active'::text)) EXECUTE FUNCTION search.note_shop()
  TRIGGER tell_of_suspension AFTER UPDATE OF status ON public.vendors FOR EACH ROW WHEN (((old.status = 'active'::text) AND (new.status = 'suspended'::text))) EXECUTE FUNCTION tell_of_suspension()
  TRIGGER vendors_moved AFTER UPDATE OF location ON public.vendors FOR EACH ROW EXECUTE FUNCTION move_products_with_vendor()
  TRIGGER vendors_touch BEFORE UPDATE ON public.vendors FOR EACH ROW EXECUTE FUNCTION touch_updated_at()
  row level security on
  policy active_shops for select to public using (status = 'active'::text)
  policy overseen_shops for select to authenticated using (id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
  policy own_shop for select to authenticated using (owner_id = ( SELECT auth.uid() AS uid))
  policy own_shop_edit for update to authenticated using (id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) check (id = ( SELECT rights.my_vendor_id() AS my_vendor_id))
  grant delete, insert, maintain, references, select, trigger, truncate, update to service_role
  grant select to anon
  grant select to authenticated
  grant update (business_name, description, location, logo_url) to authenticated

table public.verified_accounts  -- Accounts that an operator knows, such as restaurants: they may owe more. Written by a command.
  profile_id uuid not null
  verified_by uuid
  verified_at timestamp with time zone not null default now()
  constraint verified_accounts_pkey PRIMARY KEY (profile_id)
  constraint verified_accounts_profile_id_fkey FOREIGN KEY (profile_id) REFERENCES profiles(id) ON DELETE CASCADE
  constraint verified_accounts_verified_by_fkey FOREIGN KEY (verified_by) REFERENCES profiles(id)
  TRIGGER guard_own_case BEFORE INSERT ON public.verified_accounts FOR EACH ROW EXECUTE FUNCTION guard_own_case('person', 'profile_id', 'verified_by')
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.verified_accounts FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('verified-account', 'profile_id', '')
  row level security on
  policy chief_reads for select to authenticated using ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role)
  policy own_verification for select to authenticated using (profile_id = ( SELECT auth.uid() AS uid))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, select to service_role
  grant select to authenticated

view public.waiting with (security_invoker=true)  -- What waits for the reader, and as whom: buyer, shop (its vendor), overseer (of its state), region (who reads it; a chief acts), chief, content.
  subject text
  status text
  waiter text
  amount integer
  grant select to authenticated
  grant select to service_role
  as
 SELECT 'vendor'::text AS subject,
    vendors.status,
    'overseer'::text AS waiter,
    count(*)::integer AS amount
   FROM vendors
  WHERE (vendors.id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) AND vendors.status = 'pending'::text
  GROUP BY vendors.status
UNION ALL
 SELECT 'vendor'::text AS subject,
    vendors.status,
    'shop'::text AS waiter,
    count(*)::integer AS amount
   FROM vendors
  WHERE vendors.owner_id = (( SELECT auth.uid() AS uid)) AND vendors.status = 'rejected'::text
  GROUP BY vendors.status
UNION ALL
 SELECT 'shop_change'::text AS subject,
    shop_changes.status,
    'overseer'::text AS waiter,
    count(*)::integer AS amount
   FROM shop_changes
  WHERE (shop_changes.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) AND shop_changes.status = 'open'::text
  GROUP BY shop_changes.status
UNION ALL
 SELECT 'question'::text AS subject,
    'asked'::text AS status,
    'shop'::text AS waiter,
    count(*)::integer AS amount
   FROM judged_questions
  WHERE judged_questions.vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) AND judged_questions.answer IS NULL AND judged_questions.hidden_at IS NULL
 HAVING count(*) > 0
UNION ALL
 SELECT 'question'::text AS subject,
    'reported'::text AS status,
    'content'::text AS waiter,
    count(*)::integer AS amount
   FROM judged_questions
  WHERE judged_questions.reported_at IS NOT NULL AND judged_questions.judged_at IS NULL AND ( SELECT rights.keeps_content() AS keeps_content)
 HAVING count(*) > 0
UNION ALL
 SELECT 'group_buy'::text AS subject,
    group_buys.status,
    'shop'::text AS waiter,
    count(*)::integer AS amount
   FROM group_buys
  WHERE group_buys.vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) AND ((group_buys.status = ANY (ARRAY['confirmed'::text, 'ready'::text])) OR group_buys.status = 'settling'::text AND group_buys.paid_participants > 0)
  GROUP BY group_buys.status
UNION ALL
 SELECT 'group_buy'::text AS subject,
    group_buys.status,
    'overseer'::text AS waiter,
    count(*)::integer AS amount
   FROM group_buys
  WHERE (group_buys.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) AND group_buys.status = 'settling'::text AND group_buys.paid_participants > 0
  GROUP BY group_buys.status
UNION ALL
 SELECT 'order'::text AS subject,
    orders.status,
    'buyer'::text AS waiter,
    count(*)::integer AS amount
   FROM orders
  WHERE orders.user_id = (( SELECT auth.uid() AS uid)) AND (orders.status = ANY (ARRAY['pending'::text, 'ready'::text]))
  GROUP BY orders.status
UNION ALL
 SELECT 'order'::text AS subject,
    orders.status,
    'shop'::text AS waiter,
    count(*)::integer AS amount
   FROM orders
  WHERE orders.vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) AND (orders.status = 'pending'::text OR orders.status = 'paid'::text AND orders.group_buy_id IS NULL)
  GROUP BY orders.status
UNION ALL
 SELECT 'order'::text AS subject,
    orders.status,
    'chief'::text AS waiter,
    count(*)::integer AS amount
   FROM orders
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) AND orders.status = 'refunding'::text
  GROUP BY orders.status
UNION ALL
 SELECT 'payment'::text AS subject,
    payments.status,
    'buyer'::text AS waiter,
    count(*)::integer AS amount
   FROM payments
  WHERE payments.user_id = (( SELECT auth.uid() AS uid)) AND payments.status = 'initiated'::text AND payments.expires_at > now()
  GROUP BY payments.status
UNION ALL
 SELECT 'payment'::text AS subject,
    payments.status,
    'chief'::text AS waiter,
    count(*)::integer AS amount
   FROM payments
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) AND payments.status = 'reversed'::text
  GROUP BY payments.status
UNION ALL
 SELECT 'refund'::text AS subject,
    refunds.status,
    'chief'::text AS waiter,
    count(*)::integer AS amount
   FROM refunds
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) AND (refunds.status = ANY (ARRAY['needs_attention'::text, 'failed'::text]))
  GROUP BY refunds.status
UNION ALL
 SELECT 'refund'::text AS subject,
    'overdue'::text AS status,
    'chief'::text AS waiter,
    count(*)::integer AS amount
   FROM refunds
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) AND (refunds.status = ANY (ARRAY['requested'::text, 'sent'::text])) AND refunds.expected_by < (now() AT TIME ZONE 'Africa/Lagos'::text)::date
 HAVING count(*) > 0
UNION ALL
 SELECT 'refund'::text AS subject,
    overseen_refunds.status,
    'region'::text AS waiter,
    count(*)::integer AS amount
   FROM overseen_refunds
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['manager'::text, 'coordinator'::text]) AS has_role)
  GROUP BY overseen_refunds.status
UNION ALL
 SELECT 'payment'::text AS subject,
    overseen_odd_payments.status,
    'region'::text AS waiter,
    count(*)::integer AS amount
   FROM overseen_odd_payments
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['manager'::text, 'coordinator'::text]) AS has_role) AND overseen_odd_payments.status = 'reversed'::text
  GROUP BY overseen_odd_payments.status
UNION ALL
 SELECT 'payout'::text AS subject,
    payouts.status,
    'chief'::text AS waiter,
    count(*)::integer AS amount
   FROM payouts
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) AND payouts.status = 'needs_attention'::text
  GROUP BY payouts.status
UNION ALL
 SELECT 'shortfall'::text AS subject,
    'waiting'::text AS status,
    'shop'::text AS waiter,
    count(*)::integer AS amount
   FROM short_deliveries
  WHERE short_deliveries.status = 'waiting'::text AND short_deliveries.vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) AND NOT short_deliveries.by_shop AND short_deliveries.contested_at IS NULL AND short_deliveries.may_answer
 HAVING count(*) > 0
UNION ALL
 SELECT 'shortfall'::text AS subject,
    'contested'::text AS status,
    'overseer'::text AS waiter,
    count(*)::integer AS amount
   FROM short_deliveries
  WHERE short_deliveries.status = 'waiting'::text AND (short_deliveries.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) AND (short_deliveries.by_shop OR short_deliveries.contested_at IS NOT NULL) AND short_deliveries.may_answer
 HAVING count(*) > 0
UNION ALL
 SELECT 'claim'::text AS subject,
    claims.status,
    'shop'::text AS waiter,
    count(*)::integer AS amount
   FROM claims
  WHERE claims.vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id)) AND claims.status = 'open'::text
  GROUP BY claims.status
UNION ALL
 SELECT 'claim'::text AS subject,
    claims.status,
    'overseer'::text AS waiter,
    count(*)::integer AS amount
   FROM claims
  WHERE (claims.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) AND (claims.status = ANY (ARRAY['disputed'::text, 'proposed'::text]))
  GROUP BY claims.status
UNION ALL
 SELECT 'claim'::text AS subject,
    claims.status,
    'chief'::text AS waiter,
    count(*)::integer AS amount
   FROM claims
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) AND claims.status = 'appealed'::text
  GROUP BY claims.status
UNION ALL
 SELECT 'lot'::text AS subject,
    lot_incidents.status,
    'overseer'::text AS waiter,
    count(*)::integer AS amount
   FROM lot_incidents
  WHERE (lot_incidents.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)) AND lot_incidents.status = 'open'::text
  GROUP BY lot_incidents.status
UNION ALL
 SELECT 'lot'::text AS subject,
    lot_incidents.status,
    'chief'::text AS waiter,
    count(*)::integer AS amount
   FROM lot_incidents
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) AND lot_incidents.status = 'appealed'::text
  GROUP BY lot_incidents.status
UNION ALL
 SELECT 'rating'::text AS subject,
    'reported'::text AS status,
    'overseer'::text AS waiter,
    count(*)::integer AS amount
   FROM judged_reviews
  WHERE judged_reviews.reported_at IS NOT NULL AND judged_reviews.judged_at IS NULL AND (judged_reviews.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
 HAVING count(*) > 0
UNION ALL
 SELECT 'rating'::text AS subject,
    'reported'::text AS status,
    'content'::text AS waiter,
    count(*)::integer AS amount
   FROM judged_reviews
  WHERE judged_reviews.reported_at IS NOT NULL AND judged_reviews.judged_at IS NULL AND ( SELECT rights.has_role(VARIADIC ARRAY['administrator'::text, 'supervisor'::text]) AS has_role)
 HAVING count(*) > 0
UNION ALL
 SELECT 'uncollected'::text AS subject,
    'open'::text AS status,
    'overseer'::text AS waiter,
    count(*)::integer AS amount
   FROM uncollected
  WHERE uncollected.closed_at IS NULL AND (uncollected.vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids))
 HAVING count(*) > 0
UNION ALL
 SELECT 'uncollected'::text AS subject,
    'open'::text AS status,
    'buyer'::text AS waiter,
    count(*)::integer AS amount
   FROM uncollected
  WHERE uncollected.closed_at IS NULL AND uncollected.buyer_id = (( SELECT auth.uid() AS uid))
 HAVING count(*) > 0
UNION ALL
 SELECT 'uncollected'::text AS subject,
    'open'::text AS status,
    'shop'::text AS waiter,
    count(*)::integer AS amount
   FROM held_goods
  WHERE held_goods.opened_at IS NOT NULL AND held_goods.vendor_id = (( SELECT rights.my_vendor_id() AS my_vendor_id))
 HAVING count(*) > 0
UNION ALL
 SELECT 'amount'::text AS subject,
    listed_amounts.status,
    'overseer'::text AS waiter,
    count(*)::integer AS amount
   FROM listed_amounts
  WHERE listed_amounts.may_decide
  GROUP BY listed_amounts.status
UNION ALL
 SELECT 'contact'::text AS subject,
    contact_messages.status,
    'overseer'::text AS waiter,
    count(*)::integer AS amount
   FROM contact_messages
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['manager'::text, 'coordinator'::text, 'chief'::text]) AS has_role) AND contact_messages.status = 'new'::text
  GROUP BY contact_messages.status
UNION ALL
 SELECT 'email_log'::text AS subject,
    email_logs.status,
    'chief'::text AS waiter,
    count(*)::integer AS amount
   FROM email_logs
  WHERE ( SELECT rights.has_role(VARIADIC ARRAY['chief'::text]) AS has_role) AND email_logs.status = 'failed'::text AND email_logs.kind !~~ 'auth-%'::text AND email_logs.created_at > (now() - '30 days'::interval)
  GROUP BY email_logs.status;

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
  index weigh_ins_by_photo USING btree (photo) WHERE (photo IS NOT NULL)
  index weigh_ins_of_shop USING btree (vendor_id, created_at DESC)
  TRIGGER a_clean_texts BEFORE INSERT OR UPDATE OF shelf, note ON public.weigh_ins FOR EACH ROW EXECUTE FUNCTION clean_texts('shelf', 'note')
  TRIGGER guard_weigh_in BEFORE INSERT ON public.weigh_ins FOR EACH ROW EXECUTE FUNCTION guard_weigh_in()
  TRIGGER log_act AFTER INSERT OR DELETE OR UPDATE ON public.weigh_ins FOR EACH ROW WHEN (((pg_trigger_depth() = 0) AND rights.writes_by_secret_key())) EXECUTE FUNCTION log_act('weigh-in', 'id', '')
  TRIGGER photo_proves_once AFTER INSERT OR UPDATE OF photo ON public.weigh_ins FOR EACH ROW EXECUTE FUNCTION photo_proves_once('weigh-in', 'deliveries', 'photo', 'id')
  row level security on
  policy loads_of_mine for select to authenticated using ((vendor_id IN ( SELECT rights.served_vendor_ids() AS served_vendor_ids)) OR (pickup_point_id IN ( SELECT rights.served_place_ids() AS served_place_ids)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)))
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant insert, select to service_role
  grant select to authenticated

CREATE OR REPLACE FUNCTION public.add_business_days(from_day date, days integer)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select d::date from generate_series(from_day + 1, from_day + days * 2 + 40, interval '1 day') d
    where extract(isodow from d) < 6 and not exists (select from public.public_holidays h where h.date = d::date)
    order by d offset greatest(days, 1) - 1 limit case when days > 0 then 1 else 0 end), from_day)
$function$
  grant execute to service_role

-- The same moment, or the end of the quiet hours that it falls into.
CREATE OR REPLACE FUNCTION public.after_quiet_hours(preferences notice_preferences, moment timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case when quiet.is_now then (local.at::date + (preferences).quiet_to
    + case when local.at::time >= (preferences).quiet_to then interval '1 day' else interval '0' end) at time zone 'Africa/Lagos' else moment end
  from (select moment at time zone 'Africa/Lagos' as at) local,
    lateral (select case when (preferences).quiet_from < (preferences).quiet_to
      then local.at::time >= (preferences).quiet_from and local.at::time < (preferences).quiet_to
      else local.at::time >= (preferences).quiet_from or local.at::time < (preferences).quiet_to end as is_now) quiet
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.amount_bounds(act text, subject_id uuid, OUT usual_from bigint, OUT usual_to bigint, OUT most bigint)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare worth bigint;
begin
  case act
    -- Goods that are left, with the fee that was paid on them. Whatever they are sold for, nobody gets more than twice that.
    when 'resale' then
      select g.kobo + g.kobo * o.buyer_fee_bps / 10000 into worth from public.orders o cross join public.goods_left_kobo(o.id) as g (kobo) where o.id = $2;
      usual_from := (worth * 50 + 99) / 100; usual_to := worth * 120 / 100; most := worth * 2;
    when 'part-back' then
      select (o.total_amount * 100)::bigint - o.goods_back_kobo into most from public.orders o where o.id = $2;
      usual_from := 1; usual_to := most;
    when 'refund-account' then
      select f.amount_kobo into most from public.refunds f where f.id = $2;
      usual_from := most; usual_to := most;
    when 'cash-banked' then
      most := greatest(0, -coalesce(ledger.balance_kobo('place_cash', $2), 0));
      usual_from := 1; usual_to := most;
  end case;
end $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.archive_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not (rights.is_service() or rights.has_role('administrator', 'supervisor', 'chief')
      or coalesce(old.vendor_id = (select rights.my_vendor_id()), false)) then
    raise exception 'You may not delete this product' using errcode = 'PT403';
  end if;
  -- Each leaves an act behind, which carries the time of its transaction.
  if exists (select from public.audit_log where at = now() and action = 'product.archive') then
    raise exception 'Delete one product at a time, named by id=eq.' using errcode = 'PT400';
  end if;
  if public.product_is_live(old.id) then
    raise exception 'This product has running group buys or orders; it can be deleted when they have ended' using errcode = 'PT409';
  end if;
  update public.products set archived_at = now() where id = old.id and archived_at is null;
  insert into public.audit_log (actor_id, action, subject_type, subject_id, before, after)
  values (auth.uid(), 'product.archive', 'product', old.id, to_jsonb(old), jsonb_build_object('archived_at', now()));
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.are_local_governments(of_state text, names text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select not exists (select from unnest(names) as n where not exists (select from public.local_governments l where l.state = of_state and l.name = n))
$function$
  grant execute to service_role

-- Two accounts with one phone, or with one bank account that refunds went to.
CREATE OR REPLACE FUNCTION public.are_one_person(a uuid, b uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from auth.users x, auth.users y where x.id = a and y.id = b and public.phone_key(x.phone) = public.phone_key(y.phone))
    or exists (select from public.refunds f join public.payments p on p.id = f.payment_id join public.refunds g on g.to_account_number = f.to_account_number
      and g.to_bank_code = f.to_bank_code join public.payments q on q.id = g.payment_id where p.user_id = a and q.user_id = b)
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.are_opening_hours(hours jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce(bool_and(jsonb_typeof(h) = 'object' and h ->> 'day' ~ '^[1-7]$' and h ->> 'opens' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    and h ->> 'closes' ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and h ->> 'opens' < h ->> 'closes'), true)
  from jsonb_array_elements(case when jsonb_typeof(hours) = 'array' then hours else '[null]' end) as h
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.are_saved_lines(lines jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when jsonb_typeof(lines) <> 'array' then false else jsonb_array_length(lines) between 1 and 100
    and (select bool_and(coalesce(public.is_saved_line(line), false)) and count(distinct line ->> 'product_id') = count(*)
         from jsonb_array_elements(lines) line) end
$function$
  grant execute to authenticated, service_role

-- Sets a product's photographs and their order, under the caller's rights.
CREATE OR REPLACE FUNCTION public.arrange_product_pictures(product uuid, wanted text[], seen text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  kept text[];
begin
  perform from public.products p where p.id = product and p.vendor_id = (select rights.my_vendor_id()) for no key update;
  if not found then
    raise exception 'This product is not yours, or not there any more.' using errcode = 'PT404';
  end if;
  select wanted || coalesce(array_agg(path order by position, created_at, id), '{}') into kept
  from public.product_pictures where product_id = product and path <> all (wanted) and path <> all (seen);
  delete from public.product_pictures where product_id = product and path <> all (kept);
  update public.product_pictures set position = array_position(kept, path)
  where product_id = product and position <> array_position(kept, path);
  insert into public.product_pictures (product_id, path, position)
  select product, k.path, min(k.place) from unnest(kept) with ordinality k (path, place)
  where not exists (select from public.product_pictures where product_id = product and path = k.path) group by k.path;
end $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION public.await_joiners(people uuid[], buys uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform public.await_own_promises(p.id) from (select w.id from unnest(people) w (id) order by w.id) p;
  perform from public.profiles where id = any (people) order by id for key share;
  perform from public.group_buys where id = any (buys) order by id for no key update;
end $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.await_own_promises(person uuid)
 RETURNS void
 LANGUAGE sql
RETURN pg_advisory_xact_lock(hashtextextended(('promises '::text || (person)::text), (0)::bigint))
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.await_shop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.vendors where id = (select vendor_id from public.products where id = new.product_id) for key share;
  return new;
end $function$
  grant execute to nobody

-- A new account waits, the first one of a shop too.
CREATE OR REPLACE FUNCTION public.bank_account_usable_from(since timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select since + interval '48 hours' $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION public.board_name(full_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select split_part(trim(full_name), ' ', 1) || coalesce(' ' || nullif(left(split_part(trim(full_name), ' ', 2), 1), '') || '.', '')
$function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.bound_addresses()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Two at once stand in line at their person's row.
  perform from public.profiles where id = new.user_id for no key update;
  if (select count(*) from public.addresses where user_id = new.user_id) > 10 then
    raise exception 'You can keep 10 addresses. Remove one you no longer use first.' using errcode = 'PT409';
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.bound_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from public.claim_evidence e join storage.objects o on o.bucket_id = 'evidence' and o.name = e.path
    where e.claim_id = new.claim_id) > 67108864 then
    raise exception 'The pictures and films of one claim may have 64 MB together.' using errcode = 'PT409';
  end if;
  return null;
end $function$
  grant execute to nobody

-- promise_fault for the orders of a statement, or for one that grows.
CREATE OR REPLACE FUNCTION public.bound_promises()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  ids uuid[];
  people uuid[];
  -- Of an order that was pending before.
  has_grown boolean := false;
  former_units integer := 0;
  former_hold timestamptz;
  limits jsonb;
  fault text;
begin
  if tg_op = 'INSERT' then
    ids := array(select f.id from fresh f where f.status = 'pending');
    if ids = '{}' then return null; end if;
    people := array(select distinct f.user_id from fresh f where f.status = 'pending' order by 1);
  else
    ids := array[new.id];
    people := array[new.user_id];
    if old.status = 'pending' then
      has_grown := true;
      former_units := old.quantity;
      former_hold := old.hold_expires_at;
    end if;
  end if;
  -- Serialises the writers of one person: the second then counts what the first has promised.
  perform public.await_own_promises(p.id) from unnest(people) p (id);
  limits := public.unpaid_limits();
  with asked as (
    select w.user_id, w.order_no, w.group_buy_id, w.quantity, w.hold_expires_at, w.quantity - former_units as added
    from public.orders w where w.id = any (ids)
  ), unpaid as materialized (
    select g.id, (g.current_quantity - g.paid_quantity + a.added)::integer as units, public.most_of_new(g.min_quantity, g.target_quantity, limits) as most
    from (select group_buy_id, sum(added) as added from asked group by 1 having sum(added) > 0) a join public.group_buys g on g.id = a.group_buy_id
  ), held as materialized (
    -- Only where much is unpaid, and somebody new asks for more of it, is what new accounts hold added up.
    select u.id, u.most, case when u.units > u.most and exists (select from asked a where a.group_buy_id = u.id and not public.has_paid_before(a.user_id))
      then public.held_by_new(u.id, u.units, 0) end as units
    from unpaid u
  ), judged as (
    select a.*, s.grade, s.orders, s.kobo, public.most_unpaid_units(g.min_quantity, g.max_quantity, g.target_quantity, limits) as most_units,
      h.units as held_by_new, h.most as most_of_new, case when h.units > h.most then public.has_paid_before(a.user_id) end as has_paid,
      -- Goods from the shelf are held by their checkout.
      case when g.id is not null then public.hold_of(g.payment_mode, s.lapses, limits) end as hold
    from asked a join public.unpaid_standings(people) s on s.person = a.user_id
    left join public.group_buys g on g.id = a.group_buy_id left join held h on h.id = a.group_buy_id
  ), refused as (
    select j.order_no, public.promise_fault(limits, j.grade, j.orders, j.kobo, j.quantity, j.most_units, j.has_paid, j.held_by_new, j.most_of_new,
      -- What is added to a held order is held no longer than the rest of it.
      case when j.hold is not null then coalesce(former_hold, j.hold) end, has_grown and former_hold is null, j.hold_expires_at) as fault
    from judged j
  )
  select r.fault into fault from refused r where r.fault is not null order by r.order_no limit 1;
  if fault is not null then raise exception '%', fault using errcode = 'PT409'; end if;
  return null;
end $function$
  grant execute to nobody

-- End of the n-th business day in Lagos, as domain/calendar.ts (businessDeadline).
CREATE OR REPLACE FUNCTION public.business_deadline(since timestamp with time zone, days integer)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select ((public.add_business_days((since at time zone 'Africa/Lagos')::date, days) + 1)::timestamp at time zone 'Africa/Lagos') - interval '1 second'
$function$
  grant execute to service_role

-- From then on a paid order from the cart can no longer be cancelled (domain/orders/cancelling.ts). Null: nothing ends that yet.
CREATE OR REPLACE FUNCTION public.cart_order_final_at(of_order uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(o.paid_at, c.closes_at) from public.orders o cross join lateral (
    select least(o.ready_at, (min(l.share_date)::timestamp at time zone 'Africa/Lagos') - interval '72 hours',
      min(l.packed_at) filter (where l.share_date is null)) as closes_at from public.order_lines l where l.order_id = o.id) c
  where o.id = of_order and o.group_buy_id is null and o.is_paid and c.closes_at is not null
$function$
  grant execute to service_role

-- Every later move of this transaction has this cause. Counts for the service alone.
CREATE OR REPLACE FUNCTION public.caused_by(cause text)
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select set_config('request.jwt.claims', (coalesce(auth.jwt(), '{}') || jsonb_build_object('cause', cause))::text, true) $function$
  grant execute to service_role

-- Refuses a move that is not among the allowed ones. former: null for how a row begins.
CREATE OR REPLACE FUNCTION public.check_move(subject text, former text, state text, moved_by text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  began text := coalesce(former, 'new');
  permitted text[];
begin
  select m.causes into permitted from public.allowed_moves m where m.subject = check_move.subject and m.from_status = began and m.to_status = state;
  if permitted is null then
    raise exception '% cannot go from % to %', replace(subject, '_', ' '), began, state using errcode = 'PT409';
  end if;
  if moved_by is null or moved_by <> all (permitted) then
    raise exception '% cannot go from % to % by %', replace(subject, '_', ' '), began, state, coalesce(moved_by, 'nobody') using errcode = 'PT409';
  end if;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.choose_picture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or new.image_url is distinct from old.image_url
    and not exists (select from public.product_pictures where product_id = new.id and url = new.image_url) then
    new.drawn_url := new.image_url;
  end if;
  new.image_url := coalesce((select url from public.product_pictures where product_id = new.id order by position, created_at, id limit 1), new.drawn_url);
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.claim_time(hand_over uuid)
 RETURNS interval
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when bool_and(public.is_perishable(p.category)) then interval '12 hours' else interval '72 hours' end
  from public.hand_over_lines h join public.order_lines l on l.id = h.line_id join public.products p on p.id = l.product_id where h.hand_over_id = $1
$function$
  grant execute to service_role

-- The most that may still come back for it. What the buyer has collected meanwhile is not what never came.
CREATE OR REPLACE FUNCTION public.claim_worth_kobo(claim uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(least(sum(ceil(w.worth_kobo * least(k.quantity, w.quantity)::numeric / w.quantity)), max(b.kobo)), 0)::bigint
  from public.claims c join public.claim_lines k on k.claim_id = c.id
  join public.claimable_worth(c.order_id) w on w.line_id = k.line_id and w.hand_over_id is not distinct from c.hand_over_id
  cross join lateral (select least((o.total_amount * 100)::bigint - o.goods_back_kobo, case when c.hand_over_id is null then public.goods_left_kobo(o.id)
      else (select h.goods_kobo - coalesce((select sum(r.goods_kobo) from public.order_returns r where r.hand_over_id = h.id), 0)
        from public.hand_overs h where h.id = c.hand_over_id) end) as kobo
    from public.orders o where o.id = c.order_id) b
  where c.id = claim
$function$
  grant execute to service_role

-- Of each line of an order, what changed hands in each hand-over and what never did (null), and what is left of its price.
CREATE OR REPLACE FUNCTION public.claimable_worth(of_order uuid)
 RETURNS TABLE(hand_over_id uuid, line_id uuid, quantity integer, worth_kobo bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with lines as (
    select l.id, l.order_id, l.quantity, (l.unit_price * 100)::bigint as unit_kobo, public.short_units(l.id) as short_units from public.order_lines l where l.order_id = of_order
  ), short as (
    -- What came short is paid back by line, of what nobody had taken by then.
    select s.line_id, s.goods_kobo, s.created_at from (
      select x.line_id, coalesce(r.goods_kobo, x.goods_kobo) as goods_kobo, coalesce(r.created_at, x.created_at) as created_at
      from public.live_shortfall_shares x join lines l on l.id = x.line_id left join public.order_returns r on r.id = x.return_id) s
  ), taken as (
    select d.line_id, d.quantity, h.id, h.done_at, h.goods_kobo - coalesce((select sum(r.goods_kobo) from public.order_returns r where r.hand_over_id = h.id), 0) as left_kobo
    from public.hand_overs h join public.hand_over_lines d on d.hand_over_id = h.id where h.order_id = of_order and h.status = 'done'
  ), whole as (
    select (o.total_amount * 100)::bigint - o.goods_back_kobo as kobo from public.orders o where o.id = of_order
  ), units as (
    select t.id as hand_over_id, l.id as line_id, t.quantity, least(t.quantity * l.unit_kobo, t.left_kobo,
      (l.quantity - coalesce((select sum(e.quantity) from taken e where e.line_id = l.id and (e.done_at, e.id) < (t.done_at, t.id)), 0)) * l.unit_kobo
        - coalesce((select sum(s.goods_kobo) from short s where s.line_id = l.id and s.created_at <= t.done_at), 0)) as kobo
    from taken t join lines l on l.id = t.line_id
    union all
    select null, l.id, l.quantity - t.units - l.short_units, least((l.quantity - t.units) * l.unit_kobo - coalesce((select sum(s.goods_kobo) from short s where s.line_id = l.id), 0),
      public.takeable_kobo(of_order))
    from lines l cross join lateral (select coalesce(sum(e.quantity), 0)::integer as units from taken e where e.line_id = l.id) t where l.quantity - l.short_units > t.units
  )
  select u.hand_over_id, u.line_id, u.quantity, greatest(0, least(u.kobo, w.kobo))::bigint from units u cross join whole w
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.class_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select p.vat_class, case when p.vat_class = 'standard' then public.whole_setting('vat_bps') else 0 end into new.vat_class, new.vat_bps
  from public.products p where p.id = new.product_id;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.clean_post_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.title := public.without_direction_marks(new.title);
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.clean_product_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.name := public.without_direction_marks(new.name);
  new.unit := public.without_direction_marks(new.unit);
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.clean_profile_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.full_name := public.without_direction_marks(new.full_name);
  return new;
end $function$
  grant execute to nobody

-- @notes Arguments: the columns that people type.
CREATE OR REPLACE FUNCTION public.clean_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  written jsonb := to_jsonb(new);
  cleaned jsonb := '{}';
  typed text;
  name text;
begin
  foreach name in array tg_argv loop
    typed := written ->> name;
    if typed ~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]' then
      cleaned := cleaned || jsonb_build_object(name, public.without_direction_marks(typed));
    end if;
  end loop;
  if cleaned <> '{}' then new := jsonb_populate_record(new, cleaned); end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.clean_vendor_texts()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.business_name := public.without_direction_marks(new.business_name);
  new.location := public.without_direction_marks(new.location);
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.close_uncollected()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.uncollected set closed_at = clock_timestamp(), outcome = case when new.fulfilment = 'delivery' then 'delivery'
    when new.status in ('collected', 'completed') and exists (select from public.hand_overs h where h.order_id = new.id and h.status = 'done' and h.done_at >= opened_at) then 'collected'
    else 'given_back' end
  where order_id = new.id and closed_at is null;
  return null;
end $function$
  grant execute to nobody

-- When a place next closes, at the moment or after it.
CREATE OR REPLACE FUNCTION public.closing_after(place uuid, moment timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(
    (select min(c.closes) from public.pickup_points p cross join lateral jsonb_to_recordset(p.opening_hours) as h (day integer, opens time, closes time)
       cross join generate_series(0, 7) as n
       cross join lateral (select (moment at time zone 'Africa/Lagos')::date + n as day) d
       cross join lateral (select (d.day + h.closes) at time zone 'Africa/Lagos' as closes) c
     where p.id = place and extract(isodow from d.day) = h.day and c.closes >= moment),
    -- Nobody has said when it is open: the end of the day.
    (((moment at time zone 'Africa/Lagos')::date + 1)::timestamp at time zone 'Africa/Lagos') - interval '1 second')
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.collect_until(order_id uuid, kind text, since timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case kind when 'delivery' then null
    when 'stockpile' then public.closing_after(o.pickup_point_id, since + interval '14 days')
    else public.closing_after(o.pickup_point_id, greatest(since, d.shared) + case when public.has_perishables(o.id) then interval '48 hours' else interval '7 days' end) end
  from public.orders o left join public.group_buys g on g.id = o.group_buy_id
  cross join lateral (select coalesce(g.share_date, (select min(l.share_date) from public.order_lines l where l.order_id = o.id))::timestamp
    at time zone 'Africa/Lagos' as shared) d
  where o.id = $1
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.copy_product_facts(buy group_buys)
 RETURNS group_buys
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  product public.products;
begin
  select * into product from public.products where id = buy.product_id and archived_at is null;
  if product.id is null then raise exception 'Choose one of your products for this group buy' using errcode = 'PT400'; end if;
  buy.vendor_id := product.vendor_id;
  buy.product_name := product.name;
  buy.product_description := product.description;
  buy.category := product.category;
  buy.unit := product.unit;
  buy.image_url := product.image_url;
  buy.vendor_location := product.vendor_location;
  buy.min_quantity := product.min_quantity;
  buy.max_quantity := product.max_quantity;
  buy.base_price := product.base_price;
  buy.share_date := product.share_date;
  buy.payment_due_at := public.payment_due_at(product.share_date);
  buy.buyer_fee_bps := public.whole_setting('buyer_fee_bps');
  buy.vendor_fee_bps := public.whole_setting('vendor_fee_bps');
  buy.referral_bps := public.whole_setting('referral_bps');
  buy.late_leave_charge_bps := public.whole_setting('late_leave_charge_bps');
  return buy;
end $function$
  grant execute to nobody

-- Owner of the counters: what orders add to their buys, and the lines of these orders.
CREATE OR REPLACE FUNCTION public.count_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  -- Of what is counted, and what it counted for before.
  ids uuid[];
  former_units integer := 0;
  former_paid_units integer := 0;
  former_live integer := 0;
  former_paid integer := 0;
  fault text;
begin
  if tg_op = 'INSERT' then
    ids := array(select f.id from fresh f where f.group_buy_id is not null);
    if ids = '{}' then return null; end if;
  else
    ids := array[new.id];
    former_live := old.is_live::integer;
    former_paid := old.is_paid::integer;
    former_units := old.quantity * former_live;
    former_paid_units := old.quantity * former_paid;
  end if;
  -- Serialises concurrent writers of a buy: the second blocks here, then counts what the first has written.
  perform from public.group_buys where id in (select group_buy_id from public.orders where id = any (ids)) order by id for no key update;
  with moves as (
    select w.group_buy_id, w.user_id, w.id, w.order_no, w.status, w.unit_price, w.terms_version,
      w.quantity * w.is_live::integer - former_units as units, w.quantity * w.is_paid::integer - former_paid_units as paid_units,
      w.is_live::integer - former_live as live, w.is_paid::integer - former_paid as paid
    from public.orders w where w.id = any (ids)
  ), counted as (
    -- A person counts once, however many orders they have. There is never a second pending one.
    select m.*,
      case when m.live <> 0 and exists (select from public.orders o
        where o.group_buy_id = m.group_buy_id and o.user_id = m.user_id and o.id <> m.id and o.is_live) then 0 else m.live end as people,
      case when m.paid <> 0 and exists (select from public.orders o
        where o.group_buy_id = m.group_buy_id and o.user_id = m.user_id and o.id <> m.id and o.is_paid) then 0 else m.paid end as paid_people
    from moves m
  ), running as (
    select counted.*, sum(people) over (partition by group_buy_id order by order_no) as people_so_far from counted
  ), sums as (
    select group_buy_id, sum(units) as units, sum(people) as people, sum(paid_units) as paid_units, sum(paid_people) as paid_people
    from counted group by group_buy_id
  ), buys as (
    update public.group_buys g set current_quantity = g.current_quantity + s.units, current_participants = g.current_participants + s.people,
      paid_quantity = g.paid_quantity + s.paid_units, paid_participants = g.paid_participants + s.paid_people, updated_at = now()
    from sums s where g.id = s.group_buy_id and (s.units, s.people, s.paid_units, s.paid_people) <> (0, 0, 0, 0)
    returning g.id, g.status, g.end_date, g.tier_thresholds, g.tier_prices, g.base_price, g.terms_version, g.current_participants - s.people as people_before
  )
  select case when b.status <> 'active' or b.end_date <= clock_timestamp() then 'This group buy is no longer active'
    else 'An order is accepted at the price and terms of its buy' end into fault
  from running r join buys b on b.id = r.group_buy_id
  where r.status = 'pending' and (b.status <> 'active' or b.end_date <= clock_timestamp() or (r.unit_price, r.terms_version) is distinct from
    (public.price_at(b.tier_thresholds, b.tier_prices, b.base_price, (b.people_before + r.people_so_far)::integer), b.terms_version))
  order by r.order_no limit 1;
  if fault is not null then raise exception '%', fault using errcode = 'PT409'; end if;

  if tg_op = 'INSERT' then
    with buys as materialized (
      select g.id, g.product_id, g.product_name, g.unit, g.image_url, g.base_price, p.vat_class,
        case when p.vat_class = 'standard' then public.whole_setting('vat_bps') else 0 end as vat_bps,
        coalesce(g.kg_per_unit, p.kg_per_unit, public.measured_kg(g.unit, g.product_name, p.category)) as kg_per_unit
      from public.group_buys g join public.products p on p.id = g.product_id where g.id in (select group_buy_id from fresh)
    )
    insert into public.order_lines (order_id, product_id, product_name, unit, image_url, quantity, base_price, unit_price, vat_class, vat_bps, kg_per_unit)
    select f.id, b.product_id, b.product_name, b.unit, b.image_url, f.quantity, b.base_price, f.unit_price, b.vat_class, b.vat_bps, b.kg_per_unit
    from fresh f join buys b on b.id = f.group_buy_id;
  elsif (new.quantity, new.unit_price) is distinct from (old.quantity, old.unit_price) then
    update public.order_lines set quantity = new.quantity, unit_price = new.unit_price where order_id = new.id;
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.date_deletion()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$ begin new.deleted_at := now(); return new; end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.delivery_held_kobo(order_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (o.delivery_fee_kobo - coalesce((select sum(t.amount_kobo) from ledger.transfers t where t.debit_id = ledger.id_of('escrow:' || o.id)
      and t.kind in ('delivery_earned', 'vendor_delivery_earned')), 0)
    - coalesce((select sum(r.delivery_kobo) from public.order_returns r where r.order_id = o.id), 0))::bigint
  from public.orders o where o.id = $1
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.end_delivery_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.delivery_runs where id = new.run_id for no key update;
  update public.delivery_runs r set status = 'ended', ended_at = clock_timestamp() where r.id = new.run_id and r.status <> 'ended'
    and not exists (select from public.delivery_stops s where s.run_id = r.id and s.status = 'open');
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.end_delivery_stop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'done' and public.goods_left_kobo(new.order_id) > 0 then return null; end if;
  update public.delivery_stops set status = case when new.status = 'done' and new.kind = 'delivery' then 'delivered' else 'taken-out' end,
    ended_at = coalesce(new.done_at, clock_timestamp()) where order_id = new.order_id and status = 'open';
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.end_orders_of_checkout()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.products where id in (select l.product_id from public.order_lines l join public.orders o on o.id = l.order_id
    where o.checkout_id = new.id and o.group_buy_id is null and o.status = 'pending') order by id for no key update;
  update public.orders set status = new.status, amount_due_kobo = 0, ended_at = now(),
    end_reason = case new.status when 'expired' then 'not paid in time' else 'cancelled by the buyer' end
  where checkout_id = new.id and group_buy_id is null and status = 'pending';
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.end_sessions_of_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end
$function$
  grant execute to nobody

-- One row for each pair of the two lists, by its place in them. Nobody stands in the list twice.
CREATE OR REPLACE FUNCTION public.facts_of_joiners(people uuid[], buys uuid[])
 RETURNS TABLE(place integer, is_gone boolean, is_confirmed boolean, has_second_factor boolean, email text, full_name text, live_quantity integer, pending_id uuid, pending_quantity integer, pending_ceiling numeric, pending_due bigint, pending_delivery_fee bigint, pending_is_held boolean, pending_is_being_paid boolean, grade text, orders integer, kobo bigint, lapses integer)
 LANGUAGE plpgsql
 SECURITY DEFINER ROWS 48
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
begin
  return query
  select w.place::integer, coalesce(u.deleted_at is not null or u.banned_until > now(), false), coalesce(u.email_confirmed_at is not null or u.phone_confirmed_at is not null, false),
    exists (select from auth.mfa_factors m where m.user_id = w.person and m.status = 'verified'),
    u.email, coalesce(f.full_name, ''), mine.units::integer,
    p.id, p.quantity, p.ceiling_unit_price, p.amount_due_kobo, p.delivery_fee_kobo, p.hold_expires_at is not null,
    case when p.id is not null then public.is_being_paid(p.id) end,
    s.grade, s.orders, s.kobo, s.lapses
  from unnest(people, buys) with ordinality as w (person, buy, place)
  join public.unpaid_standings(people) s on s.person = w.person
  left join lateral (select a.email, a.deleted_at, a.banned_until, a.email_confirmed_at, a.phone_confirmed_at from auth.users a where a.id = w.person limit 1) u on true
  left join lateral (select a.full_name from public.profiles a where a.id = w.person limit 1) f on true
  left join lateral (select o.id, o.quantity, o.ceiling_unit_price, o.amount_due_kobo, o.delivery_fee_kobo, o.hold_expires_at from public.orders o
    where o.group_buy_id = w.buy and o.user_id = w.person and o.status = 'pending' limit 1) p on true
  cross join lateral (select coalesce(sum(o.quantity), 0) as units from public.orders o where o.group_buy_id = w.buy and o.user_id = w.person and o.is_live) mine
  order by w.place;
end $function$
  grant execute to service_role

-- Of the orders that the reader oversees, or of their shop. is_edge: not an order that was found, but the last that was looked at; a search from its key goes on.
CREATE OR REPLACE FUNCTION public.find_orders(search text DEFAULT ''::text, status text DEFAULT ''::text, kind text DEFAULT ''::text, month date DEFAULT NULL::date, shop uuid DEFAULT NULL::uuid, buy uuid DEFAULT NULL::uuid, after_at timestamp with time zone DEFAULT NULL::timestamp with time zone, after_id uuid DEFAULT NULL::uuid, before_at timestamp with time zone DEFAULT NULL::timestamp with time zone, before_id uuid DEFAULT NULL::uuid, most integer DEFAULT 25)
 RETURNS TABLE(id uuid, created_at timestamp with time zone, is_edge boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET random_page_cost TO '1'
AS $function$
declare
  own_shop uuid := rights.my_vendor_id();
  scope uuid[];
  clues record;
  of_products uuid[];
  few constant integer := 300;
  ordinary constant integer := 3000;
  looked_through constant integer := 2000;
  is_back boolean := before_at is not null;
  by_reading text := case when is_back then 'at, id desc' else 'at desc, id' end;
  -- Of an order: its moment, its id, where it is read from, on what condition, and how many.
  one_page text := 'select o.id, o.created_at as at from public.orders o where %s';
  condition text := 'true';
  among text := '';
  -- Of orders that are few and known by their ids. `offset 0`: they are fetched before they are put in order, or the planner may walk the newest of all
  -- orders in search of them.
  few_at_hand text := 'select distinct x.id, x.at from (select o.id, o.created_at as at from %s join public.orders o on o.id = l.order_id where {}%s offset 0) x order by %s limit $7';
  -- One page of each shop of a list.
  each_shop constant text := 'select x.* from unnest(%s) s (shop) cross join lateral (%s) x';
  -- `limit 1`: each order of a window is asked by itself, instead of all that have the product.
  looked_at constant text := 'select x.id, x.at from %s x cross join lateral (select from %s limit 1) one';
  sources text[] := '{}';
  -- What is looked through: the newest orders of all or of each shop, numbered, and how many of each.
  windows text[] := '{}';
  edges text[] := '{}';
  size integer;
begin
  if shop is not null then
    if shop is distinct from own_shop and shop not in (select rights.overseen_vendor_ids()) then return; end if;
    scope := array[shop];
  elsif not rights.has_role('coordinator', 'chief') then
    scope := array(select rights.overseen_vendor_ids());
  end if;
  if cardinality(scope) = 0 then return; end if;
  if scope is not null then among := ' and o.vendor_id = any ($8)'; end if;

  if status = 'all-paid' then condition := condition || ' and o.is_paid'; elsif status <> '' then condition := condition || ' and o.status = $1'; end if;
  if kind = 'bulk' then condition := condition || ' and o.group_buy_id is null'; elsif kind <> '' then condition := condition || ' and o.group_buy_id is not null'; end if;
  if buy is not null then condition := condition || ' and o.group_buy_id = $10'; end if;
  if month is not null then
    condition := condition || $m$ and o.created_at >= $2::timestamp at time zone 'Africa/Lagos' and o.created_at < ($2 + interval '1 month') at time zone 'Africa/Lagos'$m$; end if;
  if after_at is not null then condition := condition || ' and o.created_at <= $3 and (o.created_at < $3 or o.id > $4)'; end if;
  if is_back then condition := condition || ' and o.created_at >= $5 and (o.created_at > $5 or o.id < $6)'; end if;
  few_at_hand := replace(few_at_hand, '{}', condition);
  one_page := one_page || ' and ' || condition || case when is_back then ' order by o.created_at, o.id desc' else ' order by o.created_at desc, o.id' end || ' limit %s';

  select c.* into clues from search.order_clues(search, shop is null or shop is distinct from own_shop) c;
  if btrim(search) = '' then
    sources := array[case when scope is null or buy is not null then format(one_page, 'true' || among, '$7')
      else format(each_shop, '$8', format(one_page, 'o.vendor_id = s.shop', '$7')) end];
  else
    if cardinality(clues.order_ids) > 0 then sources := sources || format(few_at_hand, 'unnest($9) l (order_id)', among, by_reading); end if;
    if cardinality(clues.shops) > 0 then sources := sources || format(each_shop, '$12', format(one_page, 'o.vendor_id = s.shop' || among, '$7')); end if;
    if cardinality(clues.people) between 1 and few then
      sources := sources || format(each_shop, '$11', format(one_page, 'o.user_id = s.shop' || among, '$7')); end if;
    if cardinality(clues.people) > few or cardinality(clues.products) > few then
      size := case when scope is null or buy is not null then looked_through else greatest(looked_through / cardinality(scope), 100) end;
      windows := windows || format('wide as materialized (select x.*, row_number() over (partition by x.shop order by %s) as n from (%s) x)', by_reading,
        case when scope is null or buy is not null then format('select null::uuid as shop, x.* from (%s) x', format(one_page, 'true' || among, size))
        else replace(format(each_shop, '$8', format(one_page, 'o.vendor_id = s.shop', size)), 'select x.*', 'select s.shop, x.*') end);
      edges := edges || format('select id, at from wide where n = %s', size);
      if cardinality(clues.people) > few then
        sources := sources || format(looked_at, 'wide', 'public.orders o join public.profiles p on p.id = o.user_id where o.id = x.id and search.plain(p.full_name) like $14'); end if;
      if cardinality(clues.products) > few then
        sources := sources || format(looked_at, 'wide', 'public.order_lines l where l.order_id = x.id and search.plain(l.product_name) like $14'); end if;
    end if;
    if cardinality(clues.products) between 1 and few then
      if (select count(*) from (select from public.order_lines l where l.product_id = any (clues.products) limit ordinary + 1) l) <= ordinary then
        sources := sources || format(few_at_hand, '(select l.order_id from public.order_lines l where l.product_id = any ($13) offset 0) l', among, by_reading);
      else
        of_products := array(select distinct p.vendor_id from public.products p where p.id = any (clues.products) and (scope is null or p.vendor_id = any (scope)));
        size := greatest(looked_through / greatest(cardinality(of_products), 1), 100);
        windows := windows || format('near as materialized (select x.*, row_number() over (partition by x.shop order by %s) as n from (%s) x)', by_reading,
          replace(format(each_shop, '$15', format(one_page, 'o.vendor_id = s.shop', size)), 'select x.*', 'select s.shop, x.*'));
        edges := edges || format('select id, at from near where n = %s', size);
        sources := sources || format(looked_at, 'near', 'public.order_lines l where l.order_id = x.id and l.product_id = any ($13)');
      end if;
    end if;
    if cardinality(sources) = 0 then return; end if;
  end if;

  -- Beyond the first edge in reading order one source may still find what another has not looked at: the page ends there.
  windows := windows || format('edge as (select e.id, e.at from (%s) e order by %s limit 1)',
    coalesce(nullif(array_to_string(edges, ' union all '), ''), 'select null::uuid as id, null::timestamptz as at where false'), by_reading);
  windows := windows || format('page as (select f.id, f.at from ((%s)) f where not exists (select from edge e where %s) order by %s limit $7)', array_to_string(sources, ') union ('),
    case when is_back then 'f.at > e.at or f.at = e.at and f.id < e.id' else 'f.at < e.at or f.at = e.at and f.id > e.id' end, by_reading);
  return query execute 'with ' || array_to_string(windows, ', ') || ' select r.id, r.at, r.is_edge from (select p.id, p.at, false as is_edge from page p '
      || 'union all select e.id, e.at, true from edge e where (select count(*) from page) < $7) r order by r.is_edge, r.at desc, r.id'
    using status, month, after_at, after_id, before_at, before_id, least(greatest(most, 1), 101), scope, clues.order_ids, buy, clues.people, clues.shops, clues.products,
      clues.words, of_products;
end $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION public.first_name(full_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select case when n.name ~ '[0-9@:/\\.,;<>"_#&=+*%$!?()|~^{}\[\]]' or char_length(n.name) > 30 then '' else n.name end
  from (select split_part(btrim(regexp_replace(full_name, '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g')), ' ', 1) as name) n
$function$
  grant execute to anon, authenticated, service_role

-- Figures by month cover this month and the eleven before it.
CREATE OR REPLACE FUNCTION public.first_reported_month()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select (date_trunc('month', now() at time zone 'Africa/Lagos') - interval '11 months') at time zone 'Africa/Lagos' $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION public.follow_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.role = 'vendor' then new.referral_code := null; end if;
  if old.role = 'chief' and new.role <> 'chief' and coalesce(current_setting('role', true), 'none') not in ('none', '')
    and not exists (select from public.profiles where role = 'chief' and id <> new.id and rights.can_come_in(id)) then
    raise exception 'The last chief must remain chief.' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.follow_sign_up()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text := public.wanted_role(new.raw_user_meta_data);
begin
  update public.profiles
  set role = wanted, full_name = public.sent_name(new.raw_user_meta_data),
    referral_code = case when wanted = 'customer' then coalesce(referral_code, public.new_referral_code()) end
  where id = new.id and role in ('customer', 'vendor');
  delete from public.referrals where referred_id = new.id and settled_at is null;
  perform public.note_referrer(new.id, new.raw_user_meta_data);
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.forget_notices_of_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.notices where person_id = old.id;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.forget_pushes_of_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from public.push_subscriptions where session_id = new.session_id;
  return null;
end $function$
  grant execute to nobody

-- Removes files that no claim, delivery or hand-over names after a day; at most 500 at once. Returns how many.
CREATE OR REPLACE FUNCTION public.forget_unused_uploads()
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with unused as (
    select o.id from storage.objects o
    where o.bucket_id in ('evidence', 'deliveries', 'hand-over-photos') and o.created_at < now() - interval '24 hours'
      and not (case o.bucket_id
        when 'evidence' then exists (select from public.claim_evidence e where e.path = o.name)
        when 'deliveries' then rights.is_delivery_evidence(o.name)
        else exists (select from public.hand_over_overrides v where v.photo = o.name) or exists (select from public.delivery_stops s where s.photo = o.name) end)
    order by o.created_at limit 500
  ), gone as (delete from storage.objects o using unused u where o.id = u.id returning o.id), days as (
    delete from storage.daily_uploads where day < (now() at time zone 'UTC')::date - 2)
  select count(*)::integer from gone
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.found_missing_thousandths(buy uuid, line uuid, place uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(greatest(0, (w.due - w.counted) * 1000, case when w.due_grams > 0 and w.grams is not null
    then floor((w.due_grams - w.grams) * w.due / w.due_grams) * 1000 else 0 end)), 0)::bigint
  from (select x.pickup_point_id, max(x.units_expected) filter (where x.part = 1) as due, sum(x.units_counted) as counted,
      max(x.grams_expected) filter (where x.part = 1)::numeric as due_grams, case when bool_and(x.grams_counted is not null) then sum(x.grams_counted) end as grams
    from public.weigh_ins x where (x.group_buy_id = buy or x.order_id = (select l.order_id from public.order_lines l where l.id = line)
        and x.product_id = (select l.product_id from public.order_lines l where l.id = line))
      and (place is null or x.pickup_point_id = place) group by x.pickup_point_id) w
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.goods_left_kobo(order_id uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(0, (o.total_amount * 100)::bigint - coalesce((select sum(h.goods_kobo) from public.hand_overs h where h.order_id = o.id and h.status = 'done'), 0)
    - coalesce((select sum(r.goods_kobo - r.earned_goods_kobo) from public.order_returns r where r.order_id = o.id and r.hand_over_id is null), 0))::bigint
  from public.orders o where o.id = $1
$function$
  grant execute to service_role

-- Until then the buyer alone decides what becomes of goods that were not collected in time.
CREATE OR REPLACE FUNCTION public.grace_until(order_id uuid, due_until timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when public.has_perishables($1) then due_until else due_until + interval '48 hours' end
$function$
  grant execute to service_role

-- From then on neither its buyer nor the shop can end an order of a buy with everything paid back (domain/rewards/ripening.ts).
CREATE OR REPLACE FUNCTION public.group_order_final_at(of_order uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when o.status not in ('pending', 'paid', 'confirmed') then '-infinity'
    -- Not settled yet, or what was paid is on its way back.
    when o.status <> 'confirmed' or g.status in ('failed', 'cancelled') then 'infinity'
    else greatest(g.payment_due_at, g.extended_at + interval '48 hours', (g.share_date - 1)::timestamp at time zone 'Africa/Lagos') end
  from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.id = of_order
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.guard_amount_entered()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text := tg_argv[0];
  about uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
  kobo bigint := (to_jsonb(new) ->> tg_argv[2])::bigint;
begin
  if not exists (select from public.typed_amounts a where a.id = (to_jsonb(new) ->> 'amount_id')::uuid and a.act = wanted and a.subject_id = about
      and a.amount_kobo = kobo and a.status = 'done') then
    raise exception 'This amount was not entered, or waits for a second person' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_appeal_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 1 and 20 or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'A decision may be appealed for 1 to 20 whole business days' using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_asked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.asked_kobo > public.claim_worth_kobo(new.id) then
    raise exception 'A claim asks at most what its goods are worth' using errcode = 'PT400';
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_being_paid()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (new.status <> 'cancelled' or rights.cause() = 'buyer') and public.is_being_paid(new.id) then
    raise exception 'You are paying for this order. Finish or cancel the payment first.' using errcode = 'PT409';
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_books_hour()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not in (select generate_series(0, 23)) then
    raise exception 'This setting is an hour from 0 to 23' using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_carried()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.carried_kobo is not null and new.carried_kobo is distinct from old.carried_kobo then
    raise exception 'A claim is carried out once' using errcode = 'PT409';
  end if;
  if old.carried_kobo is null and new.carried_kobo > public.claim_worth_kobo(new.id) then
    raise exception 'No more comes back than these goods are worth' using errcode = 'PT409';
  end if;
  if new.return_id is distinct from old.return_id and not exists (select from public.order_returns r where r.id = new.return_id and r.order_id = new.order_id
    and r.goods_kobo = new.carried_kobo and r.hand_over_id is not distinct from new.hand_over_id) then
    raise exception 'What came back for a claim is what was carried out' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_cart()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from public.cart_items c where c.profile_id = new.profile_id and c.quantity > 0) > 100 then
    raise exception 'A cart has 100 lines at most' using errcode = 'PT409';
  end if;
  if new.changed_at > clock_timestamp() + interval '1 minute' then
    raise exception 'Nobody changes a cart tomorrow' using errcode = 'PT400';
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_choice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  -- Of orders whose choice is new.
  chosen uuid[] := '{}';
  -- The same, and what is added to a stockpile.
  stored uuid[];
  places uuid[];
begin
  if tg_op = 'INSERT' then
    chosen := array(select f.id from fresh f where num_nonnulls(f.pickup_point_id, f.delivery_zone_id) > 0);
    if chosen = '{}' then return null; end if;
    stored := chosen;
  else
    stored := array[new.id];
    if (new.fulfilment, new.pickup_point_id, new.delivery_zone_id, new.delivered_by, new.delivery_fee_kobo)
      is distinct from (old.fulfilment, old.pickup_point_id, old.delivery_zone_id, old.delivered_by, old.delivery_fee_kobo) then
      if rights.cause() = 'buyer' and new.status not in ('pending', 'paid', 'confirmed', 'ready') then
        raise exception 'Where this order goes can no longer be changed.' using errcode = 'PT409';
      end if;
      chosen := stored;
      -- A place that is being closed is waited for; a new order only reads, because its buyer is told if it closes.
      perform from public.pickup_points where id = new.pickup_point_id for share;
      perform from public.delivery_zones where id = new.delivery_zone_id for share;
    end if;
  end if;
  if exists (select from public.orders c join public.vendors v on v.id = c.vendor_id join public.pickup_points p on p.id = c.pickup_point_id
    where c.id = any (chosen) and (p.closed_at is not null or p.vendor_id <> c.vendor_id or (p.vendor_id is null and p.state <> v.state))) then
    raise exception 'This order cannot be collected at that place.' using errcode = 'PT409';
  end if;
  if exists (select from public.orders c join public.vendors v on v.id = c.vendor_id join public.delivery_zones z on z.id = c.delivery_zone_id
    where c.id = any (chosen) and (z.closed_at is not null or z.state <> v.state or z.vendor_id <> c.vendor_id or z.delivered_by <> c.delivered_by
      or not exists (select from public.order_addresses a where a.order_id = c.id and a.state = z.state and (z.lgas = '{}' or a.lga = any (z.lgas))))) then
    raise exception 'This order cannot be delivered to that address.' using errcode = 'PT409';
  end if;

  places := array(select distinct pickup_point_id from public.orders where id = any (stored) and fulfilment = 'stockpile' and pickup_point_id is not null and is_live);
  if places = '{}' then return null; end if;
  -- Serialises what is stockpiled at a place: the second blocks here, then counts what the first has taken.
  perform from public.pickup_points where id = any (places) order by id for no key update;
  -- Of new orders only the room is asked: no command stockpiles at once.
  if tg_op = 'UPDATE' and exists (select from public.order_lines l join public.products p on p.id = l.product_id
    where l.order_id = new.id and (l.kg_per_unit is null or (old.fulfilment <> 'stockpile' and not p.can_be_stockpiled))) then
    raise exception 'Only goods that keep, and whose weight is known, can be stockpiled.' using errcode = 'PT409';
  end if;
  if exists (select from public.pickup_points p where p.id = any (places) and public.stockpiled_kg(p.id) > p.stockpile_capacity_kg) then
    raise exception 'There is no room left at this place for so much.' using errcode = 'PT409';
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_claim()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare held public.orders;
begin
  if tg_op = 'INSERT' then
    select * into held from public.orders where id = new.order_id;
    if (new.buyer_id, new.vendor_id) is distinct from (held.user_id, held.vendor_id) then
      raise exception 'A claim is its buyer''s, at the shop of the order' using errcode = 'PT400';
    end if;
    if new.hand_over_id is not null and not exists (select from public.hand_overs h where h.id = new.hand_over_id and h.order_id = new.order_id and h.status = 'done') then
      raise exception 'A claim is about a hand-over of its order' using errcode = 'PT400';
    end if;
    new.answer_by := coalesce(new.answer_by, public.business_deadline(new.created_at, 2));
    new.propose_by := coalesce(new.propose_by, public.business_deadline(new.created_at, 4));
    new.decide_by := coalesce(new.decide_by, public.business_deadline(new.created_at, 7));
    return new;
  end if;
  if (new.order_id, new.hand_over_id, new.buyer_id, new.vendor_id, new.reason, new.asked_kobo) is distinct from
     (old.order_id, old.hand_over_id, old.buyer_id, old.vendor_id, old.reason, old.asked_kobo) then
    raise exception 'What was claimed stays as it was claimed' using errcode = 'PT409';
  end if;
  if new.proposed_by is distinct from old.proposed_by and not public.may_judge_claim(new.id, new.proposed_by, 'propose')
    or new.decided_by is distinct from old.decided_by and not public.may_judge_claim(new.id, new.decided_by, 'decide')
    or new.appeal_decided_by is distinct from old.appeal_decided_by and not public.may_judge_claim(new.id, new.appeal_decided_by, 'appeal') then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  -- Whoever moves it is named, so that the rule above is asked.
  if new.status is distinct from old.status and (new.status = 'proposed' and new.proposed_by is null
    or old.status in ('disputed', 'proposed') and new.status in ('upheld', 'rejected') and new.decided_by is null
    or old.status = 'appealed' and new.appeal_decided_by is null) then
    raise exception 'A decision has its name' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_claim_in_lot()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare lot public.lot_incidents;
begin
  if old.lot_id is not null and new.lot_id is distinct from old.lot_id then
    raise exception 'A claim stays in its lot' using errcode = 'PT409';
  end if;
  if new.status = old.status then return new; end if;
  if new.lot_id is not null then select * into lot from public.lot_incidents where id = new.lot_id; end if;
  if old.status = 'open' and (new.status = 'rejected' or new.decided_by is not null) and (lot.id is null or new.decided_by is null) then
    raise exception 'The vendor is heard first' using errcode = 'PT409';
  end if;
  if lot.id is null then return new; end if;
  if new.status = 'proposed' and lot.status = 'open' or new.decided_by is distinct from old.decided_by and (lot.status <> 'decided'
      or (new.outcome, new.payer, new.decided_by) is distinct from (lot.outcome, lot.payer, lot.decided_by)
      or new.outcome_kobo > ceil(new.asked_kobo * lot.share_percent / 100.0))
    or new.status = 'appealed' and new.decided_by is not null and new.decided_by = lot.decided_by and lot.status <> 'appealed'
    or new.appeal_decided_by is distinct from old.appeal_decided_by and new.decided_by = lot.decided_by and (lot.status <> 'final'
      or (new.outcome, new.payer, new.appeal_decided_by) is distinct from (lot.outcome, lot.payer, lot.appeal_decided_by)
      or new.outcome_kobo > ceil(new.asked_kobo * lot.share_percent / 100.0)) then
    raise exception 'A claim in a lot is decided with it' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_claim_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare told public.claims;
begin
  select * into told from public.claims c where c.id = new.claim_id;
  if not exists (select from public.claimable_worth(told.order_id) w where w.line_id = new.line_id and w.hand_over_id is not distinct from told.hand_over_id
    and new.quantity <= w.quantity) then
    raise exception 'No more is claimed than changed hands, or never came' using errcode = 'PT400';
  end if;
  if told.hand_over_id is null and exists (select from public.waits_at_hub(new.line_id)) then
    raise exception 'These goods wait at a hub, so they have come' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_dearer_choice()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.status <> 'awaited' or (to_jsonb(new) - 'status') <> (to_jsonb(old) - 'status') then
    raise exception 'A choice that was paid for or given up stays as it is.' using errcode = 'PT409';
  end if;
  if new.status = 'taken' and not exists (select from public.payments where id = new.payment_id and status = 'succeeded') then
    raise exception 'A dearer choice takes effect once the difference is paid.' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_dearer_fee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.charged_kobo - old.charged_kobo <> new.delivery_fee_kobo - old.delivery_fee_kobo
    or coalesce((select credits_kobo from ledger.accounts where kind = 'escrow' and owner_id = new.id), 0) <> new.charged_kobo then
    raise exception 'A dearer choice takes effect once the difference is paid.' using errcode = 'PT409';
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_decided_hand_over()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.uncollected u where u.order_id = new.order_id and u.hand_over_id = new.id and u.outcome in ('resale', 'donation', 'spoiled')) then
    raise exception 'Goods go another way only by a decision' using errcode = 'PT409';
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_delivery_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and (old.status = 'ended' or (new.pickup_point_id, new.vendor_id) is distinct from (old.pickup_point_id, old.vendor_id)
    or (old.status, new.status) in (('out', 'planned'))) then
    raise exception 'This run does not change any more' using errcode = 'PT409';
  end if;
  if new.status <> 'ended' and (tg_op = 'INSERT' or new.rider_id <> old.rider_id or new.status <> old.status)
    and not rights.rides_for(new.rider_id, new.pickup_point_id, new.vendor_id) then
    raise exception 'This person delivers nothing from here' using errcode = 'PT409';
  end if;
  if tg_op = 'UPDATE' and new.status <> 'ended' and exists (select from public.delivery_stops s join public.orders o on o.id = s.order_id
    where s.run_id = new.id and s.status = 'open' and o.user_id = new.rider_id) then
    raise exception 'Nobody delivers to themselves' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_delivery_stop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  run public.delivery_runs;
begin
  select * into run from public.delivery_runs r where r.id = new.run_id;
  if tg_op = 'UPDATE' then
    if old.status <> 'open' or (new.run_id, new.order_id, new.position) is distinct from (old.run_id, old.order_id, old.position) then
      raise exception 'This stop does not change any more' using errcode = 'PT409';
    end if;
    if new.status = 'failed' and run.status <> 'out' then raise exception 'This run is not out' using errcode = 'PT409'; end if;
    return new;
  end if;
  if new.status <> 'open' or run.status <> 'planned' then raise exception 'Orders are put into a run before it starts' using errcode = 'PT409'; end if;
  if not public.may_be_sent(new.order_id, run.pickup_point_id, run.vendor_id) then
    raise exception 'This order does not go out from here' using errcode = 'PT409';
  end if;
  if run.rider_id = (select user_id from public.orders where id = new.order_id) then
    raise exception 'Nobody delivers to themselves' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_door()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  changed uuid := case tg_table_name when 'orders' then to_jsonb(old) ->> 'id' else to_jsonb(old) ->> 'order_id' end;
begin
  if exists (select from public.delivery_stops s where s.order_id = changed and s.status = 'open') then
    raise exception 'This order is on a delivery run. Its address cannot change now.' using errcode = 'PT409';
  end if;
  return coalesce(new, old);
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_final_price()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare highest numeric;
begin
  select max(o.ceiling_unit_price) into highest from public.orders o where o.group_buy_id = new.id and o.is_paid;
  if new.settled_participants is distinct from new.paid_participants
    or new.final_price is distinct from least(public.price_at(new.tier_thresholds, new.tier_prices, new.base_price, new.paid_participants), highest) then
    raise exception 'The final price is that of the people who stay' using errcode = 'check_violation';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_follows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from public.follows where follower_id = new.follower_id) >= 300 then
    raise exception 'You follow 300 shops and products, the most there can be. Stop following one first.' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_group_buy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  fault text;
  publishes boolean;
  terms_change boolean := false;
begin
  if tg_op = 'INSERT' then
    if not rights.is_service() and rights.my_vendor_id() is null then
      raise exception 'Vendor profile not found' using errcode = 'P0001', hint = 'Sign up your shop at /vendor-signup first.';
    end if;
    if new.status not in ('draft', 'active') then raise exception 'A new group buy is a draft or active' using errcode = 'PT400'; end if;
    new.current_quantity := 0;
    new.current_participants := 0;
    new.paid_quantity := 0;
    new.paid_participants := 0;
  else
    terms_change := (new.target_quantity, new.price_tiers, new.base_price, new.min_participants, new.max_participants, new.min_quantity,
        new.max_quantity, new.end_date, new.share_date, new.payment_mode, new.allow_extension)
      is distinct from (old.target_quantity, old.price_tiers, old.base_price, old.min_participants, old.max_participants, old.min_quantity,
        old.max_quantity, old.end_date, old.share_date, old.payment_mode, old.allow_extension);
    if not rights.is_service() then
      if (old.status, new.status) not in (('draft', 'draft'), ('draft', 'active'), ('draft', 'cancelled'), ('active', 'active')) then
        raise exception 'A group buy cannot go from % to % this way', old.status, new.status using errcode = 'PT409';
      end if;
      -- What people joined under stays: whether a short buy may be extended is one of its terms.
      if old.status = 'active' and old.current_participants > 0 and terms_change then
        raise exception 'Price, target and dates are fixed once somebody has joined' using errcode = 'PT409';
      end if;
    end if;
    if terms_change then new.terms_version := old.terms_version + 1; end if;
  end if;

  publishes := new.status = 'active' and (tg_op = 'INSERT' or old.status = 'draft');
  if tg_op = 'INSERT' or (old.status = 'draft' and new.status in ('draft', 'active')) then new := public.copy_product_facts(new); end if;
  fault := public.price_tiers_fault(new.price_tiers, new.base_price, new.max_participants);
  if fault is null and (publishes or (tg_op = 'UPDATE' and old.status = 'active' and new.status = 'active'
      and new.end_date is distinct from old.end_date and not rights.is_service())) then
    fault := public.publish_faults(new);
  end if;
  -- An open buy keeps the rule it was published by: its target is at least what one person has to take.
  if fault is null and tg_op = 'UPDATE' and new.status = 'active' and new.target_quantity <> old.target_quantity
    and new.min_quantity > new.target_quantity then
    fault := 'The target is smaller than the least one person may take';
  end if;
  if fault is not null then raise exception '%', fault using errcode = 'PT400'; end if;
  if publishes then
    new.published_at := now();
    new.starts_at := now();
  end if;
  new.tier_thresholds := public.tier_thresholds(new.price_tiers);
  new.tier_prices := public.tier_prices(new.price_tiers);
  new.updated_at := now();
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_hand_over()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.status <> 'open' and (new.order_id, new.kind, new.pickup_point_id, new.status, new.done_at, new.handled_by, new.proof, new.taken_by, new.goods_kobo)
    is distinct from (old.order_id, old.kind, old.pickup_point_id, old.status, old.done_at, old.handled_by, old.proof, old.taken_by, old.goods_kobo) then
    raise exception 'This hand-over has ended' using errcode = 'PT409';
  end if;
  if new.status = 'done' and new.handled_by = (select user_id from public.orders where id = new.order_id) then
    raise exception 'Nobody hands over to themselves' using errcode = 'PT403';
  end if;
  if old.released_at is not null and (new.released_at, new.released_kobo) is distinct from (old.released_at, old.released_kobo) then
    raise exception 'This hand-over was released' using errcode = 'PT409';
  end if;
  if old.released_at is null and new.released_at is not null and (clock_timestamp() < new.claim_until or public.has_open_claim(new.id)) then
    raise exception 'A claim may still be made' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_hand_over_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' or not exists (select from public.hand_overs h join public.order_lines l on l.order_id = h.order_id
    where h.id = new.hand_over_id and h.status = 'open' and l.id = new.line_id)
    or new.quantity > (select u.quantity from public.hand_overs h cross join lateral public.units_left(h.order_id) u where h.id = new.hand_over_id and u.line_id = new.line_id) then
    raise exception 'These goods are not left to be handed over' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_handling()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 0 and 5000 or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'Handling is at most half of what the goods bring' using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_kept_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 7 and 3650 or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'Notices are kept for 7 to 3650 whole days' using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_loosening()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  way text := (select b.loosens from public.setting_bounds b where b.key = new.key);
  new_value numeric;
  -- Every value that may apply on that day: the one in force, and those planned until then.
  tightest numeric;
begin
  -- The owner of the database sets it up, and is no member of staff.
  if way is null or coalesce(auth.jwt() ->> 'act', auth.jwt() ->> 'sub', auth.jwt() ->> 'role') is null then return new; end if;
  new_value := (new.value #>> '{}')::numeric;
  select case way when 'up' then min((s.value #>> '{}')::numeric) else max((s.value #>> '{}')::numeric) end into tightest from public.settings s
  where s.key = new.key and s.withdrawn_at is null and s.effective_from <= new.effective_from
    and s.effective_from >= (select max(n.effective_from) from public.settings n where n.key = new.key and n.withdrawn_at is null and n.effective_from <= clock_timestamp());
  if new.effective_from < clock_timestamp() + interval '24 hours' and (way = 'up' and new_value > tightest or way = 'down' and new_value < tightest) then
    raise exception 'A limit of what one person does alone is loosened a day after it was planned at the earliest' using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_lot()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if not exists (select from public.lot_count(new.group_buy_id) n where n.claimed >= n.needed) then
      raise exception 'Too few buyers have claimed for a lot incident' using errcode = 'PT409';
    end if;
    return new;
  end if;
  if (new.group_buy_id, new.vendor_id, new.heard_by) is distinct from (old.group_buy_id, old.vendor_id, old.heard_by)
    or old.decided_by is not null and new.decided_by is distinct from old.decided_by then
    raise exception 'A lot incident stays what it is' using errcode = 'PT409';
  end if;
  if new.decided_by is distinct from old.decided_by and not public.may_judge_lot(new.id, new.decided_by, 'decide')
    or new.appeal_decided_by is distinct from old.appeal_decided_by and not public.may_judge_lot(new.id, new.appeal_decided_by, 'appeal') then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  if new.outcome is distinct from old.outcome and new.status = old.status then
    raise exception 'A decision moves its lot' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_lot_settings()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric % 1 <> 0
    or new.key = 'lot_claims_least' and (new.value #>> '{}')::numeric not between 2 and 1000
    or new.key = 'lot_claims_percent' and (new.value #>> '{}')::numeric not between 1 and 100 then
    raise exception 'A lot incident needs 2 to 1000 buyers, and 1 to 100 per cent' using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_override()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  given record;
begin
  if exists (select from codes.locks l where l.hand_over_id = new.hand_over_id and l.locked_until > clock_timestamp()) then
    raise exception 'This hand-over is locked' using errcode = 'PT409';
  end if;
  select o.vendor_id, h.goods_kobo, h.done_at, h.claim_until, h.handled_by into given
  from public.hand_overs h join public.orders o on o.id = h.order_id where h.id = new.hand_over_id;
  new.by_shop := public.is_of_shop(given.handled_by, given.vendor_id);
  if not new.by_shop then return new; end if;
  if given.claim_until < given.done_at + 2 * public.claim_time(new.hand_over_id) then
    raise exception 'Without a code, goods that the shop itself gave out become payable after twice the claim time' using errcode = 'PT409';
  end if;
  -- Serialises overrides of one shop: each sees the sum of those before it.
  perform pg_advisory_xact_lock(hashtext('overrides of ' || given.vendor_id));
  if public.shop_overrides_kobo_today(given.vendor_id) + given.goods_kobo > 100::bigint * public.whole_setting('shop_overrides_naira_a_day') then
    raise exception 'This shop has handed over too much without codes today' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_override_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.hand_over_overrides x where x.hand_over_id = new.id and x.by_shop and x.confirmed_at is null)
    or new.claim_until < new.done_at + public.claim_time(new.id) then
    raise exception 'The buyer has not said that the goods are in their hands' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_own_case()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  row_now jsonb := to_jsonb(new);
  judge uuid := case when tg_argv[2] = 'act' then nullif(auth.jwt() ->> 'act', '')::uuid else (row_now ->> tg_argv[2])::uuid end;
begin
  if public.has_part_in(tg_argv[0], (row_now ->> tg_argv[1])::uuid, judge, coalesce(tg_argv[3] = 'duty', false)) then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_own_case_beyond_shop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  judge uuid := case tg_table_name when 'group_buys' then nullif(auth.jwt() ->> 'act', '')::uuid
    when 'order_returns' then (to_jsonb(new) ->> 'created_by')::uuid else (to_jsonb(new) ->> 'entered_by')::uuid end;
  subject text := case tg_table_name when 'group_buys' then 'buy' when 'order_returns' then 'order'
    else case when to_jsonb(new) ->> 'line_id' is null then 'buy' else 'line' end end;
  subject_id uuid := case tg_table_name when 'group_buys' then new.id when 'order_returns' then (to_jsonb(new) ->> 'order_id')::uuid
    else coalesce(to_jsonb(new) ->> 'line_id', to_jsonb(new) ->> 'group_buy_id')::uuid end;
begin
  if judge is not null and not public.runs_shop_of(subject, subject_id, judge)
    and public.has_part_in(subject, subject_id, judge, tg_table_name <> 'group_buys') then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_own_shop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from fresh f where f.status = 'pending' and rights.serves_shop(f.user_id, f.vendor_id)) then
    raise exception 'You cannot buy from your own shop.' using errcode = 'PT403';
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_own_weight()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bounds record;
begin
  select m.least_kg, m.most_kg into bounds from public.measures m
  where m.unit = lower(trim(new.unit)) and (m.food in ('', new.category) or lower(new.name) ~ ('\m' || m.food || '\M'))
  order by m.food = '', m.food = new.category, char_length(m.food) desc, m.food limit 1;
  if new.kg_per_unit not between coalesce(bounds.least_kg, 0.01) and coalesce(bounds.most_kg, 1000) then
    raise exception 'One % weighs between % and % kg', new.unit, trim_scale(coalesce(bounds.least_kg, 0.01)), trim_scale(coalesce(bounds.most_kg, 1000)) using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION public.guard_packing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.orders o where o.id = new.order_id and (o.status = 'confirmed' or o.status = 'paid' and o.group_buy_id is null)) then
    raise exception 'Only what is paid for and not yet ready can be marked as packed' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_payout()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.bank_accounts a where a.id = new.bank_account_id and a.vendor_id = new.vendor_id and a.ended_at is null
    and public.bank_account_usable_from(a.since) <= clock_timestamp()) then
    raise exception 'Nothing is paid out to an account before it has stood for 48 hours' using errcode = 'PT409';
  end if;
  if not exists (select from public.vendors v where v.id = new.vendor_id and v.status = 'active')
    or exists (select from public.payout_terms t where t.vendor_id = new.vendor_id and t.held_at is not null) then
    raise exception 'Nothing is paid out to a shop that is closed or held' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_payout_setting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric % 1 <> 0
    or (new.key = 'payout_weekday' and (new.value #>> '{}')::numeric not between 1 and 7)
    or (new.key = 'payout_least_naira' and (new.value #>> '{}')::numeric not between 100 and 1000000) then
    raise exception 'The day of payouts is 1 (Monday) to 7 (Sunday), the least amount 100 to 1,000,000 naira' using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_person_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'UPDATE' and new.full_name is not distinct from old.full_name or not public.is_reserved_name(new.full_name) then return new; end if;
  if auth.uid() is not null then perform public.refuse_reserved_name(new.full_name); end if;
  new.full_name := '';
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_question()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    select p.vendor_id into new.vendor_id from public.products p where p.id = new.product_id;
    return new;
  end if;
  if (new.product_id, new.vendor_id, new.asker_id, new.question, new.asked_at) is distinct from (old.product_id, old.vendor_id, old.asker_id, old.question, old.asked_at)
    or old.answered_at is not null and new.answered_at is distinct from old.answered_at
    or old.answer is not null and new.answer is distinct from old.answer and clock_timestamp() > old.answered_at + interval '24 hours' then
    raise exception 'What was asked and answered stays as it was written' using errcode = 'PT409';
  end if;
  if new.judged_by is distinct from old.judged_by
    and exists (select from public.vendors v where v.id = new.vendor_id and new.judged_by in (v.owner_id, new.asker_id)) then
    raise exception 'Nobody judges a question of their own' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_ready_at_place()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.pickup_points where id = new.pickup_point_id for share;
  if exists (select from public.pickup_points where id = new.pickup_point_id and closed_at is not null) then
    raise exception 'The place of this order has closed. Its buyer chooses another one first.' using errcode = 'PT409';
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_review()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if not exists (select from public.orders o where o.id = new.order_id and o.user_id = new.author_id and o.vendor_id = new.vendor_id
      and o.status in ('collected', 'delivered', 'completed')) then
      raise exception 'A rating is its buyer''s, once the goods are handed over' using errcode = 'PT409';
    end if;
    select coalesce(array_agg(l.product_id order by l.product_id), '{}') into new.product_ids from public.order_lines l where l.order_id = new.order_id;
    return new;
  end if;
  if (new.vendor_id, new.author_id, new.order_id, new.rating, new.comment, new.product_ids)
      is distinct from (old.vendor_id, old.author_id, old.order_id, old.rating, old.comment, old.product_ids)
    or old.reply is not null and new.reply is distinct from old.reply then
    raise exception 'What was said of a shop stays as it was said' using errcode = 'PT409';
  end if;
  if new.judged_by is distinct from old.judged_by and exists (select from public.vendors v where v.id = new.vendor_id and new.judged_by in (v.owner_id, new.author_id)) then
    raise exception 'Nobody judges a rating of their own' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_room()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  people integer := new.target_quantity / new.min_quantity;
begin
  if people = 0 then
    raise exception 'The target is smaller than the least one person may take' using errcode = 'PT400';
  elsif people < new.min_participants then
    raise exception 'The target is too small for the minimum of participants, at the least one person may take' using errcode = 'PT400';
  -- Its values rise.
  elsif people < new.tier_thresholds[cardinality(new.tier_thresholds)] then
    raise exception 'The target is too small for the last tier, at the least one person may take' using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_saved_list()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Of two lists saved at once, the second waits here and counts the first.
  perform from public.profiles p where p.id = new.profile_id for no key update;
  if (select count(*) from public.saved_lists l where l.profile_id = new.profile_id and l.deleted_at is null) >= 20 then
    raise exception 'You can keep 20 lists. Delete one you no longer use first.' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_setting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.key in ('referral_bps') and new.effective_from < now() + interval '30 days' then
    raise exception 'Changes of the reward programme need 30 days'' notice' using errcode = 'PT400';
  end if;
  if new.effective_from < now() - interval '1 minute' then
    raise exception 'A setting cannot take effect in the past' using errcode = 'PT400';
  end if;
  if new.effective_from > now() + interval '10 years' then
    raise exception 'A setting takes effect within 10 years' using errcode = 'PT400';
  end if;
  if not exists (select from public.settings where key = new.key) then raise exception 'Unknown setting %', new.key using errcode = 'PT400'; end if;
  if (new.key like '%\_bps' or new.key like '%\_minutes') and (jsonb_typeof(new.value) <> 'number'
    or (new.value #>> '{}')::numeric not between 0 and 10000 or (new.value #>> '{}')::numeric % 1 <> 0) then
    raise exception 'This setting is a whole number from 0 to 10000' using errcode = 'PT400';
  end if;
  -- The leaderboard reads this value as a time: what is none would close it to everybody.
  if new.key = 'market_opened_at' and new.value <> 'null' then
    begin
      if jsonb_typeof(new.value) <> 'string' or (new.value #>> '{}')::timestamptz not between '2000-01-01T00:00:00Z' and now() + interval '10 years' then
        raise exception using errcode = '22007';
      end if;
    exception when data_exception then
      raise exception 'This setting is a day, such as "2026-11-01", or null' using errcode = 'PT400';
    end;
  end if;
  new.created_by := auth.uid();
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_setting_bounds()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare bounds public.setting_bounds;
begin
  select * into bounds from public.setting_bounds where key = new.key;
  if bounds.key is not null and (jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between bounds.least and bounds.most
      or (new.value #>> '{}')::numeric % 1 <> 0) then
    if new.key like '%\_bps' then
      raise exception using errcode = 'PT400',
        message = format('This rate is at least %s%% and at most %s%%', trim_scale(bounds.least / 100), trim_scale(bounds.most / 100));
    end if;
    raise exception 'This setting is a whole number from % to %', bounds.least, bounds.most using errcode = 'PT400';
  end if;
  if public.is_told_rate(new.key) and new.effective_from < now() + interval '1 hour' then
    raise exception 'A rate takes effect an hour after it was planned at the earliest' using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_settled_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.unit_price is distinct from least(new.ceiling_unit_price, (select g.final_price from public.group_buys g where g.id = new.group_buy_id)) then
    raise exception 'An order settles at the final price, or at its ceiling where that is lower' using errcode = 'check_violation';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_shop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.status = 'suspended' and not rights.is_service() then
    raise exception 'A suspended shop cannot be changed. Write to us to settle it.' using errcode = 'PT403';
  end if;
  if old.status in ('active', 'suspended') and new.business_name is distinct from old.business_name
    and not public.is_approved_change(old.id, 'name', new.business_name) then
    raise exception 'An approved shop keeps its name until a manager approves another one. Ask for the change under Shop details.' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_shop_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'open' or not exists (select from public.vendors v where v.id = new.vendor_id and v.status = 'active' and v.owner_id = new.asked_by) then
      raise exception 'Only the vendor of an open shop asks for changes' using errcode = 'PT403';
    end if;
    if new.business_name is not null then perform public.refuse_reserved_name(new.business_name); end if;
    return new;
  end if;
  if old.status <> 'open' or (to_jsonb(new) - array['status', 'decided_by', 'decided_at', 'decision_note']) is distinct from
    (to_jsonb(old) - array['status', 'decided_by', 'decided_at', 'decision_note']) then
    raise exception 'This request was decided already, or is not as it was sent' using errcode = 'PT409';
  end if;
  if new.status in ('approved', 'refused') and not exists (
    select from public.vendors v join public.profiles p on p.id = new.decided_by
    where v.id = new.vendor_id and v.owner_id <> p.id and (p.role in ('coordinator', 'chief')
      or p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = p.id and r.state = v.state))) then
    raise exception 'Another region or the vendor does not decide this' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_shop_details()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.vendors v where v.id = old.vendor_id and v.status in ('active', 'suspended')) then return new; end if;
  if (new.registration_number is distinct from old.registration_number and not public.is_approved_change(old.vendor_id, 'registration', new.registration_number))
    or (new.address is not null and new.address is distinct from old.address and not public.is_approved_change(old.vendor_id, 'address', new.address)) then
    raise exception 'An approved shop keeps its registration number and address until a manager approves others. Ask for the change under Shop details.' using errcode = 'PT403';
  end if;
  if not rights.is_service() and new.address is distinct from old.address then
    raise exception 'An approved shop keeps its address until a manager approves another one. Ask for the change under Shop details.' using errcode = 'PT403';
  end if;
  if not rights.is_service() and new.phone is distinct from old.phone
    and exists (select from public.vendors v where v.id = old.vendor_id and v.status = 'suspended') then
    raise exception 'A suspended shop cannot be changed. Write to us to settle it.' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_shop_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' or new.business_name is distinct from old.business_name then
    perform public.refuse_reserved_name(new.business_name);
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_shortfall()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  before record;
  whole numeric;
begin
  select coalesce(sum(f.missing_thousandths), 0) as missing, coalesce(sum(f.goods_kobo), 0) as kobo,
    coalesce(sum(f.missing_thousandths) filter (where f.pickup_point_id is not distinct from new.pickup_point_id), 0) as here into before
  from public.shortfalls f where f.status not in ('taken-back', 'refused') and f.id <> new.id and (f.group_buy_id = new.group_buy_id or f.line_id = new.line_id);
  if not (rights.packs_for(new.entered_by, new.vendor_id) or coalesce(rights.keeps_place(new.entered_by, new.pickup_point_id), false)) then
    raise exception 'Who weighs in at the place, or the shop, enters what is missing' using errcode = 'PT403';
  end if;
  new.by_shop := public.is_of_shop(new.entered_by, new.vendor_id);
  if new.missing_thousandths % 1000 <> 0 then raise exception 'Shares are whole units' using errcode = 'PT400'; end if;
  if not public.is_shared_by_now(new.group_buy_id, new.line_id) then
    raise exception 'Nothing is missing before the sharing day or the weigh-in' using errcode = 'PT409';
  end if;
  if new.photo is null and (new.kind = 'damaged'
    or before.here + new.missing_thousandths > public.found_missing_thousandths(new.group_buy_id, new.line_id, new.pickup_point_id)) then
    raise exception 'More than the weigh-in found needs a photograph' using errcode = 'PT409';
  end if;
  select 1000 * coalesce((select sum(o.quantity) from public.orders o where o.group_buy_id = new.group_buy_id and o.is_paid),
    (select l.quantity from public.order_lines l where l.id = new.line_id)) into whole;
  if new.status = 'entered' and ((before.missing + new.missing_thousandths) * 100 > whole * public.whole_setting('shortfall_alone_percent')
    or before.kobo + new.goods_kobo > 100::bigint * public.whole_setting('shortfall_alone_naira')) then
    raise exception 'So large a short delivery waits for an answer' using errcode = 'PT409';
  end if;
  if new.status not in ('entered', 'waiting') or new.due_at is null and new.status = 'entered' then
    raise exception 'A short delivery is entered before it is carried out' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_shortfall_blame()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.by_hub_thousandths > 0 and public.is_of_shop(new.entered_by, new.vendor_id) then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_shortfall_moves()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.status = new.status then return new; end if;
  if not (case new.status
    when 'taken-back' then old.status in ('entered', 'waiting')
    when 'carried-out' then old.status = 'entered' and old.due_at <= clock_timestamp()
    when 'refused' then old.status = 'waiting' and public.may_answer_shortfall(old.id, new.answered_by)
    when 'entered' then old.status = 'waiting' and (public.may_answer_shortfall(old.id, new.answered_by)
      or new.answered_by is null and not old.by_shop and old.contested_at is null and old.answer_by <= clock_timestamp())
    else false end) then
    raise exception 'This short delivery cannot be moved so' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_stockpile()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' and not rights.is_service()
    or tg_op = 'UPDATE' and (new.name, new.category, new.stockpile_allowed) is distinct from (old.name, old.category, old.stockpile_allowed) then
    new.stockpile_confirmed_by := null;
    new.stockpile_confirmed_at := null;
  end if;
  return new;
end $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION public.guard_suspended_goods()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- Rows that are made and removed are in one of the two alone.
  row_now jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  if not rights.is_service() and coalesce(current_setting('role', true), 'none') not in ('none', '') and exists (
    select from public.vendors v where v.status = 'suspended' and v.owner_id = auth.uid() and v.id = case tg_table_name
      when 'product_pictures' then (select p.vendor_id from public.products p where p.id = (row_now ->> 'product_id')::uuid)
      else (row_now ->> 'vendor_id')::uuid end) then
    raise exception 'A suspended shop cannot be changed. Write to us to settle it.' using errcode = 'PT403';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_suspended_words()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.vendors v where v.id = new.vendor_id and v.status = 'suspended')
    and coalesce(current_setting('role', true), 'none') not in ('none', '') then
    raise exception 'A suspended shop cannot be changed. Write to us to settle it.' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_template()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wrong text;
begin
  if new.subject || ' ' || new.content ~ '\{\{\s*[{&=]' then
    raise exception 'Placeholders stand between {{ and }}; three braces, & and = are not allowed' using errcode = 'PT400';
  end if;
  if regexp_replace(new.subject, '\{\{\{?[^{}]*\}?\}\}', '', 'g') ~ '\{\{|\}\}' or regexp_replace(new.content, '\{\{\{?[^{}]*\}?\}\}', '', 'g') ~ '\{\{|\}\}' then
    raise exception 'A placeholder is not closed: each stands between {{ and }}' using errcode = 'PT400';
  end if;
  if new.placeholders is null then return new; end if;
  wrong := coalesce(public.unknown_placeholder(new.subject, new.placeholders), public.unknown_placeholder(new.content, new.placeholders));
  if wrong is not null then
    raise exception 'This mail does not know {{%}}. It knows %.', wrong,
      (select string_agg(case when known like '%.%' then format('{{%s}} inside {{#%s}}', split_part(known, '.', 2), split_part(known, '.', 1))
          else '{{' || known || '}}' end, ', ' order by place)
        from unnest(new.placeholders) with ordinality as k (known, place)
        where not exists (select from unnest(new.placeholders) as inner_name where inner_name like known || '.%'))
      using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

-- Beside guard_group_buy, which refuses as long as somebody is in the buy.
CREATE OR REPLACE FUNCTION public.guard_terms_once_paid()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not rights.is_service() and exists (select from public.orders where group_buy_id = new.id and charged_kobo > 0) then
    raise exception 'Price, target and dates are fixed once somebody has joined' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_typed_amount()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  bounds record;
  alone bigint;
begin
  if tg_op = 'DELETE' then raise exception 'Amounts stay on record' using errcode = 'PT409'; end if;
  if tg_op = 'INSERT' then
    -- One person's amounts queue: two at once would each see a day without the other.
    perform pg_advisory_xact_lock(hashtextextended('typed-amount:' || new.entered_by, 0));
    select role into new.entered_role from public.profiles where id = new.entered_by;
    if public.has_part_in(new.subject, new.subject_id, new.entered_by) then
      raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
    end if;
    select * into bounds from public.amount_bounds(new.act, new.subject_id);
    if new.amount_kobo > coalesce(bounds.most, 0) then
      raise exception 'This is more than the goods it is about can account for' using errcode = 'PT400';
    end if;
    select coalesce(sum(a.amount_kobo), 0) into alone from public.typed_amounts a where a.entered_by = new.entered_by and a.status = 'done'
      and a.second_because = '{}' and a.entered_at >= date_trunc('day', clock_timestamp() at time zone 'Africa/Lagos') at time zone 'Africa/Lagos';
    new.usual_from_kobo := bounds.usual_from; new.usual_to_kobo := bounds.usual_to; new.most_kobo := bounds.most;
    -- The command says why too; here it is counted again, and nothing that was said is left out.
    new.second_because := array(select distinct r from unnest(new.second_because || array_remove(array[
      case when new.act = 'refund-account' then 'always' end,
      case when new.amount_kobo not between bounds.usual_from and bounds.usual_to then 'unusual' end,
      case when new.amount_kobo > public.whole_setting('amount_limit_act_naira') * 100::bigint then 'act_limit' end,
      case when alone + new.amount_kobo > public.whole_setting('amount_limit_day_naira') * 100::bigint then 'day_limit' end], null)) as r order by r);
    new.status := case when new.second_because = '{}' then 'done' else 'waiting' end;
    new.decided_by := null; new.decided_at := null; new.note := null;
    return new;
  end if;
  if old.status <> 'waiting' or new.status = 'waiting' then raise exception 'This was decided' using errcode = 'PT409'; end if;
  if to_jsonb(new) - array['status', 'decided_by', 'decided_at', 'note'] <> to_jsonb(old) - array['status', 'decided_by', 'decided_at', 'note'] then
    raise exception 'An amount stays what it is' using errcode = 'PT409';
  end if;
  if new.status = 'expired' then
    if old.expires_at > clock_timestamp() then raise exception 'It can still be decided' using errcode = 'PT409'; end if;
  elsif old.expires_at <= clock_timestamp() then
    raise exception 'Nobody decided in time. It has to be entered again' using errcode = 'PT409';
  elsif not public.may_decide_amount(new.id, new.decided_by) then
    raise exception 'Another person with at least the same role decides this' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

-- Argument: the column that somebody typed a name into.
CREATE OR REPLACE FUNCTION public.guard_typed_name()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  typed text := to_jsonb(new) ->> tg_argv[0];
begin
  if typed is not null and (tg_op = 'INSERT' or typed is distinct from to_jsonb(old) ->> tg_argv[0]) then
    perform public.refuse_reserved_name(typed);
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_uncollected()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'DELETE' then raise exception 'What was not collected stays on record' using errcode = 'PT409'; end if;
  if tg_op = 'INSERT' then
    if not exists (select from public.hand_overs h where h.order_id = new.order_id and h.status = 'open' and h.kind <> 'delivery'
      and public.grace_until(h.order_id, h.due_until) <= clock_timestamp()) then
      raise exception 'The buyer still has time to collect' using errcode = 'PT409';
    end if;
    return new;
  end if;
  if old.closed_at is not null then raise exception 'This was decided' using errcode = 'PT409'; end if;
  if (new.order_id, new.buyer_id, new.due_until, new.opened_at, new.perishes, new.handling_bps)
    is distinct from (old.order_id, old.buyer_id, old.due_until, old.opened_at, old.perishes, old.handling_bps) then
    raise exception 'What was not collected stays on record' using errcode = 'PT409';
  end if;
  if new.decided_by is not null and not public.may_decide_uncollected(new.order_id, new.decided_by) then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  if new.outcome = 'donation' and old.wish is distinct from 'donation'
    or new.outcome = 'resale' and old.wish is distinct from 'resale' and (old.wish is not null or not public.is_beyond_reach(new.order_id))
    or new.outcome = 'spoiled' and not (new.perishes and exists (select from public.uncollected_calls c where c.order_id = new.order_id)) then
    raise exception 'The buyer has not agreed to this' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_unpaid_setting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare most integer := case when new.key like '%\_naira' then 1000000000 when new.key like '%\_percent' then 100 else 10000 end;
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 0 and most or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'This setting is a whole number from 0 to %', most using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_unpaid_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 10 and 100 or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'New accounts together hold 10 to 100 percent of a group buy unpaid' using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_vendor_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (new.value #>> '{}')::numeric > 500 then
    raise exception 'The vendor keeps at least 95%%, so this fee is at most 5%%' using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_weigh_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.pickup_points p where p.id = new.pickup_point_id and p.vendor_id is null) and public.is_of_shop(new.weighed_by, new.vendor_id) then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.withdrawn_at is not null or old.effective_from <= clock_timestamp() then
    raise exception 'Only a planned change can be withdrawn, before it takes effect' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.guard_zone()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not public.are_local_governments(new.state, new.lgas) then
    raise exception 'A zone covers local governments of its own state' using errcode = 'PT400';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.hand_over_with_order()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.status = 'ready' and (tg_op = 'INSERT' or old.status <> 'ready') then
    perform public.open_hand_over(new.id);
  elsif new.status = 'ready' then
    update public.hand_overs h set kind = new.fulfilment, pickup_point_id = new.pickup_point_id,
      due_until = case when h.kind = new.fulfilment then h.due_until else public.collect_until(new.id, new.fulfilment, h.due_from) end
    where h.order_id = new.id and h.status = 'open' and (h.kind, h.pickup_point_id) is distinct from (new.fulfilment, new.pickup_point_id);
  elsif new.status in ('refunding', 'refunded') then
    update public.hand_overs set status = 'ended' where order_id = new.id and status = 'open';
  elsif tg_op = 'UPDATE' and new.status in ('collected', 'delivered', 'completed') and new.status <> old.status then
    if exists (select from public.hand_overs where order_id = new.id and status = 'open')
      or not exists (select from public.hand_overs where order_id = new.id and status = 'done') then
      raise exception 'Goods change hands by a hand-over' using errcode = 'PT409';
    end if;
    if new.status = 'completed' and exists (select from public.hand_overs where order_id = new.id and status = 'done' and released_at is null) then
      raise exception 'A hand-over of this order is not released' using errcode = 'PT409';
    end if;
  end if;
  -- Everything that was left came back: nobody comes for it.
  if new.status = 'ready' and public.goods_left_kobo(new.id) = 0 then
    update public.hand_overs set status = 'ended' where order_id = new.id and status = 'open';
  end if;
  return null;
end $function$
  grant execute to nobody

-- Holds the money of a hand-over. Nobody can claim yet.
CREATE OR REPLACE FUNCTION public.has_open_claim(hand_over uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.claims c where c.hand_over_id = hand_over and c.ended_at is null
    and not (c.payer is distinct from 'vendor' and c.payer is not null and (c.status = 'upheld_final' or c.status = 'upheld' and c.appeal_by < clock_timestamp())))
  or exists (select from public.hand_overs h join public.orders o on o.id = h.order_id join public.lot_incidents l on l.group_buy_id = o.group_buy_id
    where h.id = hand_over and h.released_at is null and (l.status in ('open', 'appealed') or l.status = 'decided' and l.appeal_by >= clock_timestamp()))
$function$
  grant execute to service_role

-- Whether a bank disputes a payment of this order: its money is not released meanwhile.
CREATE OR REPLACE FUNCTION public.has_open_dispute(of_order uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.disputes d join public.payment_parts t on t.payment_id = d.payment_id where t.order_id = of_order and d.status = 'open')
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.has_paid_before(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from public.orders o where o.user_id = person and o.is_paid) $function$
  grant execute to service_role

-- by_duty: they act for the shop or place, whose part they have; what is left is their own order, their household's, or one they referred.
CREATE OR REPLACE FUNCTION public.has_part_in(subject text, subject_id uuid, person uuid, by_duty boolean DEFAULT false)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select person is not null and subject_id is not null and exists (
    select from public.parties_of(subject, subject_id) p where not (by_duty and p.part in ('shop', 'place', 'handler'))
      and p.person_id in (select public.household(person)))
$function$
  grant execute to service_role

-- For the view own_case_claims and the rules of claims; what has_part_in says.
CREATE OR REPLACE FUNCTION public.has_part_in_claim(claim uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select public.has_part_in('claim', claim, person) $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.has_perishables(order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.order_lines l join public.products p on p.id = l.product_id where l.order_id = $1 and public.is_perishable(p.category))
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.has_place(shop uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.vendors v join public.pickup_points p on p.closed_at is null and (p.vendor_id = v.id or (p.vendor_id is null and p.state = v.state))
    where v.id = shop)
$function$
  grant execute to service_role

-- Units that people without a paid order hold unpaid in a buy, or more where that is far below the limit.
CREATE OR REPLACE FUNCTION public.held_by_new(buy uuid, unpaid integer, most integer)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if unpaid * 4 <= most then return unpaid; end if;
  return (select coalesce(sum(o.quantity), 0) from public.orders o where o.group_buy_id = buy and o.status = 'pending'
    and not exists (select from public.orders p where p.user_id = o.user_id and p.is_paid));
end $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.hold_disputed_money()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if public.has_open_dispute(new.order_id) then
    raise exception 'A bank disputes a payment of this order' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.hold_of(mode text, lapses integer, limits jsonb)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
RETURN CASE WHEN ((mode = 'pay_to_join'::text) OR (lapses >= ((limits ->> 'unpaid_lapses'::text))::integer)) THEN (now() + make_interval(mins => ((limits ->> 'pay_to_join_hold_minutes'::text))::integer)) ELSE NULL::timestamp with time zone END
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.hold_replacement()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.outcome is distinct from old.outcome or new.status is distinct from old.status then
    if new.outcome = 'replacement' and new.replaced_at is null then
      -- From the moment on which nobody can appeal any more.
      new.replace_by := greatest(coalesce(new.appeal_by, clock_timestamp()), clock_timestamp()) + interval '5 days';
    elsif new.outcome is distinct from 'replacement' and old.outcome is distinct from 'replacement' then
      new.replace_by := null;
    end if;
  end if;
  if new.ended_at is not null and old.ended_at is null and new.outcome = 'replacement' and new.replaced_at is null and new.status <> 'withdrawn' then
    raise exception 'A replacement ends a claim when the buyer has it' using errcode = 'PT409';
  end if;
  if new.replaced_at is distinct from old.replaced_at and (old.replaced_at is not null or new.outcome is distinct from 'replacement' or old.ended_at is not null) then
    raise exception 'Only a replacement that is awaited can be confirmed' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

-- The person, and every account with the same phone, delivery address or bank account.
CREATE OR REPLACE FUNCTION public.household(person uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with phones as (
    select public.phone_key(u.phone) as phone from auth.users u where u.id = person
    union select public.phone_key(a.phone) from public.addresses a where a.user_id = person
    union select public.phone_key(d.phone) from public.orders o join public.order_addresses d on d.order_id = o.id where o.user_id = person
    union select public.phone_key(d.phone) from public.vendors v join public.vendor_details d on d.vendor_id = v.id where v.owner_id = person
  ), streets as (
    select public.street_key(a.state, a.lga, a.street) as street from public.addresses a where a.user_id = person
    union select public.street_key(d.state, d.lga, d.street) from public.orders o join public.order_addresses d on d.order_id = o.id where o.user_id = person
  ), accounts as (
    select b.account_number, b.bank_code from public.vendors v join public.bank_accounts b on b.vendor_id = v.id where v.owner_id = person
    union select f.to_account_number, f.to_bank_code from public.payments p join public.refunds f on f.payment_id = p.id
      where p.user_id = person and f.to_account_number is not null
  )
  select person
  union select u.id from phones k join auth.users u on u.phone in (k.phone, '234' || k.phone)
  union select a.user_id from phones k join public.addresses a on public.phone_key(a.phone) = k.phone
  union select o.user_id from phones k join public.order_addresses d on public.phone_key(d.phone) = k.phone join public.orders o on o.id = d.order_id
  union select v.owner_id from phones k join public.vendor_details d on public.phone_key(d.phone) = k.phone join public.vendors v on v.id = d.vendor_id
  union select a.user_id from streets k join public.addresses a on public.street_key(a.state, a.lga, a.street) = k.street
  union select o.user_id from streets k join public.order_addresses d on public.street_key(d.state, d.lga, d.street) = k.street
    join public.orders o on o.id = d.order_id
  union select v.owner_id from accounts k join public.bank_accounts b using (account_number, bank_code) join public.vendors v on v.id = b.vendor_id
  union select p.user_id from accounts k join public.refunds f on f.to_account_number = k.account_number and f.to_bank_code = k.bank_code
    join public.payments p on p.id = f.payment_id
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.is_approved_change(shop uuid, kind text, value text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.shop_changes c where c.vendor_id = shop and c.status = 'approved' and c.decided_at >= now()
    and value = case kind when 'name' then c.business_name when 'registration' then c.registration_number else c.address end)
    or coalesce(current_setting('role', true), 'none') in ('none', '')
$function$
  grant execute to nobody

-- Its owner, or an account with the shop's phone or the owner's.
CREATE OR REPLACE FUNCTION public.is_behind_shop(person uuid, shop uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.vendors v left join public.vendor_details d on d.vendor_id = v.id left join auth.users u on u.id = person
    where v.id = shop and (v.owner_id = person or public.phone_key(d.phone) = public.phone_key(u.phone) or public.are_one_person(v.owner_id, person)))
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.is_being_paid(wanted uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return exists (select from public.payment_parts s join public.payments p on p.id = s.payment_id
    where s.order_id = wanted and p.status in ('initiated', 'pending') and p.expires_at > clock_timestamp());
end $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.is_beyond_reach(order_id uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select not coalesce(bool_or(c.reached), false) and count(distinct (c.called_at at time zone 'Africa/Lagos')::date) >= 2
  from public.uncollected_calls c where c.order_id = $1
$function$
  grant execute to service_role

-- Whether the person, or somebody of their household, owns the shop or is or was its staff with whatever duty: a part in its money, and no right.
CREATE OR REPLACE FUNCTION public.is_of_shop(person uuid, shop uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.has_part_in('shop', shop, person)
    or exists (select from public.memberships m join public.pickup_points p on p.id = m.pickup_point_id where m.person_id = person and p.vendor_id = shop)
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.is_own_path(address text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((address ~ '^/([^/\\\s][^\\\s]*)?$'::text) AND (char_length(address) <= 2000) AND (regexp_replace(address, '[?#].*$'::text, ''::text) !~* '(/|%2f|%5c)(\.|%2e){1,2}(/|%2f|%5c|$)'::text) AND (regexp_replace(address, '[?#].*$'::text, ''::text) !~* '//|%5c|%00'::text))
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.is_perishable(category text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$ select category in ('vegetables', 'fruits', 'meat', 'seafood') $function$
  grant execute to authenticated, service_role

-- At least 320 x 240 pixels, either way round, and 4,000 bytes as stored.
CREATE OR REPLACE FUNCTION public.is_photo_large_enough(metadata jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select coalesce((metadata ->> 'width')::integer >= 320 and (metadata ->> 'height')::integer >= 320 or (metadata ->> 'width')::integer >= 240
    and (metadata ->> 'height')::integer >= 320 or (metadata ->> 'width')::integer >= 320 and (metadata ->> 'height')::integer >= 240, false)
    and coalesce((metadata ->> 'size')::bigint >= 4000, false)
$function$
  grant execute to service_role

-- Whether somebody stands above a person in the chain of who brought whom; rings end.
CREATE OR REPLACE FUNCTION public.is_referred_through(person uuid, above uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with recursive up as (
    select referrer_id from public.referrals where referred_id = person
    union
    select r.referrer_id from up join public.referrals r on r.referred_id = up.referrer_id
  ) select exists (select from up where referrer_id = above)
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.is_reserved_name(name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from public.reserved_names r where strpos(public.name_skeleton(name), r.skeleton) > 0) $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.is_saved_line(line jsonb)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select jsonb_typeof(line) = 'object' and line ->> 'product_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and jsonb_typeof(line -> 'name') = 'string' and char_length(line ->> 'name') between 1 and 200
    and jsonb_typeof(line -> 'unit') = 'string' and char_length(line ->> 'unit') between 1 and 60
    and jsonb_typeof(line -> 'quantity') = 'number' and line ->> 'quantity' ~ '^[1-9][0-9]{0,6}$'
    and line - array['product_id', 'name', 'unit', 'quantity'] = '{}'
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION public.is_shared_by_now(buy uuid, line uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select d.share_date <= d.today or d.share_date <= d.today + 1
    and exists (select from public.weigh_ins x where x.group_buy_id = buy or x.order_id = (select l.order_id from public.order_lines l where l.id = line)
      and x.product_id = (select l.product_id from public.order_lines l where l.id = line))
  from (select (clock_timestamp() at time zone 'Africa/Lagos')::date as today,
    coalesce((select g.share_date from public.group_buys g where g.id = buy), (select l.share_date from public.order_lines l where l.id = line), '-infinity') as share_date) d
$function$
  grant execute to service_role

-- Rates that people are told of (domain/settings.ts, rateNames).
CREATE OR REPLACE FUNCTION public.is_told_rate(key text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select key in ('buyer_fee_bps', 'vendor_fee_bps', 'referral_bps', 'late_leave_charge_bps') $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.join_lot()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  buy uuid := (select group_buy_id from public.orders where id = new.order_id);
  lot uuid;
begin
  if buy is null or new.reason in ('charged_wrongly', 'not_by_me') then return null; end if;
  -- Two claims at once: the second sees the first.
  perform from public.group_buys where id = buy for no key update;
  select id into lot from public.lot_incidents where group_buy_id = buy and status = 'open';
  if lot is not null then
    update public.claims set lot_id = lot where id = new.id;
  elsif not exists (select from public.lot_incidents where group_buy_id = buy and status = 'appealed')
    and (select n.claimed >= n.needed from public.lot_count(buy) n) then
    insert into public.lot_incidents (id, group_buy_id, vendor_id, heard_by, decide_by, created_at) values (new.id, buy, new.vendor_id,
      public.business_deadline(new.created_at, 2), public.business_deadline(new.created_at, 7), new.created_at) returning id into lot;
    update public.claims c set lot_id = lot from public.orders o where o.id = c.order_id and o.group_buy_id = buy and c.lot_id is null
      and c.reason not in ('charged_wrongly', 'not_by_me') and c.status in ('open', 'answered', 'disputed', 'proposed');
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.keep_document()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    -- Numbers are given at commit, by nobody's wish.
    new.year := null; new.serial := null;
    return new;
  end if;
  if tg_op = 'UPDATE' and old.serial is null and (to_jsonb(new) - '{year,serial,number}'::text[]) = (to_jsonb(old) - '{year,serial,number}'::text[]) then return new; end if;
  -- The tax office's answer comes later, once.
  if tg_op = 'UPDATE' and old.irn is null and (to_jsonb(new) - '{irn,irn_qr}'::text[]) = (to_jsonb(old) - '{irn,irn_qr}'::text[]) then return new; end if;
  raise exception 'A document is never changed; a credit note corrects it' using errcode = 'PT409';
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.keep_promise_time()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.promised_at := clock_timestamp();
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.keep_refunds_within_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  brought bigint;
  asked bigint;
begin
  select coalesce(received_kobo, 0) into brought from public.payments where id = new.payment_id for no key update;
  -- In a statement of its own: what others wrote while this one waited for the lock is seen here.
  select coalesce(sum(amount_kobo), 0) into asked from public.refunds where payment_id = new.payment_id and id <> new.id;
  if asked + new.amount_kobo > brought then
    raise exception 'Refunds of a payment are at most what it brought' using errcode = '23514', constraint = 'refunds_within_payment';
  end if;
  return new;
end $function$
  grant execute to nobody

-- The value in force by the database's clock: the newest whose day has come and that was not withdrawn.
CREATE OR REPLACE FUNCTION public.kept_setting(setting_key text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select value from public.settings where key = setting_key and effective_from <= now() and withdrawn_at is null order by effective_from desc limit 1
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.lagos_month(instant timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select date_trunc('month', instant at time zone 'Africa/Lagos')::date $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION public.lagos_year(moment timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select extract(year from moment at time zone 'Africa/Lagos')::integer $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.leave_role()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.role = 'manager' then delete from public.manager_regions where manager_id = new.id; end if;
  if old.role = 'vendor' then
    with closed as (update public.vendors set status = 'suspended' where owner_id = new.id and status = 'active' returning id)
    update public.vendor_details d set decided_by = coalesce((auth.jwt() ->> 'act')::uuid, auth.uid()), decided_at = now(),
      decision_note = 'The owner is no longer a vendor.'
    from closed where d.vendor_id = closed.id;
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.limit_writes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select count(*) from (select from written limit 101) w) > 100 then
    raise exception 'Name the rows to be written, at most 100 at once' using errcode = 'PT400';
  end if;
  return null;
end $function$
  grant execute to nobody

-- Paid participants past their free leaving: ceilings count them.
CREATE OR REPLACE FUNCTION public.locked_participants(buy group_buys)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$ select public.locked_participants(buy.id, buy.end_date, buy.extended_at, buy.paid_participants) $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.locked_participants(buy uuid, end_date timestamp with time zone, extended_at timestamp with time zone, paid_participants integer)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when clock_timestamp() < end_date - interval '72 hours' or clock_timestamp() < extended_at + interval '48 hours' then 0
    when clock_timestamp() >= end_date then paid_participants
    else paid_participants - (select count(distinct o.user_id)::integer from public.orders o
      where o.group_buy_id = buy and o.is_paid and o.paid_at > clock_timestamp() - interval '1 hour'
        and not exists (select from public.orders e where e.group_buy_id = buy and e.user_id = o.user_id and e.is_paid
          and e.paid_at <= clock_timestamp() - interval '1 hour')) end
$function$
  grant execute to anon, authenticated, service_role

-- @notes what was written, and changes nothing else.
CREATE OR REPLACE FUNCTION public.log_act()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'updated_at' end;
  becomes jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - 'updated_at' end;
  row_id text := coalesce(becomes, was) ->> tg_argv[1];
  secret text;
  row_name text;
  named jsonb;
begin
  if was = becomes then return null; end if;
  -- What a change left as it was is not told.
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, value) into becomes from jsonb_each(becomes) where was -> key is distinct from value;
    select jsonb_object_agg(key, value) into was from jsonb_each(was) where becomes ? key;
  end if;
  foreach secret in array string_to_array(tg_argv[2], ' ') loop
    if was ? secret then was := was || jsonb_build_object(secret, 'not kept'); end if;
    if becomes ? secret then becomes := becomes || jsonb_build_object(secret, 'not kept'); end if;
  end loop;
  select left(coalesce(to_jsonb(new), to_jsonb(old)) ->> name, 160) into row_name
  from unnest(array['title', 'name', 'business_name', 'product_name', 'type', 'key']) with ordinality as n (name, place)
  where coalesce(to_jsonb(new), to_jsonb(old)) ? name and name <> all (string_to_array(tg_argv[2], ' ')) order by place limit 1;
  -- Two numbers would say nothing to whoever reads it.
  if tg_table_name = 'blog_post_tags' then
    select p.title, jsonb_build_object('tag', t.name) into row_name, named from public.blog_posts p, public.blog_tags t
    where p.id = row_id::uuid and t.id = (coalesce(becomes, was) ->> 'tag_id')::uuid;
    if tg_op = 'INSERT' then becomes := named; else was := named; end if;
  end if;
  insert into public.audit_log (actor_id, action, subject_type, subject_id, subject_name, before, after)
  values (auth.uid(), tg_argv[0] || case tg_op when 'INSERT' then '.add' when 'UPDATE' then '.change' else '.remove' end, replace(tg_argv[0], '-', '_'),
    case when row_id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then row_id::uuid end, row_name, was, becomes);
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.log_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  insert into public.email_logs (user_id, template_id, recipient_email, subject, content, kind, message_id)
  select (select p.id from auth.users u join public.profiles p on p.id = u.id where u.email = lower(f.recipient) and not u.is_sso_user),
    (select t.id from public.email_templates t where t.type = f.kind),
    f.recipient,
    -- Whoever reads the log must not get into the account by it. What comes by the contact form is kept in its inbox.
    case when f.kind like 'auth-%' then regexp_replace(f.subject, '\d{4,}', '······', 'g') else f.subject end,
    case when f.kind like 'auth-%' or f.kind in ('hand-over-code', 'contact') then '' else coalesce(f.text, '') end,
    f.kind, f.id
  from fresh f;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.log_setting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if auth.uid() is null and auth.jwt() ? 'act' then return null; end if;
  insert into public.audit_log (actor_id, action, subject_type, before, after)
  values (auth.uid(), 'setting.change', 'setting',
    (select jsonb_build_object(key, value) from public.settings
     where key = new.key and effective_from <= now() and effective_from < new.effective_from and withdrawn_at is null order by effective_from desc limit 1),
    jsonb_build_object(new.key, new.value, 'effective_from', new.effective_from));
  return null;
end $function$
  grant execute to nobody

-- Of a row, or of all rows of a statement. Statement triggers are for tables with a user_id and without reasons, whose ids never change.
CREATE OR REPLACE FUNCTION public.log_status_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_hashjoin TO 'on'
AS $function$
declare
  moved_by text := rights.cause();
  actor uuid := coalesce((auth.jwt() ->> 'act')::uuid, auth.uid());
begin
  if tg_level = 'ROW' then
    if tg_op = 'UPDATE' and old.status = new.status then return null; end if;
    perform public.check_move(tg_argv[0], old.status, new.status, moved_by);
    insert into public.status_changes (subject, subject_id, from_status, to_status, cause, actor_id, reason)
    values (tg_argv[0], new.id, old.status, new.status, moved_by, actor, to_jsonb(new) ->> 'end_reason');
  elsif tg_op = 'INSERT' then
    perform public.check_move(tg_argv[0], null, s.status, moved_by) from (select distinct status from fresh) s;
    insert into public.status_changes (subject, subject_id, from_status, to_status, cause, actor_id)
    select tg_argv[0], f.id, null, f.status, moved_by, coalesce(actor, case when moved_by = 'buyer' then f.user_id end) from fresh f;
  else
    perform public.check_move(tg_argv[0], m.former, m.state, moved_by)
    from (select distinct o.status as former, f.status as state from fresh f join former o on o.id = f.id where o.status <> f.status) m;
    insert into public.status_changes (subject, subject_id, from_status, to_status, cause, actor_id)
    select tg_argv[0], f.id, o.status, f.status, moved_by, actor from fresh f join former o on o.id = f.id where o.status <> f.status order by f.id;
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.lot_count(buy uuid)
 RETURNS TABLE(claimed integer, needed integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (select count(distinct c.buyer_id) from public.claims c join public.orders o on o.id = c.order_id where o.group_buy_id = buy and c.lot_id is null
      and c.reason not in ('charged_wrongly', 'not_by_me') and c.status not in ('withdrawn', 'rejected', 'rejected_final'))::integer,
    greatest(public.whole_setting('lot_claims_least'), ceil((select count(distinct o.user_id) from public.orders o where o.group_buy_id = buy and o.paid_at is not null
      and o.status not in ('cancelled', 'expired')) * public.whole_setting('lot_claims_percent') / 100.0))::integer
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.may_answer_shortfall(shortfall uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.shortfalls f join public.vendors v on v.id = f.vendor_id join public.profiles p on p.id = person
    where f.id = shortfall and f.status = 'waiting' and f.entered_by is distinct from person and not (public.is_of_shop(person, v.id) and f.by_shop)
      and (not f.by_shop and f.contested_at is null and rights.packs_for(person, v.id)
        or not public.is_of_shop(person, v.id) and not rights.keeps_place(person, f.pickup_point_id) and (p.role in ('coordinator', 'chief')
          or p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = person and r.state = v.state))))
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.may_be_sent(order_id uuid, hub uuid, shop uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.orders o join public.order_addresses a on a.order_id = o.id
      join public.hand_overs h on h.order_id = o.id and h.status = 'open' and h.kind = 'delivery'
    where o.id = $1 and o.status = 'ready' and o.fulfilment = 'delivery' and rights.counted_tries(o.id) < 2
      and case o.delivered_by when 'vendor' then o.vendor_id = shop else a.state = (select p.state from public.pickup_points p where p.id = hub) end)
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.may_decide_amount(amount uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.typed_amounts a join public.profiles p on p.id = person where a.id = amount
    and public.staff_rank(p.role) >= public.staff_rank(a.entered_role)
    and (p.role <> 'manager' or exists (select from public.manager_regions r where r.manager_id = person and r.state = a.state))
    and not exists (select from public.audit_log l where l.subject_type = 'profile' and l.subject_id = person and l.action = 'role.set' and l.at > now() - interval '7 days')
    and not public.has_part_in('amount', amount, person))
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.may_decide_uncollected(order_id uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.orders o join public.vendors v on v.id = o.vendor_id join public.profiles p on p.id = $2
    where o.id = $1 and (p.role in ('coordinator', 'chief') or p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = $2 and r.state = v.state))
      and not public.has_part_in('order', $1, $2))
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.may_judge_claim(claim uuid, person uuid, step text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.claims c join public.vendors v on v.id = c.vendor_id join public.profiles p on p.id = person
    where c.id = claim and not public.has_part_in_claim(claim, person) and case step
      when 'propose' then p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = person and r.state = v.state)
      when 'decide' then p.role = 'coordinator'
      -- An appeal is heard by somebody else.
      when 'appeal' then p.role = 'chief' and person is distinct from c.decided_by and person is distinct from c.proposed_by
      else false end)
$function$
  grant execute to service_role

-- Nobody in their own case: of no buyer of the lot, shop, referrer or hand-over of it.
CREATE OR REPLACE FUNCTION public.may_judge_lot(lot uuid, person uuid, step text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.lot_incidents l join public.profiles p on p.id = person where l.id = lot
    and case step when 'decide' then p.role = 'coordinator' when 'appeal' then p.role = 'chief' and person is distinct from l.decided_by else false end
    and not public.has_part_in('lot', lot, person))
$function$
  grant execute to service_role

-- The buyer of an order with which something is wrong, for those who look after its shop and have no part in it.
CREATE OR REPLACE FUNCTION public.may_reach_buyer(order_id uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.may_decide_uncollected($1, $2) and (
    exists (select from public.uncollected u where u.order_id = $1 and u.closed_at is null)
    or exists (select from public.hand_over_overrides x join public.hand_overs h on h.id = x.hand_over_id
      where h.order_id = $1 and x.by_shop and x.confirmed_at is null and h.released_at is null)
    or exists (select from public.refunds f where f.order_id = $1 and f.status in ('needs_attention', 'failed'))
    or exists (select from public.payment_parts t join public.payments p on p.id = t.payment_id
      where t.order_id = $1 and p.trouble is not null and p.created_at > now() - interval '90 days'))
$function$
  grant execute to service_role

-- About how much one unit weighs: as stated, by a word of the name, by the category, by the unit alone; null if unknown. domain/products/measures.ts has the same rule.
CREATE OR REPLACE FUNCTION public.measured_kg(of_unit text, name text, category text)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with fitting as (
    select m.kg_per_unit, m.least_kg, m.most_kg from public.measures m
    where m.unit = lower(trim(of_unit)) and (m.food in ('', category) or lower(name) ~ ('\m' || m.food || '\M'))
    order by m.food = '', m.food = category, char_length(m.food) desc, m.food limit 1
  ), stated as (
    select coalesce(substring(lower(of_unit) from '(?:^|[^0-9.])([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*kg\M'),
      substring(lower(name) from '(?:^|[^0-9.])([0-9]{1,4}(?:\.[0-9]{1,3})?)\s*kg\M'))::numeric as kg
  )
  select case when s.kg between coalesce(f.least_kg, 0.01) and coalesce(f.most_kg, 1000) then s.kg else f.kg_per_unit end
  from stated s left join fitting f on true
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.most_for_promises_kobo(of_order uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(p.highest * p.quantity + div(p.highest * p.quantity * p.buyer_fee_bps, 10000)
    - p.ceiling * p.quantity - div(p.ceiling * p.quantity * p.buyer_fee_bps, 10000)), 0)::bigint
  from (
    select o.quantity, o.buyer_fee_bps, o.ceiling_unit_price * 100 as ceiling,
      100 * public.price_at(g.tier_thresholds, g.tier_prices, g.base_price, g.min_participants) as highest
    from public.orders own join public.group_buys g on g.id = own.group_buy_id
    join public.orders o on o.group_buy_id = g.id and o.is_live and o.user_id <> own.user_id
    where own.id = of_order and own.user_id = auth.uid() and own.status = 'paid'
      and not exists (select from public.orders e where e.group_buy_id = g.id and e.user_id = own.user_id and e.id <> own.id and e.is_paid)
  ) p where p.ceiling < p.highest
$function$
  grant execute to authenticated, service_role

-- As mostNewUnits in domain/orders/unpaid-promises.ts.
CREATE OR REPLACE FUNCTION public.most_of_new(min_quantity integer, target_quantity integer, limits jsonb)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select greatest(min_quantity, target_quantity * (limits ->> 'unpaid_new_share_percent')::integer / 100) $function$
  grant execute to service_role

-- As mostUnpaidUnits in domain/orders/unpaid-promises.ts.
CREATE OR REPLACE FUNCTION public.most_unpaid_units(min_quantity integer, max_quantity integer, target_quantity integer, limits jsonb)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select case when max_quantity is null then greatest(min_quantity, target_quantity * (limits ->> 'unpaid_share_percent')::integer / 100) end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.move_products_with_vendor()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.products set vendor_location = new.location where vendor_id = new.id and vendor_location <> new.location;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.move_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken integer := new.set_aside - case when tg_op = 'UPDATE' then old.set_aside else 0 end;
begin
  if taken = 0 or (taken < 0 and new.status in ('ready', 'completed')) then return null; end if;
  update public.products set available_quantity = least(available_quantity - taken, 1000000)
  where id = new.product_id and available_quantity >= taken and (taken < 0 or archived_at is null);
  if not found then
    raise exception 'The target is larger than what is in stock' using errcode = 'PT400',
      hint = 'Lower the target or raise the product''s available quantity.';
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.move_stock_of_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.orders where id = new.order_id and group_buy_id is not null) then return null; end if;
  update public.products set available_quantity = least(available_quantity + old.quantity - new.quantity, 1000000)
  where id = new.product_id and available_quantity + old.quantity >= new.quantity;
  if not found then raise exception 'There is not enough in stock.' using errcode = 'PT409'; end if;
  return null;
end $function$
  grant execute to nobody

-- How a name looks, in small letters without spaces: two names with one skeleton pass for each other.
CREATE OR REPLACE FUNCTION public.name_skeleton(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select replace(regexp_replace(regexp_replace(lower(translate(
    regexp_replace(normalize(name, NFKD), '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g'),
    'АаΑαɑОоΟοøØօՕЈјͿϳȷʝɉյЕеΕεСсІіӀӏΙιıɩɪЅѕРрΡρҮүУуΥХхΧχԚԛԜԝҺһКкΚκТтΤτВвМмΜНнΝԀԁυνłŁđĐ0134578@$|!€ƒ',
    'AaAaaOoOooOoOJjJjjjjjEeEeCcIiIiIiiiiSsPpPpYyYyYXxXxQqWwHhKkKkTtTtBbMmMHhNDduvlLdDoieastbasiief'
  )), '([a-z])\1+', '\1', 'g'), '[^a-z]+', '', 'g'), 'l', 'i')
$function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.new_referral_code()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  chance bytea;
  code text;
begin
  loop
    chance := decode(md5(gen_random_uuid()::text), 'hex');
    select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + get_byte(chance, place) % 32, 1), '') into code
    from generate_series(0, 7) place;
    exit when not exists (select from public.profiles where referral_code = code);
  end loop;
  return code;
end $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.note_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.conversations set last_message_at = new.created_at where id = new.conversation_id;
  update public.conversation_members set last_read_at = new.created_at
  where conversation_id = new.conversation_id and profile_id = new.sender_id;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.note_referrer(person uuid, sent jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into public.referrals (referrer_id, referred_id)
  select p.id, person from public.profiles p
  where p.referral_code = upper(trim(left(sent ->> 'referral_code', 40))) and p.id <> person and p.role <> 'vendor'
    and public.wanted_role(sent) = 'customer'
  on conflict do nothing
$function$
  grant execute to nobody

-- What holds for a person: their own row, or the defaults. Mails of followed shops and pushes of rewards are what somebody must ask for.
CREATE OR REPLACE FUNCTION public.notice_preferences_of(person uuid)
 RETURNS notice_preferences
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select p.* from public.notice_preferences p where p.person_id = person
  union all
  select person, true, false, true, true, true, true, true, true, false, time '21:00', time '07:00'
  where not exists (select from public.notice_preferences p where p.person_id = person)
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION public.number_document()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  this_year integer;
  before record;
begin
  -- The first of a transaction's documents numbers all of them: what has no number and is seen is its own.
  if exists (select from public.documents where id = new.id and serial is not null) then return null; end if;
  for this_year in select distinct public.lagos_year(issued_at) from public.documents where serial is null order by 1 loop
    insert into public.document_numbers (year) values (this_year) on conflict do nothing;
    update public.document_numbers n set receipts = n.receipts + c.receipts, invoices = n.invoices + c.invoices, credit_notes = n.credit_notes + c.credit_notes
    from (select count(*) filter (where kind = 'receipt') as receipts, count(*) filter (where kind = 'invoice') as invoices,
        count(*) filter (where kind = 'credit_note') as credit_notes
      from public.documents where serial is null and public.lagos_year(issued_at) = this_year) c
    where n.year = this_year
    returning n.receipts - c.receipts as receipts, n.invoices - c.invoices as invoices, n.credit_notes - c.credit_notes as credit_notes into before;
    update public.documents d set year = this_year, serial = m.serial
    from (select id, case kind when 'receipt' then before.receipts when 'invoice' then before.invoices else before.credit_notes end
        + row_number() over (partition by kind order by ctid) as serial
      from public.documents where serial is null and public.lagos_year(issued_at) = this_year) m
    where d.id = m.id;
  end loop;
  return null;
end $function$
  grant execute to nobody

-- The one open hand-over of everything that is left of an order that is ready; a second call finds the first one's.
CREATE OR REPLACE FUNCTION public.open_hand_over(order_id uuid)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  ready public.orders;
  opened uuid;
begin
  select * into ready from public.orders o where o.id = $1 and o.status = 'ready' for no key update;
  if ready.id is null or public.goods_left_kobo($1) = 0 then return null; end if;
  insert into public.hand_overs (order_id, kind, pickup_point_id, due_from, due_until)
  values ($1, ready.fulfilment, ready.pickup_point_id, coalesce(ready.ready_at, now()), public.collect_until($1, ready.fulfilment, coalesce(ready.ready_at, now())))
  on conflict do nothing;
  select h.id into opened from public.hand_overs h where h.order_id = $1 and h.status = 'open';
  return opened;
end $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.open_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  wanted text := public.wanted_role(new.raw_user_meta_data);
begin
  insert into public.profiles (id, role, full_name, referral_code)
  values (new.id, wanted, public.sent_name(new.raw_user_meta_data), case when wanted = 'customer' then public.new_referral_code() end)
  on conflict (id) do nothing;
  perform public.note_referrer(new.id, new.raw_user_meta_data);
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.open_vendor_metrics()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into public.vendor_metrics (vendor_id) values (new.id) on conflict do nothing;
  insert into public.vendor_details (vendor_id) values (new.id) on conflict do nothing;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.order_fee_back_kobo(of_order uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(r.fee_kobo), 0)::bigint from public.order_returns r where r.order_id = of_order
$function$
  grant execute to service_role

-- Units that an order is about now: as ordered, without what came short.
CREATE OR REPLACE FUNCTION public.order_quantity_left(of_order uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select sum(greatest(0, l.quantity - public.short_units(l.id)))::integer from public.order_lines l where l.order_id = of_order
$function$
  grant execute to service_role

-- part: named, buyer, referrer, handler, shop (owner or staff) or place. A subject it does not know is a fault.
CREATE OR REPLACE FUNCTION public.parties_of(subject text, subject_id uuid)
 RETURNS TABLE(person_id uuid, part text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
#variable_conflict use_variable
declare
  in_orders uuid[] := '{}';
  in_shops uuid[] := '{}';
  in_places uuid[] := '{}';
  named uuid[] := '{}';
begin
  case subject
    when 'order' then in_orders := array[subject_id];
    when 'hand_over' then in_orders := array(select h.order_id from public.hand_overs h where h.id = subject_id);
    when 'line' then in_orders := array(select l.order_id from public.order_lines l where l.id = subject_id);
    when 'claim' then in_orders := array(select c.order_id from public.claims c where c.id = subject_id);
    when 'shortfall' then
      return query select q.* from public.shortfalls s
        cross join lateral public.parties_of(case when s.line_id is null then 'buy' else 'line' end, coalesce(s.line_id, s.group_buy_id)) q where s.id = subject_id;
    when 'buy' then
      in_orders := array(select o.id from public.orders o where o.group_buy_id = subject_id and o.status not in ('cancelled', 'expired'));
      in_shops := array(select g.vendor_id from public.group_buys g where g.id = subject_id);
    when 'lot' then
      in_orders := array(select o.id from public.lot_incidents l join public.orders o on o.group_buy_id = l.group_buy_id where l.id = subject_id
        and o.status not in ('cancelled', 'expired'));
      in_shops := array(select l.vendor_id from public.lot_incidents l where l.id = subject_id);
    when 'payment' then
      in_orders := array(select k.order_id from public.payment_parts k where k.payment_id = subject_id);
      named := array(select p.user_id from public.payments p where p.id = subject_id);
    when 'refund' then
      in_orders := array(select f.order_id from public.refunds f where f.id = subject_id and f.order_id is not null
        union select k.order_id from public.refunds f join public.payment_parts k on k.payment_id = f.payment_id where f.id = subject_id and f.order_id is null);
      named := array(select p.user_id from public.refunds f join public.payments p on p.id = f.payment_id where f.id = subject_id);
    when 'difference' then
      return query select q.* from public.book_differences d
        cross join lateral (select 'payment' as kind, p.id from public.payments p where d.kind = 'payment' and p.reference = d.reference
          union all select 'refund', f.id from public.refunds f where d.kind = 'refund' and d.reference in (f.id::text, f.gateway_refund_id)
          union all select 'payout', o.id from public.payouts o where d.kind = 'payout' and o.reference = d.reference) n
        cross join lateral public.parties_of(n.kind, n.id) q where d.id = subject_id;
    when 'payout' then in_shops := array(select p.vendor_id from public.payouts p where p.id = subject_id);
    when 'shop' then in_shops := array[subject_id];
    when 'shop_change' then in_shops := array(select c.vendor_id from public.shop_changes c where c.id = subject_id);
    when 'product' then in_shops := array(select p.vendor_id from public.products p where p.id = subject_id);
    when 'place' then in_places := array[subject_id];
    -- Whoever typed an amount (0832) does not agree to it for the second time.
    when 'amount' then
      named := array(select a.entered_by from public.typed_amounts a where a.id = subject_id);
      return query select q.* from public.typed_amounts a cross join lateral public.parties_of(a.subject, a.subject_id) q where a.id = subject_id;
    when 'person' then named := array[subject_id];
    when 'review' then
      in_shops := array(select r.vendor_id from public.reviews r where r.id = subject_id);
      named := array(select r.author_id from public.reviews r where r.id = subject_id);
    when 'question' then
      in_shops := array(select q.vendor_id from public.product_questions q where q.id = subject_id);
      named := array(select q.asker_id from public.product_questions q where q.id = subject_id);
  end case;
  in_shops := in_shops || array(select distinct o.vendor_id from public.orders o where o.id = any (in_orders))
    || array(select p.vendor_id from public.pickup_points p where p.id = any (in_places) and p.vendor_id is not null);
  in_places := in_places || array(select distinct o.pickup_point_id from public.orders o where o.id = any (in_orders) and o.pickup_point_id is not null
    union select h.pickup_point_id from public.hand_overs h where h.order_id = any (in_orders) and h.pickup_point_id is not null);
  return query
    select unnest(named), 'named'
    union select o.user_id, 'buyer' from public.orders o where o.id = any (in_orders)
    union select r.referrer_id, 'referrer' from public.orders o join public.referrals r on r.referred_id = o.user_id where o.id = any (in_orders)
    union select h.handled_by, 'handler' from public.hand_overs h where h.order_id = any (in_orders)
      and h.handled_by is not null and h.proof is distinct from 'decision'
    union select v.owner_id, 'shop' from public.vendors v where v.id = any (in_shops)
    union select m.person_id, 'shop' from public.memberships m where m.vendor_id = any (in_shops)
    union select m.person_id, 'place' from public.memberships m where m.pickup_point_id = any (in_places);
end $function$
  grant execute to nobody

-- Payment is due 2 days before the sharing day (specification, section 9), end of that day in Lagos.
CREATE OR REPLACE FUNCTION public.payment_due_at(share_date date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select ((share_date - 2) + time '23:59:59') at time zone 'Africa/Lagos' $function$
  grant execute to service_role

-- Whether a place that the reader takes now is held for minutes: the buy wants it, or the reader has let reservations lapse.
CREATE OR REPLACE FUNCTION public.pays_on_joining(buy uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce((select public.hold_of(g.payment_mode, s.lapses, s.limits) is not null
    from public.group_buys g cross join public.unpaid_standing(auth.uid()) s where g.id = buy), false)
$function$
  grant execute to authenticated, service_role

-- A Nigerian number however it is written: its last ten digits.
CREATE OR REPLACE FUNCTION public.phone_key(phone text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select nullif(right(regexp_replace(phone, '\D', '', 'g'), 10), '') $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION public.photo_proves_once()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  shown text := to_jsonb(new) ->> tg_argv[2];
  picture jsonb;
begin
  if shown is null or tg_op = 'UPDATE' and shown is not distinct from to_jsonb(old) ->> tg_argv[2] then return null; end if;
  select o.metadata into picture from storage.objects o where o.bucket_id = tg_argv[1] and o.name = shown;
  -- Films are evidence too.
  if tg_argv[0] <> 'evidence' and not public.is_photo_large_enough(coalesce(picture, '{}')) then
    raise exception 'This photograph is too small to prove anything' using errcode = 'PT409';
  end if;
  insert into public.photo_proofs (bucket_id, name, digest, kind, subject_id)
  values (tg_argv[1], shown, coalesce(picture ->> 'eTag', shown), tg_argv[0], (to_jsonb(new) ->> tg_argv[3])::uuid) on conflict do nothing;
  if not found then raise exception 'This photograph has proved something else already' using errcode = 'PT409'; end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.place_picture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Two that come at once wait for each other, so that six stay six.
  perform from public.products where id = new.product_id for no key update;
  if (select count(*) from public.product_pictures where product_id = new.product_id) >= 6 then
    raise exception 'A product has at most six pictures. Remove one first.' using errcode = 'PT409';
  end if;
  new.position := coalesce(new.position, (select max(position) + 1 from public.product_pictures where product_id = new.product_id), 1);
  select '/storage/v1/object/public/' || o.bucket_id || '/' || o.name || coalesce('#' || (o.metadata ->> 'colour'), '') into new.url
  from storage.objects o where o.bucket_id = new.bucket and o.name = new.path;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.place_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' and not rights.is_service() then
    new.vendor_id := rights.my_vendor_id();
    if new.vendor_id is null then
      raise exception 'Vendor profile not found' using errcode = 'P0001', hint = 'Sign up your shop at /vendor-signup first.';
    end if;
  end if;
  if tg_op = 'INSERT' or new.vendor_id <> old.vendor_id then
    select location into new.vendor_location from public.vendors where id = new.vendor_id;
  end if;
  new.updated_at := now();
  return new;
end $function$
  grant execute to nobody

-- Naira: the price of the highest threshold the count meets, else the base price (specification, section 4).
CREATE OR REPLACE FUNCTION public.price_at(thresholds integer[], prices numeric[], base_price numeric, participants integer)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select coalesce(prices[width_bucket(participants, thresholds)], base_price)::numeric(14,2) $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.price_tiers_fault(price_tiers text, base_price numeric, max_participants integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  entries jsonb;
  entry jsonb;
  threshold numeric;
  price numeric;
  last_threshold numeric := 0;
  last_price numeric := base_price;
begin
  -- The text travels with every list of buys, so it is as short as ten tiers need.
  if char_length(price_tiers) > 4000 then return 'Price tiers must fit in 4000 characters'; end if;
  begin
    entries := price_tiers::jsonb;
  exception when others then
    return 'Price tiers must be a JSON list';
  end;
  if jsonb_typeof(entries) is distinct from 'array' then return 'Price tiers must be a JSON list'; end if;
  if jsonb_array_length(entries) > 10 then return 'At most 10 price tiers are allowed'; end if;
  for entry in select value from jsonb_array_elements(entries) loop
    if jsonb_typeof(entry) <> 'object' or jsonb_typeof(entry -> 'participants') is distinct from 'number'
      or jsonb_typeof(entry -> 'price') is distinct from 'number' then
      return 'Each price tier needs a number of participants and a price';
    end if;
    threshold := (entry ->> 'participants')::numeric;
    price := (entry ->> 'price')::numeric;
    if threshold <> trunc(threshold) or threshold < 1 or threshold > 1000000 then return 'Tier participants must be a whole number from 1'; end if;
    if threshold <= last_threshold then return 'Tier participants must rise from tier to tier'; end if;
    if price <= 0 or price <> round(price, 2) then return 'Tier prices must be above 0, with at most two decimals'; end if;
    if price >= last_price then return 'Tier prices must fall from tier to tier, the first below the base price'; end if;
    last_threshold := threshold;
    last_price := price;
  end loop;
  if max_participants is not null and last_threshold > max_participants then
    return 'The last tier must not need more people than the buy takes';
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.product_is_live(product uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.group_buys where product_id = product and status in ('active', 'closed', 'settling', 'confirmed', 'ready'))
      or exists (select from public.order_lines l join public.orders o on o.id = l.order_id
                 where l.product_id = product and o.group_buy_id is null and o.is_live and o.status <> 'completed')
$function$
  grant execute to nobody

-- Null where an order may be promised. hold: until when its place is held if it must be paid on joining. As promiseFault in domain/orders/unpaid-promises.ts.
CREATE OR REPLACE FUNCTION public.promise_fault(limits jsonb, grade text, orders integer, kobo bigint, quantity integer, most_units integer, has_paid boolean, held_by_new integer, most_of_new integer, hold timestamp with time zone, is_added_to boolean, held_until timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (orders > ((limits ->> (('unpaid_'::text || grade) || '_orders'::text)))::integer) THEN 'Too many orders are unpaid'::text WHEN (kobo > (((limits ->> (('unpaid_'::text || grade) || '_naira'::text)))::bigint * 100)) THEN 'Too much is unpaid'::text WHEN (quantity > most_units) THEN 'Too large a part of this group buy is unpaid'::text WHEN ((NOT has_paid) AND (held_by_new > most_of_new)) THEN 'New accounts hold enough of this group buy unpaid'::text WHEN ((hold IS NOT NULL) AND is_added_to) THEN 'Pay for what is reserved before you add to it'::text WHEN (COALESCE(held_until, 'infinity'::timestamp with time zone) > hold) THEN 'This place is paid on joining'::text ELSE NULL::text END
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.publish_faults(buy group_buys)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from public.vendors where id = buy.vendor_id and status = 'active') then
    return 'Your shop must be approved before a group buy can be published';
  end if;
  if buy.share_date is null then return 'Set the share date of the product before publishing a group buy'; end if;
  if buy.end_date < now() + interval '24 hours' then return 'A group buy must stay open for at least 24 hours'; end if;
  if buy.end_date > now() + interval '90 days' then return 'A group buy must end within 90 days'; end if;
  if buy.end_date > buy.payment_due_at then
    return 'A group buy must end before payment is due, 2 days before the share date';
  end if;
  if buy.min_quantity > buy.target_quantity then return 'The target is smaller than the least one person may take'; end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.read_notice_of_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.notices set read_at = now() where person_id = new.profile_id and read_at is null
    and kind = 'message-waits' and link = '/account/messages/' || new.conversation_id;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.recompute_vendor_metrics()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with let_down as (
    select subject_id as id from public.status_changes where subject = 'order' and cause = 'vendor' and to_status in ('cancelled', 'refunding')
    union
    -- The clock gives back what was paid in a buy that its vendor cancelled; who had left before was not let down.
    select o.id from public.group_buys g join public.status_changes s on s.subject_id = g.id and s.subject = 'group_buy' and s.cause = 'vendor' and s.to_status = 'cancelled'
    join public.orders o on o.group_buy_id = g.id where g.status = 'cancelled' and not exists (select from public.status_changes b
      where b.subject_id = o.id and b.subject = 'order' and b.to_status in ('cancelled', 'expired', 'refunding') and b.at < s.at)
  ), disputed as (
    select distinct c.order_id as id from public.claims c where c.status <> 'withdrawn' and exists (select from public.status_changes s
      where s.subject = 'claim' and s.subject_id = c.id and s.to_status in ('disputed', 'upheld', 'upheld_final'))
  ), judged as (
    select o.*, o.status = 'completed' and o.fulfilment <> 'stockpile' and o.ready_at is not null and o.handed_over_at is not null as is_timed,
      not o.is_live and l.id is not null as is_let_down, d.id is not null as is_disputed
    from public.orders o left join let_down l on l.id = o.id left join disputed d on d.id = o.id
  ), counted as (
    select vendor_id, count(*) filter (where is_paid) as total,
      count(*) filter (where status = 'completed') as completed,
      coalesce(sum(total_amount) filter (where status = 'completed'), 0) as revenue,
      avg(extract(epoch from handed_over_at - ready_at) / 3600) filter (where is_timed) as hours,
      100.0 * count(*) filter (where is_timed and handed_over_at <= ready_at + interval '24 hours')
        / nullif(count(*) filter (where is_timed or is_let_down), 0) as on_time,
      100.0 * count(*) filter (where is_let_down and paid_at is not null) / nullif(count(*) filter (where paid_at is not null), 0) as cancelled,
      100.0 * count(*) filter (where is_disputed and handed_over_at is not null) / nullif(count(*) filter (where handed_over_at is not null), 0) as disputed
    from judged group by vendor_id
  ), rated as (select vendor_id, avg(rating) as rating, count(*) as ratings from public.reviews where hidden_at is null group by vendor_id)
  insert into public.vendor_metrics (vendor_id, total_orders, completed_orders, total_revenue, average_delivery_time, on_time_rate, cancellation_rate, dispute_rate,
    rating, rating_count, updated_at)
  select v.id, coalesce(c.total, 0), coalesce(c.completed, 0), coalesce(c.revenue, 0), round(c.hours::numeric, 1), round(c.on_time, 2), round(c.cancelled, 2),
    round(c.disputed, 2), round(r.rating, 2), coalesce(r.ratings, 0), now()
  from public.vendors v left join counted c on c.vendor_id = v.id left join rated r on r.vendor_id = v.id
  on conflict (vendor_id) do update set total_orders = excluded.total_orders, completed_orders = excluded.completed_orders,
    total_revenue = excluded.total_revenue, average_delivery_time = excluded.average_delivery_time, on_time_rate = excluded.on_time_rate,
    cancellation_rate = excluded.cancellation_rate, dispute_rate = excluded.dispute_rate, rating = excluded.rating, rating_count = excluded.rating_count,
    updated_at = excluded.updated_at
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.refuse_reserved_name(name text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if public.is_reserved_name(name) then
    raise exception 'This name could be taken for the market itself. Please choose another one.' using errcode = 'PT400';
  end if;
end $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.reminder_step(due_at timestamp with time zone, since timestamp with time zone, at timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select case when at < due_at and since < due_at - make_interval(hours => s.hours) then s.hours end
  from (select min(hours) as hours from unnest(array[72, 24, 3]) hours where at >= due_at - make_interval(hours => hours)) s
$function$
  grant execute to service_role

-- Goods of an order that are entered as missing and not yet given back.
CREATE OR REPLACE FUNCTION public.reserved_kobo(of_order uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(s.goods_kobo), 0)::bigint from public.order_lines l join public.live_shortfall_shares s on s.line_id = l.id where l.order_id = of_order and s.is_reserved
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.return_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform from public.products where id in (select product_id from public.order_lines where order_id = new.id) order by id for no key update;
  update public.products p set available_quantity = least(p.available_quantity + l.quantity, 1000000)
  from public.order_lines l where l.order_id = new.id and p.id = l.product_id;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.runs_shop_of(subject text, subject_id uuid, person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.parties_of(subject, subject_id) p join public.vendors v on v.owner_id = p.person_id
    where p.part = 'shop' and p.person_id = person)
$function$
  grant execute to service_role

-- The first few of each kind with the number of all; near ones, said to be so, where there is nothing of exactly that.
CREATE OR REPLACE FUNCTION public.search(q text, most integer DEFAULT 4, typing boolean DEFAULT false)
 RETURNS TABLE(kind text, id uuid, title text, total integer, is_near boolean, meant text, shop text, place text, price numeric, unit text, image_url text, slug text, is_open boolean)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  parts search.part[] := search.parts(q, typing);
  stems text[] := search.stems(left(q, 100));
  said text := (select case when bool_or(p.is_guess) then string_agg(p.meant, ' ') end from unnest(parts) p);
  u record;
  wanted text;
begin
  most := least(greatest(most, 1), 12);
  if cardinality(parts) = 0 then return; end if;
  foreach kind in array array['group_buy', 'product', 'shop', 'post'] loop
    select * into u from search.understand(parts, kind);
    if u.wanted is null or (typing and u.is_near) then continue; end if;
    wanted := u.wanted;
    return query
      with best as (
        -- Of thousands, two thousand are put in order: whoever gets more than that has asked for too little.
        select f.*, f.title_stems @> stems as has_all, f.title_stems && stems as has_some, f.is_available and coalesce(f.ends_at > now(), true) as open
        from (select e.title, e.title_stems, e.group_buy_id, e.product_id, e.shop_id, e.post_id, e.is_available, e.ends_at from public.search_entries e
          where e.words @@ wanted::tsquery and (e.kind <> 'group_buy' or e.ends_at > now()) limit 2000) f
        order by has_all desc, has_some desc, open desc, cardinality(f.title_stems), f.ends_at, f.title, coalesce(f.product_id, f.group_buy_id, f.shop_id, f.post_id) limit most)
      select kind, coalesce(b.group_buy_id, b.product_id, b.shop_id, b.post_id), b.title,
        (select count(*)::integer from public.search_entries e where e.words @@ wanted::tsquery and (e.kind <> 'group_buy' or e.ends_at > now())), u.is_near, said,
        v.business_name, v.location, coalesce(g.current_price, p.base_price), coalesce(g.unit, p.unit), coalesce(g.image_url, p.image_url, v.logo_url, a.featured_image), a.slug, b.open
      from best b left join public.group_buys g on g.id = b.group_buy_id left join public.products p on p.id = b.product_id
        left join public.vendors v on v.id = coalesce(g.vendor_id, p.vendor_id, b.shop_id) left join public.blog_posts a on a.id = b.post_id
      order by b.has_all desc, b.has_some desc, b.open desc, cardinality(b.title_stems), b.ends_at, b.title, 2;
  end loop;
end $function$
  grant execute to anon, authenticated, service_role

-- One page of the products that are exactly what `q` means, in the order of a sort of Browse Deals, each with the number of all; none if there is nothing of exactly that.
CREATE OR REPLACE FUNCTION public.search_products(q text, sort text DEFAULT 'newest'::text, category text DEFAULT NULL::text, vendor uuid DEFAULT NULL::uuid, place text DEFAULT NULL::text, share_date date DEFAULT NULL::date, skip integer DEFAULT 0, most integer DEFAULT 12)
 RETURNS TABLE(id uuid, total integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  meant record;
  sorted text := case sort when 'name' then 'e.title asc' when 'price-up' then 'e.price asc' when 'price-down' then 'e.price desc' when 'oldest' then 'e.listed_at asc' else 'e.listed_at desc' end;
begin
  select * into meant from search.understand(search.parts(q, false), 'product');
  if meant.wanted is null or meant.is_near then return; end if;
  return query execute format($list$
    with found as materialized (
      select e.product_id, %s as key from public.search_entries e where e.words @@ $1::tsquery and ($2 is null or e.category = $2)
        and ($3 is null or e.vendor_id = $3) and ($4 is null or e.place = $4) and ($5 is null or e.share_date = $5))
    select f.product_id, (select count(*)::integer from found) from found f order by f.key %s, f.product_id offset $6 limit $7
  $list$, split_part(sorted, ' ', 1), split_part(sorted, ' ', 2))
  using meant.wanted, category, vendor, place, share_date, greatest(skip, 0), least(greatest(most, 1), 100);
end $function$
  grant execute to anon, authenticated, service_role

-- Of one kind: for `words` of search_entries (simple), what `q` means; near if there is none of exactly that; null if nothing is even near.
CREATE OR REPLACE FUNCTION public.search_query(q text, kind text)
 RETURNS TABLE(wanted text, is_near boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select u.wanted, u.is_near from search.understand(search.parts(q, false), kind) u $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.sent_name(sent jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select trim(left(regexp_replace(coalesce(sent ->> 'full_name', ''), '[\x01-\x1f]+', ' ', 'g'), 120)) $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.session_for_push(person uuid, session uuid)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select left(coalesce(s.user_agent, ''), 400) from auth.sessions s where s.id = session and s.user_id = person
$function$
  grant execute to service_role

-- The value in force by the database's clock: the newest whose day has come and that was not withdrawn.
CREATE OR REPLACE FUNCTION public.setting(setting_key text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if current_user in ('anon', 'authenticated') then return public.shown_setting(setting_key); end if;
  return public.kept_setting(setting_key);
end $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.shop_name_key(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select lower(regexp_replace(normalize(name, NFKC), '[\s\u00ad\u200b-\u200f\u2060\ufeff]+', '', 'g')) $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.shop_overrides_kobo_today(shop uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(h.goods_kobo), 0)::bigint from public.hand_over_overrides x join public.hand_overs h on h.id = x.hand_over_id join public.orders o on o.id = h.order_id
  where o.vendor_id = shop and x.by_shop and x.created_at >= date_trunc('day', clock_timestamp(), 'Africa/Lagos')
$function$
  grant execute to service_role

-- Whole units of a line that came short. Nobody takes a part of a unit.
CREATE OR REPLACE FUNCTION public.short_units(line uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select ceil(coalesce(sum(s.missing_thousandths), 0) / 1000)::integer from public.live_shortfall_shares s where s.line_id = line
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.shortened(fields jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  if octet_length(fields::text) < 2000 then return fields; end if;
  return (select jsonb_object_agg(key, case when jsonb_typeof(value) = 'string' then to_jsonb(left(value #>> '{}', 400)) else value end) from jsonb_each(fields));
end $function$
  grant execute to authenticated, service_role

-- The product's trigger chooses anew.
CREATE OR REPLACE FUNCTION public.show_first_picture()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.products set drawn_url = drawn_url where id = coalesce(new.product_id, old.product_id);
  return null;
end $function$
  grant execute to nobody

-- The same of those settings that pages name.
CREATE OR REPLACE FUNCTION public.shown_setting(setting_key text)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.kept_setting(setting_key) where setting_key in ('buyer_fee_bps', 'vendor_fee_bps', 'referral_bps', 'late_leave_charge_bps', 'payout_weekday',
    'payout_least_naira', 'market_opened_at')
$function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.sign_setting()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  new.created_by := coalesce(new.created_by, (auth.jwt() ->> 'act')::uuid);
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.staff_rank(role text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select case role when 'manager' then 1 when 'coordinator' then 2 when 'chief' then 3 else 0 end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.stamp_post()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if new.status = 'published' and new.published_at is null then new.published_at := now(); end if;
  if new.status = 'published' and tg_op = 'UPDATE' and old.status = 'scheduled' and new.published_at > now() then new.published_at := now(); end if;
  new.updated_at := now();
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.stockpiled_kg(place uuid)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(case when o.status = 'ready' then u.quantity else greatest(0, l.quantity - public.short_units(l.id)) end * coalesce(l.kg_per_unit, 0)), 0)
  from public.orders o join public.order_lines l on l.order_id = o.id
  left join lateral (select quantity from public.units_left(o.id) x where x.line_id = l.id and o.status = 'ready') u on true
  where o.pickup_point_id = place and o.fulfilment = 'stockpile' and o.status in ('pending', 'paid', 'confirmed', 'ready')
$function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.street_key(state text, lga text, street text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select lower(state || '/' || lga || '/' || regexp_replace(lower(street), '[^a-z0-9]', '', 'g')) $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.take_stock()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken record;
begin
  for taken in select f.product_id, sum(f.quantity) as units from fresh f join public.orders o on o.id = f.order_id
    where o.group_buy_id is null group by f.product_id order by f.product_id loop
    update public.products set available_quantity = available_quantity - taken.units
    where id = taken.product_id and available_quantity >= taken.units and archived_at is null;
    if not found then raise exception 'There is not enough in stock.' using errcode = 'PT409'; end if;
  end loop;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.takeable_kobo(of_order uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select greatest(0, public.goods_left_kobo(of_order) - public.reserved_kobo(of_order))
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.tell_followers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (select from public.follows where product_id = new.product_id) or exists (select from public.follows where vendor_id = new.vendor_id) then
    perform jobs.enqueue('tell-followers', jsonb_build_object('group_buy_id', new.id), now(), 'followers:' || new.id);
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.tell_of_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform jobs.enqueue('tell-of-messages', jsonb_build_object('conversation_id', new.conversation_id), now() + interval '1 minute',
    'messages:' || new.conversation_id);
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.tell_of_suspension()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform jobs.enqueue('tell-of-suspension', jsonb_build_object('vendor_id', new.id), now(), 'suspension:' || new.id);
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.tier_prices(price_tiers text)
 RETURNS numeric[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg((tier ->> 'price')::numeric(14,2) order by place), '{}')
  from jsonb_array_elements(price_tiers::jsonb) with ordinality as t (tier, place)
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.tier_thresholds(price_tiers text)
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
  select coalesce(array_agg((tier ->> 'participants')::numeric::integer order by place), '{}')
  from jsonb_array_elements(price_tiers::jsonb) with ordinality as t (tier, place)
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.touch_updated_at()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$ begin new.updated_at := now(); return new; end $function$
  grant execute to nobody

-- Units that are still to be taken, of each line: neither handed over nor missing, and paid for.
CREATE OR REPLACE FUNCTION public.units_left(order_id uuid)
 RETURNS TABLE(line_id uuid, quantity integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select l.id, greatest(0, least(l.quantity - public.short_units(l.id) - coalesce((select sum(h.quantity) from public.hand_over_lines h where h.line_id = l.id), 0),
    ceil(public.takeable_kobo($1) / (l.unit_price * 100))))::integer
  from public.order_lines l where l.order_id = $1
$function$
  grant execute to service_role

-- The first name in double braces that a mail would leave empty; null without one.
CREATE OR REPLACE FUNCTION public.unknown_placeholder(words text, known text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  tag text;
  name text;
  inside text := '';
begin
  for tag in select btrim(hit[1]) from regexp_matches(words, '\{\{\{?([^{}]*)\}\}', 'g') as hit loop
    name := btrim(ltrim(tag, '#^/&'));
    if left(tag, 1) = '!' then continue; end if;
    if left(tag, 1) = '/' then
      inside := '';
    elsif not (name = any (known) or inside || '.' || name = any (known)) or name like '%.%' then
      return name;
    elsif left(tag, 1) in ('#', '^') then
      inside := name;
    end if;
  end loop;
  return null;
end $function$
  grant execute to nobody

-- The settings in force that bound unpaid promises, by key: read together, because every join needs them.
CREATE OR REPLACE FUNCTION public.unpaid_limits()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select jsonb_object_agg(key, value) from (
    select distinct on (key) key, value from public.settings
    where (key like 'unpaid\_%' or key = 'pay_to_join_hold_minutes') and effective_from <= now() and withdrawn_at is null
    order by key, effective_from desc) s
$function$
  grant execute to service_role

-- What a person has promised and not paid, and what they let lapse. grade: new, known or verified.
CREATE OR REPLACE FUNCTION public.unpaid_standing(person uuid)
 RETURNS TABLE(grade text, orders integer, kobo bigint, lapses integer, limits jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select s.grade, s.orders, s.kobo, s.lapses, public.unpaid_limits() from public.unpaid_standings(array[unpaid_standing.person]) s $function$
  grant execute to service_role

-- What people have promised and not paid, and what they let lapse. grade: new, known or verified.
CREATE OR REPLACE FUNCTION public.unpaid_standings(people uuid[])
 RETURNS TABLE(person uuid, grade text, orders integer, kobo bigint, lapses integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 48
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
#variable_conflict use_column
declare
  limits jsonb := public.unpaid_limits();
  known_after integer := (limits ->> 'unpaid_known_after')::integer;
  lapse_from timestamptz := now() - make_interval(days => (limits ->> 'unpaid_lapse_days')::integer);
begin
  return query
  select p.id,
    case when exists (select from public.verified_accounts v where v.profile_id = p.id) then 'verified'
      when (select count(*) from (select from public.orders o where o.user_id = p.id and o.is_paid limit known_after) paid) >= known_after then 'known'
      else 'new' end,
    mine.orders::integer, mine.kobo::bigint, mine.lapses::integer
  from unnest(people) p (id)
  cross join lateral (select count(*) filter (where o.status = 'pending') as orders, coalesce(sum(o.amount_due_kobo) filter (where o.status = 'pending'), 0) as kobo,
    -- A reservation is what could be paid later. A hold that ran out is none, and a cart is none.
    count(*) filter (where o.status = 'expired' and o.hold_expires_at is null and o.group_buy_id is not null and o.ended_at > lapse_from) as lapses
    from public.orders o where o.user_id = p.id and o.status in ('pending', 'expired')) mine;
end $function$
  grant execute to service_role

-- Of a person's PEPS, what was earned by orders that may still be given back: it is theirs, but not spent until then.
CREATE OR REPLACE FUNCTION public.unripe_rewards_kobo(person uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(sum(o.referral_kobo - div(o.referral_kobo * o.goods_back_kobo::numeric, o.total_amount * 100)), 0)::bigint
  from public.referrals r join public.orders o on o.user_id = r.referred_id
  where r.referrer_id = person and o.group_buy_id is not null and o.status in ('paid', 'confirmed') and o.referral_kobo > 0
    and exists (select from ledger.journals j where j.id = ledger.id_of('reward:' || o.id))
    and public.group_order_final_at(o.id) > clock_timestamp()
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.usual_place(shop uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when own.amount = 1 then own.id when own.amount = 0 and hubs.amount = 1 then hubs.id end
  from public.vendors v
  cross join lateral (select count(*) as amount, min(p.id::text)::uuid as id from public.pickup_points p where p.vendor_id = v.id and p.closed_at is null) own
  cross join lateral (select count(*) as amount, min(p.id::text)::uuid as id from public.pickup_points p
    where p.vendor_id is null and p.state = v.state and p.closed_at is null) hubs
  where v.id = shop
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.vat_rate_on(moment timestamp with time zone)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (value #>> '{}')::integer from public.settings where key = 'vat_bps' and effective_from <= moment order by effective_from desc limit 1
$function$
  grant execute to authenticated, service_role

-- The VAT that an amount contains, rounded down to the kobo; domain/receipts/vat.ts has the same rule.
CREATE OR REPLACE FUNCTION public.vat_within(gross_kobo bigint, bps integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select gross_kobo * bps / (10000 + bps) $function$
  grant execute to authenticated, service_role

-- Where goods that have not changed hands wait, and until when; no row if no hub has them for certain.
CREATE OR REPLACE FUNCTION public.waits_at_hub(of_line uuid)
 RETURNS TABLE(place text, until timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.name, (select h.due_until from public.hand_overs h where h.order_id = o.id and h.status = 'open')
  from public.order_lines l join public.orders o on o.id = l.order_id join public.pickup_points p on p.id = o.pickup_point_id and p.vendor_id is null
  cross join lateral (select sum(w.units_counted) as units from public.weigh_ins w
    where w.pickup_point_id = p.id and coalesce(w.group_buy_id, w.order_id) = coalesce(o.group_buy_id, o.id) and w.product_id = l.product_id) counted
  cross join lateral (select sum(x.quantity - public.short_units(x.id)) as units from public.order_lines x join public.orders y on y.id = x.order_id
    where y.pickup_point_id = p.id and x.product_id = l.product_id and coalesce(y.group_buy_id, y.id) = coalesce(o.group_buy_id, o.id)
      and y.is_paid and y.status not in ('refunding', 'refunded')) due
  where l.id = of_line and o.status in ('paid', 'confirmed', 'ready') and counted.units >= due.units
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.wanted_role(sent jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select case when sent ->> 'role' = 'vendor' then 'vendor' else 'customer' end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.wants_notice(preferences notice_preferences, channel text, topic text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select channel = 'mail' and topic = 'orders' or coalesce((to_jsonb(preferences) ->> (channel || '_' || topic))::boolean, false)
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION public.weigh_buy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- Published once: what it weighed then stays.
  if tg_op = 'UPDATE' and old.status <> 'draft' then return new; end if;
  select coalesce(p.kg_per_unit, public.measured_kg(p.unit, p.name, p.category)) into new.kg_per_unit from public.products p where p.id = new.product_id;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.weigh_line()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  select coalesce(g.kg_per_unit, p.kg_per_unit, public.measured_kg(new.unit, new.product_name, p.category)) into new.kg_per_unit
  from public.products p left join public.orders o on o.id = new.order_id left join public.group_buys g on g.id = o.group_buy_id where p.id = new.product_id;
  return new;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION public.welcome_person()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (new.email_confirmed_at is not null or new.phone_confirmed_at is not null)
    and (tg_op = 'INSERT' or (old.email_confirmed_at is null and old.phone_confirmed_at is null)) then
    perform jobs.enqueue('send-welcome-mail', jsonb_build_object('user_id', new.id), now(), 'welcome:' || new.id);
  end if;
  return null;
end $function$
  grant execute to nobody

-- The value in force of a setting that is a whole number: basis points or minutes.
CREATE OR REPLACE FUNCTION public.whole_setting(setting_key text)
 RETURNS integer
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select (public.setting(setting_key) #>> '{}')::integer $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.without_direction_marks(written text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
 SET search_path TO ''
AS $function$ select regexp_replace(written, '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]', '', 'g') $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION public.write_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if rights.is_service() then
    update public.profiles set role = new.role, full_name = new.full_name, points_balance = new.points_balance, referral_code = new.referral_code,
      hidden_from_boards = new.hidden_from_boards where id = old.id;
  else
    update public.profiles set full_name = new.full_name, hidden_from_boards = new.hidden_from_boards where id = old.id;
  end if;
  return case when found then new end;
end $function$
  grant execute to authenticated, service_role

-- ====================================================================================================
schema public_shown
  grant usage to anon
  grant usage to authenticated
  grant usage to service_role

view public_shown.profiles  -- Stands in for public.profiles on the wire. Balance and code: one's own, and for the chief; role and full name: of published authors too, and of managers for coordinators; people on the boards: the name as the boards print it.
  id uuid
  role text
  full_name text
  points_balance numeric
  referral_code text
  hidden_from_boards boolean
  created_at timestamp with time zone
  updated_at timestamp with time zone
  TRIGGER write_profile INSTEAD OF UPDATE ON public_shown.profiles FOR EACH ROW EXECUTE FUNCTION write_profile()
  grant select to authenticated
  grant select, update to service_role
  grant select (id, role, full_name, points_balance, created_at) to anon
  grant update (full_name, hidden_from_boards) to authenticated
  as
 WITH reader AS MATERIALIZED (
         SELECT auth.uid() AS id,
            rights.is_service() OR rights.has_role(VARIADIC ARRAY['chief'::text]) AS reads_all,
            rights.has_role(VARIADIC ARRAY['coordinator'::text]) AS coordinates
        )
 SELECT p.id,
        CASE
            WHEN v.is_named THEN p.role
            ELSE NULL::text
        END AS role,
        CASE
            WHEN v.is_named THEN p.full_name
            ELSE board_name(p.full_name)
        END AS full_name,
        CASE
            WHEN v.is_whole THEN p.points_balance
            ELSE NULL::numeric
        END AS points_balance,
        CASE
            WHEN v.is_whole THEN p.referral_code
            ELSE NULL::text
        END AS referral_code,
        CASE
            WHEN v.is_whole THEN p.hidden_from_boards
            ELSE NULL::boolean
        END AS hidden_from_boards,
    p.created_at,
        CASE
            WHEN v.is_whole THEN p.updated_at
            ELSE NULL::timestamp with time zone
        END AS updated_at
   FROM profiles p
     CROSS JOIN LATERAL ( SELECT r.is_whole,
            r.is_whole OR r.is_managed OR (p.id IN ( SELECT rights.published_author_ids() AS published_author_ids)) AS is_named
           FROM ( SELECT NOT p.id IS DISTINCT FROM (( SELECT reader.id
                           FROM reader)) OR ( SELECT reader.reads_all
                           FROM reader) AS is_whole,
                    p.role = 'manager'::text AND ( SELECT reader.coordinates
                           FROM reader) AS is_managed) r) v
  WHERE v.is_named OR (p.id IN ( SELECT rights.board_ids() AS board_ids));

-- ====================================================================================================
schema realtime
  grant usage to service_role

table realtime.outbox with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_insert_scale_factor=0, vacuum_truncate=off)  -- What committed transactions announce, for the moment until a process sends it on. A crash of the database empties it, and ends every connection that listens.
  xid xid8 not null default pg_current_xact_id()
  id bigint not null identity  -- Taken after the changed row is locked, so two changes of one row have theirs in the order in which they happen.
  channel text not null
  payloads text[] not null
  index outbox_by_xid USING btree (xid)
  row level security on

table realtime.outbox_position  -- All transactions before `settled` have ended, and what they announced is sent. Noted once a second.
  is_only boolean not null default true
  settled xid8 not null
  noted_at timestamp with time zone not null
  constraint outbox_position_is_only_check CHECK (is_only)
  constraint outbox_position_pkey PRIMARY KEY (is_only)
  row level security on

table realtime.parcels  -- Broadcasts too long for NOTIFY, kept for about a minute.
  id uuid not null default gen_random_uuid()
  content text not null
  created_at timestamp with time zone not null default clock_timestamp()
  constraint parcels_pkey PRIMARY KEY (id)
  index parcels_created_at USING btree (created_at)
  row level security on
  grant select to service_role

table realtime.presences  -- Who is present in which channel, one row per tracked connection.
  ref text not null
  process uuid not null
  channel text not null
  key text not null
  meta jsonb not null
  constraint presences_pkey PRIMARY KEY (ref)
  index presences_channel USING btree (channel)
  index presences_process USING btree (process)
  row level security on
  grant delete, insert, select, update to service_role

table realtime.processes  -- Server processes that hold presences; one not seen for a while takes its presences with it.
  id uuid not null
  seen_at timestamp with time zone not null default clock_timestamp()
  constraint processes_pkey PRIMARY KEY (id)
  row level security on
  grant delete, insert, select, update to service_role

-- Announces at commit, or after it where `realtime.after_commit` says that somebody sends it on. For triggers and functions that run as the owner.
CREATE OR REPLACE FUNCTION realtime.announce(channel text, payloads text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  mode text := pg_catalog.current_setting('realtime.after_commit', true);
begin
  if mode is null or mode = '' then
    perform pg_catalog.pg_notify(announce.channel, p.payload) from pg_catalog.unnest(announce.payloads) p (payload);
    return;
  end if;
  insert into realtime.outbox (channel, payloads) values (announce.channel, announce.payloads);
  if mode = 'on' then
    -- Tells the process on this connection, once a transaction, that there is something to send after the commit.
    raise notice 'announcements wait' using errcode = '01RT1';
    perform pg_catalog.set_config('realtime.after_commit', 'told', true);
  end if;
end
$function$
  grant execute to nobody

-- For AFTER row triggers on tables people watch live. Arguments name the key columns; without any, the primary key is used.
CREATE OR REPLACE FUNCTION realtime.announce_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  names text[] := tg_argv;
  fresh jsonb := case when tg_op <> 'DELETE' then pg_catalog.to_jsonb(new) end;
  former jsonb := case when tg_op <> 'INSERT' then pg_catalog.to_jsonb(old) end;
  key jsonb;
  old_key jsonb;
  announcement text;
begin
  if tg_op = 'UPDATE' and fresh = former then return null; end if;
  if coalesce(pg_catalog.cardinality(names), 0) = 0 then
    select pg_catalog.array_agg(a.attname::text order by a.attnum) into names
    from pg_catalog.pg_index i
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
    where i.indrelid = tg_relid and i.indisprimary;
  end if;
  select pg_catalog.jsonb_object_agg(n, fresh -> n), pg_catalog.jsonb_object_agg(n, former -> n) into key, old_key
  from pg_catalog.unnest(names) n;
  announcement := pg_catalog.jsonb_build_object('schema', tg_table_schema, 'table', tg_table_name, 'type', tg_op,
    'key', case when fresh is not null then key end, 'old_key', case when former is not null then old_key end, 'at', pg_catalog.now())::text;
  -- NOTIFY takes less than 8000 bytes; a write must never fail for want of an audience.
  if key is not null and pg_catalog.octet_length(announcement) < 7900 then
    perform realtime.announce('realtime_changes', array[announcement]);
  end if;
  return null;
end
$function$
  grant execute to nobody

-- Announces a mark, by which a process knows that it has heard whatever was committed before.
CREATE OR REPLACE FUNCTION realtime.announce_mark(mark text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select realtime.announce('announcement_marks', array[mark]);
$function$
  grant execute to service_role

-- For AFTER UPDATE statement triggers, with the tables "former" and "fresh", on tables that people watch live and whose primary key is "id" and never changes.
CREATE OR REPLACE FUNCTION realtime.announce_moved_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_hashjoin TO 'on'
AS $function$
declare
  said text := pg_catalog.rtrim(pg_catalog.jsonb_build_object('schema', tg_table_schema, 'table', tg_table_name, 'type', 'UPDATE', 'at', pg_catalog.now())::text, '}');
begin
  perform realtime.announce('realtime_changes',
    pg_catalog.array_agg(said || ', "key": {"id": ' || pg_catalog.to_jsonb(f.id) || '}, "old_key": {"id": ' || pg_catalog.to_jsonb(f.id) || '}}'))
  from fresh f left join former o on o.id = f.id where (f operator(pg_catalog.*=) o) is not true having count(*) > 0;
  return null;
end
$function$
  grant execute to nobody

-- For AFTER INSERT statement triggers, with the new table as "fresh", on tables that people watch live and whose primary key is "id".
CREATE OR REPLACE FUNCTION realtime.announce_new_rows()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  said text := pg_catalog.rtrim(pg_catalog.jsonb_build_object('schema', tg_table_schema, 'table', tg_table_name, 'type', 'INSERT', 'old_key', null, 'at', pg_catalog.now())::text, '}');
begin
  perform realtime.announce('realtime_changes', pg_catalog.array_agg(said || ', "key": {"id": ' || pg_catalog.to_jsonb(f.id) || '}}')) from fresh f having count(*) > 0;
  return null;
end
$function$
  grant execute to nobody

-- @notes For AFTER statement triggers on tables that public answers show and whose rows do not announce themselves.
CREATE OR REPLACE FUNCTION realtime.announce_table()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform realtime.announce('table_changes', array[tg_table_schema || '.' || tg_table_name]);
  return null;
end
$function$
  grant execute to nobody

-- Hands an envelope to every process at commit. For the server; others call realtime.send.
CREATE OR REPLACE FUNCTION realtime.post(envelope jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  parcel uuid;
begin
  if pg_catalog.octet_length(envelope::text) < 7900 then
    perform realtime.announce('realtime_broadcasts', array[envelope::text]);
    return;
  end if;
  delete from realtime.parcels where created_at < pg_catalog.clock_timestamp() - interval '1 minute';
  insert into realtime.parcels (content) values (envelope::text) returning id into parcel;
  perform realtime.announce('realtime_broadcasts', array[pg_catalog.jsonb_build_object('parcel', parcel)::text]);
end
$function$
  grant execute to service_role

-- Broadcasts a message to everyone in a channel, at commit.
CREATE OR REPLACE FUNCTION realtime.send(payload jsonb, event text, topic text, private boolean DEFAULT true)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select realtime.post(pg_catalog.jsonb_build_object('topic', topic, 'event', event, 'private', private, 'payload', payload))
$function$
  grant execute to service_role

-- Sends on what committed transactions announce, by NOTIFY, and returns how many there were. It writes to nothing that is logged, so its commit waits for no disk and no standby.
CREATE OR REPLACE FUNCTION realtime.send_announcements()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  settled xid8;
  noted_at timestamptz;
  ended xid8;
  waiting record;
  sent integer := 0;
begin
  select p.settled, p.noted_at into settled, noted_at from realtime.outbox_position p where p.is_only;
  -- A restored copy of a database counts its transactions anew.
  if settled is null or settled > pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()) then
    settled := '0';
    noted_at := null;
  end if;
  if not exists (select from realtime.outbox o where o.xid >= settled) then return 0; end if;
  -- One after the other, so that a later change of a row is never sent before an earlier one.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('realtime.outbox'));
  -- Read before the statement below sees its rows: whatever had ended by now is among them.
  ended := pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot());
  for waiting in
    with taken as (delete from realtime.outbox o where o.xid >= settled returning o.id, o.channel, o.payloads)
    select t.channel, p.payload from taken t, pg_catalog.unnest(t.payloads) with ordinality p (payload, place) order by t.id, p.place
  loop
    -- The log up to here holds every change that is about to be announced.
    if sent = 0 then perform pg_catalog.pg_notify('log_position', pg_catalog.pg_current_wal_insert_lsn()::text); end if;
    perform pg_catalog.pg_notify(waiting.channel, waiting.payload);
    sent := sent + 1;
  end loop;
  if noted_at is null or noted_at < pg_catalog.clock_timestamp() - interval '1 second' then
    insert into realtime.outbox_position (settled, noted_at) values (ended, pg_catalog.clock_timestamp())
    on conflict (is_only) do update set settled = excluded.settled, noted_at = excluded.noted_at;
  end if;
  return sent;
end
$function$
  grant execute to service_role

-- ====================================================================================================
schema rights
  grant usage to anon
  grant usage to authenticated
  grant usage to service_role

CREATE OR REPLACE FUNCTION rights.active_vendor_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select id from public.vendors where status = 'active' $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.board_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select id from public.top_referrers union select id from public.top_buyers $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.can_come_in(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from auth.users where id = person and deleted_at is null and (banned_until is null or banned_until <= now())
    and (email_confirmed_at is not null or phone_confirmed_at is not null))
$function$
  grant execute to service_role

-- What moves a status in this transaction: what its command or job said, else the role of the person behind it, else `operator`.
CREATE OR REPLACE FUNCTION rights.cause()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case
    when rights.is_service() then coalesce(auth.jwt() ->> 'cause', rights.cause_of((auth.jwt() ->> 'act')::uuid), 'operator')
    when current_setting('role', true) = 'auth_admin' then 'operator'
    else rights.cause_of(auth.uid()) end
$function$
  grant execute to authenticated, service_role

-- What somebody moves things as, by their role.
CREATE OR REPLACE FUNCTION rights.cause_of(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case role when 'customer' then 'buyer' when 'administrator' then 'content' when 'supervisor' then 'content' else role end
  from public.profiles where id = person
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION rights.claim_worth_kobo(claim uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select public.claim_worth_kobo(claim) where claim in (select rights.my_claim_ids()) $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.claimable_worth(of_order uuid)
 RETURNS TABLE(hand_over_id uuid, line_id uuid, quantity integer, worth_kobo bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.* from public.claimable_worth(of_order) w
  where rights.is_service() or exists (select from public.orders o where o.id = of_order and o.user_id = auth.uid() and not rights.owes_second_step())
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.confirmed_addresses(person uuid)
 RETURNS TABLE(email text, phone text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when u.email_confirmed_at is not null then u.email end, case when u.phone_confirmed_at is not null then u.phone end from auth.users u where u.id = person
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION rights.counted_tries(order_id uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select count(*)::integer from public.delivery_stops s where s.order_id = $1 and s.counts
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.email_of(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select email from auth.users where id = person $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION rights.goods_of_hand_over(hand_over uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('line_id', l.id, 'name', l.product_name, 'unit', l.unit, 'quantity', g.quantity) order by l.product_name, l.id), '[]')
  from (select u.line_id, u.quantity from public.hand_overs h cross join lateral public.units_left(h.order_id) u where h.id = $1 and h.status = 'open' and u.quantity > 0
    union all select t.line_id, t.quantity from public.hand_over_lines t where t.hand_over_id = $1) g join public.order_lines l on l.id = g.line_id
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.grace_of(order_id uuid, due_until timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select public.grace_until($1, $2) $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.hand_over_places_of(person uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id from public.pickup_points p where p.vendor_id in (select rights.hand_over_shops_of(person))
  union
  select p.id from public.memberships m join public.pickup_points p on p.id = m.pickup_point_id left join public.vendors v on v.id = p.vendor_id
    left join public.profiles o on o.id = v.owner_id
  where m.person_id = person and m.duty = 'hand-over' and m.ended_at is null and (v.id is null or o.role = 'vendor')
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.hand_over_shops_of(person uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v.id from public.vendors v join public.profiles o on o.id = v.owner_id and o.role = 'vendor'
  where v.status in ('active', 'suspended') and (v.owner_id = person or v.id in (select m.vendor_id from public.memberships m
    where m.person_id = person and m.duty = 'hand-over' and m.ended_at is null))
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.has_part_in_lot(lot uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select lot in (select rights.my_lot_ids()) and rights.has_role('coordinator', 'chief')
    and not public.may_judge_lot(lot, auth.uid(), case when rights.has_role('chief') then 'appeal' else 'decide' end)
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.has_role(VARIADIC roles text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from public.profiles where id = auth.uid() and role = any (roles)
       and (role in ('customer', 'vendor') or not rights.lacks_staff_factor()))
     and not rights.owes_second_step() $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.has_second_factor(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from auth.mfa_factors where user_id = person and status = 'verified') $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION rights.invitations_of(person uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select i.id from public.staff_invitations i join auth.users u on u.id = person
    left join public.vendors v on v.id = i.vendor_id left join public.profiles o on o.id = v.owner_id
  where i.accepted_at is null and i.ended_at is null and i.created_at > now() - interval '14 days' and (v.id is null or o.role = 'vendor' and o.id <> person)
    and (i.email = u.email and u.email_confirmed_at is not null or i.phone = u.phone and u.phone_confirmed_at is not null)
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.is_confirmed(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from auth.users where id = person and (email_confirmed_at is not null or phone_confirmed_at is not null)) $function$
  grant execute to service_role

-- Whether somebody has shown that this address is theirs. For the service alone: it says who is registered.
CREATE OR REPLACE FUNCTION rights.is_confirmed_address(address text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from auth.users where lower(email) = lower(address) and email_confirmed_at is not null and deleted_at is null) $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION rights.is_delivery_evidence(picture text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.weigh_ins where photo = picture) or exists (select from public.shortfalls where photo = picture)
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.is_evidence(name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from public.claim_evidence where path = name) $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.is_gone(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from auth.users where id = person and (deleted_at is not null or banned_until > now())) $function$
  grant execute to service_role

-- True for commands and jobs (service_role) and for the owner (no role set); the login role itself holds no table right.
CREATE OR REPLACE FUNCTION rights.is_service()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select coalesce(current_setting('role', true), 'none') in ('service_role', 'none', '') $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.keeps_content()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select rights.has_role('administrator', 'supervisor') $function$
  grant execute to anon, authenticated, service_role

-- Whether the person has the duty "hand-over" at the place: served_place_ids, asked of anybody.
CREATE OR REPLACE FUNCTION rights.keeps_place(person uuid, place uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.memberships m join public.pickup_points p on p.id = m.pickup_point_id
      left join public.vendors v on v.id = p.vendor_id left join public.profiles o on o.id = v.owner_id
      where m.person_id = person and m.pickup_point_id = place and m.duty = 'hand-over' and m.ended_at is null and (v.id is null or o.role = 'vendor'))
    or exists (select from public.pickup_points p where p.id = place and rights.packs_for(person, p.vendor_id))
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION rights.kg_of_goods(lines jsonb)
 RETURNS numeric
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select case when bool_and(l.kg_per_unit is not null) then sum(l.kg_per_unit * (g ->> 'quantity')::integer) end
  from jsonb_array_elements(lines) g join public.order_lines l on l.id = (g ->> 'line_id')::uuid
$function$
  grant execute to authenticated, service_role

-- True for a session below aal2 on a site that asks its staff for a second factor. Says nothing about the person's role.
CREATE OR REPLACE FUNCTION rights.lacks_staff_factor()
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select coalesce(auth.jwt() ->> 'staff_need_second_factor', '') = 'true' and coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.lot_opened_at(buy uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select max(created_at) from public.lot_incidents where group_buy_id = buy and status = 'open' $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.lot_sums(lot uuid)
 RETURNS TABLE(buyers integer, claims integer, undecided integer, asked_kobo bigint, worth_kobo bigint, held_kobo bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select (select count(distinct o.user_id) from public.orders o where o.group_buy_id = l.group_buy_id and o.paid_at is not null and o.status not in ('cancelled', 'expired'))::integer,
    count(c.id)::integer, (count(c.id) filter (where c.status in ('open', 'answered', 'disputed', 'proposed')))::integer, coalesce(sum(c.asked_kobo), 0)::bigint,
    coalesce(sum(case when c.carried_kobo is null then public.claim_worth_kobo(c.id) else c.carried_kobo end), 0)::bigint,
    (select coalesce(sum(h.goods_kobo), 0) from public.hand_overs h join public.orders o on o.id = h.order_id
      where o.group_buy_id = l.group_buy_id and h.status = 'done' and h.released_at is null)::bigint
  from public.lot_incidents l left join public.claims c on c.lot_id = l.id and c.status <> 'withdrawn'
  where l.id = lot and (l.vendor_id = rights.my_vendor_id() or l.vendor_id in (select rights.overseen_vendor_ids())) group by l.id
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.may_agree_to(amount uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select public.may_decide_amount(amount, auth.uid()) $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.may_answer_shortfall(shortfall uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select public.may_answer_shortfall($1, auth.uid())
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.may_hand_over(person uuid, hand_over uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.hand_overs h join public.orders o on o.id = h.order_id where h.id = $2
    and case when h.kind = 'delivery' then h.status = 'done' and h.handled_by = $1 or exists (select from public.delivery_stops s join public.delivery_runs r on r.id = s.run_id
        where s.order_id = o.id and s.status = 'open' and r.status = 'out' and r.id in (select rights.own_runs_of($1)))
      when h.pickup_point_id is null then o.vendor_id in (select rights.hand_over_shops_of($1))
      else h.pickup_point_id in (select rights.hand_over_places_of($1)) end)
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION rights.my_buy_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select group_buy_id from public.orders where user_id = auth.uid() and group_buy_id is not null and not rights.owes_second_step()
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.my_claim_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select id from public.claims where buyer_id = auth.uid() and not rights.owes_second_step()
  union all select id from public.claims where vendor_id = rights.my_vendor_id()
  union all select id from public.claims where vendor_id in (select rights.overseen_vendor_ids())
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.my_conversation_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select conversation_id from public.conversation_members where profile_id = auth.uid() $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.my_evidence_paths()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select path from public.claim_evidence where claim_id in (select rights.my_claim_ids()) $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.my_lot_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select lot_id from public.claims where lot_id is not null and buyer_id = auth.uid() and not rights.owes_second_step()
  union select id from public.lot_incidents where vendor_id = rights.my_vendor_id() or vendor_id in (select rights.overseen_vendor_ids())
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.my_order_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select id from public.orders where user_id = auth.uid() and not rights.owes_second_step()
  union all select id from public.orders where vendor_id = rights.my_vendor_id()
  union all select id from public.orders where vendor_id in (select rights.overseen_vendor_ids())
$function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.my_owed_peps_kobo()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select greatest(0, -coalesce(ledger.balance_kobo('clawback', auth.uid()), 0))::bigint where not rights.owes_second_step() $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.my_peps_account()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select ledger.id_of('peps:' || auth.uid()) where not rights.owes_second_step() $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.my_unripe_kobo()
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select public.unripe_rewards_kobo(auth.uid()) where not rights.owes_second_step() $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.my_vendor_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v.id from public.vendors v join public.profiles p on p.id = v.owner_id
  where v.owner_id = auth.uid() and (p.role = 'vendor' or p.role = 'customer' and v.status in ('pending', 'rejected')) and not rights.owes_second_step()
$function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.order_fee_back_kobo(of_order uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select public.order_fee_back_kobo($1) $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.order_quantity_left(of_order uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select public.order_quantity_left($1) $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.order_reserved_kobo(of_order uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select public.reserved_kobo($1) $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.overseen_vendor_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select v.id from public.vendors v, public.profiles p
   where p.id = auth.uid()
     and (p.role in ('coordinator', 'chief')
       or (p.role = 'manager' and v.state in (select r.state from public.manager_regions r where r.manager_id = p.id)))
     and not (select rights.lacks_staff_factor()) and not (select rights.owes_second_step()) $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.oversees(state_name text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (
     select from public.profiles p
     where p.id = auth.uid()
       and (p.role in ('coordinator', 'chief')
         or (p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = p.id and r.state = state_name))))
     and not rights.lacks_staff_factor() and not rights.owes_second_step() $function$
  grant execute to anon, authenticated, service_role

-- True where the caller's session does not count: of aal1 while the person has a verified factor, or of a login that is deleted or banned. Asked once per statement, as (select rights.owes_second_step()).
CREATE OR REPLACE FUNCTION rights.owes_second_step()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select auth.uid() is not null
     and ((coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' and rights.has_second_factor(auth.uid())) or rights.is_gone(auth.uid())) $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.own_runs_of(person uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select r.id from public.delivery_runs r where r.rider_id = person and r.status <> 'ended' and rights.rides_for(person, r.pickup_point_id, r.vendor_id)
$function$
  grant execute to authenticated, service_role

-- Whether the person owns the shop or has the duty "hand-over" there: served_vendor_ids, asked of anybody.
CREATE OR REPLACE FUNCTION rights.packs_for(person uuid, shop uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.vendors v join public.profiles o on o.id = v.owner_id and o.role = 'vendor' where v.id = shop and (
    v.owner_id = person and v.status in ('active', 'suspended')
    or exists (select from public.memberships m where m.person_id = person and m.vendor_id = v.id and m.duty = 'hand-over' and m.ended_at is null)))
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION rights.phone_of(person uuid)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select '+' || nullif(phone, '') from auth.users where id = person $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION rights.plans_for(person uuid, hub uuid, shop uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select coalesce(hub in (select rights.run_hubs_of(person)), false) or coalesce(shop in (select rights.hand_over_shops_of(person)), false)
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.published_author_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select distinct author_id from public.blog_posts where status = 'published' and published_at <= now() $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.reward_final_at(of_order uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select coalesce(public.cart_order_final_at(o.id), public.group_order_final_at(o.id)) from public.orders o join public.referrals r on r.referred_id = o.user_id
   where o.id = of_order and r.referrer_id = auth.uid() and not rights.owes_second_step() $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.rides_for(person uuid, hub uuid, shop uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.memberships m where m.person_id = person and m.duty = 'delivery' and m.ended_at is null and m.pickup_point_id = hub)
    or exists (select from public.vendors v join public.profiles o on o.id = v.owner_id and o.role = 'vendor'
      where v.id = shop and v.status in ('active', 'suspended') and (v.owner_id = person
        or exists (select from public.memberships m where m.person_id = person and m.duty = 'delivery' and m.ended_at is null and m.vendor_id = v.id)))
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.run_hubs_of(person uuid)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select p.id from public.pickup_points p where p.vendor_id is null and p.id in (select rights.hand_over_places_of(person))
  union
  select p.id from public.pickup_points p join public.manager_regions r on r.state = p.state join public.profiles m on m.id = r.manager_id
  where p.vendor_id is null and m.id = person and m.role = 'manager'
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.sees_delivery(shop uuid, place uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select shop in (select rights.served_vendor_ids()) or place in (select rights.served_place_ids()) or shop in (select rights.overseen_vendor_ids())
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.sees_delivery_photo(picture text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.weigh_ins w where w.photo = picture and rights.sees_delivery(w.vendor_id, w.pickup_point_id))
    or exists (select from public.shortfalls s where s.photo = picture and rights.sees_delivery(s.vendor_id, s.pickup_point_id))
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.served_place_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select m.pickup_point_id from public.memberships m join public.pickup_points p on p.id = m.pickup_point_id
    left join public.vendors v on v.id = p.vendor_id left join public.profiles o on o.id = v.owner_id
  where m.person_id = auth.uid() and m.duty = 'hand-over' and m.ended_at is null and (v.id is null or o.role = 'vendor') and not rights.owes_second_step()
  union
  select p.id from public.pickup_points p where p.vendor_id in (select rights.served_vendor_ids())
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.served_vendor_ids()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select v.id from public.vendors v where v.id = rights.my_vendor_id() and v.status in ('active', 'suspended')
  union
  select m.vendor_id from public.memberships m join public.vendors v on v.id = m.vendor_id join public.profiles o on o.id = v.owner_id and o.role = 'vendor'
  where m.person_id = auth.uid() and m.duty = 'hand-over' and m.ended_at is null and not rights.owes_second_step()
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.serves_shop(person uuid, shop uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (select from public.vendors v where v.id = shop and v.owner_id = person)
    or exists (select from public.memberships m where m.vendor_id = shop and m.person_id = person and m.ended_at is null)
$function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION rights.short_units(line uuid)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select public.short_units($1) $function$
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.units_left_of(order_id uuid)
 RETURNS TABLE(line_id uuid, quantity integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select u.line_id, u.quantity from public.units_left($1) u $function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.waits_at_hub(of_line uuid)
 RETURNS TABLE(place text, until timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.* from public.waits_at_hub(of_line) w where rights.is_service() or exists (select from public.order_lines l join public.orders o on o.id = l.order_id
    where l.id = of_line and o.user_id = auth.uid() and not rights.owes_second_step())
$function$
  grant execute to authenticated, service_role

CREATE OR REPLACE FUNCTION rights.writes_at_the_tables()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN CASE COALESCE(current_setting('role'::text, true), 'none'::text) WHEN 'authenticated'::text THEN true WHEN 'service_role'::text THEN ((COALESCE(current_setting('request.method'::text, true), ''::text) <> ''::text) AND (NOT COALESCE((auth.jwt() ? 'act'::text), false))) ELSE false END
  grant execute to anon, authenticated, service_role

CREATE OR REPLACE FUNCTION rights.writes_by_secret_key()
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN ((current_setting('role'::text, true) = 'service_role'::text) AND rights.writes_at_the_tables())
  grant execute to anon, authenticated, service_role

-- ====================================================================================================
schema search
  grant usage to service_role
  type part as (kind text, terms text, loose text, wider text, widest text, meant text, is_guess boolean)

table search.concepts
  concept text not null
  kind text not null
  marks text[] not null
  constraint concepts_concept_check CHECK ((concept ~ '^[a-z]{1,30}$'::text))
  constraint concepts_kind_check CHECK ((kind = ANY (ARRAY['food'::text, 'measure'::text, 'place'::text])))
  constraint concepts_pkey PRIMARY KEY (concept)
  row level security on

table search.names  -- What one thing is called in English, Pidgin, Yoruba, Hausa and Igbo, in stems. Written by migrations only: entries are marked with concepts.
  name text not null
  concept text not null
  words text[] not null generated as string_to_array(name, ' '::text)
  constraint names_concept_fkey FOREIGN KEY (concept) REFERENCES search.concepts(concept) ON DELETE CASCADE
  constraint names_pkey PRIMARY KEY (name, concept)
  index names_concept USING btree (concept)
  row level security on

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
  row level security on

-- Words of names that may have been meant, the likeliest first: one slip away, or of like letters.
CREATE OR REPLACE FUNCTION search.alike(typed text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
AS $function$
  with alike as (
    select w.word, coalesce(public.similarity(w.word, typed), 0) + case when w.cuts && search.cuts(typed) then 0.6 else 0 end
      + case when left(w.word, 1) = left(typed, 1) then 0.1 else 0 end + case when right(w.word, 1) = right(typed, 1) then 0.05 else 0 end
      + case when exists (select from search.names n join search.concepts c on c.concept = n.concept where n.name = w.word and c.kind = 'food') then 0.25 else 0 end as closeness
    from search.words w
    where w.is_named and char_length(typed) > 2 and char_length(w.word) > 2
      and (w.cuts && search.cuts(typed) or (w.word operator(public.%) typed and char_length(typed) > 4))
  )
  select word from alike where closeness > 0.55 and closeness > (select max(closeness) from alike) - 0.1 order by closeness desc, word limit 3
$function$
  grant execute to nobody

-- The word, and the word without one of its letters. Two words that share a cut differ by one slip: a letter more, less, other or swapped.
CREATE OR REPLACE FUNCTION search.cuts(word text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_agg(distinct cut) from (
    select word as cut union all
    select overlay(word placing '' from place for 1) from generate_series(1, char_length(word)) place where char_length(word) > 2) as c
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION search.enter_group_buys(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from public.search_entries e where e.group_buy_id = any (ids) and not exists (select from public.group_buys g join public.vendors v on v.id = g.vendor_id
    where g.id = e.group_buy_id and g.status = 'active' and v.status = 'active');
  insert into public.search_entries (kind, group_buy_id, title, title_stems, words, ends_at)
  select 'group_buy', g.id, g.product_name, search.stems(g.product_name),
    search.lexemes('group_buy', concat_ws(' . ', g.product_name, g.unit, g.vendor_location, v.state), g.category, v.business_name || ' ' || g.product_description), g.end_date
  from public.group_buys g join public.vendors v on v.id = g.vendor_id where g.id = any (ids) and g.status = 'active' and v.status = 'active'
  order by g.id
  on conflict (group_buy_id) do update set title = excluded.title, title_stems = excluded.title_stems, words = excluded.words, ends_at = excluded.ends_at;
  select search.learn(string_agg(concat_ws(' ', g.product_name, g.unit, g.vendor_location), ' '), true), search.learn(string_agg(g.product_description, ' '), false)
  from public.group_buys g where g.id = any (ids);
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION search.enter_posts(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from public.search_entries e where e.post_id = any (ids) and not exists (select from public.blog_posts b where b.id = e.post_id and b.status = 'published');
  insert into public.search_entries (kind, post_id, title, title_stems, words)
  select 'post', b.id, b.title, search.stems(b.title), search.lexemes('post', concat_ws(' . ', b.title, b.excerpt,
      (select string_agg(t.name, ' . ') from public.blog_post_tags bt join public.blog_tags t on t.id = bt.tag_id where bt.post_id = b.id)), '', left(b.content, 20000))
  from public.blog_posts b where b.id = any (ids) and b.status = 'published'
  order by b.id
  on conflict (post_id) do update set title = excluded.title, title_stems = excluded.title_stems, words = excluded.words;
  select search.learn(string_agg(concat_ws(' ', b.title, b.excerpt), ' '), true), search.learn(string_agg(left(b.content, 20000), ' '), false)
  from public.blog_posts b where b.id = any (ids) and b.status = 'published';
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION search.enter_products(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from public.search_entries e where e.product_id = any (ids) and not exists (select from public.products p join public.vendors v on v.id = p.vendor_id
    where p.id = e.product_id and p.archived_at is null and v.status = 'active');
  insert into public.search_entries (kind, product_id, title, title_stems, words, is_available, ends_at, category, vendor_id, place, share_date, price, listed_at)
  select 'product', p.id, p.name, search.stems(p.name),
    search.lexemes('product', concat_ws(' . ', p.name, p.unit, trim_scale(p.kg_per_unit) || ' kg', p.vendor_location, v.state), p.category, v.business_name || ' ' || p.description),
    p.available_quantity >= p.min_quantity, (p.share_date + 1)::timestamp at time zone 'Africa/Lagos',
    p.category, p.vendor_id, p.vendor_location, p.share_date, p.base_price, p.created_at
  from public.products p join public.vendors v on v.id = p.vendor_id where p.id = any (ids) and p.archived_at is null and v.status = 'active'
  order by p.id
  on conflict (product_id) do update set title = excluded.title, title_stems = excluded.title_stems, words = excluded.words,
    is_available = excluded.is_available, ends_at = excluded.ends_at, category = excluded.category, vendor_id = excluded.vendor_id, place = excluded.place,
    share_date = excluded.share_date, price = excluded.price, listed_at = excluded.listed_at;
  select search.learn(string_agg(concat_ws(' ', p.name, p.unit, p.vendor_location), ' '), true), search.learn(string_agg(p.description, ' '), false)
  from public.products p where p.id = any (ids);
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION search.enter_shops(ids uuid[])
 RETURNS void
 LANGUAGE sql
AS $function$
  delete from public.search_entries e where e.shop_id = any (ids) and not exists (select from public.vendors v where v.id = e.shop_id and v.status = 'active');
  insert into public.search_entries (kind, shop_id, title, title_stems, words)
  select 'shop', v.id, v.business_name, search.stems(v.business_name), search.lexemes('shop', concat_ws(' . ', v.business_name, v.description, v.location, v.state), '', '')
  from public.vendors v where v.id = any (ids) and v.status = 'active'
  order by v.id
  on conflict (shop_id) do update set title = excluded.title, title_stems = excluded.title_stems, words = excluded.words;
  select search.learn(string_agg(concat_ws(' ', v.business_name, v.location, v.state), ' '), true), search.learn(string_agg(v.description, ' '), false)
  from public.vendors v where v.id = any (ids);
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION search.filler()
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select search.stems('the a an of in at for from near with and or to is are on by per i we me my you your can do who any some have there want need buy sell seller get find where how much price cost cheap please abeg na dey wey fit market online nigeria naija') $function$
  grant execute to nobody

-- All runs of one to four words.
CREATE OR REPLACE FUNCTION search.grams(stems text[])
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array_to_string(stems[start : start + length - 1], ' ')
  from generate_series(1, cardinality(stems)) start, generate_series(1, least(4, cardinality(stems) - start + 1)) length
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION search.learn(said text, named boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not exists (select from search.unknown(said, named)) then return; end if;
  perform pg_advisory_xact_lock(hashtext('search.words'));
  insert into search.words (word, shown, is_named, cuts)
  select u.word, u.shown, named, case when named then search.cuts(u.word) end from search.unknown(said, named) u
  on conflict (word) do update set is_named = true, cuts = excluded.cuts, shown = excluded.shown;
end $function$
  grant execute to nobody

-- Of what is named, where names stand for concepts; of the word it is filed under; and of all else that is written.
CREATE OR REPLACE FUNCTION search.lexemes(kind text, named text, filed text, anywhere text)
 RETURNS tsvector
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  stems text[] := search.stems(named);
  own text[];
begin
  select stems || search.stems(filed) || coalesce(array_agg(mark), '{}') into own from (
    select distinct 'c0' || mark as mark from search.names n join search.concepts c on c.concept = n.concept, unnest(c.marks) mark
    where n.name = any (array(select search.grams(stems)))) m;
  return array_to_tsvector(array(select distinct left(kind, 2) || 'n' || word from unnest(own) word union select left(kind, 2) || 'a' || word from unnest(own || search.stems(anywhere)) word));
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION search.matches(wanted text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
begin
  return exists (select from public.search_entries where words @@ wanted::tsquery and (kind <> 'group_buy' or ends_at > now()));
end $function$
  grant execute to nobody

-- A list of lines "concept | kind | wider concept | names, with commas". After it search.rebuild() marks what is there.
CREATE OR REPLACE FUNCTION search.name_things(list text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  line text;
  cell text[];
begin
  foreach line in array string_to_array(btrim(list, E'\n'), E'\n') loop
    cell := regexp_split_to_array(btrim(line), '\s*\|\s*');
    insert into search.concepts (concept, kind, marks)
    values (cell[1], cell[2], array_prepend(cell[1], coalesce((select marks from search.concepts where concept = cell[3]), '{}')))
    on conflict (concept) do nothing;
    insert into search.names (name, concept)
    select distinct array_to_string(search.stems(name), ' '), cell[1] from unnest(string_to_array(cell[4], ',')) name
    on conflict do nothing;
    perform search.learn(replace(cell[4], ',', ' '), true);
  end loop;
end $function$
  grant execute to nobody

-- @notes what search finds of it.
CREATE OR REPLACE FUNCTION search.note_group_buy()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ begin perform search.enter_group_buys(array[new.id]); return null; end $function$
  grant execute to nobody

-- @notes what search finds of it.
CREATE OR REPLACE FUNCTION search.note_post()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ begin perform search.enter_posts(array[new.id]); return null; end $function$
  grant execute to nobody

-- @notes what search finds of its post.
CREATE OR REPLACE FUNCTION search.note_post_tag()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ begin perform search.enter_posts(array[coalesce(new.post_id, old.post_id)]); return null; end $function$
  grant execute to nobody

-- @notes what search finds of it.
CREATE OR REPLACE FUNCTION search.note_product()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ begin perform search.enter_products(array[new.id]); return null; end $function$
  grant execute to nobody

-- @notes what search finds of it and its goods.
CREATE OR REPLACE FUNCTION search.note_shop()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform search.enter_shops(array[new.id]);
  if tg_op = 'UPDATE' then
    perform search.enter_products(array(select id from public.products where vendor_id = new.id)),
      search.enter_group_buys(array(select id from public.group_buys where vendor_id = new.id and status = 'active'));
  end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION search.order_clues(said text, for_staff boolean, OUT order_ids uuid[], OUT people uuid[], OUT shops uuid[], OUT products uuid[], OUT words text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
AS $function$
declare
  text_said text := btrim(said);
  -- As people write and say it: "#10462", "order no. 10462", "0803.555.0107", "+234 (0)803 555 0107".
  digits text := regexp_replace(regexp_replace(lower(text_said), '^(order)?\s*(no|number)?\s*[.:#]*\s*', ''), '[\s+().-]', '', 'g');
  -- Of more than these the newest orders are looked through instead.
  most constant integer := 300;
begin
  if digits ~ '^\d{1,12}$' then order_ids := array(select id from public.orders where order_no = digits::bigint); end if;
  if for_staff and digits ~ '^(2340?|0)?\d{10}$' then
    people := array(select id from auth.users where phone = '234' || right(digits, 10) union
      (select user_id from public.addresses where public.phone_key(phone) = right(digits, 10) limit most));
    order_ids := order_ids || array(select order_id from public.order_addresses where public.phone_key(phone) = right(digits, 10) limit most);
  end if;
  if digits ~ '^\d+$' then return; end if;
  if text_said ~ '^\S+@\S+$' then
    if for_staff then people := array(select id from auth.users where email = lower(text_said) and not is_sso_user); end if;
    return;
  end if;
  if for_staff and text_said ~ '^[A-Za-z0-9.=-]{10,100}$' then
    order_ids := array(select p.order_id from public.payments y join public.payment_parts p on p.payment_id = y.id where y.reference = text_said);
  end if;
  -- Two letters are in half of all names.
  if length(search.plain(text_said)) < 3 then return; end if;
  words := '%' || replace(search.plain(text_said), ' ', '%') || '%';
  people := array(select id from public.profiles where search.plain(full_name) like words limit most + 1);
  products := array(select id from public.products where search.plain(name) like words limit most + 1);
  if for_staff then shops := array(select id from public.vendors where search.plain(business_name) like words limit most + 1); end if;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION search.parts(q text, typing boolean)
 RETURNS search.part[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  stems text[] := (search.stems(left(q, 100)))[1:8];
  said text[] := array(select word from string_to_table(search.plain(left(q, 100)), ' ') word where word <> '');
  heard text[] := '{}';
  saying text[] := '{}';
  likely text[];
  kinds text[];
  forms jsonb := '[]';
  parts search.part[] := '{}';
  part search.part;
  i integer;
  length integer;
begin
  for i in 1 .. cardinality(stems) loop
    if stems[i] = any (search.filler()) then continue; end if;
    if stems[i] ~ '^[0-9]+$' or exists (select from search.words where word = stems[i]) then likely := array[stems[i]];
    else likely := array(select word from search.words where is_named and word like stems[i] || '%' order by char_length(word), word limit 8);
    end if;
    part.kind := case when stems[i] ~ '^[0-9]+$' then 'measure' when likely = '{}' then 'slip' when likely[1] = stems[i] then 'word' else 'start' end;
    if likely = '{}' then likely := array(select search.alike(stems[i])); end if;
    forms := forms || jsonb_build_object('found', likely, 'how', part.kind, 'typed', stems[i], 'start', typing and i = cardinality(stems) or part.kind = 'start');
    heard := heard || coalesce(likely[1], stems[i]);
    saying := saying || said[i];
  end loop;
  i := 1;
  while i <= cardinality(heard) loop
    length := least(4, cardinality(heard) - i + 1);
    -- The longest name that the words may be, slips included: "palm oyl" is palm oil, though oyl alone may be many things.
    likely := null;
    while length > 1 and likely is null loop
      likely := (select min(n.words) from search.names n
        where cardinality(n.words) = length and forms -> (i - 1) -> 'found' ? n.words[1]
          and (select bool_and(forms -> (i - 2 + at::integer) -> 'found' ? word) from unnest(n.words) with ordinality as t (word, at)));
      if likely is null then length := length - 1; end if;
    end loop;
    if length > 1 then
      heard := heard[: i - 1] || likely || heard[i + length :];
      likely := array[array_to_string(likely, ' ')];
    else likely := array(select jsonb_array_elements_text(forms -> (i - 1) -> 'found'));
    end if;
    select array_agg(distinct c.kind), string_agg(distinct '~c0' || c.concept, '|'), string_agg(distinct '~c0' || c.marks[2], '|'), string_agg(distinct '~c0' || c.marks[3], '|')
    into kinds, part.terms, part.wider, part.widest from search.names n join search.concepts c on c.concept = n.concept where n.name = any (likely);
    part.kind := coalesce(case when cardinality(kinds) = 1 then kinds[1] else 'food' end, case when heard[i] ~ '^[0-9]+$' then 'measure' else 'word' end);
    if kinds is null and heard[i] !~ '^[0-9]+$' then part.kind := 'word'; end if;
    if length > 1 then part.terms := concat_ws('|', '(' || (select string_agg('~' || word, '&') from unnest(heard[i : i + length - 1]) word) || ')', part.terms);
    else
      part.terms := concat_ws('|', (select string_agg('~' || word, '|') from unnest(likely) word), part.terms,
        case when (forms -> (i - 1) ->> 'start')::boolean then '~' || (forms -> (i - 1) ->> 'typed') || ':*' end);
      if part.terms = '' then part.terms := '~' || heard[i]; end if;
    end if;
    part.loose := part.terms;
    if length = 1 and forms -> (i - 1) ->> 'how' <> 'slip' then
      part.loose := concat_ws('|', part.terms, (select string_agg(distinct '~' || word || coalesce('|~c0' || n.concept, ''), '|')
        from search.alike(heard[i]) word left join search.names n on n.name = word));
    end if;
    part.is_guess := exists (select from jsonb_array_elements(forms) with ordinality as f (form, place)
      where place between i and i + length - 1 and form ->> 'how' = 'slip' and form -> 'found' <> '[]');
    part.meant := (select string_agg(case when forms -> (at - 1) ->> 'how' = 'slip' then coalesce((select shown from search.words w where w.word = heard[at]), saying[at]) else saying[at] end, ' ' order by at)
      from generate_series(i, i + length - 1) at);
    parts := parts || part;
    i := i + length;
  end loop;
  return parts;
end $function$
  grant execute to nobody

-- Small letters a to z and digits with single spaces between: "Ẹ̀fọ́ 50kg" is "efo 50 kg". Other scripts, emoji and invisible marks are nothing.
CREATE OR REPLACE FUNCTION search.plain(said text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select btrim(regexp_replace(regexp_replace(regexp_replace(lower(translate(regexp_replace(normalize(said, NFKD),
      '[\u0300-\u036f\u02bc\u2018\u2019''`\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g'), 'ƁɓƊɗƘƙƳƴŊŋƏǝ', 'bbddkkyynnee')),
    '[^a-z0-9]+', ' ', 'g'), '([0-9])([a-z])', '\1 \2', 'g'), '([a-z])([0-9])', '\1 \2', 'g'))
$function$
  grant execute to authenticated, service_role

-- From the rows: for what was there before, and after rows were written past the triggers.
CREATE OR REPLACE FUNCTION search.rebuild()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from public.search_entries;
  select search.enter_shops(array(select id from public.vendors)), search.enter_products(array(select id from public.products)),
    search.enter_group_buys(array(select id from public.group_buys where status = 'active')), search.enter_posts(array(select id from public.blog_posts));
$function$
  grant execute to nobody

-- In the singular and without doubled letters: garri, gari and gaari are one word, tomatoes and tomatos too.
CREATE OR REPLACE FUNCTION search.stem(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select regexp_replace(case when word ~ '..oes$' then left(word, -2) when word ~ '..ies$' then left(word, -3) || 'y'
    when word ~ '..[^siu]s$' then left(word, -1) else word end, '([a-z])\1+', '\1', 'g')
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION search.stems(said text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce(array_agg(left(search.stem(word), 30) order by place), '{}')
  from string_to_table(search.plain(said), ' ') with ordinality as t (word, place) where word <> ''
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION search.understand(parts search.part[], of_kind text, OUT wanted text, OUT is_near boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  attempt text;
  place integer := 0;
begin
  -- From what was said to what is near it: names alone, then all that is written; with slips; without amounts; without the place; what it is a kind of; any of it.
  for attempt in
    select t from unnest(array[
      (select string_agg('(' || p.terms || ')', '&') from unnest(parts) p),
      (select string_agg('(' || p.loose || ')', '&') from unnest(parts) p),
      (select string_agg('(' || p.loose || ')', '&') from unnest(parts) p where p.kind <> 'measure'),
      (select string_agg('(' || p.loose || ')', '&') from unnest(parts) p where p.kind not in ('measure', 'place')),
      (select string_agg('(' || concat_ws('|', p.loose, p.wider) || ')', '&') from unnest(parts) p where p.kind not in ('measure', 'place')),
      (select string_agg(concat_ws('|', p.loose, p.wider), '|') from unnest(parts) p where p.kind not in ('measure', 'place')),
      (select string_agg(concat_ws('|', p.loose, p.wider, p.widest), '|') from unnest(parts) p where p.kind not in ('measure', 'place')),
      (select string_agg(p.loose, '|') from unnest(parts) p)]) t
  loop
    place := place + 1;
    if attempt is null then continue; end if;
    is_near := place > 1;
    wanted := replace(attempt, '~', left(of_kind, 2) || 'n');
    if search.matches(wanted) then return; end if;
    wanted := replace(attempt, '~', left(of_kind, 2) || 'a');
    if search.matches(wanted) then return; end if;
  end loop;
  wanted := null;
  is_near := true;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION search.unknown(said text, named boolean)
 RETURNS TABLE(word text, shown text)
 LANGUAGE sql
 STABLE
AS $function$
  select w.word, w.shown
  from (select left(search.stem(said_as), 30) as word, min(left(said_as, 30)) as shown
    from (select distinct said_as from string_to_table(search.plain(said), ' ') said_as) s group by 1) w
  where w.word ~ '[a-z]' and not exists (select from search.words k where k.word = w.word and (k.is_named or not named))
$function$
  grant execute to nobody

-- ====================================================================================================
schema site
  grant usage to service_role

table site.backups  -- Written by the owner alone: one row for each backup that was written and read again. A restored database knows those before its own.
  taken_at timestamp with time zone not null  -- The moment that the backup shows.
  kept_at timestamp with time zone not null default now()
  bytes bigint not null
  seconds numeric not null
  place text not null
  constraint backups_bytes_check CHECK ((bytes > 0))
  constraint backups_pkey PRIMARY KEY (taken_at)
  constraint backups_place_check CHECK (((char_length(place) >= 1) AND (char_length(place) <= 1000)))
  constraint backups_seconds_check CHECK ((seconds >= (0)::numeric))
  row level security on
  grant select (taken_at, kept_at, bytes, seconds) to service_role

table site.marks  -- Read and written by the owner alone: on a start, by the demo's seed and by npm run adopt.
  name text not null
  value text not null
  noted_at timestamp with time zone not null default now()
  constraint marks_name_check CHECK ((name ~ '^[a-z-]{1,40}$'::text))
  constraint marks_pkey PRIMARY KEY (name)
  constraint marks_value_check CHECK (((char_length(value) >= 1) AND (char_length(value) <= 200)))
  row level security on

-- ====================================================================================================
schema standbys
  grant usage to authenticator

table standbys.timelines  -- The histories that a primary server of this database has written, one row for each.
  timeline text not null
  mark uuid not null default gen_random_uuid()
  noted_at timestamp with time zone not null default clock_timestamp()
  constraint timelines_pkey PRIMARY KEY (timeline)
  row level security on

-- The mark of a history; null on a server that does not hold it.
CREATE OR REPLACE FUNCTION standbys.mark_of(asked text)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select t.mark from standbys.timelines t where t.timeline = asked
$function$
  grant execute to authenticator

-- Marks the history that this server writes, once.
CREATE OR REPLACE FUNCTION standbys.note_timeline()
 RETURNS TABLE(timeline text, mark uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  own text := pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_flush_lsn()), 8);
begin
  insert into standbys.timelines (timeline) values (own) on conflict do nothing;
  return query select own, standbys.mark_of(own);
end
$function$
  grant execute to authenticator

-- ====================================================================================================
schema storage
  grant usage to anon
  grant usage to authenticated
  grant usage to service_role

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
  constraint buckets_id_check CHECK ((id ~ '^[a-z0-9][a-z0-9-]{0,62}$'::text))
  constraint buckets_longest_side_check CHECK (((longest_side >= 96) AND (longest_side <= 8192)))
  constraint buckets_pkey PRIMARY KEY (id)
  constraint only_pictures_have_a_longest_side CHECK (((longest_side IS NULL) OR (allowed_mime_types <@ '{image/jpeg,image/png,image/webp}'::text[])))
  row level security on
  grant delete, insert, select, update to service_role

table storage.daily_uploads  -- What each person sent on a day. Its row also serialises one person's uploads, so that several at once do not pass the budget together.
  owner uuid not null
  bucket_id text not null
  day date not null
  bytes bigint not null default 0
  files integer not null default 0
  constraint daily_uploads_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id)
  constraint daily_uploads_pkey PRIMARY KEY (owner, bucket_id, day)
  row level security on
  grant delete, select to service_role

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
  constraint objects_blob_check CHECK ((blob ~ '^[0-9a-f]{32}$'::text))
  constraint objects_blob_key UNIQUE (blob)
  constraint objects_bucket_id_fkey FOREIGN KEY (bucket_id) REFERENCES storage.buckets(id)
  constraint objects_bucket_id_name_key UNIQUE (bucket_id, name)
  constraint objects_metadata_check CHECK ((jsonb_typeof(metadata) = 'object'::text))
  constraint objects_name_check CHECK ((((octet_length(name) >= 1) AND (octet_length(name) <= 1024)) AND (name !~ '(^|/)(\.{0,2})(/|$)'::text) AND (name !~ '[[:cntrl:]\\]'::text)))
  constraint objects_pkey PRIMARY KEY (id)
  index objects_by_name USING btree (bucket_id, name COLLATE "C")
  index objects_owner USING btree (owner)
  TRIGGER count_upload AFTER INSERT OR UPDATE OF blob ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.count_upload()
  TRIGGER forget_variants AFTER UPDATE OF blob ON storage.objects FOR EACH ROW WHEN ((new.blob IS DISTINCT FROM old.blob)) EXECUTE FUNCTION storage.forget_variants()
  TRIGGER limit_files BEFORE INSERT ON storage.objects FOR EACH ROW EXECUTE FUNCTION storage.limit_files()
  row level security on
  policy delivery_pictures_add for insert to authenticated check ((bucket_id = 'deliveries'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) AND ((EXISTS ( SELECT rights.served_vendor_ids() AS served_vendor_ids)) OR (EXISTS ( SELECT rights.served_place_ids() AS served_place_ids))))
  policy delivery_pictures_drop for delete to authenticated using ((bucket_id = 'deliveries'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) AND (NOT rights.is_delivery_evidence(name)))
  policy delivery_pictures_read for select to authenticated using ((bucket_id = 'deliveries'::text) AND (((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) OR rights.sees_delivery_photo(name)))
  policy evidence_add for insert to authenticated check ((bucket_id = 'evidence'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) AND (NOT ( SELECT rights.owes_second_step() AS owes_second_step)) AND ((EXISTS ( SELECT
   FROM orders o
  WHERE ((o.user_id = ( SELECT auth.uid() AS uid)) AND (o.paid_at IS NOT NULL)))) OR (( SELECT rights.my_vendor_id() AS my_vendor_id) IS NOT NULL)))
  policy evidence_read for select to authenticated using ((bucket_id = 'evidence'::text) AND (NOT ( SELECT rights.owes_second_step() AS owes_second_step)) AND (((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) OR (name IN ( SELECT rights.my_evidence_paths() AS my_evidence_paths))))
  policy evidence_remove for delete to authenticated using ((bucket_id = 'evidence'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) AND (NOT rights.is_evidence(name)))
  policy hand_over_photos_add for insert to authenticated check ((bucket_id = 'hand-over-photos'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) AND (NOT ( SELECT rights.owes_second_step() AS owes_second_step)) AND ((EXISTS ( SELECT rights.hand_over_places_of(( SELECT auth.uid() AS uid)) AS hand_over_places_of)) OR (EXISTS ( SELECT rights.hand_over_shops_of(( SELECT auth.uid() AS uid)) AS hand_over_shops_of)) OR (EXISTS ( SELECT rights.own_runs_of(( SELECT auth.uid() AS uid)) AS own_runs_of))))
  policy hand_over_photos_read for select to authenticated using ((bucket_id = 'hand-over-photos'::text) AND (((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) OR ( SELECT rights.has_role(VARIADIC ARRAY['coordinator'::text, 'chief'::text]) AS has_role)))
  policy pictures_own_folder_add for insert to authenticated check ((bucket_id = 'pictures'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text) AND (( SELECT rights.has_role(VARIADIC ARRAY['vendor'::text, 'administrator'::text, 'supervisor'::text]) AS has_role) OR (( SELECT rights.my_vendor_id() AS my_vendor_id) IS NOT NULL)))
  policy pictures_own_folder_delete for delete to authenticated using ((bucket_id = 'pictures'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text))
  policy pictures_own_folder_edit for update to authenticated using ((bucket_id = 'pictures'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text)) check ((bucket_id = 'pictures'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text))
  policy pictures_own_folder_read for select to authenticated using ((bucket_id = 'pictures'::text) AND ((storage.foldername(name))[1] = (( SELECT auth.uid() AS uid))::text))
  policy second_step_to_delete (restrictive) for delete to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  policy second_step_to_edit (restrictive) for update to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  grant delete, insert, select, update to service_role
  grant delete, select to authenticated
  grant select to anon
  grant insert (id, bucket_id, name, owner, blob, metadata) to authenticated
  grant update (owner, blob, metadata, updated_at) to authenticated

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
  row level security on
  grant delete, insert, select, update to service_role

CREATE OR REPLACE FUNCTION storage.count_upload()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent bigint := coalesce((new.metadata ->> 'size')::bigint, 0);
  limits storage.buckets;
  today bigint;
begin
  if new.owner is null or (tg_op = 'UPDATE' and new.blob is not distinct from old.blob) then return null; end if;
  insert into storage.daily_uploads as d (owner, bucket_id, day, bytes, files) values (new.owner, new.bucket_id, (now() at time zone 'UTC')::date, sent, 1)
  on conflict (owner, bucket_id, day) do update set bytes = d.bytes + excluded.bytes, files = d.files + 1
  returning bytes into today;
  select * into limits from storage.buckets where id = new.bucket_id;
  if today > limits.bytes_per_day then
    raise exception 'You have sent % MB of files today, the most in a day. Please go on tomorrow.', limits.bytes_per_day / 1048576 using errcode = 'PT429';
  end if;
  if (select coalesce(sum((o.metadata ->> 'size')::bigint), 0) from storage.objects o where o.owner = new.owner and o.bucket_id = new.bucket_id) > limits.bytes_per_owner then
    raise exception 'You keep % MB of files here, the most one person may keep. Delete some first.', limits.bytes_per_owner / 1048576 using errcode = 'PT409';
  end if;
  return null;
end $function$
  grant execute to nobody

-- Last part of a path.
CREATE OR REPLACE FUNCTION storage.filename(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (pg_catalog.string_to_array(name, '/'))[pg_catalog.array_length(pg_catalog.string_to_array(name, '/'), 1)]
$function$
  grant execute to anon, authenticated, service_role

-- Folders of a path, for policies: (storage.foldername(name))[1] is the first.
CREATE OR REPLACE FUNCTION storage.foldername(name text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
  select (pg_catalog.string_to_array(name, '/'))[1 : pg_catalog.array_length(pg_catalog.string_to_array(name, '/'), 1) - 1]
$function$
  grant execute to anon, authenticated, service_role

-- Variants show the bytes that the row names; other bytes have none yet.
CREATE OR REPLACE FUNCTION storage.forget_variants()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from storage.variants where object_id = new.id;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION storage.limit_files()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if new.owner is not null and (select count(*) from storage.objects where owner = new.owner) >= 500 then
    raise exception 'You have 500 files here, the most one person may keep. Delete some first.' using errcode = 'PT409';
  end if;
  return new;
end $function$
  grant execute to nobody

-- ====================================================================================================
schema sums
  grant usage to authenticated
  grant usage to service_role

table sums.account_days  -- Movements of the accounts that have no running totals, the platform's own, by day in Lagos: add up the rows.
  account_id uuid not null
  day date not null
  debits_kobo bigint not null
  credits_kobo bigint not null
  index account_days_of_account USING btree (account_id, day)
  row level security on
  grant select to service_role

table sums.closing_balances  -- At the end of a day in Lagos, by kind: how many accounts have a balance, and all debits and credits until then. Limited accounts only; the others have sums.account_days.
  day date not null
  kind text not null
  accounts bigint not null
  debits_kobo bigint not null
  credits_kobo bigint not null
  constraint closing_balances_kind_fkey FOREIGN KEY (kind) REFERENCES ledger.account_kinds(kind)
  constraint closing_balances_pkey PRIMARY KEY (day, kind)
  row level security on
  grant select to service_role

view sums.order_groups with (security_invoker=true)  -- Orders that the reader may see, in groups: add up orders, goods and fees.
  vendor_id uuid
  month date
  status text
  is_paid boolean
  is_promised boolean
  orders bigint
  goods numeric
  buyer_fee_kobo bigint
  vendor_fee_kobo bigint
  grant select to authenticated
  grant select to service_role
  as
 SELECT orders.vendor_id,
    orders.month,
    orders.status,
    orders.status <> ALL (ARRAY['expired'::text, 'cancelled'::text, 'refunding'::text, 'refunded'::text]) AS is_paid,
    false AS is_promised,
    orders.orders,
    orders.goods,
    orders.buyer_fee_kobo,
    orders.vendor_fee_kobo
   FROM sums.orders
UNION ALL
 SELECT order_figures.vendor_id,
    date_trunc('month'::text, (order_figures.created_at AT TIME ZONE 'Africa/Lagos'::text))::date AS month,
    order_figures.status,
    order_figures.is_paid,
    order_figures.is_promised,
    1 AS orders,
    order_figures.goods,
    order_figures.buyer_fee_kobo,
    order_figures.vendor_fee_kobo
   FROM order_figures
  WHERE order_figures.status = ANY (ARRAY['pending'::text, 'paid'::text]);

table sums.orders  -- Orders that are neither pending nor paid, which is where their price no longer follows their buy: add up the rows. month: of ordering, in Lagos.
  vendor_id uuid not null
  month date not null
  status text not null
  orders bigint not null
  goods numeric(18,2) not null
  buyer_fee_kobo bigint not null
  vendor_fee_kobo bigint not null
  index order_sums_of_shop USING btree (vendor_id, month, status)
  row level security on
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  policy shop_sums for select to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)))
  grant select to authenticated
  grant select to service_role

table sums.product_sets  -- Orders that count as sold and have several products, by their products in order of id: add up the rows.
  vendor_id uuid not null
  month date not null
  product_ids uuid[] not null
  orders bigint not null
  index product_set_sums_of_shop USING btree (vendor_id, month)
  row level security on
  grant select to service_role

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
  row level security on
  policy second_step (restrictive) for all to authenticated using (NOT ( SELECT rights.owes_second_step() AS owes_second_step))
  policy shop_sums for select to authenticated using ((vendor_id = ( SELECT rights.my_vendor_id() AS my_vendor_id)) OR (vendor_id IN ( SELECT rights.overseen_vendor_ids() AS overseen_vendor_ids)))
  grant select to authenticated
  grant select to service_role

table sums.shop_days  -- Movements of the shops' accounts by day in Lagos: add up the rows. fee_kobo: the vendor's fee that was taken with them.
  account_id uuid not null
  vendor_id uuid not null
  day date not null
  movements bigint not null
  came_in_kobo bigint not null
  went_out_kobo bigint not null
  fee_kobo bigint not null
  index shop_days_of_account USING btree (account_id, day)
  row level security on
  grant select to service_role

view sums.sold_products with (security_invoker=false)  -- Products of all shops by the words of the day, in the reported months: granted to nobody.
  vendor_id uuid
  product_id uuid
  product_name text
  unit text
  orders numeric
  promised_orders numeric
  quantity numeric
  goods numeric
  as
 SELECT vendor_id,
    product_id,
    product_name,
    unit,
    COALESCE(sum(orders) FILTER (WHERE is_paid), 0::numeric) AS orders,
    COALESCE(sum(orders) FILTER (WHERE NOT is_paid), 0::numeric) AS promised_orders,
    COALESCE(sum(quantity) FILTER (WHERE is_paid), 0::numeric) AS quantity,
    COALESCE(sum(goods) FILTER (WHERE is_paid), 0::numeric) AS goods
   FROM ( SELECT products.vendor_id,
            products.product_id,
            products.product_name,
            products.unit,
            true AS is_paid,
            products.orders,
            products.quantity,
            products.goods
           FROM sums.products
          WHERE products.month >= (( SELECT lagos_month(first_reported_month()) AS lagos_month))
        UNION ALL
         SELECT o.vendor_id,
            l.product_id,
            l.product_name,
            l.unit,
            o.is_paid,
            1,
            l.quantity,
                CASE
                    WHEN o.group_buy_id IS NULL THEN l.unit_price * l.quantity::numeric
                    ELSE w.goods
                END AS goods
           FROM orders o
             CROSS JOIN LATERAL ( SELECT order_lines.id,
                    order_lines.order_id,
                    order_lines.product_id,
                    order_lines.product_name,
                    order_lines.unit,
                    order_lines.image_url,
                    order_lines.quantity,
                    order_lines.base_price,
                    order_lines.unit_price,
                    order_lines.packed_at,
                    order_lines.share_date,
                    order_lines.vat_class,
                    order_lines.vat_bps,
                    order_lines.kg_per_unit
                   FROM order_lines
                  WHERE order_lines.order_id = o.id
                 OFFSET 0) l
             LEFT JOIN group_buys g ON g.id = o.group_buy_id
             CROSS JOIN LATERAL ( SELECT
                        CASE
                            WHEN o.is_live AND o.settled_at IS NULL THEN COALESCE(g.current_price * o.quantity::numeric, o.total_amount)
                            ELSE o.total_amount
                        END AS goods) w
          WHERE (o.status = ANY (ARRAY['pending'::text, 'paid'::text])) AND o.created_at >= (( SELECT first_reported_month() AS first_reported_month))) s
  WHERE NOT ( SELECT rights.owes_second_step() AS owes_second_step)
  GROUP BY vendor_id, product_id, product_name, unit
 HAVING sum(orders) > 0::numeric;

CREATE OR REPLACE FUNCTION sums.add_order(o orders, sign integer)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  insert into sums.orders (vendor_id, month, status, orders, goods, buyer_fee_kobo, vendor_fee_kobo)
  values (o.vendor_id, public.lagos_month(o.created_at), o.status, sign, sign * o.total_amount,
    case when o.is_paid then sign * floor(o.total_amount * o.buyer_fee_bps / 100)::bigint else 0 end,
    case when o.is_paid then sign * floor(o.total_amount * o.vendor_fee_bps / 100)::bigint else 0 end);
  insert into sums.products (vendor_id, month, product_id, product_name, unit, orders, quantity, goods)
  select o.vendor_id, public.lagos_month(o.created_at), l.product_id, l.product_name, l.unit, sign, sign * l.quantity,
    sign * case when o.group_buy_id is null then l.unit_price * l.quantity else o.total_amount end
  from public.order_lines l where l.order_id = o.id and o.is_paid;
  insert into sums.product_sets (vendor_id, month, product_ids, orders)
  select o.vendor_id, public.lagos_month(o.created_at), array_agg(l.product_id order by l.product_id), sign
  from public.order_lines l where l.order_id = o.id and o.is_paid and o.group_buy_id is null having count(*) > 1;
$function$
  grant execute to nobody

-- What the limited accounts of each kind had at the end of a day, for chiefs.
CREATE OR REPLACE FUNCTION sums.balances_at(wanted date)
 RETURNS TABLE(kind text, accounts bigint, debits_kobo bigint, credits_kobo bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare closed date;
begin
  if not rights.has_role('chief') then return; end if;
  select max(c.day) into closed from sums.closing_balances c where c.day <= wanted;
  return query select c.kind, c.accounts, c.debits_kobo, c.credits_kobo from sums.closing_balances c where c.day = wanted;
  if closed is distinct from wanted then
    return query select n.kind, n.accounts, n.debits_kobo, n.credits_kobo from sums.balances_since(closed) n where n.day = wanted;
  end if;
end $function$
  grant execute to authenticated, service_role

-- The balances at the end of each day after the given closed one, until today; null: of all days.
CREATE OR REPLACE FUNCTION sums.balances_since(closed date)
 RETURNS TABLE(day date, kind text, accounts bigint, debits_kobo bigint, credits_kobo bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  with moved as (
    select w.account_id, (t.posted_at at time zone 'Africa/Lagos')::date as day, sum(w.debit) as debits, sum(w.credit) as credits
    from ledger.transfers t
    cross join lateral (values (t.debit_id, t.debit_kind, t.amount_kobo, 0::bigint), (t.credit_id, t.credit_kind, 0::bigint, t.amount_kobo)) w (account_id, kind, debit, credit)
    join ledger.account_kinds k on k.kind = w.kind and k.is_limited
    where t.phase in ('posted', 'taken') and t.posted_at >= coalesce(sums.end_of(closed), '-infinity') group by 1, 2
  ), run as (
    select a.kind, m.day, m.debits, m.credits,
      a.debits_kobo - a.credits_kobo - coalesce(sum(m.debits - m.credits) over later, 0) as at_end,
      a.debits_kobo - a.credits_kobo - coalesce(sum(m.debits - m.credits) over later, 0) - (m.debits - m.credits) as at_start
    from moved m join ledger.accounts a on a.id = m.account_id
    window later as (partition by m.account_id order by m.day desc rows between unbounded preceding and 1 preceding)
  ), daily as (
    select r.day, r.kind, sum((r.at_end <> 0)::integer - (r.at_start <> 0)::integer) as accounts, sum(r.debits) as debits, sum(r.credits) as credits
    from run r group by 1, 2
  )
  select d.day::date, k.kind, (coalesce(b.accounts, 0) + coalesce(sum(n.accounts) over until, 0))::bigint,
    (coalesce(b.debits_kobo, 0) + coalesce(sum(n.debits) over until, 0))::bigint,
    (coalesce(b.credits_kobo, 0) + coalesce(sum(n.credits) over until, 0))::bigint
  from generate_series(coalesce(closed + 1, (select min(daily.day) from daily))::timestamp, now() at time zone 'Africa/Lagos', interval '1 day') d (day)
  cross join ledger.account_kinds k
  left join sums.closing_balances b on b.day = closed and b.kind = k.kind
  left join daily n on n.day = d.day::date and n.kind = k.kind
  where k.is_limited
  window until as (partition by k.kind order by d.day)
$function$
  grant execute to nobody

-- Keeps the closing balances of the days that are over and returns how many rows were added.
CREATE OR REPLACE FUNCTION sums.close_days()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  over date := ((now() - interval '1 hour') at time zone 'Africa/Lagos')::date - 1;
  closed date;
  added integer;
begin
  select max(c.day) into closed from sums.closing_balances c;
  if closed >= over then return 0; end if;
  perform pg_advisory_xact_lock(hashtext('sums.close_days'));
  select max(c.day) into closed from sums.closing_balances c;
  insert into sums.closing_balances (day, kind, accounts, debits_kobo, credits_kobo)
  select b.day, b.kind, b.accounts, b.debits_kobo, b.credits_kobo from sums.balances_since(closed) b where b.day <= over;
  get diagnostics added = row_count;
  return added;
end $function$
  grant execute to service_role

CREATE OR REPLACE FUNCTION sums.end_of(day date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select (day + 1)::timestamp at time zone 'Africa/Lagos' $function$
  grant execute to nobody

-- Makes one row of many that stand for the same; what they add up to stays.
CREATE OR REPLACE FUNCTION sums.fold()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not pg_try_advisory_xact_lock(hashtext('sums.fold')) then return; end if;
  perform sums.fold_orders_and_days(), sums.fold_shops(), sums.fold_product_sets();
end $function$
  grant execute to service_role

-- Makes one row of many that stand for the same; what they add up to stays.
CREATE OR REPLACE FUNCTION sums.fold_orders_and_days()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not pg_try_advisory_xact_lock(hashtext('sums.fold')) then return; end if;
  with many as (
    select vendor_id, month, status from sums.orders group by 1, 2, 3 having count(*) > 1
  ), gone as (
    delete from sums.orders s using many m where (s.vendor_id, s.month, s.status) = (m.vendor_id, m.month, m.status) returning s.*
  )
  insert into sums.orders select vendor_id, month, status, sum(orders), sum(goods), sum(buyer_fee_kobo), sum(vendor_fee_kobo)
  from gone group by 1, 2, 3 having (sum(orders), sum(goods), sum(buyer_fee_kobo), sum(vendor_fee_kobo)) <> (0, 0, 0, 0);
  with many as (
    select vendor_id, month, product_id from sums.products group by 1, 2, 3 having count(*) > 1
  ), gone as (
    delete from sums.products s using many m where (s.vendor_id, s.month, s.product_id) = (m.vendor_id, m.month, m.product_id) returning s.*
  )
  insert into sums.products select vendor_id, month, product_id, product_name, unit, sum(orders), sum(quantity), sum(goods)
  from gone group by 1, 2, 3, 4, 5 having (sum(orders), sum(quantity), sum(goods)) <> (0, 0, 0);
  with many as (
    select account_id, day from sums.account_days group by 1, 2 having count(*) > 1
  ), gone as (
    delete from sums.account_days s using many m where (s.account_id, s.day) = (m.account_id, m.day) returning s.*
  )
  insert into sums.account_days select account_id, day, sum(debits_kobo), sum(credits_kobo) from gone group by 1, 2;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION sums.fold_product_sets()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with many as (
    select vendor_id, month, product_ids from sums.product_sets group by 1, 2, 3 having count(*) > 1
  ), gone as (
    delete from sums.product_sets s using many m where (s.vendor_id, s.month, s.product_ids) = (m.vendor_id, m.month, m.product_ids) returning s.*
  )
  insert into sums.product_sets select vendor_id, month, product_ids, sum(orders) from gone group by 1, 2, 3 having sum(orders) <> 0;
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION sums.fold_shops()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  with many as (
    select account_id, day from sums.shop_days group by 1, 2 having count(*) > 1
  ), gone as (
    delete from sums.shop_days s using many m where (s.account_id, s.day) = (m.account_id, m.day) returning s.*
  )
  insert into sums.shop_days select account_id, vendor_id, day, sum(movements), sum(came_in_kobo), sum(went_out_kobo), sum(fee_kobo)
  from gone group by 1, 2, 3;
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION sums.follow_ledger()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into sums.account_days (account_id, day, debits_kobo, credits_kobo)
  select s.id, (s.at at time zone 'Africa/Lagos')::date, sum(s.debit), sum(s.credit) from (
    select debit_id as id, debit_kind as kind, posted_at as at, amount_kobo as debit, 0 as credit from added where phase in ('posted', 'taken')
    union all select credit_id, credit_kind, posted_at, 0, amount_kobo from added where phase in ('posted', 'taken')) s
  join ledger.account_kinds k on k.kind = s.kind and not k.is_limited group by 1, 2;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION sums.follow_orders()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op <> 'INSERT' and old.status not in ('pending', 'paid') then perform sums.add_order(old, -1); end if;
  if tg_op <> 'DELETE' and new.status not in ('pending', 'paid') then perform sums.add_order(new, 1); end if;
  return null;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION sums.follow_shops()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not exists (select from added where 'vendor' in (debit_kind, credit_kind) and phase in ('posted', 'taken')) then return null; end if;
  insert into sums.shop_days (account_id, vendor_id, day, movements, came_in_kobo, went_out_kobo, fee_kobo)
  select a.id, a.owner_id, (m.posted_at at time zone 'Africa/Lagos')::date, sum(m.movements), sum(m.came_in), sum(m.went_out), sum(m.fee) from (
    select credit_id as account_id, posted_at, 1 as movements, amount_kobo as came_in, 0 as went_out, 0 as fee
    from added where credit_kind = 'vendor' and phase in ('posted', 'taken')
    union all select debit_id, posted_at, 1, 0, amount_kobo, 0 from added where debit_kind = 'vendor' and phase in ('posted', 'taken')
    union all select e.credit_id, e.posted_at, 0, 0, 0, f.amount_kobo from added e join added f on f.journal_id = e.journal_id
      where e.kind = 'vendor_earned' and f.kind = 'vendor_fee_earned' and e.phase in ('posted', 'taken')) m
  join ledger.accounts a on a.id = m.account_id group by 1, 2, 3;
  return null;
end $function$
  grant execute to nobody

-- From the rows: for what was there before, and after rows were written past the triggers.
CREATE OR REPLACE FUNCTION sums.recount()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- The first of them locks the rows that all of them count.
  perform sums.recount_orders_and_days();
  perform sums.recount_shops(), sums.recount_product_sets();
  delete from sums.closing_balances;
  perform sums.close_days();
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION sums.recount_orders_and_days()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  lock table public.orders, ledger.transfers in share row exclusive mode;
  delete from sums.orders;
  delete from sums.products;
  delete from sums.account_days;
  insert into sums.orders
  select o.vendor_id, public.lagos_month(o.created_at), o.status, count(*), sum(o.total_amount),
    coalesce(sum(floor(o.total_amount * o.buyer_fee_bps / 100)) filter (where o.is_paid), 0),
    coalesce(sum(floor(o.total_amount * o.vendor_fee_bps / 100)) filter (where o.is_paid), 0)
  from public.orders o where o.status not in ('pending', 'paid') group by 1, 2, 3;
  insert into sums.products
  select o.vendor_id, public.lagos_month(o.created_at), l.product_id, l.product_name, l.unit, count(*), sum(l.quantity),
    sum(case when o.group_buy_id is null then l.unit_price * l.quantity else o.total_amount end)
  from public.orders o join public.order_lines l on l.order_id = o.id where o.is_paid and o.status <> 'paid' group by 1, 2, 3, 4, 5;
  insert into sums.account_days
  select s.id, (s.at at time zone 'Africa/Lagos')::date, sum(s.debit), sum(s.credit) from (
    select debit_id as id, debit_kind as kind, posted_at as at, amount_kobo as debit, 0 as credit from ledger.transfers where phase in ('posted', 'taken')
    union all select credit_id, credit_kind, posted_at, 0, amount_kobo from ledger.transfers where phase in ('posted', 'taken')) s
  join ledger.account_kinds k on k.kind = s.kind and not k.is_limited group by 1, 2;
end $function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION sums.recount_product_sets()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from sums.product_sets;
  insert into sums.product_sets
  select o.vendor_id, public.lagos_month(o.created_at), l.product_ids, count(*) from public.orders o join (
    select order_id, array_agg(product_id order by product_id) as product_ids from public.order_lines group by order_id having count(*) > 1
  ) l on l.order_id = o.id where o.is_paid and o.status <> 'paid' and o.group_buy_id is null group by 1, 2, 3;
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION sums.recount_shops()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
  delete from sums.shop_days;
  insert into sums.shop_days
  select a.id, a.owner_id, (m.posted_at at time zone 'Africa/Lagos')::date, sum(m.movements), sum(m.came_in), sum(m.went_out), sum(m.fee) from (
    select credit_id as account_id, posted_at, 1 as movements, amount_kobo as came_in, 0 as went_out, 0 as fee
    from ledger.transfers where credit_kind = 'vendor' and phase in ('posted', 'taken')
    union all select debit_id, posted_at, 1, 0, amount_kobo, 0 from ledger.transfers where debit_kind = 'vendor' and phase in ('posted', 'taken')
    union all select e.credit_id, e.posted_at, 0, 0, 0, f.amount_kobo from ledger.transfers e join ledger.transfers f on f.journal_id = e.journal_id
      where e.kind = 'vendor_earned' and f.kind = 'vendor_fee_earned' and e.phase in ('posted', 'taken')) m
  join ledger.accounts a on a.id = m.account_id group by 1, 2, 3;
$function$
  grant execute to nobody

CREATE OR REPLACE FUNCTION sums.reopen_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare first date;
begin
  select (min(a.posted_at) at time zone 'Africa/Lagos')::date into first from added a;
  if first < (clock_timestamp() at time zone 'Africa/Lagos')::date then
    perform pg_advisory_xact_lock_shared(hashtext('sums.close_days'));
    delete from sums.closing_balances c where c.day >= first;
  end if;
  return null;
end $function$
  grant execute to nobody
