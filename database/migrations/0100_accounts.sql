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

-- Who the caller is. SECURITY DEFINER, because policies on profiles that read profiles would call themselves.
create schema rights;
grant usage on schema rights to anon, authenticated, service_role;

create function rights.has_role(variadic roles text[]) returns boolean
language sql stable security definer set search_path = '' as
$$ select exists (select from public.profiles where id = auth.uid() and role = any (roles)) $$;

create function rights.is_service() returns boolean language sql stable set search_path = '' as
$$ select coalesce(current_setting('role', true), 'none') in ('service_role', 'none', '') $$;
comment on function rights.is_service() is 'True for commands and jobs (service_role) and for migrations (no role set); the login role itself holds no table right.';

create function rights.seeding() returns boolean language sql stable set search_path = '' as
$$ select rights.is_service() and coalesce(current_setting('ajoja.seeding', true), '') = 'on' $$;
comment on function rights.seeding() is 'The demo market writes buys in every stage, with dates in the past; nothing reachable from outside can set this.';

create function rights.oversees(state_name text) returns boolean
language sql stable security definer set search_path = '' as
$$ select exists (
     select from public.profiles p
     where p.id = auth.uid()
       and (p.role in ('coordinator', 'chief')
         or (p.role = 'manager' and exists (select from public.manager_regions r where r.manager_id = p.id and r.state = state_name)))) $$;

create function rights.profile_exists(profile_id uuid) returns boolean
language sql stable security definer set search_path = '' as
$$ select exists (select from public.profiles where id = profile_id) $$;

create function public.touch_updated_at() returns trigger language plpgsql set search_path = '' as
$$ begin new.updated_at := now(); return new; end $$;

create trigger profiles_touch before update on public.profiles for each row execute function public.touch_updated_at();

-- A login brings its profile. Of what the client sent only name, wanted role (customer or vendor) and referral code count.
create function public.new_referral_code() returns text language sql volatile set search_path = '' as
$$ select upper(substr(translate(md5(gen_random_uuid()::text), '01', 'xy'), 1, 8)) $$;

create function public.open_profile() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  wanted text := case when new.raw_user_meta_data ->> 'role' = 'vendor' then 'vendor' else 'customer' end;
  name text := left(regexp_replace(coalesce(new.raw_user_meta_data ->> 'full_name', ''), '[\x01-\x1f]+', ' ', 'g'), 120);
  referrer uuid;
begin
  insert into public.profiles (id, role, full_name, referral_code)
  values (new.id, wanted, trim(name), case when wanted = 'customer' then public.new_referral_code() end)
  on conflict (id) do nothing;

  select id into referrer from public.profiles
  where referral_code = upper(trim(left(new.raw_user_meta_data ->> 'referral_code', 40))) and id <> new.id and role <> 'vendor';
  if referrer is not null and wanted = 'customer' then
    insert into public.referrals (referrer_id, referred_id) values (referrer, new.id) on conflict do nothing;
  end if;
  return new;
end $$;
create trigger open_profile after insert on auth.users for each row execute function public.open_profile();

alter table public.nigerian_states enable row level security;
alter table public.profiles enable row level security;
alter table public.referrals enable row level security;
alter table public.manager_regions enable row level security;

create policy everyone_reads on public.nigerian_states for select using (true);
create policy own_row on public.profiles for select to authenticated using (id = (select auth.uid()));
create policy chief_reads on public.profiles for select to authenticated using ((select rights.has_role('chief')));
create policy coordinator_reads_managers on public.profiles for select to authenticated
  using (role = 'manager' and (select rights.has_role('coordinator')));
create policy own_name on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy own_referrals on public.referrals for select to authenticated
  using (referrer_id = (select auth.uid()) or (select rights.has_role('chief')));
create policy region_readers on public.manager_regions for select to authenticated
  using (manager_id = (select auth.uid()) or (select rights.has_role('coordinator', 'chief')));

grant select on public.nigerian_states to anon, authenticated;
grant select (id, role, full_name, points_balance, created_at) on public.profiles to anon;
grant select on public.profiles to authenticated;
grant update (full_name, hidden_from_boards) on public.profiles to authenticated;
grant select (id, referrer_id, created_at, settled_at) on public.referrals to anon, authenticated;
grant select on public.manager_regions to authenticated;
grant all on public.nigerian_states, public.profiles, public.referrals, public.manager_regions to service_role;
grant execute on function rights.has_role(text[]), rights.is_service(), rights.seeding(), rights.oversees(text), rights.profile_exists(uuid)
  to anon, authenticated, service_role;
