import { type Finding, runChecks, type StatementRunner } from './run-checks.ts'

/** Recomputes every account from its rows. An empty list means that the ledger is consistent. */
export const auditLedger = (client: StatementRunner): Promise<Finding[]> =>
  runChecks(client, { common: COMMON, checks: CHECKS })

const COMMON = `
with effects as (
  select t.debit_id as account_id, case when t.phase in ('posted', 'captured') then t.amount_kobo else 0 end as debits, 0 as credits,
    case when t.phase = 'held' then t.amount_kobo when t.hold_id is not null then -h.amount_kobo else 0 end as held
  from ledger.transfers t left join ledger.transfers h on h.id = t.hold_id
  union all
  select credit_id, 0, case when phase in ('posted', 'captured') then amount_kobo else 0 end, 0 from ledger.transfers
), counted as (
  select account_id, sum(debits) as debits, sum(credits) as credits, sum(held) as held from effects group by account_id
), accounts as (
  select a.*, k.owner, coalesce(c.debits, 0) as debits, coalesce(c.credits, 0) as credits, coalesce(c.held, 0) as held
  from ledger.accounts a join ledger.account_kinds k on k.kind = a.kind left join counted c on c.account_id = a.id
)`

const CHECKS: Record<string, string> = {
  'L1 movement': `select t.id as subject, format('%s of %s kobo', t.kind, t.amount_kobo) as detail from ledger.transfers t
    left join ledger.movements m on (m.kind, m.debit_kind, m.credit_kind) = (t.kind, t.debit_kind, t.credit_kind)
    where t.amount_kobo <= 0 or t.debit_id = t.credit_id or m.kind is null`,
  'L2 balanced': `select 'all accounts' as subject, format('debits %s, credits %s', sum(debits), sum(credits)) as detail
    from accounts having sum(debits) <> sum(credits)`,
  'L3 overdrawn': `select id as subject, format('%s has %s, %s spent and %s held', kind, credits, debits, held) as detail
    from accounts where is_limited and debits + held > credits`,
  'L4 totals': `select id as subject, format('%s shows %s, %s, %s; its rows make %s, %s, %s', kind, debits_kobo, credits_kobo, held_kobo, debits, credits, held) as detail
    from accounts where is_limited and (debits_kobo, credits_kobo, held_kobo) is distinct from (debits::bigint, credits::bigint, held::bigint)`,
  'account days': `select concat_ws(' ', account_id, day) as subject, format('stored %s and %s kobo, rows have %s and %s', k.debits, k.credits, r.debits, r.credits) as detail
    from (select account_id, day, sum(debits_kobo) as debits, sum(credits_kobo) as credits from sums.account_days group by 1, 2) k
    full join (select e.account_id, (e.posted_at at time zone 'Africa/Lagos')::date as day, sum(e.debit) as debits, sum(e.credit) as credits from (
        select debit_id as account_id, posted_at, amount_kobo as debit, 0 as credit from ledger.transfers where phase in ('posted', 'captured')
        union all select credit_id, posted_at, 0, amount_kobo from ledger.transfers where phase in ('posted', 'captured')) e
      join ledger.accounts a on a.id = e.account_id and not a.is_limited group by 1, 2) r using (account_id, day)
    where (coalesce(k.debits, 0), coalesce(k.credits, 0)) <> (coalesce(r.debits, 0), coalesce(r.credits, 0))`,
  // Computed forwards from the first movement, while closing a day computes backwards from the current balances.
  'closing balances': `select concat_ws(' ', day, kind) as subject, format('stored %s accounts, %s and %s kobo, rows make %s, %s and %s',
      stored_accounts, stored_debits, stored_credits, accounts, debits, credits) as detail
    from (
      select kind, day, c.accounts as stored_accounts, c.debits_kobo as stored_debits, c.credits_kobo as stored_credits, coalesce(sum(n.accounts) over until, 0) as accounts,
        coalesce(sum(n.debits) over until, 0) as debits, coalesce(sum(n.credits) over until, 0) as credits
      from (
        select kind, day, sum((at_end <> 0)::integer - (at_end <> credits - debits)::integer) as accounts, sum(debits) as debits, sum(credits) as credits from (
          select a.kind, e.day, sum(e.debit) as debits, sum(e.credit) as credits,
            sum(sum(e.credit - e.debit)) over (partition by a.id order by e.day) as at_end
          from (
            select debit_id as account_id, (posted_at at time zone 'Africa/Lagos')::date as day, amount_kobo as debit, 0 as credit
            from ledger.transfers where phase in ('posted', 'captured')
            union all select credit_id, (posted_at at time zone 'Africa/Lagos')::date, 0, amount_kobo from ledger.transfers where phase in ('posted', 'captured')) e
          join ledger.accounts a on a.id = e.account_id and a.is_limited group by a.id, a.kind, e.day) r
        group by kind, day) n
      full join sums.closing_balances c using (kind, day)
      window until as (partition by kind order by day)) k
    where stored_accounts is not null and (stored_accounts, stored_debits, stored_credits) <> (accounts, debits, credits)`,
  'shop days': `select concat_ws(' ', account_id, day) as subject, format('stored %s movements, %s in, %s out and %s fees, rows have %s, %s, %s and %s',
      k.movements, k.came_in, k.went_out, k.fee, r.movements, r.came_in, r.went_out, r.fee) as detail
    from (select account_id, day, sum(movements) as movements, sum(came_in_kobo) as came_in, sum(went_out_kobo) as went_out, sum(fee_kobo) as fee
      from sums.shop_days group by 1, 2) k
    full join (select m.account_id, (m.posted_at at time zone 'Africa/Lagos')::date as day, sum(m.movements) as movements, sum(m.came_in) as came_in,
        sum(m.went_out) as went_out, sum(m.fee) as fee from (
        select credit_id as account_id, posted_at, 1 as movements, amount_kobo as came_in, 0 as went_out, 0 as fee from ledger.transfers
          where credit_kind = 'vendor' and phase in ('posted', 'captured')
        union all select debit_id, posted_at, 1, 0, amount_kobo, 0 from ledger.transfers where debit_kind = 'vendor' and phase in ('posted', 'captured')
        union all select t.credit_id, t.posted_at, 0, 0, 0, f.amount_kobo from ledger.transfers t join ledger.transfers f on f.journal_id = t.journal_id
          where t.kind = 'vendor_earned' and f.kind = 'vendor_fee_earned' and t.phase in ('posted', 'captured')) m group by 1, 2) r using (account_id, day)
    where (coalesce(k.movements, 0), coalesce(k.came_in, 0), coalesce(k.went_out, 0), coalesce(k.fee, 0))
      <> (coalesce(r.movements, 0), coalesce(r.came_in, 0), coalesce(r.went_out, 0), coalesce(r.fee, 0))`,
  earnings: `select a.owner_id as subject, format('orders leave %s kobo in the balance of %s', coalesce(e.kobo, 0), a.credits_kobo - a.debits_kobo) as detail
    from accounts a left join (select vendor_id, sum(gross_kobo - fee_kobo - back_kobo - paid_kobo) as kobo from sums.earnings group by 1) e on e.vendor_id = a.owner_id
    where a.kind = 'vendor' and a.credits_kobo - a.debits_kobo <> coalesce(e.kobo, 0)`,
  'payout orders': `select p.id as subject, format('%s kobo of orders in a payout of %s', coalesce(sum(n.amount_kobo), 0), p.amount_kobo) as detail
    from public.payouts p left join public.payout_orders n on n.payout_id = p.id where p.status not in ('failed', 'reversed')
    group by p.id having coalesce(sum(n.amount_kobo), 0) <> p.amount_kobo`,
  'L5 points': `select p.id as subject, format('shows %s, the ledger has %s kobo', p.points_balance, a.balance_kobo) as detail
    from public.profiles p left join ledger.accounts a on a.kind = 'peps' and a.owner_id = p.id
    where p.points_balance * 100 <> coalesce(a.balance_kobo, 0)`,
  'L6 holds': `select h.id as subject, format('%s kobo held, %s taken', h.amount_kobo, sum(t.amount_kobo)) as detail
    from ledger.transfers h join ledger.transfers t on t.hold_id = h.id group by h.id having count(*) > 1 or sum(t.amount_kobo) > h.amount_kobo`,
  'L7 keys': `select id as subject, format('%s is not the id of %s', id, key) as detail from ledger.journals where id <> ledger.id_of(key)`,
  'L7 lines': `select j.id as subject, format('%s has %s lines up to %s', j.key, count(t.id), max(t.line)) as detail
    from ledger.journals j left join ledger.transfers t on t.journal_id = j.id group by j.id having count(t.id) <> coalesce(max(t.line), 0) or count(t.id) = 0`,
  'L8 paid': `select o.id as subject, format('%s kobo paid, the ledger has %s', o.charged_kobo, a.credits) as detail
    from public.orders o left join accounts a on a.kind = 'escrow' and a.owner_id = o.id where o.charged_kobo <> coalesce(a.credits, 0)`,
  'L8 returned': `select o.id as subject, format('%s kobo came back, the ledger has %s', o.returned_kobo, r.kobo) as detail
    from public.orders o join accounts a on a.kind = 'escrow' and a.owner_id = o.id
    left join (select debit_id, sum(amount_kobo) as kobo from ledger.transfers where kind in ('returned_as_peps', 'return_owed') group by debit_id) r on r.debit_id = a.id
    left join (select order_id, sum(earned_goods_kobo + earned_fee_kobo) as kobo from public.partial_refunds group by order_id) e on e.order_id = o.id
    where o.returned_kobo <> coalesce(r.kobo, 0) + coalesce(e.kobo, 0)`,
  'L9 parts': `select o.id as subject, format('%s kobo of goods came back in parts, its rows make %s', o.returned_goods_kobo, sum(p.goods_kobo)) as detail
    from public.orders o left join public.partial_refunds p on p.order_id = o.id group by o.id having o.returned_goods_kobo <> coalesce(sum(p.goods_kobo), 0)`,
  'L9 part': `select p.id as subject, format('%s kobo given back, the ledger has %s', p.goods_kobo + p.fee_kobo + p.delivery_kobo, sum(t.amount_kobo)) as detail
    from public.partial_refunds p left join ledger.transfers t on t.journal_id = ledger.id_of('partial-refund:' || p.id) and t.kind <> 'return_taken_as_peps'
    group by p.id having sum(t.amount_kobo) is distinct from p.goods_kobo + p.fee_kobo + p.delivery_kobo`,
  'L24 released': `select h.id as subject, format('%s kobo released, the ledger has %s', h.released_kobo, coalesce(sum(t.amount_kobo), 0)) as detail
    from public.hand_overs h left join ledger.transfers t on t.journal_id = ledger.id_of('handed-over:' || h.id) and t.kind in ('vendor_earned', 'vendor_fee_earned')
    group by h.id having coalesce(sum(t.amount_kobo), 0) <> coalesce(h.released_kobo, 0)`,
  'L24 order': `select o.id as subject, format('%s kobo released by hand-overs, %s left escrow for the vendor', coalesce(h.kobo, 0), coalesce(e.kobo, 0)) as detail
    from ledger.accounts a join public.orders o on o.id = a.owner_id
    left join (select order_id, sum(released_kobo) as kobo from public.hand_overs group by 1) h on h.order_id = o.id
    left join (select debit_id, sum(amount_kobo) as kobo from ledger.transfers where kind in ('vendor_earned', 'vendor_fee_earned') group by 1) e on e.debit_id = a.id
    where a.kind = 'escrow' and coalesce(h.kobo, 0) <> coalesce(e.kobo, 0)`,
  unexplained: `select order_id as subject, 'the amount received differs from the sum of held, returned, earned and fees' as detail from ledger.order_sums
    where collected_kobo + loss_kobo <> held_kobo + returned_kobo + vendor_kobo + vendor_fee_kobo + buyer_fee_kobo + delivery_kobo + reversed_kobo`,
  'L8 closed': `select o.id as subject, format('%s, and %s kobo are still held', o.status, a.balance_kobo) as detail
    from public.orders o join ledger.accounts a on a.kind = 'escrow' and a.owner_id = o.id
    left join public.group_buys g on g.id = o.group_buy_id
    where a.balance_kobo <> 0 and o.status in ('pending', 'expired', 'cancelled', 'refunding', 'refunded', 'completed')
      and not (o.status = 'refunding' and o.left_late_at is not null and o.leave_paid_at is null and (g.status in ('active', 'closed', 'settling')
        or greatest(g.updated_at, g.settled_at) > now() - interval '1 hour'))`,
  'L17 late leavers': `select o.id as subject, format('leaving cost %s kobo, the ledger has %s', o.leave_charge_kobo, coalesce(sum(t.amount_kobo), 0)) as detail
    from public.orders o left join ledger.transfers t on t.journal_id = ledger.id_of('left:' || o.id) and t.kind = 'late_leave_charge'
    where o.leave_paid_at is not null group by o.id having coalesce(sum(t.amount_kobo), 0) <> o.leave_charge_kobo
      or max(o.leave_charge_kobo) + max(o.returned_kobo) <> max(o.charged_kobo)`,
  'L9 refunds': `select f.id as subject, format('%s refund of %s kobo, %s owed', f.status, f.amount_kobo, a.balance_kobo) as detail
    from public.refunds f left join ledger.accounts a on a.kind = 'refund_due' and a.owner_id = f.id
    where coalesce(a.balance_kobo, -1) <> case when f.status = 'processed' then 0 else f.amount_kobo end`,
  'L11 rewards': `select o.id as subject, format('%s, and its reward was not taken back', o.status) as detail from public.orders o
    join ledger.journals j on j.id = ledger.id_of('reward:' || o.id)
    where o.status in ('refunding', 'refunded') and not exists (select from ledger.journals b where b.id = ledger.id_of('reward-reversal:' || o.id))
      and o.returned_goods_kobo < o.total_amount * 100`,
  'L9 orphans': `select a.id as subject, format('%s kobo are owed back by no refund', a.balance_kobo) as detail from ledger.accounts a
    where a.kind = 'refund_due' and a.balance_kobo <> 0 and not exists (select from public.refunds f where f.id = a.owner_id)`,
  'L12 payments': `select p.id as subject, format('%s kobo came in, the ledger has %s', p.received_kobo, sum(t.amount_kobo)) as detail
    from public.payments p left join ledger.transfers t on t.journal_id = ledger.id_of('payment:' || p.reference) and t.kind in ('payment', 'contribution', 'stray_payment')
    where p.gateway not in ('peps', 'ajo') and p.status in ('succeeded', 'reversed') group by p.id having coalesce(sum(t.amount_kobo), 0) is distinct from p.received_kobo`,
  'L12 refunds': `select f.id as subject, format('%s refund of %s kobo, the ledger sent %s', f.status, f.amount_kobo, coalesce(sum(t.amount_kobo), 0)) as detail
    from public.refunds f left join ledger.transfers t on t.journal_id = ledger.id_of('refunded:' || f.id) and t.kind in ('return_sent', 'returned_to_ajo')
    group by f.id having coalesce(sum(t.amount_kobo), 0) <> case when f.status = 'processed' then f.amount_kobo else 0 end`,
  'L12 refund ids': `select min(f.id::text) as subject, format('%s refunds are %s of the gateway', count(*), f.gateway_refund_id) as detail
    from public.refunds f join public.payments p on p.id = f.payment_id where f.gateway_refund_id is not null
    group by p.gateway, f.gateway_refund_id having count(*) > 1`,
  'L12 charges': `select p.id as subject, format('%s kobo charged, the ledger has %s', p.gateway_fee_kobo, coalesce(sum(t.amount_kobo), 0)) as detail
    from public.payments p left join ledger.transfers t on t.journal_id = ledger.id_of('gateway-fee:' || p.reference) and t.kind = 'gateway_charged'
    where p.status in ('succeeded', 'reversed') group by p.id having coalesce(sum(t.amount_kobo), 0) <> p.gateway_fee_kobo`,
  'L12 taken back': `select p.id as subject, format('%s payment of %s kobo, the ledger took back %s', p.status, p.received_kobo, coalesce(sum(t.amount_kobo), 0)) as detail
    from public.payments p left join ledger.transfers t on t.journal_id = ledger.id_of('reversed:' || p.reference)
      and t.kind in ('payment_reversed', 'ajo_reversed', 'payment_reversed_at_loss')
    where p.gateway not in ('peps', 'ajo') group by p.id having coalesce(sum(t.amount_kobo), 0) <> p.charged_back_kobo
      or (p.status = 'reversed') <> (p.charged_back_kobo > 0)`,
  'L12 own refund': `select p.id as subject, format('%s kobo taken back and %s refunded by us, of %s, and no dispute was lost', p.charged_back_kobo, r.kobo, p.received_kobo) as detail
    from public.payments p cross join lateral (select coalesce(sum(amount_kobo), 0) as kobo from public.refunds f where f.payment_id = p.id and f.status in ('sent', 'processed')) r
    where p.charged_back_kobo > 0 and p.charged_back_kobo + r.kobo > p.received_kobo
      and not exists (select from public.disputes d where d.payment_id = p.id and d.status = 'lost')`,
  'L9 payment': `select p.id as subject, format('%s kobo of refunds, it brought %s', f.kobo, coalesce(p.received_kobo, 0)) as detail
    from public.payments p join (select payment_id, sum(amount_kobo) as kobo from public.refunds group by payment_id) f on f.payment_id = p.id
    where f.kobo > coalesce(p.received_kobo, 0)`,
  'L24 disputed': `select h.id as subject, format('released %s, dispute %s was open from %s to %s', h.released_at, d.id, d.seen_at, d.ended_at) as detail
    from public.disputes d join public.payment_parts t on t.payment_id = d.payment_id join public.hand_overs h on h.order_id = t.order_id
    where h.released_at >= d.seen_at and h.released_at < coalesce(d.ended_at, 'infinity')`,
  'L24 chargeback': `select c.order_id as subject, format('%s of %s kobo passed on to its shop, the ledger has %s', c.passed_on_kobo, c.amount_kobo, l.kobo) as detail
    from public.passed_on_chargebacks c
    cross join lateral (select coalesce(sum(t.amount_kobo) filter (where t.kind = 'chargeback_passed_on'), 0) as kobo,
        coalesce(sum(t.amount_kobo) filter (where t.kind in ('vendor_earned', 'vendor_delivery_earned') and h.released_at >= c.created_at), 0) as earned
      from public.hand_overs h join ledger.transfers t on t.journal_id = ledger.id_of('handed-over:' || h.id) where h.order_id = c.order_id) l
    where c.passed_on_kobo <> l.kobo or c.passed_on_kobo < least(c.amount_kobo, l.earned)`,
  'L12 unapplied': `select p.id as subject, format('%s kobo pay nothing and go nowhere', a.balance_kobo) as detail
    from public.payments p join ledger.accounts a on a.kind = 'unapplied' and a.owner_id = p.id where a.balance_kobo <> 0`,
  'L18 stale hold': `select h.id as subject, format('expired %s', h.expires_at) as detail from ledger.transfers h
    where h.phase = 'held' and h.expires_at < now() - interval '60 seconds' and not exists (select from ledger.transfers t where t.hold_id = h.id)`,
  'L21 payouts': `select o.id as subject, format('%s payout of %s kobo, %s taken, %s on its way', o.status, o.amount_kobo, a.credits, a.balance_kobo) as detail
    from public.payouts o left join accounts a on a.kind = 'payout_out' and a.owner_id = o.id
    where coalesce(a.credits, 0) <> o.amount_kobo
      or a.balance_kobo <> case when o.status in ('requested', 'sent', 'needs_attention') then o.amount_kobo else 0 end`,
  'L21 shops': `select a.owner_id as subject, format('%s kobo on its way or arrived, the ledger has %s', p.kobo, t.kobo) as detail
    from accounts a cross join lateral (select coalesce(sum(amount_kobo), 0) as kobo from public.payouts
      where vendor_id = a.owner_id and status in ('requested', 'sent', 'needs_attention', 'arrived')) p
    cross join lateral (select coalesce(sum(case kind when 'payout_begun' then amount_kobo else -amount_kobo end), 0) as kobo from ledger.transfers
      where a.id in (debit_id, credit_id) and kind in ('payout_begun', 'payout_failed', 'payout_reversed')) t
    where a.kind = 'vendor' and (p.kobo <> t.kobo or p.kobo > a.credits)`,
  'L21 account': `select o.id as subject, format('begun %s, its account stands from %s to %s', o.created_at, b.since, b.ended_at) as detail
    from public.payouts o join public.bank_accounts b on b.id = o.bank_account_id
    where b.vendor_id <> o.vendor_id or o.created_at < public.bank_account_usable_from(b.since) or o.created_at > b.ended_at`,
  'L21 silent': `select id as subject, format('%s since %s', status, created_at) as detail from public.payouts
    where status in ('requested', 'sent', 'needs_attention') and created_at < now() - interval '24 hours'
      and coalesce(greatest(answered_at, unconfirmed_since), '-infinity') < now() - interval '24 hours'`,
}
