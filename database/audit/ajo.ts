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
    (select coalesce(sum(t.amount_kobo), 0) from ledger.transfers t where t.debit_id = a.id and t.kind in ('ajo_reversed', 'ajo_loss_recovered')) as reversed_kobo
  from public.ajo_members m join public.ajo_circles c on c.id = m.circle_id left join ledger.accounts a on a.kind = 'ajo' and a.owner_id = m.id
)`

const CHECKS: Record<string, string> = {
  'L28 member': `select id as subject, format('has %s kobo; %s paid in, %s spent, %s returned, %s paid out and %s reversed', balance_kobo, paid_kobo, spent_kobo,
      returned_kobo, paid_out_kobo, reversed_kobo) as detail
    from money where held_kobo <> 0 or balance_kobo < 0 or balance_kobo <> paid_kobo - spent_kobo + returned_kobo - paid_out_kobo - reversed_kobo`,
  'L28 circle': `select c.id as subject, format('its members have %s kobo; %s paid in, %s spent, %s returned, %s paid out and %s reversed', sum(m.balance_kobo), sum(m.paid_kobo),
      sum(m.spent_kobo), sum(m.returned_kobo), sum(m.paid_out_kobo), sum(m.reversed_kobo)) as detail
    from public.ajo_circles c join money m on m.circle_id = c.id group by c.id
    having sum(m.balance_kobo) <> sum(m.paid_kobo - m.spent_kobo + m.returned_kobo - m.paid_out_kobo - m.reversed_kobo)
      or (c.status <> 'running' and sum(m.balance_kobo) <> 0)`,
  'L28 over': `select id as subject, format('%s of a circle that is %s, with %s kobo', status, circle_status, balance_kobo) as detail
    from money where (balance_kobo <> 0 and status <> 'active') or (status = 'active') <> (circle_status = 'running' and status not in ('left', 'defaulted', 'finished'))`,
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
    where d.user_id <> m.person_id or d.group_buy_id is distinct from n.group_buy_id or p.gateway <> 'ajo' or t.amount_kobo is distinct from p.naira_kobo`,
  'L28 spent': `select p.id::text as subject, format('%s kobo of a circle pay no order of a member', p.naira_kobo) as detail from public.payments p
    where p.gateway = 'ajo' and not exists (select from public.ajo_orders o where o.payment_id = p.id)
    union all select t.id::text, format('%s kobo left a circle for no order of a member', t.amount_kobo) from ledger.transfers t
    where t.kind = 'ajo_spent' and not exists (select from public.ajo_orders o where t.journal_id = ledger.id_of('payment:' || o.payment_id))`,
  'L28 unpaid': `select m.id as subject, format('has not paid month %s, which is closed', k.month) as detail
    from public.ajo_members m join public.ajo_contributions k on k.member_id = m.id and k.paid_at is null
    join public.ajo_months n on n.circle_id = k.circle_id and n.month = k.month and n.closed_at is not null where m.status in ('active', 'finished')`,
  'L28 late': `select n.circle_id::text as subject, format('month %s was to close %s', n.month, n.closes_at) as detail from public.ajo_months n
    join public.ajo_circles c on c.id = n.circle_id and c.status = 'running' where n.closed_at is null and n.closes_at < now() - interval '1 hour'
    union all select f.id::text, format('%s kobo have not gone back to a circle since %s', f.amount_kobo, f.created_at) from public.refunds f
    join public.payments p on p.id = f.payment_id and p.gateway = 'ajo' where f.status <> 'processed' and f.created_at < now() - interval '1 hour'`,
}
