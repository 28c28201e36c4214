import { describe, expect, test } from 'vitest'
import { decideConfirmation, type PendingPayment } from './confirming.ts'
import { chargedBackKobo } from './refunds/charged-back.ts'

const payment = (facts: Partial<PendingPayment> = {}): PendingPayment => ({
  status: 'initiated',
  nairaKobo: 1_000n,
  pepsAreHeld: true,
  parts: [{ orderId: 'one', nairaKobo: 1_000n, pepsKobo: 0n, isPending: true, dueKobo: 1_000n }],
  ...facts,
})
const answer = (
  facts: Partial<Parameters<typeof decideConfirmation>[1]> = {},
): Parameters<typeof decideConfirmation>[1] => ({
  status: 'succeeded',
  amountKobo: 1_000n,
  currency: 'NGN',
  isTest: false,
  ...facts,
})
const live = { takesTestMoney: false, isOld: false, takenKobo: 0n }

describe('a payment that the gateway confirms', () => {
  test('pays its order', () => {
    expect(decideConfirmation(payment(), answer(), live)).toMatchObject({ kind: 'paid', strayKobo: 0n, trouble: null })
  })

  test('in another currency pays nothing, whatever the amount', () => {
    for (const currency of ['USD', 'GHS', 'ngn', '']) {
      expect(decideConfirmation(payment(), answer({ currency }), live)).toEqual({ kind: 'odd', trouble: 'currency' })
    }
  })

  test('in test mode pays nothing in a live market', () => {
    expect(decideConfirmation(payment(), answer({ isTest: true }), live)).toEqual({
      kind: 'odd',
      trouble: 'test_money',
    })
    expect(decideConfirmation(payment(), answer({ isTest: true }), { ...live, takesTestMoney: true })).toMatchObject({
      kind: 'paid',
    })
  })

  test('of too little pays nothing; of too much refunds the excess', () => {
    const short = decideConfirmation(payment(), answer({ amountKobo: 999n }), live)
    expect(short).toEqual({ kind: 'paid', paid: [], strayKobo: 999n, trouble: 'amount' })
    expect(decideConfirmation(payment(), answer({ amountKobo: 1_001n }), live)).toMatchObject({
      strayKobo: 1n,
      trouble: 'amount',
    })
  })

  test('for an order that has changed pays nothing', () => {
    const [part] = payment().parts
    for (const change of [{ isPending: false }, { dueKobo: 1_001n }, { pepsKobo: 1n, dueKobo: 1_001n }]) {
      const parts = part ? [{ ...part, ...change }] : []
      const outcome = decideConfirmation(payment({ parts, pepsAreHeld: false }), answer(), live)
      expect(outcome).toMatchObject({ kind: 'paid', paid: [], strayKobo: 1_000n, trouble: 'not_payable' })
    }
  })
})

describe('a payment that the gateway calls reversed', () => {
  const reversed = answer({ status: 'reversed' })

  test('has lost what was taken, and nothing where nothing was', () => {
    const paid = payment({ status: 'succeeded' })
    expect(decideConfirmation(paid, reversed, live)).toEqual({ kind: 'none' })
    expect(decideConfirmation(paid, reversed, { ...live, takenKobo: 700n })).toEqual({
      kind: 'reversed',
      takenKobo: 700n,
    })
    expect(decideConfirmation(payment({ status: 'reversed' }), reversed, { ...live, takenKobo: 700n })).toEqual({
      kind: 'none',
    })
  })

  test('before it was booked has failed, and polling ends', () => {
    expect(decideConfirmation(payment(), reversed, live)).toEqual({ kind: 'ended', as: 'failed' })
    expect(decideConfirmation(payment({ status: 'failed' }), reversed, live)).toEqual({ kind: 'none' })
  })
})

describe('the amount taken back', () => {
  const refund = (amountKobo: bigint, facts = {}) => ({
    amountKobo,
    status: 'processed' as const,
    isOurs: true,
    isForDispute: false,
    ...facts,
  })
  const dispute = (status: 'open' | 'won' | 'lost', amountKobo = 1_000n) => ({ status, amountKobo })
  const taken = (refunds: ReturnType<typeof refund>[], disputes: ReturnType<typeof dispute>[] = [], sentKobo = 0n) =>
    chargedBackKobo({ receivedKobo: 1_000n, refunds, disputes, sentKobo })

  test.each([
    ['is everything if no refund or dispute explains it', taken([]), 1_000n],
    ['is zero if we refunded everything and the gateway does not list it yet', taken([], [], 1_000n), 0n],
    ['is the rest if we refunded a part and nothing is listed', taken([], [], 400n), 600n],
    ['is zero if we refunded everything', taken([refund(1_000n)]), 0n],
    ['is zero if we refunded it in parts', taken([refund(400n), refund(600n)]), 0n],
    ['is the amount refunded outside our ledger', taken([refund(400n), refund(600n, { isOurs: false })]), 600n],
    [
      'is the amount of a lost dispute, once',
      taken([refund(1_000n, { isOurs: false, isForDispute: true })], [dispute('lost')]),
      1_000n,
    ],
    [
      'is the amount of a lost dispute in addition to our refund',
      taken([refund(1_000n)], [dispute('lost', 1_000n)]),
      1_000n,
    ],
    ['is zero while a dispute is open', taken([], [dispute('open')]), 0n],
    ['is zero if the dispute is won', taken([], [dispute('won')]), 0n],
  ])('%s', (_, was, expected) => expect(was).toBe(expected))
})
