import type { Guard } from '../../guard.ts'

const SECOND_PAYMENT = 'server/payments/second-payment.test.ts'
const SIGNING_IN = 'web/pages/auth/join-after-sign-in.test.ts'

const GIVEN_BACK = 'server/refunds/give-back-part.test.ts'

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
]
