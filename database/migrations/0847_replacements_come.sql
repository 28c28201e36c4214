-- A replacement ends a claim when its buyer says that it came; otherwise it becomes money after five days.
alter table public.claims
  add column replace_by timestamptz,
  add column replaced_at timestamptz;
comment on column public.claims.replace_by is 'A replacement that its buyer has not confirmed by then becomes money.';
comment on column public.claims.replaced_at is 'When the buyer said that the replacement came.';
grant select (replace_by, replaced_at) on public.claims to authenticated;
update public.claims set replace_by = clock_timestamp() + interval '5 days' where outcome = 'replacement' and ended_at is null;

create function public.hold_replacement() returns trigger language plpgsql security definer set search_path = '' as $$
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
end $$;
revoke execute on function public.hold_replacement() from public;
create trigger hold_replacement before update on public.claims for each row execute function public.hold_replacement();
create index claims_to_replace on public.claims (replace_by) where ended_at is null and outcome = 'replacement';
