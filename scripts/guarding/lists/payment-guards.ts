import type { Guard } from '../guard.ts'

const SECOND_PAYMENT = 'server/payments/second-payment.test.ts'
const SIGNING_IN = 'web/pages/auth/join-after-sign-in.test.ts'

const GIVEN_BACK = 'server/refunds/give-back-part.test.ts'

const GIFTS = 'server/share-gifts/share-gifts.test.ts'
const ENDED_GIFTS = 'server/share-gifts/ended-gifts.test.ts'
const GUARDED_GIFTS = 'server/share-gifts/guarded-gifts.test.ts'
const GIVEN_AT_ONCE = 'server/share-gifts/given-at-once.test.ts'

export const PAYMENT_GUARDS: readonly Guard[] = [
  {
    name: 'a second payment waits for the one that is under way',
    file: 'server/payments/begin-payment.ts',
    text: 'former.find(({ is_under_way }) => is_under_way)',
    broken: 'former.find(() => false)',
    tests: [SECOND_PAYMENT],
  },
  {
    name: 'the database refuses a second payment',
    file: 'database/payments/guards.sql',
    text: 'create trigger guard_second_payment before insert on public.payment_parts for each row execute function public.guard_second_payment();',
    broken: '',
    tests: [SECOND_PAYMENT],
  },
  {
    name: 'signing in joins nothing that costs more than the form said',
    file: 'web/pages/auth/join-after-sign-in.ts',
    text: 'if (!(purpose.mostKobo <= Number(form.get(JOIN_MOST))))',
    broken: 'if (purpose.mostKobo < 0)',
    tests: [SIGNING_IN],
  },
  {
    name: 'signing in joins only by the form that names the buy',
    file: 'web/pages/auth/join-after-sign-in.ts',
    text: 'if (!wanted || !key) return null',
    broken: 'if (!wanted) return null',
    tests: [SIGNING_IN],
  },
  {
    name: 'a shop gives back its own money',
    file: 'database/payments/guards.sql',
    text: "if new.payer <> 'vendor' or new.loss_kobo <> 0",
    broken: 'if false and new.loss_kobo <> 0',
    tests: [GIVEN_BACK],
  },
  {
    name: 'a shop gives back nothing that others decide about',
    file: 'database/payments/guards.sql',
    text: 'if public.has_undecided_claim(new.order_id) or',
    broken: 'if false and public.has_undecided_claim(new.order_id) or',
    tests: [GIVEN_BACK],
  },
  {
    name: 'a shop gives back part of its own orders',
    file: 'server/refunds/give-back-part.ts',
    text: ' and v.owner_id = $2',
    broken: ' and $2::uuid is not null',
    tests: [GIVEN_BACK],
  },
  {
    name: 'a shop gives back nothing that was paid out to it',
    file: 'domain/payments/refunds/shop-refund.ts',
    text: "lossKobo > 0n || (vendorKobo > 0n && vendorKobo > availableKobo) ? refuse('paid_out_already') : null",
    broken: "availableKobo < -1n && lossKobo + vendorKobo < -1n ? refuse('paid_out_already') : null",
    tests: [GIVEN_BACK],
  },
  {
    name: 'a claim decides before the shop gives back',
    file: 'domain/payments/refunds/shop-refund.ts',
    text: "if (order.hasUndecidedClaim) return refuse('claim_decides')",
    broken: '',
    tests: [GIVEN_BACK],
  },
  {
    name: 'a payout takes disputed orders last',
    file: 'database/payouts/sums.sql',
    text: 'order by kobo > 0, is_disputed, earned_at, order_id',
    broken: 'order by kobo > 0, earned_at, order_id',
    tests: ['tests/attacks/money/a-disputed-payout-is-sent.test.ts'],
  },
  {
    name: 'a share is accepted by the person it was given to',
    file: 'server/share-gifts/accept-share.ts',
    text: "if (!gift.is_for_caller) return refuse('gift_for_other')",
    broken: '',
    tests: [GIFTS],
  },
  {
    name: 'a share that is being paid for is not withdrawn',
    file: 'server/share-gifts/withdraw-share.ts',
    text: "if (gift.is_being_paid) return refuse('share_being_paid')",
    broken: '',
    tests: [ENDED_GIFTS],
  },
  {
    name: 'nobody leaves a share that somebody else is paying for',
    file: 'server/group-buys/leave-group-buy.ts',
    text: "if (order.is_being_taken) return refuse('share_being_paid')",
    broken: '',
    tests: [ENDED_GIFTS],
  },
  {
    name: 'a share that was taken over has no free hour',
    file: 'domain/group-buys/participants/leaving.ts',
    text: 'order.paidAt && !order.takesOver',
    broken: 'order.paidAt',
    tests: [GIFTS],
  },
  {
    name: 'a share that was taken over is locked at once',
    file: 'database/orders/rules.sql',
    text: "(e.paid_at <= clock_timestamp() - interval '1 hour' or e.takes_over_order_id is not null)",
    broken: "e.paid_at <= clock_timestamp() - interval '1 hour'",
    tests: [GIFTS],
  },
  {
    name: 'money for a share that has changed goes back',
    file: 'server/payments/read-payment.ts',
    text: "isPending: status === 'pending' && !cannot_take_over,",
    broken: "isPending: status === 'pending',",
    tests: [ENDED_GIFTS],
  },
  {
    name: 'a share stays within the maximum of its receiver',
    file: 'database/share-gifts/rules.sql',
    text: 'if own.units + share.quantity > public.own_max_quantity(buy.id, person, buy.max_quantity) then',
    broken: 'if false then',
    tests: [GIFTS],
  },
  {
    name: "a shop's people take over no share of it",
    file: 'database/share-gifts/rules.sql',
    text: 'if rights.serves_shop(person, share.vendor_id) then',
    broken: 'if false then',
    tests: [GIFTS],
  },
  {
    name: 'promises to others keep their participants',
    file: 'database/share-gifts/rules.sql',
    text: 'if own.is_paid and share.is_paid and not giver_stays and public.has_late_promise(buy) then',
    broken: 'if false then',
    tests: [GIFTS],
  },
  {
    name: 'an order that is being taken over does not expire',
    file: 'database/payments/rules.sql',
    text: "where t.takes_over_order_id = wanted and t.status = 'pending' and p.status in",
    broken: 'where false and p.status in',
    tests: [ENDED_GIFTS],
  },
  {
    name: 'a share is counted once while it changes hands',
    file: 'database/orders/sums.sql',
    text: 'elsif old.is_live and not new.is_live and exists (select from public.orders t where t.takes_over_order_id = new.id and t.is_live) then',
    broken: 'elsif false then',
    tests: [GIFTS],
  },
  {
    name: 'giver and receiver never have one share',
    file: 'database/share-gifts/guards.sql',
    text: 'if exists (select from public.orders t join public.orders o on o.id = t.takes_over_order_id where t.id = new.id and t.is_live',
    broken: 'if exists (select from public.orders t join public.orders o on o.id = t.takes_over_order_id where false',
    tests: [GUARDED_GIFTS],
  },
  {
    name: 'an order takes over what was given to its buyer',
    file: 'database/share-gifts/guards.sql',
    text: 'where o.id = new.takes_over_order_id and rights.is_gift_for(s, new.user_id) and',
    broken: 'where o.id = new.takes_over_order_id and',
    tests: [GUARDED_GIFTS],
  },
  {
    name: 'a share is paid for by one of giver and receiver',
    file: 'domain/payments/paying.ts',
    text: 'if (shareFault) return refuse(shareFault)',
    broken: '',
    tests: [GIVEN_AT_ONCE],
  },
  {
    name: 'a gift ends with the order',
    file: 'database/share-gifts/guards.sql',
    text: `update public.orders set status = 'cancelled', amount_due_kobo = 0, ended_at = clock_timestamp(), end_reason = 'the share was not taken over'
    where takes_over_order_id = new.id and status = 'pending';`,
    broken: '',
    tests: [ENDED_GIFTS],
  },
]
