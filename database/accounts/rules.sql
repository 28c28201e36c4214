-- Eight characters from an alphabet of 32 without look-alikes. Codes in use are skipped, because a collision would make a sign-up
-- fail.
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

-- The client's metadata at sign-up: only name, requested role (customer or vendor) and referral code are used.
create function public.requested_role(sent jsonb) returns text language sql immutable set search_path = '' as
$$ select case when sent ->> 'role' = 'vendor' then 'vendor' else 'customer' end $$;

create function public.sent_name(sent jsonb) returns text language sql immutable set search_path = '' as
$$ select trim(left(regexp_replace(coalesce(sent ->> 'full_name', ''), '[\x01-\x1f]+', ' ', 'g'), 120)) $$;

-- The name that a person has now, for other apps that they sign in to.
create function public.name_for_apps(person uuid) returns text language sql stable security definer set search_path = '' as
$$ select nullif(full_name, '') from public.profiles where id = person $$;

create function public.note_referrer(person uuid, sent jsonb) returns void language sql security definer set search_path = '' as $$
  insert into public.referrals (referrer_id, referred_id)
  select p.id, person from public.profiles p
  where p.referral_code = upper(trim(left(sent ->> 'referral_code', 40))) and p.id <> person and p.role <> 'vendor'
    and public.requested_role(sent) = 'customer'
  on conflict do nothing
$$;

create function rights.is_service() returns boolean language sql stable set search_path = '' as
$$ select coalesce(current_setting('role', true), 'none') in ('service_role', 'none', '') $$;
comment on function rights.is_service() is 'True for commands and jobs (service_role) and for the owner (no role set); the login role itself holds no table right.';

-- An access token stays valid for up to an hour after its account has gone: tables and commands reject it once the login is
-- deleted or banned.
create function rights.is_disabled(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from auth.users where id = person and (deleted_at is not null or banned_until > now())) $$;

create function rights.has_second_factor(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from auth.mfa_factors where user_id = person and status = 'verified') $$;

-- Joining and buying need a confirmed e-mail address or phone number, which only the auth service's own table has.
create function rights.is_confirmed(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from auth.users where id = person and (email_confirmed_at is not null or phone_confirmed_at is not null)) $$;

create function rights.email_of(person uuid) returns text language sql stable security definer set search_path = '' as
$$ select email from auth.users where id = person $$;

-- A transaction that only reads remembers who its reader is: a page asks a hundred times. Each answer is stored with the claims
-- that it is for. No client can set a setting.
create function rights.reader() returns text language sql stable set search_path = '' as $$
  select case when current_setting('transaction_read_only') = 'on' then concat_ws(e'\n', current_setting('request.jwt.claims', true),
    current_setting('request.jwt.claim', true), current_setting('request.jwt.claim.sub', true)) || e'\n' end
$$;
comment on function rights.reader() is 'The claims of a transaction that only reads; null in others.';

create function rights.remembered(name text) returns text language plpgsql stable set search_path = '' as $$
declare
  reader text := rights.reader();
  stored text := current_setting(name, true);
begin
  return case when starts_with(stored, reader) then substr(stored, length(reader) + 1) end;
end $$;
comment on function rights.remembered(text) is 'An answer for the reader, stored in this transaction; null if there is none.';

create function rights.remember(name text, answer text) returns text language plpgsql set search_path = '' as $$
begin
  perform set_config(name, rights.reader() || answer, true) where rights.reader() is not null;
  return answer;
end $$;

