import { type Finding, runChecks, type StatementRunner } from './run-checks.ts'

/**
 * Recomputes the money of every circle of ajo and each of its members from contributions, orders and refunds (decision
 * 0145). An empty list means that every kobo has its owner.
 */
export const auditAjo = (client: StatementRunner): Promise<Finding[]> =>
  runChecks(client, { common: COMMON, checks: CHECKS })

// reversed_kobo: taken by banks, or recovered by the market. It has no other record than the ledger.
const COMMON = `
with money as (
  select m.id, m.circle_id, m.person_id, m.status, c.status as circle_status, coalesce(a.balance_kobo, 0) as balance_kobo, coalesce(a.held_kobo, 0) as held_kobo,
    (select coalesce(sum(k.amount_kobo), 0) from public.ajo_contributions k where k.member_id = m.id and k.paid_at is not null) as paid_kobo,
    (select coalesce(sum(p.naira_kobo), 0) from public.ajo_orders o join public.payments p on p.id = o.payment_id where o.member_id = m.id) as spent_kobo,
    (select coalesce(sum(f.amount_kobo), 0) from public.ajo_orders o join public.refunds f on f.payment_id = o.payment_id and f.status = 'processed'
      where o.member_id = m.id) as returned_kobo,
    (select coalesce(sum(f.amount_kobo), 0) from public.ajo_contributions k join public.refunds f on f.payment_id = k.payment_id and f.reason = 'ajo'
      where k.member_id = m.id) as paid_out_kobo,
    (select coalesce(sum(t.amount_kobo), 0) from ledger.transfers t where t.debit_id = a.id and t.kind in ('ajo_reversed', 'ajo_loss_recovered')) as reversed_kobo,
    case when m.turn is null then 0 else public.ajo_ahead_kobo(m.id) end as ahead_kobo, public.has_had_ajo_turn(m.id) as has_had_turn
  from public.ajo_members m join public.ajo_circles c on c.id = m.circle_id left join ledger.accounts a on a.kind = 'ajo' and a.owner_id = m.id
)`

