create function public.bank_account_usable_from(since timestamptz) returns timestamptz language sql immutable parallel safe set search_path = '' as
$$ select since + interval '48 hours' $$;
comment on function public.bank_account_usable_from(timestamp with time zone) is 'The end of the waiting period of a new account; a shop''s first account has one too.';

-- Payouts that were not sent to the gateway still count as balance; so does the payout in the argument, whatever the gateway's
-- state.
create function ledger.disputed_kobo(shop uuid, payout uuid default null) returns bigint language sql stable security definer set search_path = '' as $$
  with here as (
    select coalesce(ledger.balance_kobo('vendor', shop), 0) + (select coalesce(sum(p.amount_kobo), 0) from public.payouts p where p.vendor_id = shop
      and (p.status = 'requested' or p.id = payout and p.status in ('sent', 'needs_attention'))) as kobo
  ), disputed as (
    select greatest(0, e.gross_kobo - e.fee_kobo - e.back_kobo - coalesce((
      select sum(n.amount_kobo) from public.payout_orders n join public.payouts p on p.id = n.payout_id
      where n.order_id = e.order_id and (p.status in ('sent', 'needs_attention') and p.id is distinct from payout or p.status = 'arrived')), 0)) as kobo
    from sums.earnings e where e.vendor_id = shop and e.order_id in (select order_id from ledger.disputed_orders)
  )
  select greatest(0, least(coalesce((select sum(kobo) from disputed), 0), (select kobo from here)))::bigint
$$;
comment on function ledger.disputed_kobo(uuid, uuid) is 'Kobo that a shop has earned with orders under an open dispute and that were not sent to a bank. It is not paid out.';

create function ledger.holds_disputed_money(payout uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select ledger.disputed_kobo(p.vendor_id, p.id) > coalesce(ledger.balance_kobo('vendor', p.vendor_id), 0) from public.payouts p where p.id = payout
$$;
comment on function ledger.holds_disputed_money(uuid) is 'Whether a payout that was not sent took money that is disputed now: the account''s balance is below the disputed amount.';

create function public.next_pay_day() returns date language sql stable set search_path = '' as $$
  select t.today + 7 - (extract(isodow from t.today)::integer - public.whole_setting('payout_weekday') + 7) % 7
  from (select (now() at time zone 'Africa/Lagos')::date as today) t
$$;
comment on function public.next_pay_day() is 'The first day of weekly payouts after today, in Lagos; the same rule as domain/payouts/pay-days.ts.';