-- A person with a second factor has no rights before they have used it: a password alone gives access neither to their own data
-- nor to what their role permits. Almost every statement evaluates this, and calls of other functions took most of its time.
create function rights.owes_second_step() returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(rights.remembered('rights.owes_second_step'), rights.remember('rights.owes_second_step', (exists (
    select from auth.users u where u.id = (select auth.uid())
      and (u.deleted_at is not null or u.banned_until > now()
        or coalesce((select auth.jwt()) ->> 'aal', '') <> 'aal2' and exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'))))::text))::boolean;
end $$;
comment on function rights.owes_second_step() is 'True where the caller''s session must be ignored: at aal1 while the person has a verified factor, or of a login that is deleted or banned. Evaluated once per statement, as (select rights.owes_second_step()).';

-- Where the operator requires a second factor of staff, a role's rights depend on it. The server adds the operator's setting to
-- the claims of every request (`staff_need_second_factor`); a person's own data and a vendor's shop do not need it.
create function rights.lacks_staff_factor() returns boolean language sql stable set search_path = '' as
$$ select coalesce(auth.jwt() ->> 'staff_need_second_factor', '') = 'true' and coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' $$;
comment on function rights.lacks_staff_factor() is 'True for a session below aal2 on a site that requires a second factor of its staff, whatever the person''s role.';

create function rights.my_role() returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(rights.remembered('rights.my_role'), rights.remember('rights.my_role', coalesce((
    select p.role from public.profiles p where p.id = auth.uid() and (p.role in ('customer', 'vendor') or not rights.lacks_staff_factor())
      and not rights.owes_second_step()), '')));
end $$;
comment on function rights.my_role() is 'The reader''s role; empty for a visitor, and while its rights depend on a second step that is not taken.';

create function rights.has_role(variadic roles text[]) returns boolean language sql stable security definer set search_path = '' as
$$ select rights.my_role() = any (roles) $$;

create function rights.keeps_content() returns boolean language sql stable security definer set search_path = '' as
$$ select rights.has_role('administrator', 'supervisor') $$;

-- The rights that a role grants, revoked when the role is taken away.

-- A chief who cannot sign in does not count as a remaining chief.
create function rights.can_sign_in(person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where id = person and deleted_at is null and (banned_until is null or banned_until <= now())
    and (email_confirmed_at is not null or phone_confirmed_at is not null))
$$;

-- Direction marks and invisible characters are removed. A word with digits, dots or slashes is an address or an advert, not a
-- first name.
create function public.first_name(full_name text) returns text language sql immutable parallel safe set search_path = '' as $$
  select case when n.name ~ '[0-9@:/\\.,;<>"_#&=+*%$!?()|~^{}\[\]]' or char_length(n.name) > 30 then '' else n.name end
  from (select split_part(btrim(regexp_replace(full_name, '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g')), ' ', 1) as name) n
$$;

create function public.is_reserved_name(name text) returns boolean language sql stable security definer parallel safe set search_path = '' as
$$ select exists (select from public.reserved_names r where strpos(public.name_skeleton(name), r.skeleton) > 0) $$;

create function public.refuse_reserved_name(name text) returns void language plpgsql set search_path = '' as $$
begin
  if public.is_reserved_name(name) then
    raise exception 'This name could be taken for the market itself. Please choose another one.' using errcode = 'PT400';
  end if;
end $$;

create function rights.is_suspended(person uuid) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from public.account_suspensions s where s.person_id = person and s.ended_at is null) $$;

create function rights.waits_for_chief(staff uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.account_suspensions s where s.person_id = person and s.ended_at is null and s.by_chief)
    and not exists (select from public.profiles p where p.id = staff and p.role = 'chief')
$$;
comment on function rights.waits_for_chief(uuid, uuid) is 'Whether a chief suspended the person, so that this member of staff cannot reinstate them.';

-- A higher rank may suspend a lower one.
create function rights.rank_of(role text) returns integer language sql immutable set search_path = '' as
$$ select case role when 'chief' then 4 when 'coordinator' then 3 when 'manager' then 2 when 'administrator' then 1 when 'supervisor' then 1 else 0 end $$;

create function rights.outranks(staff uuid, person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles a, public.profiles p
    where a.id = staff and p.id = person and a.role in ('coordinator', 'chief') and rights.rank_of(a.role) > rights.rank_of(p.role))
$$;
comment on function rights.outranks(uuid, uuid) is 'Whether a coordinator or chief may suspend the person: never an equal, a superior or themselves.';