const CHECKS: Record<string, string> = {
  'L28 member': `select id as subject, format('has %s kobo; %s paid in, %s spent, %s returned, %s paid out, %s reversed and %s put in for others', balance_kobo, paid_kobo,
      spent_kobo, returned_kobo, paid_out_kobo, reversed_kobo, ahead_kobo) as detail
    from money where held_kobo <> 0 or balance_kobo < 0 or balance_kobo <> paid_kobo - spent_kobo + returned_kobo - paid_out_kobo - reversed_kobo - ahead_kobo`,
  'L28 circle': `select c.id as subject, format('its members have %s kobo; %s paid in, %s spent, %s returned, %s paid out and %s reversed', sum(m.balance_kobo), sum(m.paid_kobo),
      sum(m.spent_kobo), sum(m.returned_kobo), sum(m.paid_out_kobo), sum(m.reversed_kobo)) as detail
    from public.ajo_circles c join money m on m.circle_id = c.id group by c.id
    having sum(m.balance_kobo) <> sum(m.paid_kobo - m.spent_kobo + m.returned_kobo - m.paid_out_kobo - m.reversed_kobo)
      or (c.status <> 'running' and sum(m.balance_kobo) <> 0)`,
  'L28 over': `select id as subject, format('%s of a circle that is %s, with %s kobo', status, circle_status, balance_kobo) as detail
    from money where (balance_kobo <> 0 and status <> 'active' and not (status = 'defaulted' and has_had_turn and circle_status = 'running')) or (status = 'active') <> (circle_status = 'running' and status not in ('left', 'defaulted', 'finished'))`,
  'L28 owner': `select a.id as subject, format('an account of %s with %s kobo has no member', a.owner_id, a.balance_kobo) as detail
    from ledger.accounts a where a.kind = 'ajo' and not exists (select from public.ajo_members m where m.id = a.owner_id)`,
  'L28 contribution': `select k.id as subject, format('%s kobo, the ledger has %s', k.amount_kobo, coalesce(sum(t.amount_kobo), 0)) as detail
    from public.ajo_contributions k join public.payments p on p.id = k.payment_id
    left join ledger.transfers t on t.journal_id = ledger.id_of('payment:' || p.reference) and t.kind = 'contribution' and t.credit_id = ledger.id_of('ajo:' || k.member_id)
    group by k.id having coalesce(sum(t.amount_kobo), 0) <> k.amount_kobo`,
  'L28 paid in': `select t.id as subject, format('%s kobo pay no contribution', t.amount_kobo) as detail from ledger.transfers t join ledger.journals j on j.id = t.journal_id
    where t.kind = 'contribution' and not exists (select from public.ajo_contributions k join public.payments p on p.id = k.payment_id
      where j.key = 'payment:' || p.reference and t.credit_id = ledger.id_of('ajo:' || k.member_id))`,
  'L28 sums': `select c.id as subject, format('%s contributions of %s kobo for %s members and %s months', k.n, k.kobo, c.seats, c.months) as detail
    from public.ajo_circles c cross join lateral (select count(*) as n, coalesce(sum(amount_kobo), 0) as kobo from public.ajo_contributions where circle_id = c.id) k
    where c.started_at is not null and (k.n <> c.seats * c.months or k.kobo <> c.seats * c.months * c.monthly_kobo)`,
  'L28 order': `select o.order_id as subject, format('an order of %s kobo, %s spent', d.charged_kobo, p.naira_kobo) as detail
    from public.ajo_orders o join public.ajo_members m on m.id = o.member_id join public.orders d on d.id = o.order_id join public.payments p on p.id = o.payment_id
    join public.ajo_months n on n.circle_id = o.circle_id and n.month = o.month
    left join ledger.transfers t on t.journal_id = ledger.id_of('payment:' || p.id) and t.kind = 'ajo_spent' and t.debit_id = ledger.id_of('ajo:' || m.id)
      and t.credit_id = ledger.id_of('escrow:' || d.id)
    where d.user_id <> m.person_id or (m.turn is null and d.group_buy_id is distinct from n.group_buy_id) or p.gateway <> 'ajo' or t.amount_kobo is distinct from p.naira_kobo`,
  'L28 spent': `select p.id::text as subject, format('%s kobo of a circle pay no order of a member', p.naira_kobo) as detail from public.payments p
    where p.gateway = 'ajo' and not exists (select from public.ajo_orders o where o.payment_id = p.id)
    union all select t.id::text, format('%s kobo left a circle for no order of a member', t.amount_kobo) from ledger.transfers t
    where t.kind = 'ajo_spent' and not exists (select from public.ajo_orders o where t.journal_id = ledger.id_of('payment:' || o.payment_id))`,
  'L28 unpaid': `select m.id as subject, format('has not paid month %s, which is closed', k.month) as detail
    from public.ajo_members m join public.ajo_contributions k on k.member_id = m.id and k.paid_at is null
    join public.ajo_months n on n.circle_id = k.circle_id and n.month = k.month and n.closed_at is not null
    where m.status in ('active', 'finished') and not exists (select from public.ajo_pot_parts p where p.giver_id = m.id and p.month = k.month)`,
  'L28 turn': `select m.id as subject, format('%s of a circle of %s has the turn %s', m.status, c.kind, m.turn) as detail from public.ajo_members m join public.ajo_circles c on c.id = m.circle_id
    where (m.turn is not null) <> (c.kind = 'turns' and c.started_at is not null) or m.turn > c.seats`,
  'L28 pot': `select n.circle_id as subject, format('month %s: %s sums of %s members', n.month, p.sums, p.members) as detail
    from public.ajo_months n join public.ajo_circles c on c.id = n.circle_id and c.kind = 'turns' cross join lateral (
      select count(*) filter (where exists (select from public.ajo_pot_parts x where x.giver_id = m.id and x.month = n.month)) as sums, count(*) as members
      from public.ajo_members m where m.circle_id = n.circle_id and (m.ended_at is null or m.ended_at > n.closed_at)) p
    where n.closed_at is not null and p.sums <> p.members`,
  'L28 part': `select p.giver_id as subject, format('month %s: %s kobo, the ledger moved %s', p.month, p.amount_kobo, coalesce(t.kobo, 0)) as detail
    from public.ajo_pot_parts p join public.ajo_members r on r.id = p.receiver_id join public.ajo_members k on k.circle_id = p.circle_id and k.turn = p.month
    left join lateral (select sum(t.amount_kobo) as kobo from ledger.transfers t where t.kind = 'ajo_turn' and t.journal_id = ledger.id_of(concat('ajo-turn:', p.circle_id, ':', p.month))
      and t.debit_id = ledger.id_of('ajo:' || p.giver_id) and t.credit_id = ledger.id_of('ajo:' || p.receiver_id)) t on true
    where coalesce(t.kobo, 0) <> case when p.giver_id = p.receiver_id then 0 else p.amount_kobo end
      or (p.receiver_id not in (p.giver_id, k.id) and (r.status not in ('left', 'defaulted') or r.turn >= p.month))
    union all select t.id, format('%s kobo moved between members for no sum of a month', t.amount_kobo) from ledger.transfers t where t.kind = 'ajo_turn' and not exists (
      select from public.ajo_pot_parts p where t.journal_id = ledger.id_of(concat('ajo-turn:', p.circle_id, ':', p.month))
        and t.debit_id = ledger.id_of('ajo:' || p.giver_id) and t.credit_id = ledger.id_of('ajo:' || p.receiver_id))`,
  'L28 settled': `select t.id as subject, format('%s kobo settled between members without a record', t.amount_kobo) as detail from ledger.transfers t
    where t.kind = 'ajo_settled' and not exists (select from public.ajo_settlements s where t.journal_id = ledger.id_of('ajo-settled:' || s.id) and s.amount_kobo = t.amount_kobo
      and t.debit_id = ledger.id_of('ajo:' || s.payer_id) and t.credit_id = ledger.id_of('ajo:' || s.receiver_id))
    union all select s.id, format('%s kobo settled, and not moved', s.amount_kobo) from public.ajo_settlements s
    where not exists (select from ledger.transfers t where t.journal_id = ledger.id_of('ajo-settled:' || s.id) and t.kind = 'ajo_settled')`,
  'L28 most': `select m.id as subject, format('got the sums of %s members in a circle of %s', p.sums, c.seats) as detail from public.ajo_members m join public.ajo_circles c on c.id = m.circle_id
    cross join lateral (select count(*) as sums from public.ajo_pot_parts p where p.receiver_id = m.id) p where m.turn is not null and p.sums > c.seats`,
  'L28 late': `select n.circle_id::text as subject, format('month %s was to close %s', n.month, n.closes_at) as detail from public.ajo_months n
    join public.ajo_circles c on c.id = n.circle_id and c.status = 'running' where n.closed_at is null and n.closes_at < now() - interval '1 hour'
    union all select f.id::text, format('%s kobo have not gone back to a circle since %s', f.amount_kobo, f.created_at) from public.refunds f
    join public.payments p on p.id = f.payment_id and p.gateway = 'ajo' where f.status <> 'processed' and f.created_at < now() - interval '1 hour'`,
}
