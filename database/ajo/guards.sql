-- The rules are read before joining and never change; a circle starts when all of its seats are taken, and ends once its members have.
create function public.guard_ajo_circle() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if not public.is_ajo_open(new.kind) then raise exception 'Ajo is not open' using errcode = 'PT403'; end if;
    if new.monthly_kobo not between public.whole_setting('ajo_least_naira') * 100::bigint and public.whole_setting('ajo_most_naira') * 100::bigint then
      raise exception 'This sum a month is outside the limits' using errcode = 'PT409';
    end if;
    return new;
  end if;
  if (to_jsonb(new) - '{status,started_at,ended_at}'::text[]) <> (to_jsonb(old) - '{status,started_at,ended_at}'::text[])
    or (old.started_at is not null and new.started_at <> old.started_at) then
    raise exception 'The rules of a circle stay as they were read' using errcode = 'PT409';
  end if;
  if new.status = 'running' and old.status = 'forming'
    and (select count(*) from public.ajo_members m where m.circle_id = new.id and m.status = 'joined') <> new.seats then
    raise exception 'A circle starts when all of its seats are taken' using errcode = 'PT409';
  end if;
  if new.status = 'running' and old.status = 'forming' and not public.is_ajo_open(new.kind) then
    raise exception 'Ajo is not open' using errcode = 'PT403';
  end if;
  if new.status = 'ended' and exists (select from public.ajo_members m where m.circle_id = new.id and m.status = 'active') then
    raise exception 'A circle ends once its members have' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.guard_ajo_member() returns trigger language plpgsql security definer set search_path = '' as $$
declare circle public.ajo_circles;
begin
  if tg_op = 'INSERT' then
    -- Serialises people who join at once: the second blocks here, then counts the first.
    select * into circle from public.ajo_circles c where c.id = new.circle_id for no key update;
    if circle.status <> 'forming' or not public.is_ajo_open(circle.kind) then
      raise exception 'Nobody can join this circle any more' using errcode = 'PT409';
    end if;
    if (select count(*) from public.ajo_members m where m.circle_id = new.circle_id and m.status = 'joined') >= circle.seats then
      raise exception 'All seats of this circle are taken' using errcode = 'PT409';
    end if;
    if exists (select from public.ajo_members m join public.ajo_circles c on c.id = m.circle_id
      where m.person_id = new.person_id and m.status = 'defaulted' and c.status = 'running') then
      raise exception 'A person who did not pay joins no other circle while that one runs' using errcode = 'PT409';
    end if;
    return new;
  end if;
  if (new.id, new.circle_id, new.person_id, new.joined_at) is distinct from (old.id, old.circle_id, old.person_id, old.joined_at) then
    raise exception 'A membership stays what it is' using errcode = 'PT409';
  end if;
  if new.turn is distinct from old.turn and (new.turn is null or old.turn is not null or old.status <> 'joined' or new.status <> 'active'
    or not exists (select from public.ajo_circles c where c.id = new.circle_id and c.kind = 'turns')) then
    raise exception 'Turns are drawn once, when the circle starts' using errcode = 'PT409';
  end if;
  if new.turn is null and new.status = 'active' and exists (select from public.ajo_circles c where c.id = new.circle_id and c.kind = 'turns') then
    raise exception 'Each member of a circle that takes turns has one' using errcode = 'PT409';
  end if;
  if new.status = 'left' and old.status = 'active' and public.has_had_ajo_turn(new.id) then
    raise exception 'A member who has had their turn stays until the last month' using errcode = 'PT409';
  end if;
  -- Money that is left with a person who did not pay after their turn is held for the members whose turn is to come.
  if new.ended_at is not null and coalesce(ledger.balance_kobo('ajo', new.id), 0) <> 0 and not (new.status = 'defaulted' and public.has_had_ajo_turn(new.id)) then
    raise exception 'A member leaves with all of their money' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.guard_ajo_month() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.closed_at is not null or (new.circle_id, new.month, new.due_on, new.closes_at) is distinct from (old.circle_id, old.month, old.due_on, old.closes_at) then
    raise exception 'A month stays as it was closed' using errcode = 'PT409';
  end if;
  if new.closed_at is not null and clock_timestamp() < new.closes_at then
    raise exception 'Members pay and vote until the month closes' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- Paid once, by a payment that was made for it and has succeeded.
