import type { Guard } from './guard.ts'

const CONFIRMING = 'domain/payments/confirming.test.ts'
const PAYMENTS = 'domain/payments/payments.test.ts'
const PAYING = 'server/payments/paying.test.ts'
const FAILED_REFUNDS = 'server/payments/failed-refunds.test.ts'
const OWN_REFUND = 'tests/attacks/our-refund-becomes-a-chargeback.test.ts'
const DISPUTED = 'tests/attacks/a-disputed-sale-is-paid-out.test.ts'
const BEYOND = 'tests/attacks/refunds-exceed-their-payment.test.ts'
const BEGIN_AGAIN = 'server/payments/begin-again.test.ts'
const PAYOUTS = 'server/payouts/paying-out.test.ts'
const LEDGER = 'database/tests/ledger.test.ts'

export const MONEY_GUARDS: readonly Guard[] = [
  {
    name: 'the currency is the naira',
    file: 'domain/payments/confirming.ts',
    text: `if (answer.currency !== 'NGN')`,
    broken: `if (answer.currency === '')`,
    tests: [CONFIRMING],
  },
  {
    name: 'play money counts nowhere in a live market',
    file: 'domain/payments/confirming.ts',
    text: 'if (answer.isTest && !takesTestMoney)',
    broken: 'if (answer.isTest && takesTestMoney && isOld)',
    tests: [CONFIRMING],
  },
  {
    name: 'too little pays nothing',
    file: 'domain/payments/confirming.ts',
    text: 'if (answer.amountKobo < payment.nairaKobo) {',
    broken: 'if (answer.amountKobo < 0n) {',
    tests: [CONFIRMING],
  },
  {
    name: 'an order is paid at the amount that was asked for',
    file: 'domain/payments/confirming.ts',
    text: 'return isPending && dueKobo === nairaKobo + pepsKobo &&',
    broken: 'return isPending &&',
    tests: [CONFIRMING],
  },
  {
    name: 'a reversal without a loss books nothing',
    file: 'domain/payments/confirming.ts',
    text: "return takenKobo > 0n ? { kind: 'reversed', takenKobo }",
    broken: "return answer.status === 'reversed' ? { kind: 'reversed', takenKobo }",
    tests: [CONFIRMING],
  },
  {
    name: 'our own refunds are no loss',
    file: 'domain/payments/taken-back.ts',
    text: '!isOurs && !isForDispute',
    broken: '!isForDispute',
    tests: [CONFIRMING],
  },
  {
    name: 'a refund is known as ours by its note or number',
    file: 'server/payments/confirm-payment.ts',
    text: 'isOurs: isOurs(refund)',
    broken: 'isOurs: false',
    tests: [OWN_REFUND],
  },
  {
    name: 'what our books sent back is no loss, though the gateway lists it later',
    file: 'domain/payments/taken-back.ts',
    text: 'receivedKobo - leastKobo(sentKobo, receivedKobo)',
    broken: 'receivedKobo',
    tests: [CONFIRMING],
  },
  {
    name: 'a payment is given back only to its price seen',
    file: 'domain/payments/paying.ts',
    text: 'if (totalKobo !== wish.expectedKobo) {',
    broken: 'if (totalKobo < 0n) {',
    tests: [PAYING],
  },
  {
    name: 'nobody spends PEPS that they do not have',
    file: 'domain/payments/paying.ts',
    text: 'if (pepsKobo <= balanceKobo) return null',
    broken: 'if (pepsKobo >= 0n) return null',
    tests: [PAYING],
  },
  {
    name: 'PEPS come back before naira',
    file: 'domain/payments/returning.ts',
    text: 'const pepsKobo = leastKobo(amountKobo, leftPeps)',
    broken: 'const pepsKobo = amountKobo - leastKobo(amountKobo, leftNaira)',
    tests: [PAYMENTS],
  },
  {
    name: 'no more comes back than was paid',
    file: 'domain/payments/returning.ts',
    text: 'amountKobo >= 0n && amountKobo <= leftPeps + leftNaira',
    broken: 'amountKobo >= 0n',
    tests: [PAYMENTS],
  },
  {
    name: 'no more is handed over than was bought',
    file: 'domain/payments/handing-over.ts',
    text: "assert(goodsKobo > 0n && goodsLeftKobo(order) >= goodsKobo, 'no more is handed over than was bought')",
    broken: '',
    tests: [PAYMENTS],
  },
  {
    name: 'a refund is never sent twice',
    file: 'server/payments/send-refunds.ts',
    text: 'if (live) return live',
    broken: 'if (live && tries > 1_000) return live',
    tests: [FAILED_REFUNDS],
  },
  {
    name: 'looks at a refund are no failures',
    file: 'server/payments/send-refunds.ts',
    text: 'const isGivenUp = failures >= MOST_FAILURES',
    broken: 'const isGivenUp = refund.tries >= MOST_FAILURES',
    tests: [FAILED_REFUNDS],
  },
  {
    name: 'a refund names the bank by the gateway’s id',
    file: 'server/payments/send-refunds.ts',
    text: '(select b.gateway_bank_id from public.banks b',
    broken: '(select b.code from public.banks b',
    tests: [FAILED_REFUNDS],
  },
  {
    name: 'one reference alone can be paid',
    file: 'server/payments/begin-again.ts',
    text: '  await giveUp(tx, paymentId)\n',
    broken: '',
    tests: [BEGIN_AGAIN],
  },
  {
    name: 'a page that somebody may have paid on is not begun again',
    file: 'server/payments/leave-for-gateway.ts',
    text: 'if (!UNSEEN.has(known.status)) {',
    broken: "if (known.status === 'failed') {",
    tests: [BEGIN_AGAIN],
  },
  {
    name: 'refunds of a payment are at most what it brought, in the database',
    file: 'database/migrations/0853_refunds_within_payments.sql',
    text: 'if asked + new.amount_kobo > brought then',
    broken: 'if false then',
    tests: [BEYOND],
  },
  {
    name: 'and are added up under its lock',
    file: 'database/migrations/0853_refunds_within_payments.sql',
    text: 'where id = new.payment_id for no key update;',
    broken: 'where id = new.payment_id;',
    tests: [BEYOND],
  },
  {
    name: 'an open dispute holds the release',
    file: 'server/hand-overs/release-hand-over.ts',
    text: 'and not public.has_open_dispute(o.id) and o.status',
    broken: 'and o.status',
    tests: [DISPUTED],
  },
  {
    name: 'an open dispute holds the release, in the database',
    file: 'database/migrations/0851_disputes.sql',
    text: 'if public.has_open_dispute(new.order_id) then',
    broken: 'if false then',
    tests: [DISPUTED],
  },
  {
    name: 'a lost dispute is passed on to the shop',
    file: 'server/hand-overs/release-hand-over.ts',
    text: '[...lines, ...passedOn]',
    broken: 'lines',
    tests: [DISPUTED],
  },
  {
    name: 'a payout needs a fresh proof',
    file: 'domain/payouts/requesting.ts',
    text: 'return isFreshProof(secondsSinceProof) ? amountKobo',
    broken: 'return secondsSinceProof !== 0.5 ? amountKobo',
    tests: [PAYOUTS],
  },
  {
    name: 'a payout is at most the balance',
    file: 'domain/payouts/requesting.ts',
    text: 'if (amountKobo > balanceKobo) {',
    broken: 'if (amountKobo < 0n) {',
    tests: [PAYOUTS],
  },
  {
    name: 'a shop that is held is not paid out',
    file: 'domain/payouts/requesting.ts',
    text: "if (isHeld) return refuse('payouts_held')",
    broken: '',
    tests: [PAYOUTS],
  },
  {
    name: 'a new account waits 48 hours',
    file: 'domain/payouts/requesting.ts',
    text: 'if (now >= from) return null',
    broken: 'if (now >= new Date(0)) return null',
    tests: [PAYOUTS],
  },
  {
    name: 'a payout goes to an account that has stood, in the database',
    file: 'database/migrations/0361_payouts.sql',
    text: 'and public.bank_account_usable_from(a.since) <= clock_timestamp()) then',
    broken: ') then',
    tests: [PAYOUTS],
  },
  {
    name: 'a payout is asked about before it is sent again',
    file: 'server/payouts/send-payouts.ts',
    text: 'payout.tries > 1 ? await gateway.readPayout(payout.reference) : null',
    broken: 'payout.tries > 1_000 ? await gateway.readPayout(payout.reference) : null',
    tests: [PAYOUTS, 'server/payouts/every-payout-once.test.ts'],
  },
  {
    name: 'a limited account is never overdrawn',
    file: 'database/migrations/0300_ledger.sql',
    text: 'check (not is_limited or debits_kobo + held_kobo <= credits_kobo)',
    broken: 'check (true)',
    tests: [LEDGER],
  },
  {
    name: 'movements are never changed',
    file: 'database/migrations/0300_ledger.sql',
    text: 'create trigger append_only before update or delete on ledger.transfers for each row execute function ledger.refuse_change();',
    broken: '',
    tests: [LEDGER],
  },
]
