create function public.bank_account_usable_from(since timestamptz) returns timestamptz language sql immutable parallel safe set search_path = '' as
$$ select since + interval '48 hours' $$;
comment on function public.bank_account_usable_from(timestamp with time zone) is 'The end of the waiting period of a new account; a shop''s first account has one too.';

-- Money leaves a shop's account first in, first out, so the current balance is what was earned last. Payouts that were not sent
-- to the gateway still count as balance; so does the payout in the argument, whatever the gateway's state.
create function ledger.disputed_kobo(shop uuid, payout uuid default null) returns bigint language sql stable security definer set search_path = '' as $$
  with here as (
    select a.id, a.balance_kobo + (select coalesce(sum(p.amount_kobo), 0) from public.payouts p where p.vendor_id = shop
      and (p.status = 'requested' or p.id = payout and p.status in ('sent', 'needs_attention'))) as kobo
    from ledger.accounts a where a.id = ledger.id_of('vendor:' || shop)
  ), earned as (
    select o.id as order_id, greatest(0, least(t.amount_kobo, h.kobo - coalesce(later.kobo, 0))) as kobo
    from here h
    join public.orders o on o.vendor_id = shop and o.id in (select order_id from ledger.disputed_orders)
    join ledger.transfers t on t.debit_id = ledger.id_of('escrow:' || o.id) and t.credit_id = h.id and t.phase in ('posted', 'captured')
    cross join lateral (
      select sum(case when m.credit_id = h.id then m.amount_kobo else -m.amount_kobo end) as kobo from ledger.transfers m
      where h.id in (m.credit_id, m.debit_id) and m.posted_at >= t.posted_at and (m.posted_at, m.id) > (t.posted_at, t.id)
        and m.phase in ('posted', 'captured') and m.kind not like 'payout\_%') later
  ), by_order as (
    select e.order_id, least(sum(e.kobo), s.vendor_kobo
        - coalesce((select c.passed_on_kobo from public.passed_on_chargebacks c where c.order_id = e.order_id), 0)) as kobo
    from earned e join ledger.order_sums s on s.order_id = e.order_id group by e.order_id, s.vendor_kobo
  )
  select greatest(0, least(coalesce((select sum(kobo) from by_order), 0), (select kobo from here)))::bigint
$$;
comment on function ledger.disputed_kobo(uuid, uuid) is 'Kobo that a shop has earned with orders under an open dispute and that were not sent to a bank. It is not paid out.';

create function ledger.holds_disputed_money(payout uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select ledger.disputed_kobo(p.vendor_id, p.id) > coalesce(ledger.balance_kobo('vendor', p.vendor_id), 0) from public.payouts p where p.id = payout
$$;
comment on function ledger.holds_disputed_money(uuid) is 'Whether a payout that was not sent took money that is disputed now: the account''s balance is below the disputed amount.';
