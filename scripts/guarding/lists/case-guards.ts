import type { Guard } from '../guard.ts'

const OWN_CASE = 'server/calls/own-case.test.ts'
const MINTING = 'tests/attacks/money/staff-mint-money.test.ts'
const SHORT = 'tests/attacks/money/a-rider-refunds-a-buy.test.ts'
const PROOF = 'tests/attacks/money/hand-over-proof-is-forged.test.ts'
const REPLACEMENT = 'tests/attacks/money/a-replacement-never-comes.test.ts'
const SHOP_DAYS = 'server/vendors/profile/shop-days.test.ts'
const AMOUNTS = 'database/staff/guards.sql'
const SHORTFALLS = 'database/packing/guards.sql'
const OVERRIDES = 'database/hand-overs/guards.sql'
const PHOTOGRAPHS = 'database/hand-overs/guards.sql'

/** Decisions, amounts and proofs of staff, shops and leavers. */
export const CASE_GUARDS: readonly Guard[] = [
  {
    name: 'leaving never costs more than its question said',
    file: 'domain/group-buys/participants/leaving.ts',
    text: 'shown !== null && decision.mostChargeKobo > shown',
    broken: 'shown !== null && decision.mostChargeKobo < 0n',
    tests: ['domain/group-buys/participants/leaving.test.ts'],
  },
  {
    name: 'staff cannot decide cases in which they have a part',
    file: 'server/calls/own-case.ts',
    text: "return rows[0]?.has_part ? refuse('own_case') : null",
    broken: "return rows.length > 1 ? refuse('own_case') : null",
    tests: [OWN_CASE],
  },
  {
    name: 'staff cannot decide cases in which they have a part, in the database',
    file: 'database/staff/guards.sql',
    text: "if public.has_part_in(tg_argv[0], (row_now ->> tg_argv[1])::uuid, judge, coalesce(tg_argv[3] = 'duty', false)) then",
    broken: 'if false then',
    tests: [OWN_CASE],
  },
  {
    name: 'shop staff act by duty in their own shop only, in the database',
    file: 'database/staff/guards.sql',
    text: 'if judge is not null and not public.runs_shop_of(subject, subject_id, judge)',
    broken: 'if false and not public.runs_shop_of(subject, subject_id, judge)',
    tests: [OWN_CASE],
  },
  {
    name: 'an amount is at most what its goods can account for, in the database',
    file: AMOUNTS,
    text: 'if new.amount_kobo > coalesce(bounds.most, 0) then',
    broken: 'if false then',
    tests: [MINTING],
  },
  {
    name: 'an unusual amount needs a second person',
    file: 'domain/payments/typed-amounts.ts',
    text: 'unusual: isUnusual,',
    broken: 'unusual: false,',
    tests: ['domain/payments/typed-amounts.test.ts'],
  },
  {
    name: 'a large amount needs a second person',
    file: 'domain/payments/typed-amounts.ts',
    text: 'act_limit: amountKobo > limits.actKobo,',
    broken: 'act_limit: false,',
    tests: ['domain/payments/typed-amounts.test.ts'],
  },
  {
    name: 'amounts entered by one person have a daily limit',
    file: 'domain/payments/typed-amounts.ts',
    text: 'day_limit: aloneTodayKobo + amountKobo > limits.dayKobo,',
    broken: 'day_limit: false,',
    tests: ['domain/payments/typed-amounts.test.ts'],
  },
  {
    name: 'the second person is a different one with the same role',
    file: 'server/staff/decide-amount.ts',
    text: 'if (!hasAtLeastRank(parseRole(amount.role), parseRole(amount.entered_role)) || !amount.may_decide) {',
    broken: "if (personId === '') {",
    tests: [MINTING],
  },
  {
    name: 'the second person is a different one, in the database',
    file: AMOUNTS,
    text: 'elsif not public.may_decide_amount(new.id, new.decided_by) then',
    broken: 'elsif false then',
    tests: [MINTING],
  },
  {
    name: 'money moves only by an approved amount',
    file: AMOUNTS,
    text: "and a.amount_kobo = kobo and a.status = 'done') then",
    broken: ') then',
    tests: [MINTING],
  },
  {
    name: 'a decided amount cannot be changed',
    file: AMOUNTS,
    text: "if old.status <> 'waiting' or new.status = 'waiting' then",
    broken: 'if false then',
    tests: [MINTING],
  },
  {
    name: 'a short delivery is entered only by staff who weigh in, or by the shop',
    file: SHORTFALLS,
    text: 'if not (rights.packs_for(new.entered_by, new.vendor_id) or coalesce(rights.keeps_place(new.entered_by, new.pickup_point_id), false)) then',
    broken: 'if false then',
    tests: [SHORT],
  },
  {
    name: 'a short delivery is in whole units, in the database',
    file: SHORTFALLS,
    text: 'if new.missing_thousandths % 1000 <> 0 then',
    broken: 'if false then',
    tests: [SHORT],
  },
  {
    name: 'a short delivery is entered on the sharing day at the earliest, in the database',
    file: SHORTFALLS,
    text: 'if not public.is_shared_by_now(new.group_buy_id, new.line_id) then',
    broken: 'if false then',
    tests: [SHORT],
  },
  {
    name: 'a shortfall larger than the one weighed in needs a photograph, in the database',
    file: SHORTFALLS,
    text: "if new.photo is null and (new.kind = 'damaged'",
    broken: "if false and (new.kind = 'damaged'",
    tests: [SHORT],
  },
  {
    name: 'a large short delivery needs a response, in the database',
    file: SHORTFALLS,
    text: "if new.status = 'entered' and ((before.missing",
    broken: 'if false and ((before.missing',
    tests: [SHORT],
  },
  {
    name: 'a photograph is used as proof once',
    file: PHOTOGRAPHS,
    text: "if not found then raise exception 'This photograph has proved something else already' using errcode = 'PT409'; end if;",
    broken: '',
    tests: [PROOF],
  },
  {
    name: 'a photograph has a minimum size',
    file: PHOTOGRAPHS,
    text: "if tg_argv[0] <> 'evidence' and not public.is_photo_large_enough(coalesce(picture, '{}')) then",
    broken: 'if false then',
    tests: [PROOF],
  },
  {
    name: 'wrong codes lock overrides too, in the database',
    file: OVERRIDES,
    text: 'where l.hand_over_id = new.hand_over_id and l.locked_until > clock_timestamp()) then',
    broken: 'where false) then',
    tests: [PROOF],
  },
  {
    name: 'goods that the shop’s side gave out without a code are payable after twice the claim period, in the database',
    file: OVERRIDES,
    text: 'if facts.claim_until < facts.done_at + 2 * public.claim_time(new.hand_over_id) then',
    broken: 'if false then',
    tests: [PROOF],
  },
  {
    name: 'hand-overs of a shop without codes have a daily limit, in the database',
    file: OVERRIDES,
    text: 'if public.shop_overrides_kobo_today(facts.vendor_id) + facts.goods_kobo >',
    broken: 'if facts.goods_kobo < 0 and 0 >',
    tests: [PROOF],
  },
  {
    name: 'a replacement ends a claim only on receipt, in the database',
    file: 'database/claims/guards.sql',
    text: "if new.ended_at is not null and old.ended_at is null and new.outcome = 'replacement'",
    broken: "if false and new.outcome = 'replacement'",
    tests: [REPLACEMENT],
  },
  {
    name: 'late leavers pay for promises that relied on them',
    file: 'domain/payments/settling/late-leaves.ts',
    text: 'uncoveredKobo += chargeLeavers(differenceKobo(buy, promise, people), liable, shares)',
    broken: 'uncoveredKobo += differenceKobo(buy, promise, people) * 0n',
    tests: ['domain/payments/settling/late-leaves.test.ts'],
  },
  {
    name: 'the final price is computed from the participants who stay, in the database',
    file: 'database/orders/guards.sql',
    text: 'if new.settled_participants is distinct from new.paid_participants',
    broken: 'if false and new.settled_participants is distinct from new.paid_participants',
    tests: ['server/settlement/settling.test.ts'],
  },
  {
    name: 'an order settles at the lower of final price and ceiling, in the database',
    file: 'database/orders/guards.sql',
    text: 'if new.unit_price is distinct from least(new.ceiling_unit_price,',
    broken: 'if false and new.unit_price is distinct from least(new.ceiling_unit_price,',
    tests: ['server/settlement/settling.test.ts'],
  },
  {
    name: 'a paused shop takes no orders, in the database',
    file: 'database/orders/sums.sql',
    text: 'and (v.paused_until is null or v.paused_until <= clock_timestamp()) for share;',
    broken: 'for share;',
    tests: [SHOP_DAYS],
  },
  {
    name: 'a paused or closed shop publishes no group buy, in the database',
    file: 'database/group-buys/guards.sql',
    text: 'if fault is null and publishes and public.calendar_fault(new) is not null then',
    broken: 'if false then',
    tests: [SHOP_DAYS],
  },
  {
    name: 'nothing is collected at a shop’s own place on a closed day, in the database',
    file: 'database/orders/guards.sql',
    text: 'and public.closing_reason(v.closed_days, day) is not null) then',
    broken: 'and false) then',
    tests: [SHOP_DAYS],
  },
  {
    name: 'a vendor accepts each promise before days are saved over it',
    file: 'server/vendors/profile/save-shop-days.ts',
    text: 'countPromises(promises) > (input.accepted_promises ?? 0)',
    broken: 'countPromises(promises) < 0',
    tests: [SHOP_DAYS],
  },
]
