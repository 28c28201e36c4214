-- A buy that opens must be able to succeed: everybody whom its minimum or a tier asks for needs at least the least quantity, and the target holds
-- them all. domain/group-buys/publishing.ts says the same. An extension opens no buy anew, so it is not asked.
create function public.guard_room() returns trigger language plpgsql set search_path = '' as $$
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
end $$;
revoke execute on function public.guard_room() from public;

-- After `guard_group_buy` by its name, which is the order in which triggers run: tiers and product facts are those that are written.
create trigger guard_room_in before insert on public.group_buys for each row when (new.status = 'active') execute function public.guard_room();
create trigger guard_room before update of status, target_quantity, min_quantity, min_participants, price_tiers on public.group_buys for each row
  when (new.status = 'active' and old.status in ('draft', 'active')) execute function public.guard_room();
