-- What claimed goods are worth, line by line: at the price that is left after a short delivery was paid back, and only so far as they are where the
-- claim says. What a hub has counted in waits there for its buyer, and has come.
alter table public.claims
  add column carried_kobo bigint check (carried_kobo >= 0),
  add constraint no_more_carried_out_than_decided check (carried_kobo <= outcome_kobo);
comment on column public.claims.carried_kobo is 'Goods that came back when it was carried out: less than was decided where the buyer had them by then, or had their money back. Null before.';

create function public.claimable_worth(of_order uuid) returns table (hand_over_id uuid, line_id uuid, quantity integer, worth_kobo bigint)
language sql stable security definer set search_path = '' as $$
  with lines as (
    select l.id, l.order_id, l.quantity, (l.unit_price * 100)::bigint as unit_kobo from public.order_lines l where l.order_id = of_order
  ), short as (
    -- What came short is paid back by line, of what nobody had taken by then.
    select s.line_id, r.goods_kobo, r.created_at from public.shortfall_shares s join public.order_returns r on r.id = s.return_id where r.order_id = of_order
  ), taken as (
    select d.line_id, d.quantity, h.id, h.done_at, h.goods_kobo - coalesce((select sum(r.goods_kobo) from public.order_returns r where r.hand_over_id = h.id), 0) as left_kobo
    from public.hand_overs h join public.hand_over_lines d on d.hand_over_id = h.id where h.order_id = of_order and h.status = 'done'
  ), whole as (
    select (o.total_amount * 100)::bigint - o.goods_back_kobo as kobo from public.orders o where o.id = of_order
  ), units as (
    select t.id as hand_over_id, l.id as line_id, t.quantity, least(t.quantity * l.unit_kobo, t.left_kobo,
      (l.quantity - coalesce((select sum(e.quantity) from taken e where e.line_id = l.id and (e.done_at, e.id) < (t.done_at, t.id)), 0)) * l.unit_kobo
        - coalesce((select sum(s.goods_kobo) from short s where s.line_id = l.id and s.created_at <= t.done_at), 0)) as kobo
    from taken t join lines l on l.id = t.line_id
    union all
    select null, l.id, l.quantity - t.units, least((l.quantity - t.units) * l.unit_kobo - coalesce((select sum(s.goods_kobo) from short s where s.line_id = l.id), 0),
      public.goods_left_kobo(of_order))
    from lines l cross join lateral (select coalesce(sum(e.quantity), 0)::integer as units from taken e where e.line_id = l.id) t where l.quantity > t.units
  )
  select u.hand_over_id, u.line_id, u.quantity, greatest(0, least(u.kobo, w.kobo))::bigint from units u cross join whole w
$$;
comment on function public.claimable_worth is 'Of each line of an order, what changed hands in each hand-over and what never did (null), and what is left of its price.';

