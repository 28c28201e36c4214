-- Facts for the rule, which a scheduled job reads order by order.
create function public.is_referred_through(person uuid, above uuid) returns boolean language sql stable security definer set search_path = '' as $$
  with recursive up as (
    select referrer_id from public.referrals where referred_id = person
    union
    select r.referrer_id from up join public.referrals r on r.referred_id = up.referrer_id
  ) select exists (select from up where referrer_id = above)
$$;
comment on function public.is_referred_through(uuid, uuid) is 'Whether `above` is in the chain of referrers of the person; cycles end the search.';

create function public.are_one_person(a uuid, b uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users x, auth.users y where x.id = a and y.id = b and public.phone_key(x.phone) = public.phone_key(y.phone))
    or exists (select from public.refunds f join public.payments p on p.id = f.payment_id join public.refunds g on g.to_account_number = f.to_account_number
      and g.to_bank_code = f.to_bank_code join public.payments q on q.id = g.payment_id where p.user_id = a and q.user_id = b)
$$;
comment on function public.are_one_person(uuid, uuid) is 'Whether two accounts share a phone number, or a bank account that received refunds.';

create function public.is_behind_shop(person uuid, shop uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select from public.vendors v left join public.vendor_details d on d.vendor_id = v.id left join auth.users u on u.id = person
    where v.id = shop and (v.owner_id = person or public.phone_key(d.phone) = public.phone_key(u.phone) or public.are_one_person(v.owner_id, person)))
$$;
comment on function public.is_behind_shop(uuid, uuid) is 'Whether the person is the shop''s owner, or an account with the shop''s or the owner''s phone number.';

create function rights.my_peps_account() returns uuid language sql stable security definer set search_path = '' as
$$ select ledger.id_of('peps:' || auth.uid()) where not rights.owes_second_step() $$;

create function rights.my_owed_peps_kobo() returns bigint language sql stable security definer set search_path = '' as
$$ select greatest(0, -coalesce(ledger.balance_kobo('clawback', auth.uid()), 0))::bigint where not rights.owes_second_step() $$;

-- A reward can be spent once its order can no longer be refunded; orders from the cart earn one when they are final.
create function public.group_order_final_at(of_order uuid) returns timestamptz language sql stable security definer set search_path = '' as $$
  select case
    when o.status not in ('pending', 'paid', 'confirmed') then '-infinity'
    -- Not settled yet, or a refund is under way.
    when o.status <> 'confirmed' or g.status in ('failed', 'cancelled') then 'infinity'
    else greatest(g.payment_due_at, g.extended_at + interval '48 hours', (g.share_date - 1)::timestamp at time zone 'Africa/Lagos') end
  from public.orders o join public.group_buys g on g.id = o.group_buy_id where o.id = of_order
$$;
comment on function public.group_order_final_at(uuid) is 'From then on neither its buyer nor the shop can end an order of a buy with a full refund (tests/reward-release.ts).';

create function public.cart_order_final_at(of_order uuid) returns timestamptz language sql stable security definer set search_path = '' as $$
  select greatest(o.paid_at, c.closes_at) from public.orders o cross join lateral (
    select least(o.ready_at, (min(l.share_date)::timestamp at time zone 'Africa/Lagos') - interval '72 hours',
      min(l.packed_at) filter (where l.share_date is null)) as closes_at from public.order_lines l where l.order_id = o.id) c
  where o.id = of_order and o.group_buy_id is null and o.is_paid and c.closes_at is not null
$$;
comment on function public.cart_order_final_at(uuid) is 'From then on a paid order from the cart can no longer be cancelled (domain/orders/cancelling.ts). Null: it can still be cancelled.';

create function public.pending_rewards_kobo(person uuid) returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(o.referral_kobo - div(o.referral_kobo * o.returned_goods_kobo::numeric, o.total_amount * 100)), 0)::bigint
  from public.referrals r join public.orders o on o.user_id = r.referred_id
  where r.referrer_id = person and o.group_buy_id is not null and o.status in ('paid', 'confirmed') and o.referral_kobo > 0
    and exists (select from ledger.journals j where j.id = ledger.id_of('reward:' || o.id))
    and public.group_order_final_at(o.id) > clock_timestamp()
$$;
comment on function public.pending_rewards_kobo(uuid) is 'The part of a person''s PEPS that was earned by orders which may still be refunded: it belongs to them but cannot be spent yet.';

create function rights.my_pending_kobo() returns bigint language sql stable security definer set search_path = '' as
$$ select public.pending_rewards_kobo(auth.uid()) where not rights.owes_second_step() $$;

create function rights.reward_final_at(of_order uuid) returns timestamptz language sql stable security definer set search_path = '' as
$$ select coalesce(public.cart_order_final_at(o.id), public.group_order_final_at(o.id)) from public.orders o join public.referrals r on r.referred_id = o.user_id
   where o.id = of_order and r.referrer_id = auth.uid() and not rights.owes_second_step() $$;
