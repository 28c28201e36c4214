-- Lists that people keep under a name, to put all of one into the cart again. A list holds names and units as they were: what is no longer sold can still be told.
create function public.is_saved_line(line jsonb) returns boolean language sql immutable parallel safe set search_path = '' as $$
  select jsonb_typeof(line) = 'object' and line ->> 'product_id' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    and jsonb_typeof(line -> 'name') = 'string' and char_length(line ->> 'name') between 1 and 200
    and jsonb_typeof(line -> 'unit') = 'string' and char_length(line ->> 'unit') between 1 and 60
    and jsonb_typeof(line -> 'quantity') = 'number' and line ->> 'quantity' ~ '^[1-9][0-9]{0,6}$'
    and line - array['product_id', 'name', 'unit', 'quantity'] = '{}'
$$;
create function public.are_saved_lines(lines jsonb) returns boolean language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(lines) <> 'array' then false else jsonb_array_length(lines) between 1 and 100
    and (select bool_and(coalesce(public.is_saved_line(line), false)) and count(distinct line ->> 'product_id') = count(*)
         from jsonb_array_elements(lines) line) end
$$;
revoke execute on function public.is_saved_line(jsonb), public.are_saved_lines(jsonb) from public;
-- Checks of a row run with the rights of whoever writes it.
grant execute on function public.is_saved_line(jsonb), public.are_saved_lines(jsonb) to authenticated, service_role;

create table public.saved_lists (
  id uuid primary key default gen_random_uuid(),
  profile_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text not null check (name = trim(name) and char_length(name) between 1 and 60 and name !~ '[[:cntrl:]]'),
  lines jsonb not null check (public.are_saved_lines(lines)),
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
comment on table public.saved_lists is 'Named lists of products and quantities ("Monthly staples"), only for whoever keeps them; 20 at most.';
comment on column public.saved_lists.lines is 'Objects of product_id, name, unit and quantity, as they were when the list was saved.';
comment on column public.saved_lists.deleted_at is 'Deleted, and to be had back for a day.';
create index saved_lists_of_person on public.saved_lists (profile_id, created_at desc);
create index saved_lists_deleted on public.saved_lists (deleted_at) where deleted_at is not null;

create function public.guard_saved_list() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Of two lists saved at once, the second waits here and counts the first.
  perform from public.profiles p where p.id = new.profile_id for no key update;
  if (select count(*) from public.saved_lists l where l.profile_id = new.profile_id and l.deleted_at is null) >= 20 then
    raise exception 'You can keep 20 lists. Delete one you no longer use first.' using errcode = 'PT409';
  end if;
  return new;
end $$;
revoke execute on function public.guard_saved_list() from public;
create trigger guard_saved_list before insert on public.saved_lists for each row execute function public.guard_saved_list();
create trigger guard_list_back before update of deleted_at on public.saved_lists for each row
  when (old.deleted_at is not null and new.deleted_at is null) execute function public.guard_saved_list();

-- The day counts by the database's clock, whatever time somebody sends.
create function public.date_deletion() returns trigger language plpgsql set search_path = '' as $$ begin new.deleted_at := now(); return new; end $$;
revoke execute on function public.date_deletion() from public;
create trigger date_deletion before update of deleted_at on public.saved_lists for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function public.date_deletion();
create trigger log_act after insert or update or delete on public.saved_lists for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('saved-list', 'id', 'name lines');

alter table public.saved_lists enable row level security;
create policy own_lists on public.saved_lists for all to authenticated
  using (profile_id = (select auth.uid())) with check (profile_id = (select auth.uid()));
create policy second_step on public.saved_lists as restrictive for all to authenticated using (not (select rights.owes_second_step()));
grant select, insert (name, lines), update (name, deleted_at) on public.saved_lists to authenticated;
grant select, insert, update, delete on public.saved_lists to service_role;
