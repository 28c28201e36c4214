import type { Guard } from '../guard.ts'

const FLOWS = 'server/ajo/ajo.test.ts'
const GUARDS_TEST = 'server/ajo/guards.test.ts'
const GUARDS = 'database/ajo/guards.sql'

const guard = (name: string, text: string, broken: string, tests = [GUARDS_TEST]): Guard => ({
  name,
  file: GUARDS,
  text,
  broken,
  tests,
})

/** Circles of ajo and the money in them. */
export const AJO_GUARDS: readonly Guard[] = [
  guard(
    'no circle of ajo begins while ajo is switched off',
    "if public.read_setting('ajo_circles') is distinct from '1' then raise exception 'Ajo is not open'",
    "if false then raise exception 'Ajo is not open'",
  ),
  guard(
    'the sum of a circle of ajo keeps to the limits',
    'if new.monthly_kobo not between',
    'if false and new.monthly_kobo not between',
  ),
  guard(
    'the rules of a circle of ajo never change',
    "if (to_jsonb(new) - '{status,started_at,ended_at}'::text[]) <>",
    "if false and (to_jsonb(new) - '{status,started_at,ended_at}'::text[]) <>",
  ),
  guard(
    'a circle of ajo starts when its seats are taken',
    "if new.status = 'running' and old.status = 'forming'",
    "if false and new.status = 'running'",
  ),
  guard(
    'a circle of ajo ends once its members have',
    "if new.status = 'ended' and exists",
    "if false and new.status = 'ended' and exists",
  ),
  guard(
    'a circle of ajo takes no members once it has started',
    "if circle.status <> 'forming' or public.read_setting('ajo_circles') is distinct from '1' then",
    'if false then',
  ),
  guard('a circle of ajo has no more members than seats', '>= circle.seats then', '>= circle.seats + 100 then'),
  guard(
    'a person who did not pay joins no other circle of ajo',
    "where m.person_id = new.person_id and m.status = 'defaulted' and c.status = 'running') then",
    "where m.person_id = new.person_id and m.status = 'defaulted' and c.status = 'running' and false) then",
  ),
  guard(
    'a membership of ajo keeps its person',
    'if (new.id, new.circle_id, new.person_id, new.joined_at) is distinct from',
    'if false and (new.id, new.circle_id, new.person_id, new.joined_at) is distinct from',
  ),
  guard(
    'a member of ajo leaves with all of their money',
    "if new.ended_at is not null and coalesce(ledger.balance_kobo('ajo', new.id), 0) <> 0 then",
    'if false then',
  ),
  guard('a closed month of ajo stays', 'if old.closed_at is not null or (new.circle_id', 'if (new.circle_id'),
  guard(
    'a month of ajo closes when its time is over',
    'if new.closed_at is not null and clock_timestamp() < new.closes_at then',
    'if false then',
  ),
  guard(
    'a contribution to ajo stays as it was paid',
    'or (old.paid_at is not null and (new.paid_at, new.payment_id) is distinct from (old.paid_at, old.payment_id))',
    'or false',
  ),
  guard(
    'a contribution to ajo is paid by its own payment',
    'if old.paid_at is null and not exists',
    'if false and not exists',
  ),
  guard(
    'a contribution to ajo is paid in full by its member',
    'and p.user_id = m.person_id and p.naira_kobo = c.amount_kobo',
    'and true',
  ),
  guard(
    'a contribution to ajo has one payment under way',
    'if public.has_ajo_payment_under_way(new.contribution_id) then',
    'if false then',
  ),
  guard(
    'votes of ajo end when the month closes',
    'if open_month.closed_at is not null or clock_timestamp() >= open_month.closes_at',
    'if false',
  ),
  guard(
    'active members of ajo vote',
    "if not exists (select from public.ajo_members m where m.id = new.member_id and m.status = 'active') then",
    'if false then',
  ),
  guard(
    'members of ajo vote for buys that are open until the circle buys',
    "and g.status = 'active' and g.end_date > open_month.closes_at) then",
    ') then',
  ),
  guard(
    'an order of ajo is the member’s, in a buy with votes, and paid with their money',
    'if not exists (select from public.ajo_members m join public.orders o on o.id = new.order_id and o.user_id = m.person_id',
    'if false and not exists (select from public.ajo_members m join public.orders o on o.id = new.order_id and o.user_id = m.person_id',
  ),
  {
    name: 'a late payment of ajo pays nothing',
    file: 'server/ajo-accounts/contribution-payment.ts',
    text: "k.paid_at is null and m.status = 'active' and c.status = 'running' as \"isPending\"",
    broken: 'true as "isPending"',
    tests: [FLOWS],
  },
  {
    name: 'a payment of ajo that was paid twice goes back',
    file: 'server/ajo-accounts/contribution-payment.ts',
    text: 'k.paid_at is null and m.status',
    broken: 'm.status',
    tests: [FLOWS],
  },
  {
    name: 'money that comes back after a membership of ajo goes on to its payer',
    file: 'server/ajo/return-to-circles.ts',
    text: 'if (!active) await payOutBalance(tx, memberId)',
    broken: 'void active',
    tests: [FLOWS],
  },
  {
    name: 'a circle of ajo does not pay an order that the member made for themselves',
    file: 'server/ajo/buy-for-members.ts',
    text: "kind === 'grown' ? refuse('pay_first') : null",
    broken: "kind === null ? refuse('pay_first') : null",
    tests: [FLOWS],
  },
]
