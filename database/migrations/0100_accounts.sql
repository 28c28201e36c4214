-- People: one profile per login, who brought whom, and which states a manager looks after.
create table public.nigerian_states (name text primary key);
comment on table public.nigerian_states is 'The 36 states and the Federal Capital Territory: the unit in which managers are assigned.';
insert into public.nigerian_states (name)
select unnest(array['Abia','Adamawa','Akwa Ibom','Anambra','Bauchi','Bayelsa','Benue','Borno','Cross River','Delta','Ebonyi','Edo','Ekiti','Enugu',
  'FCT','Gombe','Imo','Jigawa','Kaduna','Kano','Katsina','Kebbi','Kogi','Kwara','Lagos','Nasarawa','Niger','Ogun','Ondo','Osun','Oyo','Plateau',
  'Rivers','Sokoto','Taraba','Yobe','Zamfara']);

create table public.profiles (
  id uuid primary key,
  role text not null default 'customer'
    check (role in ('customer', 'vendor', 'manager', 'coordinator', 'chief', 'administrator', 'supervisor')),
  full_name text not null default '' check (char_length(full_name) <= 120 and full_name !~ '[\x01-\x1f]'),
  points_balance numeric(14,2) not null default 0 check (points_balance >= 0),
  referral_code text unique check (referral_code ~ '^[A-Z0-9]{6,12}$'),
  hidden_from_boards boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.profiles is 'One row per person. No foreign key to auth.users: a profile outlives a deleted login, pseudonymised, because orders and the ledger name it.';
comment on column public.profiles.points_balance is 'PEPS (1 PEP = 1 naira): a checked copy of the ledger account, written by the ledger alone.';
comment on column public.profiles.referral_code is 'Null for vendors: they cannot enrol as affiliates.';
create index profiles_created_at on public.profiles (created_at desc);
create index profiles_points_balance on public.profiles (points_balance desc);
create index profiles_role on public.profiles (role);

create table public.referrals (
  id uuid primary key default gen_random_uuid(),
  referrer_id uuid not null references public.profiles (id),
  referred_id uuid not null unique references public.profiles (id),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check (referrer_id <> referred_id)
);
comment on column public.referrals.settled_at is 'When the referred person''s first order settled: from then on the referral is successful.';
create index referrals_referrer on public.referrals (referrer_id, settled_at);

create table public.manager_regions (
  manager_id uuid not null references public.profiles (id) on delete cascade,
  state text not null references public.nigerian_states (name),
  assigned_by uuid references public.profiles (id),
  created_at timestamptz not null default now(),
  primary key (manager_id, state)
);
comment on table public.manager_regions is 'The states whose vendors a manager approves, suspends and watches. Assigned by coordinators.';

create function public.touch_updated_at() returns trigger language plpgsql set search_path = '' as
$$ begin new.updated_at := now(); return new; end $$;
create trigger profiles_touch before update on public.profiles for each row execute function public.touch_updated_at();

-- Eight letters of 32 that cannot be mistaken for each other. A code that is taken is never drawn, or a sign-up would fail by chance.
create function public.new_referral_code() returns text language plpgsql volatile security definer set search_path = '' as $$
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
end $$;

-- What a sign-up says about itself: of what the client sent, only name, wanted role (customer or vendor) and referral code count.
create function public.wanted_role(sent jsonb) returns text language sql immutable set search_path = '' as
$$ select case when sent ->> 'role' = 'vendor' then 'vendor' else 'customer' end $$;

create function public.sent_name(sent jsonb) returns text language sql immutable set search_path = '' as
$$ select trim(left(regexp_replace(coalesce(sent ->> 'full_name', ''), '[\x01-\x1f]+', ' ', 'g'), 120)) $$;

create function public.note_referrer(person uuid, sent jsonb) returns void language sql security definer set search_path = '' as $$
  insert into public.referrals (referrer_id, referred_id)
  select p.id, person from public.profiles p
  where p.referral_code = upper(trim(left(sent ->> 'referral_code', 40))) and p.id <> person and p.role <> 'vendor'
    and public.wanted_role(sent) = 'customer'
  on conflict do nothing
$$;

-- A login brings its profile.
create function public.open_profile() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  wanted text := public.wanted_role(new.raw_user_meta_data);
begin
  insert into public.profiles (id, role, full_name, referral_code)
  values (new.id, wanted, public.sent_name(new.raw_user_meta_data), case when wanted = 'customer' then public.new_referral_code() end)
  on conflict (id) do nothing;
  perform public.note_referrer(new.id, new.raw_user_meta_data);
  return null;
end $$;
create trigger open_profile after insert on auth.users for each row execute function public.open_profile();

-- A sign-up repeated before confirmation brings the latest wishes, until somebody has confirmed. A guest holds a session before any
-- address is theirs: what they write about themselves later chooses no role and no referrer.
create function public.follow_sign_up() returns trigger language plpgsql security definer set search_path = '' as $$
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
end $$;
create trigger follow_sign_up after update of raw_user_meta_data on auth.users for each row
  when (not old.is_anonymous and not new.is_anonymous
    and old.email_confirmed_at is null and old.phone_confirmed_at is null and new.email_confirmed_at is null and new.phone_confirmed_at is null
    and old.raw_user_meta_data is distinct from new.raw_user_meta_data)
  execute function public.follow_sign_up();

-- The welcome mail goes out after confirmation (design.md, section 7): enqueued in the transaction that confirms.
create function public.welcome_person() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (new.email_confirmed_at is not null or new.phone_confirmed_at is not null)
    and (tg_op = 'INSERT' or (old.email_confirmed_at is null and old.phone_confirmed_at is null)) then
    perform jobs.enqueue('send-welcome-mail', jsonb_build_object('user_id', new.id), now(), 'welcome:' || new.id);
  end if;
  return null;
end $$;
create trigger welcome_person after insert or update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row execute function public.welcome_person();

revoke execute on function public.note_referrer(uuid, jsonb) from public;

alter table public.nigerian_states enable row level security;
alter table public.profiles enable row level security;
alter table public.referrals enable row level security;
alter table public.manager_regions enable row level security;

create policy everyone_reads on public.nigerian_states for select using (true);

grant select on public.nigerian_states to anon, authenticated;
grant select (id, role, full_name, points_balance, created_at) on public.profiles to anon;
grant select on public.profiles to authenticated;
grant update (full_name, hidden_from_boards) on public.profiles to authenticated;
grant select (id, referrer_id, created_at, settled_at) on public.referrals to anon, authenticated;
grant select on public.manager_regions to authenticated;
grant all on public.nigerian_states, public.profiles, public.referrals, public.manager_regions to service_role;
-- Who the caller is, for policies and triggers. SECURITY DEFINER, because policies on profiles that read profiles would call themselves.
create schema rights;
grant usage on schema rights to anon, authenticated, service_role;

create function rights.is_service() returns boolean language sql stable set search_path = '' as
$$ select coalesce(current_setting('role', true), 'none') in ('service_role', 'none', '') $$;
comment on function rights.is_service() is 'True for commands and jobs (service_role) and for the owner (no role set); the login role itself holds no table right.';

-- An access token outlives its account by up to an hour: for tables and commands it counts no longer once the login is deleted or banned.
create function rights.is_gone(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from auth.users where id = person and (deleted_at is not null or banned_until > now())) $$;

create function rights.has_second_factor(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from auth.mfa_factors where user_id = person and status = 'verified') $$;

-- Joining and buying need a confirmed e-mail address or phone number; only the auth service's own table knows.
create function rights.is_confirmed(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from auth.users where id = person and (email_confirmed_at is not null or phone_confirmed_at is not null)) $$;

create function rights.email_of(person uuid) returns text language sql stable security definer set search_path = '' as
$$ select email from auth.users where id = person $$;

-- A person with a second factor has no rights before it is shown: a password alone opens neither what is theirs nor what their role may.
create function rights.owes_second_step() returns boolean language sql stable security definer set search_path = '' as
$$ select auth.uid() is not null
     and ((coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' and rights.has_second_factor(auth.uid())) or rights.is_gone(auth.uid())) $$;
comment on function rights.owes_second_step is 'True where the caller''s session does not count: of aal1 while the person has a verified factor, or of a login that is deleted or banned. Asked once per statement, as (select rights.owes_second_step()).';

-- Where the operator asks staff for a second factor, a role's rights begin with it. The front door puts the operator's choice into the
-- claims of every request (`staff_need_second_factor`); what is one's own, and a vendor's shop, asks for nothing.
create function rights.lacks_staff_factor() returns boolean language sql stable set search_path = '' as
$$ select coalesce(auth.jwt() ->> 'staff_need_second_factor', '') = 'true' and coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' $$;
comment on function rights.lacks_staff_factor is 'True for a session below aal2 on a site that asks its staff for a second factor. Says nothing about the person''s role.';

create function rights.has_role(variadic roles text[]) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from public.profiles where id = auth.uid() and role = any (roles)
       and (role in ('customer', 'vendor') or not rights.lacks_staff_factor()))
     and not rights.owes_second_step() $$;

create function rights.keeps_content() returns boolean language sql stable security definer set search_path = '' as
$$ select rights.has_role('administrator', 'supervisor') $$;

create policy own_row on public.profiles for select to authenticated using (id = (select auth.uid()));
create policy chief_reads on public.profiles for select to authenticated using ((select rights.has_role('chief')));
create policy coordinator_reads_managers on public.profiles for select to authenticated
  using (role = 'manager' and (select rights.has_role('coordinator')));
create policy own_name on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy second_step_to_write on public.profiles as restrictive for update to authenticated using (not (select rights.owes_second_step()));
create policy own_referrals on public.referrals for select to authenticated
  using (referrer_id = (select auth.uid()) or (select rights.has_role('chief')));
create policy region_readers on public.manager_regions for select to authenticated
  using (manager_id = (select auth.uid()) or (select rights.has_role('coordinator', 'chief')));
create policy second_step on public.manager_regions as restrictive for all to authenticated using (not (select rights.owes_second_step()));

grant execute on function rights.is_confirmed(uuid), rights.email_of(uuid), rights.has_second_factor(uuid), rights.is_gone(uuid) to service_role;
grant execute on function rights.is_service(), rights.owes_second_step(), rights.lacks_staff_factor(), rights.has_role(text[]),
  rights.keeps_content() to anon, authenticated, service_role;

-- The chief's list of people who can come in, with e-mails; coordinators see their managers. With its owner's rights; its condition admits both.
create view public.user_directory as
select p.id, u.email, u.phone, p.full_name, p.role, p.created_at, u.last_sign_in_at, (u.email_confirmed_at is not null or u.phone_confirmed_at is not null) as confirmed
from public.profiles p left join auth.users u on u.id = p.id
where u.deleted_at is null and ((select rights.has_role('chief')) or (p.role = 'manager' and (select rights.has_role('coordinator'))));
grant select on public.user_directory to authenticated, service_role;