create function public.guard_ajo_contribution() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (to_jsonb(new) - '{paid_at,payment_id,reversed_at}'::text[]) <> (to_jsonb(old) - '{paid_at,payment_id,reversed_at}'::text[])
    or (old.paid_at is not null and (new.paid_at, new.payment_id) is distinct from (old.paid_at, old.payment_id)) or old.reversed_at is not null then
    raise exception 'A contribution stays as it was paid' using errcode = 'PT409';
  end if;
  if old.paid_at is null and not exists (select from public.ajo_payments a join public.payments p on p.id = a.payment_id
    where a.contribution_id = new.id and a.payment_id = new.payment_id and p.status = 'succeeded') then
    raise exception 'A contribution is paid by its own payment' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.guard_ajo_payment() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.ajo_contributions c join public.ajo_members m on m.id = c.member_id join public.payments p on p.id = new.payment_id
    where c.id = new.contribution_id and c.paid_at is null and m.status = 'active' and p.user_id = m.person_id and p.naira_kobo = c.amount_kobo
      and p.peps_kobo = 0 and p.gateway not in ('peps', 'ajo'))
    or exists (select from public.payment_parts t where t.payment_id = new.payment_id) then
    raise exception 'A contribution is paid by its member, in full and in naira' using errcode = 'PT409';
  end if;
  if public.has_ajo_payment_under_way(new.contribution_id) then
    raise exception 'You have started to pay for this. Check that payment, or cancel it, before you pay in another way.' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.guard_ajo_vote() returns trigger language plpgsql security definer set search_path = '' as $$
declare open_month public.ajo_months;
begin
  -- Serialises votes and the closing of the month: a vote either counts or finds the month closed.
  select * into open_month from public.ajo_months m where m.circle_id = new.circle_id and m.month = new.month for share;
  if open_month.closed_at is not null or clock_timestamp() >= open_month.closes_at
    or open_month.month <> (select min(m.month) from public.ajo_months m where m.circle_id = new.circle_id and m.closed_at is null) then
    raise exception 'There is no vote in this month' using errcode = 'PT409';
  end if;
  if not exists (select from public.ajo_members m where m.id = new.member_id and m.status = 'active') then
    raise exception 'Active members vote' using errcode = 'PT403';
  end if;
  if not exists (select from public.group_buys g where g.id = new.group_buy_id and g.status = 'active' and g.end_date > open_month.closes_at) then
    raise exception 'Members vote for a group buy that is open until the circle buys' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- A member's own order in a buy that the circle voted for, paid in full from the circle.
create function public.guard_ajo_order() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.ajo_members m join public.orders o on o.id = new.order_id and o.user_id = m.person_id
      join public.payments p on p.id = new.payment_id and p.id = o.payment_id and p.gateway = 'ajo'
    where m.id = new.member_id and m.status = 'active' and p.naira_kobo = o.charged_kobo
      and o.charged_kobo = (select coalesce(sum(t.amount_kobo), 0) from ledger.transfers t
        where t.debit_id = ledger.id_of('ajo:' || m.id) and t.credit_id = ledger.id_of('escrow:' || o.id))
      and (m.turn is null or m.turn <= new.month)
      and exists (select from public.ajo_votes v where v.circle_id = new.circle_id and v.month = new.month and v.group_buy_id = o.group_buy_id)) then
    raise exception 'A member''s order is in a buy that the circle voted for, and paid with the member''s own money' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- A sum is there, of a month that is closing: paid, or left from the giver's own turn. It becomes the turn-taker's; in a void turn it stays the
-- giver's, or goes back to a person who put it in and dropped out. The ledger has moved exactly it.
create function public.guard_ajo_pot_part() returns trigger language plpgsql security definer set search_path = '' as $$
declare giver public.ajo_members; receiver public.ajo_members; taker public.ajo_members; moved bigint;
begin
  select * into giver from public.ajo_members m where m.id = new.giver_id;
  select * into receiver from public.ajo_members m where m.id = new.receiver_id;
  select * into taker from public.ajo_members m where m.circle_id = new.circle_id and m.turn = new.month;
  if not exists (select from public.ajo_months n join public.ajo_circles c on c.id = n.circle_id and c.kind = 'turns' and c.status = 'running'
    where n.circle_id = new.circle_id and n.month = new.month and n.closed_at is null and n.closes_at <= clock_timestamp()) then
    raise exception 'Sums are given when a month of a circle that takes turns closes' using errcode = 'PT409';
  end if;
  if not ((giver.status = 'active' and exists (select from public.ajo_contributions k where k.member_id = giver.id and k.month = new.month and k.paid_at is not null and k.reversed_at is null))
    or (giver.turn < new.month and giver.status in ('active', 'defaulted'))) then
    raise exception 'A member gives what they have paid, or what is left from their own turn' using errcode = 'PT409';
  end if;
  if (taker.status = 'active' and receiver.id <> taker.id) or (taker.status is distinct from 'active' and receiver.id <> giver.id
    and (receiver.status not in ('left', 'defaulted') or receiver.turn > new.month or public.ajo_ahead_kobo(receiver.id) < new.amount_kobo)) then
    raise exception 'A sum becomes the turn-taker''s; in a void turn it stays or goes back' using errcode = 'PT409';
  end if;
  select coalesce(sum(t.amount_kobo), 0) into moved from ledger.transfers t where t.kind = 'ajo_turn' and t.debit_id = ledger.id_of('ajo:' || new.giver_id)
    and t.credit_id = ledger.id_of('ajo:' || new.receiver_id) and t.journal_id = ledger.id_of(concat('ajo-turn:', new.circle_id, ':', new.month));
  if moved <> (case when new.giver_id = new.receiver_id then 0 else new.amount_kobo end) then
    raise exception 'The ledger moves exactly the sum of a month' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- Once no month is open, or a chief ends the circle: from a person who got more than they put in to one who got less, as far as both are.
