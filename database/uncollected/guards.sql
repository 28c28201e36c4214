create function public.guard_handling() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 0 and 5000 or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'Handling is at most half of what the goods bring' using errcode = 'PT400';
  end if;
  return new;
end $$;

create function public.guard_uncollected() returns trigger language plpgsql security definer set search_path = '' as $$
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
  if new.outcome = 'donation' and old.preferred_outcome is distinct from 'donation'
    or new.outcome = 'resale' and old.preferred_outcome is distinct from 'resale' and (old.preferred_outcome is not null or not public.is_beyond_reach(new.order_id))
    or new.outcome = 'spoiled' and not (new.perishes and exists (select from public.uncollected_calls c where c.order_id = new.order_id)) then
    raise exception 'The buyer has not agreed to this' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- Closes the case when the goods were delivered, collected or refunded after all.
create function public.close_uncollected() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.uncollected set closed_at = clock_timestamp(), outcome = case when new.fulfilment = 'delivery' then 'delivery'
    when new.status in ('collected', 'completed') and exists (select from public.hand_overs h where h.order_id = new.id and h.status = 'done' and h.done_at >= opened_at) then 'collected'
    else 'refunded' end
  where order_id = new.id and closed_at is null;
  return null;
end $$;

create function public.guard_decided_hand_over() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.uncollected u where u.order_id = new.order_id and u.hand_over_id = new.id and u.outcome in ('resale', 'donation', 'spoiled')) then
    raise exception 'Goods go another way only by a decision' using errcode = 'PT409';
  end if;
  return null;
end $$;

create trigger a_clean_texts before insert or update of reason on public.uncollected
  for each row execute function public.clean_texts('reason');
create trigger guard_uncollected before insert or update or delete on public.uncollected for each row execute function public.guard_uncollected();
create trigger log_act after insert or update or delete on public.uncollected for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('uncollected', 'order_id', '');
create trigger names_its_amount before update on public.uncollected for each row
  when (new.outcome = 'resale' and old.outcome is null) execute function public.guard_amount_entered('resale', 'order_id', 'proceeds_kobo');

create trigger a_clean_texts before insert or update of note on public.uncollected_calls
  for each row execute function public.clean_texts('note');
create trigger guard_own_case before insert on public.uncollected_calls for each row execute function public.guard_own_case('order', 'order_id', 'called_by');
create trigger log_act after insert or update or delete on public.uncollected_calls for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('uncollected-call', 'order_id', 'note');
