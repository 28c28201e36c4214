-- Who is in a group buy, by first name: only those who said so for this buy, only while they are in it. Nobody is shown by default.
create table public.shown_names (
  id uuid primary key default gen_random_uuid(),
  group_buy_id uuid not null references public.group_buys (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  shown_at timestamptz not null default now(),
  constraint shown_once unique (group_buy_id, user_id)
);
comment on table public.shown_names is 'Consent of one person for one buy: theirs alone to see, to give and to take back. What others read is buy_names.';
-- The first few of a buy are read in this order, however many there are.
create index shown_names_in_order on public.shown_names (group_buy_id, shown_at, id);
create trigger announce_table after insert or update or delete or truncate on public.shown_names for each statement execute function realtime.announce_table();
create trigger log_act after insert or update or delete on public.shown_names for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('shown-name', 'id', '');

alter table public.shown_names enable row level security;
create policy own_shown_names on public.shown_names for select to authenticated using (user_id = (select auth.uid()));
create policy show_own_name on public.shown_names for insert to authenticated with check (user_id = (select auth.uid())
  and exists (select from public.orders o where o.group_buy_id = shown_names.group_buy_id and o.user_id = (select auth.uid()) and o.is_live));
create policy hide_own_name on public.shown_names for delete to authenticated using (user_id = (select auth.uid()));
create policy second_step on public.shown_names as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, delete on public.shown_names to authenticated;
grant insert (group_buy_id, user_id) on public.shown_names to authenticated;
grant select, insert, delete on public.shown_names to service_role;

-- Signs that turn or hide letters are left out. Something with digits, dots or slashes is an address or an advert, not a first name.
create function public.first_name(full_name text) returns text language sql immutable parallel safe set search_path = '' as $$
  select case when n.name ~ '[0-9@:/\\.,;<>"_#&=+*%$!?()|~^{}\[\]]' or char_length(n.name) > 30 then '' else n.name end
  from (select split_part(btrim(regexp_replace(full_name, '[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g')), ' ', 1) as name) n
$$;
-- Whoever reads the view below must be able to call it.
grant execute on function public.first_name(text) to anon, authenticated, service_role;

-- With its owner's rights, because orders and profiles of others are closed: it gives a first name and nothing to know the person by.
create view public.buy_names as
select s.group_buy_id, row_number() over (partition by s.group_buy_id order by s.shown_at, s.id)::integer as place, public.first_name(p.full_name) as first_name
from public.shown_names s join public.profiles p on p.id = s.user_id join public.group_buys g on g.id = s.group_buy_id
where g.status <> 'draft' and public.first_name(p.full_name) <> ''
  and exists (select from public.orders o where o.group_buy_id = s.group_buy_id and o.user_id = s.user_id and o.is_live);
comment on view public.buy_names is 'First names of people in a buy who agreed to be shown there, in the order in which they agreed.';
grant select on public.buy_names to anon, authenticated, service_role;