create function public.guard_ajo_settlement() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if rights.cause() is distinct from 'chief' and exists (select from public.ajo_months n join public.ajo_circles c on c.id = n.circle_id and c.status = 'running'
      join public.ajo_members m on m.circle_id = c.id and m.status = 'active' where n.circle_id = new.circle_id and n.closed_at is null) then
    raise exception 'A circle that takes turns is settled after its last month' using errcode = 'PT409';
  end if;
  if public.ajo_ahead_kobo(new.payer_id) > -new.amount_kobo or public.ajo_ahead_kobo(new.receiver_id) < new.amount_kobo then
    raise exception 'A settlement goes from a person who got too much to one who got too little' using errcode = 'PT409';
  end if;
  if not exists (select from ledger.transfers t where t.journal_id = ledger.id_of('ajo-settled:' || new.id) and t.kind = 'ajo_settled' and t.amount_kobo = new.amount_kobo
    and t.debit_id = ledger.id_of('ajo:' || new.payer_id) and t.credit_id = ledger.id_of('ajo:' || new.receiver_id)) then
    raise exception 'The ledger moves exactly what is settled' using errcode = 'PT409';
  end if;
  return new;
end $$;

create trigger a_clean_texts before insert or update of name on public.ajo_circles for each row execute function public.clean_texts('name');
create trigger announce_table after insert or update or delete or truncate on public.ajo_circles for each statement execute function realtime.announce_table();
create trigger guard_ajo_circle before insert or update on public.ajo_circles for each row execute function public.guard_ajo_circle();
create trigger guard_own_case before update of status on public.ajo_circles for each row when (rights.cause() = 'chief') execute function public.guard_own_case('ajo_circle', 'id', 'act');
create trigger log_act after insert or update or delete on public.ajo_circles for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('ajo-circle', 'id', 'invitation');
create trigger log_status_change after insert or update of status on public.ajo_circles for each row execute function public.log_status_change('ajo_circle');

create trigger announce_table after insert or update or delete or truncate on public.ajo_members for each statement execute function realtime.announce_table();
create trigger guard_ajo_member before insert or update on public.ajo_members for each row execute function public.guard_ajo_member();
create trigger log_act after insert or update or delete on public.ajo_members for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('ajo-member', 'id', '');
create trigger log_status_change after insert or update of status on public.ajo_members for each row execute function public.log_status_change('ajo_member');

create trigger announce_table after insert or update or delete or truncate on public.ajo_months for each statement execute function realtime.announce_table();
create trigger guard_ajo_month before update on public.ajo_months for each row execute function public.guard_ajo_month();
create trigger log_act after insert or update or delete on public.ajo_months for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('ajo-month', 'circle_id', '');

create trigger announce_table after insert or update or delete or truncate on public.ajo_contributions for each statement execute function realtime.announce_table();
create trigger guard_ajo_contribution before update on public.ajo_contributions for each row execute function public.guard_ajo_contribution();
create trigger log_act after insert or update or delete on public.ajo_contributions for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('ajo-contribution', 'id', '');

create trigger guard_ajo_payment before insert on public.ajo_payments for each row execute function public.guard_ajo_payment();
create trigger log_act after insert or update or delete on public.ajo_payments for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('ajo-payment', 'payment_id', '');

create trigger announce_table after insert or update or delete or truncate on public.ajo_votes for each statement execute function realtime.announce_table();
create trigger guard_ajo_vote before insert or update on public.ajo_votes for each row execute function public.guard_ajo_vote();
create trigger log_act after insert or update or delete on public.ajo_votes for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('ajo-vote', 'member_id', '');

create trigger announce_table after insert or update or delete or truncate on public.ajo_orders for each statement execute function realtime.announce_table();
create trigger guard_ajo_order before insert on public.ajo_orders for each row execute function public.guard_ajo_order();
create trigger log_act after insert or update or delete on public.ajo_orders for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('ajo-order', 'order_id', '');

create trigger announce_table after insert or update or delete or truncate on public.ajo_pot_parts for each statement execute function realtime.announce_table();
create trigger guard_ajo_pot_part before insert on public.ajo_pot_parts for each row execute function public.guard_ajo_pot_part();
create trigger log_act after insert or update or delete on public.ajo_pot_parts for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('ajo-pot-part', 'giver_id', '');

create trigger announce_table after insert or update or delete or truncate on public.ajo_settlements for each statement execute function realtime.announce_table();
create trigger guard_ajo_settlement before insert on public.ajo_settlements for each row execute function public.guard_ajo_settlement();
create trigger log_act after insert or update or delete on public.ajo_settlements for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('ajo-settlement', 'id', '');

create trigger log_act after insert or update or delete on public.ajo_reminders for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('ajo-reminder', 'contribution_id', '');
