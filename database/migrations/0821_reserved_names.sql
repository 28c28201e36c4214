-- Nobody trades or signs up under the market's own name. Names are compared by how they look: accents, capitals, spaces, letters of other
-- alphabets and digits that pass for letters make no difference (domain/accounts/reserved-names.ts applies the same rule and gives the reason).
create function public.name_skeleton(name text) returns text language sql immutable parallel safe set search_path = '' as $$
  select replace(regexp_replace(regexp_replace(lower(translate(
    regexp_replace(normalize(name, NFKD), '[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g'),
    'АаΑαɑОоΟοøØօՕЈјͿϳȷʝɉյЕеΕεСсІіӀӏΙιıɩɪЅѕРрΡρҮүУуΥХхΧχԚԛԜԝҺһКкΚκТтΤτВвМмΜНнΝԀԁυνłŁđĐ0134578@$|!€ƒ',
    'AaAaaOoOooOoOJjJjjjjjEeEeCcIiIiIiiiiSsPpPpYyYyYXxXxQqWwHhKkKkTtTtBbMmMHhNDduvlLdDoieastbasiief'
  )), '([a-z])\1+', '\1', 'g'), '[^a-z]+', '', 'g'), 'l', 'i')
$$;
comment on function public.name_skeleton(text) is 'How a name looks, in small letters without spaces: two names with one skeleton pass for each other.';
grant execute on function public.name_skeleton(text) to anon, authenticated, service_role;

create table public.reserved_names (
  skeleton text primary key check (skeleton = public.name_skeleton(skeleton) and char_length(skeleton) >= 4)
);
comment on table public.reserved_names is 'No shop and no person has a name that contains one of these. An operator with another brand adds its skeleton.';
insert into public.reserved_names (skeleton) values (public.name_skeleton('Ajoja')), (public.name_skeleton('official'));
alter table public.reserved_names enable row level security;
create policy known_to_all on public.reserved_names for select using (true);
grant select on public.reserved_names to anon, authenticated;
grant select, insert, update, delete on public.reserved_names to service_role;
create trigger announce_table after insert or update or delete or truncate on public.reserved_names for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.reserved_names for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('reserved-name', 'skeleton', '');

create function public.is_reserved_name(name text) returns boolean language sql stable security definer parallel safe set search_path = '' as
$$ select exists (select from public.reserved_names r where strpos(public.name_skeleton(name), r.skeleton) > 0) $$;
grant execute on function public.is_reserved_name(text) to anon, authenticated, service_role;

create function public.refuse_reserved_name(name text) returns void language plpgsql set search_path = '' as $$
begin
  if public.is_reserved_name(name) then
    raise exception 'This name could be taken for the market itself. Please choose another one.' using errcode = 'PT400';
  end if;
end $$;
revoke execute on function public.refuse_reserved_name(text) from public;
grant execute on function public.refuse_reserved_name(text) to service_role;

create function public.guard_shop_name() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.business_name is distinct from old.business_name then
    perform public.refuse_reserved_name(new.business_name);
  end if;
  return new;
end $$;
create trigger guard_name before insert or update of business_name on public.vendors for each row execute function public.guard_shop_name();

-- A person who is signed in is told. A sign-up, also by another provider, which the person cannot change, only loses the name.
create function public.guard_person_name() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.full_name is not distinct from old.full_name or not public.is_reserved_name(new.full_name) then return new; end if;
  if auth.uid() is not null then perform public.refuse_reserved_name(new.full_name); end if;
  new.full_name := '';
  return new;
end $$;
create trigger guard_name before insert or update of full_name on public.profiles for each row execute function public.guard_person_name();

create function public.guard_typed_name() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  typed text := to_jsonb(new) ->> tg_argv[0];
begin
  if typed is not null and (tg_op = 'INSERT' or typed is distinct from to_jsonb(old) ->> tg_argv[0]) then
    perform public.refuse_reserved_name(typed);
  end if;
  return new;
end $$;
comment on function public.guard_typed_name() is 'Argument: the column that somebody typed a name into.';
create trigger guard_name before insert or update of nominee on codes.codes for each row when (new.nominee is not null) execute function public.guard_typed_name('nominee');
create trigger guard_name before insert or update of recipient on public.addresses for each row execute function public.guard_typed_name('recipient');
revoke execute on function public.guard_shop_name(), public.guard_person_name(), public.guard_typed_name() from public;
