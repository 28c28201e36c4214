import { type Finding, runChecks, type StatementRunner } from './run-checks.ts'

/**
 * Recomputes amounts entered by staff from the goods, the ledger and the settings of that day, independently of the
 * rows that authorised them (docs/decisions/0083).
 */
export const auditStaff = (client: StatementRunner): Promise<Finding[]> =>
  runChecks(client, { common: COMMON, checks: CHECKS })

// worth_kobo of a sale: goods of the hand-over that it ended, with the fee that was paid on them.
const COMMON = `
with sales as (
  select u.order_id, u.hand_over_id, u.proceeds_kobo, u.decided_by, a.id as amount_id, a.decided_by as second,
    h.goods_kobo + h.goods_kobo * o.buyer_fee_bps / 10000 as worth_kobo
  from public.uncollected u join public.orders o on o.id = u.order_id join public.hand_overs h on h.id = u.hand_over_id
    left join public.typed_amounts a on a.id = u.amount_id and a.act = 'resale' and a.subject_id = u.order_id and a.amount_kobo = u.proceeds_kobo and a.status = 'done'
  where u.outcome = 'resale'
), began as (
  select coalesce(min(created_at), 'infinity') as at from public.settings where key = 'amount_limit_act_naira'
), done as (
  select a.*, (select (s.value #>> '{}')::bigint * 100 from public.settings s where s.key = 'amount_limit_act_naira' and s.withdrawn_at is null
      and s.effective_from <= a.entered_at order by s.effective_from desc limit 1) as act_limit,
    (select (s.value #>> '{}')::bigint * 100 from public.settings s where s.key = 'amount_limit_day_naira' and s.withdrawn_at is null
      and s.effective_from <= a.entered_at order by s.effective_from desc limit 1) as day_limit
  from public.typed_amounts a where a.status = 'done'
)`

const CHECKS: Record<string, string> = {
  'L27 sale': `select order_id as subject, format('sold for %s kobo, the buyer had paid %s for it%s', proceeds_kobo, worth_kobo, case when second is null then ', decided by one person' end) as detail
    from sales where proceeds_kobo > 2 * worth_kobo or second is null and proceeds_kobo not between worth_kobo / 2 and worth_kobo * 12 / 10`,
  'L27 sale booked': `select s.order_id as subject, format('sold for %s kobo, the ledger has %s', s.proceeds_kobo, coalesce(sum(t.amount_kobo), 0)) as detail
    from sales s left join ledger.transfers t on t.journal_id = ledger.id_of('resold:' || s.hand_over_id) group by s.order_id, s.proceeds_kobo
    having coalesce(sum(t.amount_kobo), 0) <> s.proceeds_kobo`,
  'L27 sale made up': `select j.id as subject, format('%s of %s kobo has no sale', j.key, sum(t.amount_kobo)) as detail
    from ledger.transfers t join ledger.journals j on j.id = t.journal_id
    where t.kind in ('resale_handling', 'resale_as_peps', 'resale_return_owed', 'cash_resale_handling', 'cash_resale_as_peps', 'cash_resale_return_owed')
      and not exists (select from sales s where j.id = ledger.id_of('resold:' || s.hand_over_id)) group by j.id, j.key`,
  'L27 entered': `select n.subject, format('%s of %s kobo was not entered by staff', n.act, n.kobo) as detail from (
      select u.order_id as subject, 'sale' as act, u.proceeds_kobo as kobo, u.closed_at as at from public.uncollected u
        where u.outcome = 'resale' and not exists (select from sales s where s.order_id = u.order_id and s.amount_id is not null)
      union all select r.id, 'partial refund', r.goods_kobo, r.created_at from public.partial_refunds r join ledger.journals j on j.id = ledger.id_of('partial-refund:' || r.id)
        where j.cause = 'chief' and not exists (select from done a where a.id = r.amount_id and a.act = 'partial-refund' and a.subject_id = r.order_id and a.amount_kobo = r.goods_kobo)
      union all select f.id, 'refund to another account', f.amount_kobo, f.updated_at from public.refunds f
        where f.to_account_number is not null and not exists (select from done a where a.id = f.amount_id and a.act = 'refund-account' and a.subject_id = f.id)
      union all select t.id, 'cash banked', t.amount_kobo, t.posted_at from ledger.transfers t where t.kind = 'cash_banked'
        and not exists (select from done a where t.journal_id = ledger.id_of('banked:' || a.id) and a.amount_kobo = t.amount_kobo)
    ) n cross join began b where n.at > b.at`,
  'L27 carried out': `select a.id as subject, format('%s of %s kobo was approved, and no money moved', a.act, a.amount_kobo) as detail from done a
    where not case a.act when 'resale' then exists (select from public.uncollected u where u.amount_id = a.id)
      when 'partial-refund' then exists (select from public.partial_refunds r where r.amount_id = a.id)
      when 'cash-banked' then exists (select from ledger.journals j where j.id = ledger.id_of('banked:' || a.id))
      else exists (select from public.refunds f where f.amount_id = a.id) or exists (select from public.typed_amounts b where b.subject_id = a.subject_id and b.entered_at > a.entered_at) end`,
  'L27 one person': `select id as subject, format('%s kobo by one person, %s an act', amount_kobo, act_limit) as detail from done
    where decided_by is null and (amount_kobo > act_limit or act = 'refund-account')`,
  'L27 second person': `select id as subject, 'the second person is the first, or of their household' as detail from done
    where decided_by is not null and entered_at > now() - interval '30 days' and decided_by in (select public.household(entered_by))`,
  'L27 day': `select entered_by as subject, format('%s kobo alone on %s, %s a day', sum(amount_kobo), (entered_at at time zone 'Africa/Lagos')::date, min(day_limit)) as detail
    from done where decided_by is null group by entered_by, (entered_at at time zone 'Africa/Lagos')::date having sum(amount_kobo) > max(day_limit)`,
  'L27 own case': `select a.id as subject, 'decided by a person with a part in it' as detail from done a where a.entered_at > now() - interval '30 days'
    and (public.has_part_in(a.subject, a.subject_id, a.entered_by, true) or public.has_part_in(a.subject, a.subject_id, a.decided_by, true))`,
  'L26 place cash': `select a.owner_id as subject, format('%s kobo more were banked than it took', -s.kobo) as detail from ledger.accounts a
    cross join lateral (select sum(case when t.debit_id = a.id then t.amount_kobo else -t.amount_kobo end) as kobo from ledger.transfers t
      where a.id in (t.debit_id, t.credit_id) and t.phase in ('posted', 'captured')) s where a.kind = 'place_cash' and s.kobo < 0`,
  'L26 delivery fee': `select id as subject, format('%s kobo for a delivery', fee_kobo) as detail from public.delivery_zones where fee_kobo > 5000000 and closed_at is null`,
}
