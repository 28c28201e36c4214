import type { Guard } from './guard.ts'

const SECOND_STEP = 'server/accounts/second-factor.test.ts'
const RIGHTS = 'database/tests/rights/rights.test.ts'

const WAITING_LIST = 'server/group-buys/waiting-list/waiting-list.test.ts'

export const RIGHTS_GUARDS: readonly Guard[] = [
  {
    name: 'what is offered to a waiter is refused to others',
    file: 'domain/group-buys/participants/joining.ts',
    text: '  if (quantity > buy.targetQuantity - buy.currentQuantity - others.units) return',
    broken: '  if (quantity > buy.targetQuantity) return',
    tests: [WAITING_LIST],
  },
  {
    name: 'the database refuses an order for what is on offer',
    file: 'database/group-buys/guards.sql',
    text: 'and new.current_quantity + public.offered_units(new) > new.target_quantity)',
    broken: 'and new.current_quantity > new.target_quantity)',
    tests: [WAITING_LIST],
  },
  {
    name: 'an idempotency key belongs to one person',
    file: 'server/calls/functions.ts',
    text: 'const actor = caller.userId ?? caller.role',
    broken: 'const actor = caller.role',
    tests: ['server/calls/keys-are-personal.test.ts'],
  },
  {
    name: 'an idempotency key belongs to one request body',
    file: 'platform/http/idempotency.ts',
    text: "if (!stored.body_hash.equals(bodyHash)) return { outcome: 'refused' }",
    broken: '',
    tests: ['platform/http/idempotency.test.ts'],
  },
  {
    name: 'commands, including payouts, need the second factor',
    file: 'server/accounts/session-status.ts',
    text: "if (status === 'second-factor-pending') throw new RefusalError(refuse('second_step_needed'))",
    broken: '',
    tests: [SECOND_STEP],
  },
  {
    name: 'payouts are readable only after the second factor',
    file: 'database/payouts/rights.sql',
    text: 'create policy second_step on public.payouts as restrictive for all to authenticated using (not (select rights.owes_second_step()));',
    broken: '',
    tests: [SECOND_STEP],
  },
  {
    name: 'orders are readable only after the second factor',
    file: 'database/orders/rights.sql',
    text: 'create policy second_step on public.orders as restrictive for all to authenticated using (not (select rights.owes_second_step()));',
    broken: '',
    tests: [SECOND_STEP],
  },
  {
    name: 'a buyer sees their own orders',
    file: 'database/orders/rights.sql',
    text: 'create policy own_orders on public.orders for select to authenticated using (user_id = (select auth.uid()));',
    broken: 'create policy own_orders on public.orders for select to authenticated using (true);',
    tests: [RIGHTS],
  },
  {
    name: 'a payment is seen by its payer',
    file: 'database/payments/rights.sql',
    text: 'create policy own_payments on public.payments for select to authenticated using (user_id = (select auth.uid()));',
    broken: 'create policy own_payments on public.payments for select to authenticated using (true);',
    tests: ['server/payments/payments-are-private.test.ts'],
  },
  {
    name: 'a payout is seen by its shop',
    file: 'database/payouts/rights.sql',
    text: 'create policy own_payouts on public.payouts for select to authenticated using (vendor_id = (select rights.my_vendor_id()));',
    broken: 'create policy own_payouts on public.payouts for select to authenticated using (true);',
    tests: ['server/payments/payments-are-private.test.ts'],
  },
  {
    name: 'disputes are for chiefs',
    file: 'database/payments/rights.sql',
    text: "create policy chief_reads on public.disputes for select to authenticated using ((select rights.has_role('chief')));",
    broken: 'create policy chief_reads on public.disputes for select to authenticated using (true);',
    tests: ['server/payments/payments-are-private.test.ts'],
  },
  {
    name: 'a refund is repeated by a chief',
    file: 'server/refunds/repeat-refund.ts',
    text: "if (!refund?.is_chief) return refuse('not_found')\n    if",
    broken: "if (!refund) return refuse('not_found')\n    if",
    tests: ['server/refunds/failed-refunds.test.ts'],
  },
  {
    name: 'a partial refund is made by a chief',
    file: 'server/refunds/refund-part.ts',
    text: "if (!order?.is_chief) return refuse('not_found')",
    broken: "if (!order) return refuse('not_found')",
    tests: ['tests/attacks/money/staff-mint-money.test.ts'],
  },
  {
    name: 'payouts are held by a chief',
    file: 'server/payouts/hold-payouts.ts',
    text: "if (!(await isChief(tx, caller))) return refuse('not_found')",
    broken: 'await isChief(tx, caller)',
    tests: ['server/payouts/paying-out.test.ts'],
  },
  {
    name: 'a payment is cancelled by its payer',
    file: 'server/payments/cancel-payment.ts',
    text: 'where id = $1 and user_id = $2)',
    broken: 'where id = $1 and ($2::uuid is null or true))',
    tests: ['server/orders/being-paid.test.ts'],
  },
  {
    name: 'orders are paid by their buyer',
    file: 'server/payments/payable-orders.ts',
    text: 'where o.id = any ($1::uuid[]) and o.user_id = $2 order by o.id',
    broken: 'where o.id = any ($1::uuid[]) and $2::uuid is not null order by o.id',
    tests: ['server/payments/paying.test.ts'],
  },
  {
    name: 'a difference is resolved by a chief',
    file: 'server/books/resolve-difference.ts',
    text: "if (!difference?.is_chief) return refuse('not_found')",
    broken: "if (!difference) return refuse('not_found')",
    tests: ['server/books/books.test.ts'],
  },
  {
    name: 'a proof is used once',
    file: 'platform/auth/used-proofs.ts',
    text: 'return rowCount === 1',
    broken: 'return rowCount !== null',
    tests: ['platform/auth/tests/captcha.test.ts'],
  },
  {
    name: 'tokens with another audience are rejected',
    file: 'platform/auth/sessions/tokens.ts',
    text: "if (role === 'authenticated' && payload.aud !== 'authenticated') return null",
    broken: '',
    tests: ['platform/auth/sessions/tokens.test.ts'],
  },
  {
    name: 'redirects to other sites are rejected',
    file: 'platform/auth/flows/redirects.ts',
    text: 'if (!url || url.username || url.password) return null',
    broken: 'if (!url) return null',
    tests: ['platform/auth/flows/redirects.test.ts'],
  },
]