create function public.claim_worth_kobo(claim uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(least(sum(ceil(w.worth_kobo * least(k.quantity, w.quantity)::numeric / w.quantity)), max(b.kobo)), 0)::bigint
  from public.claims c join public.claim_lines k on k.claim_id = c.id
  join public.claimable_worth(c.order_id) w on w.line_id = k.line_id and w.hand_over_id is not distinct from c.hand_over_id
  cross join lateral (select least((o.total_amount * 100)::bigint - o.goods_back_kobo, case when c.hand_over_id is null then public.goods_left_kobo(o.id)
      else (select h.goods_kobo - coalesce((select sum(r.goods_kobo) from public.order_returns r where r.hand_over_id = h.id), 0)
        from public.hand_overs h where h.id = c.hand_over_id) end) as kobo
    from public.orders o where o.id = c.order_id) b
  where c.id = claim
$$;
comment on function public.claim_worth_kobo is 'The most that may still come back for it. What the buyer has collected meanwhile is not what never came.';

-- Goods of an order at a hub of the market that has counted in everything it expects of them, less what it entered as missing.
create function public.waits_at_hub(of_line uuid) returns table (place text, until timestamptz) language sql stable security definer set search_path = '' as $$
  select p.name, (select h.due_until from public.hand_overs h where h.order_id = o.id and h.status = 'open')
  from public.order_lines l join public.orders o on o.id = l.order_id join public.pickup_points p on p.id = o.pickup_point_id and p.vendor_id is null
  cross join lateral (select sum(w.units_counted) as units from public.weigh_ins w
    where w.pickup_point_id = p.id and coalesce(w.group_buy_id, w.order_id) = coalesce(o.group_buy_id, o.id) and w.product_id = l.product_id) counted
  cross join lateral (select sum(x.quantity) - coalesce(sum(m.missing), 0) / 1000.0 as units from public.order_lines x join public.orders y on y.id = x.order_id
    left join lateral (select sum(s.missing_thousandths) as missing from public.shortfall_shares s where s.line_id = x.id) m on true
    where y.pickup_point_id = p.id and x.product_id = l.product_id and coalesce(y.group_buy_id, y.id) = coalesce(o.group_buy_id, o.id)
      and y.is_paid and y.status not in ('refunding', 'refunded')) due
  where l.id = of_line and o.status in ('paid', 'confirmed', 'ready') and counted.units >= due.units
$$;
comment on function public.waits_at_hub is 'Where goods that have not changed hands wait, and until when; no row if no hub has them for certain.';

-- For views: functions in them are called with the reader's rights.
create function rights.claimable_worth(of_order uuid) returns table (hand_over_id uuid, line_id uuid, quantity integer, worth_kobo bigint)
language sql stable security definer set search_path = '' as $$
  select w.* from public.claimable_worth(of_order) w
  where rights.is_service() or exists (select from public.orders o where o.id = of_order and o.user_id = auth.uid() and not rights.owes_second_step())
$$;
create function rights.waits_at_hub(of_line uuid) returns table (place text, until timestamptz) language sql stable security definer set search_path = '' as $$
  select w.* from public.waits_at_hub(of_line) w where rights.is_service() or exists (select from public.order_lines l join public.orders o on o.id = l.order_id
    where l.id = of_line and o.user_id = auth.uid() and not rights.owes_second_step())
$$;
create function rights.claim_worth_kobo(claim uuid) returns bigint language sql stable security definer set search_path = '' as
$$ select public.claim_worth_kobo(claim) where claim in (select rights.my_claim_ids()) $$;
revoke execute on function rights.claimable_worth(uuid), rights.waits_at_hub(uuid), rights.claim_worth_kobo(uuid) from public;
grant execute on function rights.claimable_worth(uuid), rights.waits_at_hub(uuid), rights.claim_worth_kobo(uuid) to authenticated, service_role;

grant execute on function public.is_perishable(text) to authenticated, service_role;
revoke execute on function public.claimable_worth(uuid), public.claim_worth_kobo(uuid), public.waits_at_hub(uuid) from public;
grant execute on function public.claimable_worth(uuid), public.claim_worth_kobo(uuid), public.waits_at_hub(uuid) to service_role;

create or replace function public.guard_claim_line() returns trigger language plpgsql security definer set search_path = '' as $$
declare told public.claims;
begin
  select * into told from public.claims c where c.id = new.claim_id;
  if not exists (select from public.claimable_worth(told.order_id) w where w.line_id = new.line_id and w.hand_over_id is not distinct from told.hand_over_id
    and new.quantity <= w.quantity) then
    raise exception 'No more is claimed than changed hands, or never came' using errcode = 'PT400';
  end if;
  if told.hand_over_id is null and exists (select from public.waits_at_hub(new.line_id)) then
    raise exception 'These goods wait at a hub, so they have come' using errcode = 'PT409';
  end if;
  return new;
end $$;

-- At the end of the transaction, when its lines stand: a claim asks no more than its lines are worth.
create function public.guard_asked() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.asked_kobo > public.claim_worth_kobo(new.id) then
    raise exception 'A claim asks at most what its goods are worth' using errcode = 'PT400';
  end if;
  return null;
end $$;
create constraint trigger guard_asked after insert on public.claims deferrable initially deferred for each row when (new.status = 'open') execute function public.guard_asked();

-- What comes back is said before it moves, once, and is what moved.
create function public.guard_carried() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if old.carried_kobo is not null and new.carried_kobo is distinct from old.carried_kobo then
    raise exception 'A claim is carried out once' using errcode = 'PT409';
  end if;
  if old.carried_kobo is null and new.carried_kobo > public.claim_worth_kobo(new.id) then
    raise exception 'No more comes back than these goods are worth' using errcode = 'PT409';
  end if;
  if new.return_id is distinct from old.return_id and not exists (select from public.order_returns r where r.id = new.return_id and r.order_id = new.order_id
    and r.goods_kobo = new.carried_kobo and r.hand_over_id is not distinct from new.hand_over_id) then
    raise exception 'What came back for a claim is what was carried out' using errcode = 'PT409';
  end if;
  return new;
end $$;
create trigger guard_carried before update of carried_kobo, return_id on public.claims for each row execute function public.guard_carried();
revoke execute on function public.guard_asked(), public.guard_carried() from public;
grant select (carried_kobo) on public.claims to authenticated;

alter table public.claims disable trigger user;
update public.claims c set carried_kobo = coalesce((select r.goods_kobo from public.order_returns r where r.id = c.return_id), 0)
where c.ended_at is not null and c.status <> 'withdrawn';
alter table public.claims enable trigger user;

alter table public.claim_events drop constraint claim_events_kind_check;
alter table public.claim_events add constraint claim_events_kind_check check (kind in
  ('opened', 'accepted', 'contested', 'silent', 'withdrawn', 'proposed', 'decided', 'appealed', 'appeal_decided', 'carried_out', 'nothing_left', 'less_left'));

-- For those who weigh it: what the claimed goods are worth now. With the owner's rights; the conditions admit the claim's sides alone.
create view public.claim_worths as
select c.id, rights.claim_worth_kobo(c.id) as worth_kobo from public.claims c where c.id in (select rights.my_claim_ids());
grant select on public.claim_worths to authenticated, service_role;
