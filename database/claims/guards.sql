create function public.guard_claim() returns trigger language plpgsql security definer set search_path = '' as $$
declare held public.orders;
begin
  if tg_op = 'INSERT' then
    select * into held from public.orders where id = new.order_id;
    if (new.buyer_id, new.vendor_id) is distinct from (held.user_id, held.vendor_id) then
      raise exception 'A claim is its buyer''s, at the shop of the order' using errcode = 'PT400';
    end if;
    if new.hand_over_id is not null and not exists (select from public.hand_overs h where h.id = new.hand_over_id and h.order_id = new.order_id and h.status = 'done') then
      raise exception 'A claim is about a hand-over of its order' using errcode = 'PT400';
    end if;
    new.answer_by := coalesce(new.answer_by, public.business_deadline(new.created_at, 2));
    new.propose_by := coalesce(new.propose_by, public.business_deadline(new.created_at, 4));
    new.decide_by := coalesce(new.decide_by, public.business_deadline(new.created_at, 7));
    return new;
  end if;
  if (new.order_id, new.hand_over_id, new.buyer_id, new.vendor_id, new.reason, new.requested_kobo) is distinct from
     (old.order_id, old.hand_over_id, old.buyer_id, old.vendor_id, old.reason, old.requested_kobo) then
    raise exception 'What was claimed stays as it was claimed' using errcode = 'PT409';
  end if;
  if new.proposed_by is distinct from old.proposed_by and not public.may_judge_claim(new.id, new.proposed_by, 'propose')
    or new.decided_by is distinct from old.decided_by and not public.may_judge_claim(new.id, new.decided_by, 'decide')
    or new.appeal_decided_by is distinct from old.appeal_decided_by and not public.may_judge_claim(new.id, new.appeal_decided_by, 'appeal') then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  -- A decision must name the person who made it, so that the check above applies.
  if new.status is distinct from old.status and (new.status = 'proposed' and new.proposed_by is null
    or old.status in ('disputed', 'proposed') and new.status in ('upheld', 'rejected') and new.decided_by is null
    or old.status = 'appealed' and new.appeal_decided_by is null) then
    raise exception 'A decision has its name' using errcode = 'PT403';
  end if;
  return new;
end $$;

