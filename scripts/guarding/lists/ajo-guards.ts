import type { Guard } from '../guard.ts'

const FLOWS = 'server/ajo/ajo.test.ts'
const GUARDS_TEST = 'server/ajo/guards.test.ts'
const TURNS = 'server/ajo/turns.test.ts'
const TURN_GUARDS_TEST = 'server/ajo-accounts/turn-guards.test.ts'
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
    "if not public.is_ajo_open(new.kind) then raise exception 'Ajo is not open' using errcode = 'PT403'; end if;",
    '',
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
    "if new.status = 'running' and old.status = 'forming'\n    and (select count(*)",
    "if false and new.status = 'running'\n    and (select count(*)",
  ),
  guard(
    'a circle of ajo ends once its members have',
    "if new.status = 'ended' and exists",
    "if false and new.status = 'ended' and exists",
  ),
  guard(
    'a circle of ajo takes no members once it has started',
    "if circle.status <> 'forming' or not public.is_ajo_open(circle.kind) then",
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
    "if new.ended_at is not null and coalesce(ledger.balance_kobo('ajo', new.id), 0) <> 0 and not",
    'if false and not',
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
    text: 'else await payOutBalance(tx, memberId)',
    broken: 'else void memberId',
    tests: [FLOWS],
  },
  {
    name: 'a circle of ajo does not pay an order that the member made for themselves',
    file: 'server/ajo/buy-for-members.ts',
    text: "kind === 'grown' ? refuse('pay_first') : null",
    broken: "kind === null ? refuse('pay_first') : null",
    tests: [FLOWS],
  },
  guard(
    'a circle of ajo that takes turns starts while they are open',
    'and not public.is_ajo_open(new.kind) then',
    'and false then',
    [TURN_GUARDS_TEST],
  ),
  guard(
    'turns of ajo are drawn once',
    'if new.turn is distinct from old.turn and (',
    'if new.turn is distinct from old.turn and false and (',
    [TURN_GUARDS_TEST],
  ),
  guard(
    'each member of a circle of ajo that takes turns has one',
    "if new.turn is null and new.status = 'active' and exists",
    "if false and new.status = 'active' and exists",
    [TURN_GUARDS_TEST],
  ),
  guard(
    'a member of ajo who has had their turn does not leave',
    "if new.status = 'left' and old.status = 'active' and public.has_had_ajo_turn(new.id) then",
    'if false then',
    [TURN_GUARDS_TEST],
  ),
  guard(
    'money of ajo is held only of members who have had their turn',
    "and not (new.status = 'defaulted' and public.has_had_ajo_turn(new.id)) then",
    "and not (new.status = 'defaulted') then",
    [TURN_GUARDS_TEST],
  ),
  guard('a member of ajo orders from their turn on', 'and (m.turn is null or m.turn <= new.month)', 'and true', [
    TURN_GUARDS_TEST,
  ]),
  guard(
    'sums of ajo are given when the month closes',
    'and n.closed_at is null and n.closes_at <= clock_timestamp()) then',
    ') then',
    [TURN_GUARDS_TEST],
  ),
  guard(
    'a sum of ajo is given by a member who has it',
    "if not ((giver.status = 'active' and exists",
    "if false and not ((giver.status = 'active' and exists",
    [TURN_GUARDS_TEST],
  ),
  guard('a sum of ajo becomes the turn-taker’s', "if (taker.status = 'active' and receiver.id <> taker.id) or", 'if', [
    TURN_GUARDS_TEST,
  ]),
  guard(
    'a person out of a circle of ajo gets back what they put in, no more',
    'or public.ajo_ahead_kobo(receiver.id) < new.amount_kobo)) then',
    ')) then',
    [TURN_GUARDS_TEST],
  ),
  guard(
    'a sum of ajo is given back only to people who are out',
    "and (receiver.status not in ('left', 'defaulted') or",
    'and (',
    [TURN_GUARDS_TEST],
  ),
  guard('the ledger moves the sum of a month of ajo', 'if moved <> (case', 'if false and moved <> (case', [
    TURN_GUARDS_TEST,
  ]),
  guard(
    'a circle of ajo is settled after its last month',
    "if rights.cause() is distinct from 'chief' and exists (select from public.ajo_months n",
    'if false and exists (select from public.ajo_months n',
    [TURN_GUARDS_TEST],
  ),
  guard(
    'a settlement of ajo goes from too much to too little',
    'if public.ajo_ahead_kobo(new.payer_id) > -new.amount_kobo or public.ajo_ahead_kobo(new.receiver_id) < new.amount_kobo then',
    'if false then',
    [TURN_GUARDS_TEST],
  ),
  guard(
    'the ledger moves what is settled in ajo',
    "if not exists (select from ledger.transfers t where t.journal_id = ledger.id_of('ajo-settled:' || new.id)",
    "if false and not exists (select from ledger.transfers t where t.journal_id = ledger.id_of('ajo-settled:' || new.id)",
    [TURN_GUARDS_TEST],
  ),
  {
    name: 'what is left with a defaulter of ajo after their turn is held',
    file: 'server/ajo-accounts/end-membership.ts',
    text: "as === 'defaulted' && (await hasHadTurn(tx, memberId))",
    broken: 'as === null && (await hasHadTurn(tx, memberId))',
    tests: [TURNS],
  },
  {
    name: 'what comes back to a defaulter of ajo after their turn is held',
    file: 'server/ajo/return-to-circles.ts',
    text: "if (circle?.status === 'running' && (await hasHadTurn(tx, memberId))) return",
    broken: '',
    tests: [TURNS],
  },
  {
    name: 'a circle of ajo is settled before its members go',
    file: 'server/ajo/close-months.ts',
    text: '  await settleTurns(tx, circle.id)',
    broken: '',
    tests: [TURNS],
  },
  {
    name: 'a turn of ajo does not spend what is paid ahead',
    file: 'server/ajo/close-turn.ts',
    text: 'where k.member_id = m.id and k.month > $2 and',
    broken: 'where k.member_id = m.id and k.month > 99 and $2 > 0 and',
    tests: [TURNS],
  },
  {
    name: 'a member of ajo who has had their turn is refused to leave',
    file: 'server/ajo/leave-circle.ts',
    text: "if (member.has_had_turn) return refuse('turn_taken')",
    broken: '',
    tests: [TURNS],
  },
  {
    name: 'a chief ends no circle of ajo of their own',
    file: 'server/calls/decisions.ts',
    text: "'end-ajo-circle': { about: ({ circle_id }) => ({ subject: 'ajo_circle', id: circle_id }) },",
    broken: "'end-ajo-circle': { about: () => null },",
    tests: ['server/calls/own-case.test.ts'],
  },
  guard(
    'a chief ends no circle of ajo of their own, in the database',
    "when (rights.cause() = 'chief') execute function public.guard_own_case('ajo_circle', 'id', 'act')",
    "when (false) execute function public.guard_own_case('ajo_circle', 'id', 'act')",
    ['server/calls/own-case.test.ts'],
  ),
  {
    name: 'only a chief ends a circle of ajo',
    file: 'server/ajo/end-circle.ts',
    text: "if (!rows[0]?.is_chief) return refuse('not_found')",
    broken: '',
    tests: [TURNS],
  },
  {
    name: 'a circle of ajo that a chief ends is settled first',
    file: 'server/ajo/end-circle.ts',
    text: '  await settleTurns(tx, circle.id)',
    broken: '',
    tests: [TURNS],
  },
]
