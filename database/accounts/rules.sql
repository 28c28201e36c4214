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
comment on function rights.owes_second_step() is 'True where the caller''s session does not count: of aal1 while the person has a verified factor, or of a login that is deleted or banned. Asked once per statement, as (select rights.owes_second_step()).';

-- Where the operator asks staff for a second factor, a role's rights begin with it. The front door puts the operator's choice into the
-- claims of every request (`staff_need_second_factor`); what is one's own, and a vendor's shop, asks for nothing.
create function rights.lacks_staff_factor() returns boolean language sql stable set search_path = '' as
$$ select coalesce(auth.jwt() ->> 'staff_need_second_factor', '') = 'true' and coalesce(auth.jwt() ->> 'aal', '') <> 'aal2' $$;
comment on function rights.lacks_staff_factor() is 'True for a session below aal2 on a site that asks its staff for a second factor. Says nothing about the person''s role.';

create function rights.has_role(variadic roles text[]) returns boolean language sql stable security definer set search_path = '' as
$$ select exists (select from public.profiles where id = auth.uid() and role = any (roles)
       and (role in ('customer', 'vendor') or not rights.lacks_staff_factor()))
     and not rights.owes_second_step() $$;

create function rights.keeps_content() returns boolean language sql stable security definer set search_path = '' as
$$ select rights.has_role('administrator', 'supervisor') $$;

-- What follows from a role, and what a role no longer brings once it is taken.

-- Somebody who holds a role and cannot sign in is no chief to rely on.
create function rights.can_come_in(person uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where id = person and deleted_at is null and (banned_until is null or banned_until <= now())
    and (email_confirmed_at is not null or phone_confirmed_at is not null))
$$;

-- Signs that turn or hide letters are left out. Something with digits, dots or slashes is an address or an advert, not a first name.
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