create function public.guard_claim_line() returns trigger language plpgsql security definer set search_path = '' as $$
declare claim public.claims;
begin
  select * into claim from public.claims c where c.id = new.claim_id;
  if not exists (select from public.claimable_worth(claim.order_id) w where w.line_id = new.line_id and w.hand_over_id is not distinct from claim.hand_over_id
    and new.quantity <= w.quantity) then
    raise exception 'No more is claimed than changed hands, or never came' using errcode = 'PT400';
  end if;
  if claim.hand_over_id is null and exists (select from public.waits_at_hub(new.line_id)) then
    raise exception 'These goods wait at a hub, so they have come' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.guard_appeal_days() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric not between 1 and 20 or (new.value #>> '{}')::numeric % 1 <> 0 then
    raise exception 'A decision may be appealed for 1 to 20 whole business days' using errcode = 'PT400';
  end if;
  return new;
end $$;

-- Deferred to the end of the transaction, when all lines are inserted: a claim requests no more than its lines are worth.
create function public.guard_requested_amount() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.requested_kobo > public.claim_worth_kobo(new.id) then
    raise exception 'A claim asks at most what its goods are worth' using errcode = 'PT400';
  end if;
  return null;
end $$;

-- The amount to refund is set before the money moves, once, and equals what moved.
create function public.guard_returned_amount() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.returned_goods_kobo is not null and new.returned_goods_kobo is distinct from old.returned_goods_kobo then
    raise exception 'A claim is carried out once' using errcode = 'PT409';
  end if;
  if old.returned_goods_kobo is null and new.returned_goods_kobo > public.claim_worth_kobo(new.id) then
    raise exception 'No more comes back than these goods are worth' using errcode = 'PT409';
  end if;
  if new.partial_refund_id is distinct from old.partial_refund_id and not exists (select from public.partial_refunds r where r.id = new.partial_refund_id and r.order_id = new.order_id
    and r.goods_kobo = new.returned_goods_kobo and r.hand_over_id is not distinct from new.hand_over_id) then
    raise exception 'What came back for a claim is what was carried out' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.guard_lot_settings() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if jsonb_typeof(new.value) <> 'number' or (new.value #>> '{}')::numeric % 1 <> 0
    or new.key = 'lot_claims_least' and (new.value #>> '{}')::numeric not between 2 and 1000
    or new.key = 'lot_claims_percent' and (new.value #>> '{}')::numeric not between 1 and 100 then
    raise exception 'A lot incident needs 2 to 1000 buyers, and 1 to 100 per cent' using errcode = 'PT400';
  end if;
  return new;
end $$;

create function public.join_lot() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  buy uuid := (select group_buy_id from public.orders where id = new.order_id);
  lot uuid;
begin
  if buy is null or new.reason in ('charged_wrongly', 'not_by_me') then return null; end if;
  -- Serialises concurrent claims: the second blocks here, then sees the first.
  perform from public.group_buys where id = buy for no key update;
  select id into lot from public.lot_incidents where group_buy_id = buy and status = 'open';
  if lot is not null then
    update public.claims set lot_id = lot where id = new.id;
  elsif not exists (select from public.lot_incidents where group_buy_id = buy and status = 'appealed')
    and (select n.claimed >= n.needed from public.lot_count(buy) n) then
    insert into public.lot_incidents (id, group_buy_id, vendor_id, respond_by, decide_by, created_at) values (new.id, buy, new.vendor_id,
      public.business_deadline(new.created_at, 2), public.business_deadline(new.created_at, 7), new.created_at) returning id into lot;
    update public.claims c set lot_id = lot from public.orders o where o.id = c.order_id and o.group_buy_id = buy and c.lot_id is null
      and c.reason not in ('charged_wrongly', 'not_by_me') and c.status in ('open', 'answered', 'offered', 'disputed', 'proposed');
  end if;
  return null;
end $$;

create function public.guard_lot() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if not exists (select from public.lot_count(new.group_buy_id) n where n.claimed >= n.needed) then
      raise exception 'Too few buyers have claimed for a lot incident' using errcode = 'PT409';
    end if;
    return new;
  end if;
  if (new.group_buy_id, new.vendor_id, new.respond_by) is distinct from (old.group_buy_id, old.vendor_id, old.respond_by)
    or old.decided_by is not null and new.decided_by is distinct from old.decided_by then
    raise exception 'A lot incident stays what it is' using errcode = 'PT409';
  end if;
  if new.decided_by is distinct from old.decided_by and not public.may_judge_lot(new.id, new.decided_by, 'decide')
    or new.appeal_decided_by is distinct from old.appeal_decided_by and not public.may_judge_lot(new.id, new.appeal_decided_by, 'appeal') then
    raise exception 'Nobody decides in their own case, or without the right to' using errcode = 'PT403';
  end if;
  if new.outcome is distinct from old.outcome and new.status = old.status then
    raise exception 'A decision moves its lot' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- A claim in a lot is decided, appealed and closed together with the lot; what its vendor accepts or leaves unanswered is handled
-- for that claim alone.
create function public.guard_claim_in_lot() returns trigger language plpgsql security definer set search_path = '' as $$
declare lot public.lot_incidents;
begin
  if old.lot_id is not null and new.lot_id is distinct from old.lot_id then
    raise exception 'A claim stays in its lot' using errcode = 'PT409';
  end if;
  if new.status = old.status then return new; end if;
  if new.lot_id is not null then select * into lot from public.lot_incidents where id = new.lot_id; end if;
  if old.status = 'open' and (new.status = 'rejected' or new.decided_by is not null) and (lot.id is null or new.decided_by is null) then
    raise exception 'The vendor is heard first' using errcode = 'PT409';
  end if;
  if lot.id is null then return new; end if;
  if new.status = 'proposed' and lot.status = 'open' or new.decided_by is distinct from old.decided_by and (lot.status <> 'decided'
      or (new.outcome, new.payer, new.decided_by) is distinct from (lot.outcome, lot.payer, lot.decided_by)
      or new.outcome_kobo > ceil(new.requested_kobo * lot.share_percent / 100.0))
    or new.status = 'appealed' and new.decided_by is not null and new.decided_by = lot.decided_by and lot.status <> 'appealed'
    or new.appeal_decided_by is distinct from old.appeal_decided_by and new.decided_by = lot.decided_by and (lot.status <> 'final'
      or (new.outcome, new.payer, new.appeal_decided_by) is distinct from (lot.outcome, lot.payer, lot.appeal_decided_by)
      or new.outcome_kobo > ceil(new.requested_kobo * lot.share_percent / 100.0)) then
    raise exception 'A claim in a lot is decided with it' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- An offer is made in the vendor's time to answer and is below what was claimed and what is left of it. Once accepted, it is the
-- outcome, at the vendor's cost; silence never accepts it.
create function public.guard_claim_offer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (new.offered_outcome, new.offered_kobo, new.offered_at, new.offer_by, new.offers) is distinct from (old.offered_outcome, old.offered_kobo, old.offered_at, old.offer_by, old.offers)
    and not (old.status = 'open' and new.status = 'offered' and new.offers = old.offers + 1) then
    raise exception 'An offer is made once, and stays what it was' using errcode = 'PT409';
  end if;
  if new.status = old.status then return new; end if;
  if new.status = 'offered' and (clock_timestamp() > new.answer_by or new.offer_by <= clock_timestamp()) then
    raise exception 'An offer is made while the vendor may answer' using errcode = 'PT409';
  end if;
  if new.status = 'offered' and new.offered_kobo > public.claim_worth_kobo(new.id) then
    raise exception 'No more is offered than is left of these goods' using errcode = 'PT409';
  end if;
  if old.status = 'offered' and new.status = 'upheld' and new.decided_by is null and (clock_timestamp() > old.offer_by or new.appeal_by is not null
    or (new.outcome, new.outcome_kobo, new.payer) is distinct from (old.offered_outcome, old.offered_kobo, 'vendor')) then
    raise exception 'What the buyer accepts is what was offered, in time' using errcode = 'PT409';
  end if;
  if old.status = 'offered' and new.status = 'open' and clock_timestamp() > old.answer_by then
    raise exception 'An offer is withdrawn while the vendor may answer otherwise' using errcode = 'PT409';
  end if;
  if old.status = 'offered' and new.status = 'disputed' and rights.cause() = 'clock' and clock_timestamp() <= old.offer_by then
    raise exception 'The buyer has time to answer the offer' using errcode = 'PT409';
  end if;
  return new;
end $$;

create function public.hold_replacement() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.outcome is distinct from old.outcome or new.status is distinct from old.status then
    if new.outcome = 'replacement' and new.replaced_at is null then
      -- Counted from the end of the appeal period.
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

create trigger claims_touch before update on public.claims for each row execute function public.touch_updated_at();
create constraint trigger guard_requested_amount after insert on public.claims deferrable initially deferred for each row when (new.status = 'open') execute function public.guard_requested_amount();
create trigger guard_returned_amount before update of returned_goods_kobo, partial_refund_id on public.claims for each row execute function public.guard_returned_amount();
create trigger guard_claim before insert or update on public.claims for each row execute function public.guard_claim();
create trigger guard_claim_offer before update on public.claims for each row execute function public.guard_claim_offer();
create trigger guard_claim_in_lot before update on public.claims for each row execute function public.guard_claim_in_lot();
create trigger hold_replacement before update on public.claims for each row execute function public.hold_replacement();
create trigger join_lot after insert on public.claims for each row when (new.status = 'open') execute function public.join_lot();
create trigger log_act after insert or update or delete on public.claims for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('claim', 'id', '');
create trigger log_status_change after insert or update of status on public.claims for each row execute function public.log_status_change('claim');

create trigger guard_claim_line before insert or update on public.claim_lines for each row execute function public.guard_claim_line();
create trigger log_act after insert or update or delete on public.claim_lines for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('claim-line', 'claim_id', '');

create trigger a_clean_texts before insert or update of text on public.claim_events
  for each row execute function public.clean_texts('text');
create trigger log_act after insert or update or delete on public.claim_events for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('claim-event', 'claim_id', 'text');

create trigger bound_evidence after insert on public.claim_evidence for each row execute function public.bound_evidence();
create trigger log_act after insert or update or delete on public.claim_evidence for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('claim-evidence', 'claim_id', 'path');
create trigger photo_proves_once after insert or update of path on public.claim_evidence for each row
  execute function public.photo_proves_once('evidence', 'evidence', 'path', 'claim_id');

create trigger guard_lot before insert or update on public.lot_incidents for each row execute function public.guard_lot();
create trigger log_act after insert or update or delete on public.lot_incidents for each row
  when (pg_trigger_depth() = 0 and rights.writes_by_secret_key()) execute function public.log_act('lot', 'id', '');
create trigger log_status_change after insert or update of status on public.lot_incidents for each row execute function public.log_status_change('lot');
