import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isRefusal } from '#domain/refusal.ts'
import { checkDigit, payoutsAllowedFrom, refuseAccountNumber } from './bank-account.ts'
import { isPayDayDue, lastPayDay } from './pay-days.ts'
import { planPayout, type ShopToPayOut } from './requesting.ts'
import { judgePayout, pollDelayMs } from './verdict.ts'

const NOW = new Date('2026-11-22T09:00:00Z')
const HOUR = 3_600_000
const ago = (ms: number) => new Date(NOW.getTime() - ms)

describe('an account number', () => {
  test.each([
    // The central bank's own example: First Bank, serial 000001457.
    ['011', '0000014579'],
    ['058', '0152792740'],
    ['50515', '8031234567'],
    ['057', '0000000000'],
  ])('of %s may be %s', (bank, number) => expect(refuseAccountNumber(bank, number)).toBeNull())

  test.each([
    ['011', '0000014578'],
    ['011', '000001457'],
    ['50515', '80312345678'],
    ['50515', '803123456x'],
  ])('of %s is never %s', (bank, number) => {
    expect(refuseAccountNumber(bank, number)).toMatchObject({ code: 'account_number_wrong' })
  })

  it('with one wrong digit is rejected', () => {
    const serial = fc.stringMatching(/^\d{9}$/)
    fc.assert(
      fc.property(serial, fc.nat(9), fc.integer({ min: 1, max: 9 }), (nine, at, by) => {
        const number = `${nine}${checkDigit('058', nine)}`
        fc.pre(number !== '0000000000')
        const slip = `${number.slice(0, at)}${(Number(number[at]) + by) % 10}${number.slice(at + 1)}`
        fc.pre(slip !== '0000000000')
        expect(refuseAccountNumber('058', number)).toBeNull()
        expect(refuseAccountNumber('058', slip)).not.toBeNull()
      }),
    )
  })
})

describe('how much is paid out', () => {
  const shop: ShopToPayOut = {
    shopStatus: 'active',
    ownerRole: 'vendor',
    isHeld: false,
    arePaused: false,
    accountSince: ago(48 * HOUR),
    balanceKobo: 500_000n,
    disputedKobo: 0n,
    leastKobo: 100_000n,
    now: NOW,
  }
  const request = { requestedKobo: null, hasOpenPayout: false, secondsSinceProof: 10 }

  it('is the whole balance unless less is requested', () => {
    expect(planPayout(shop, request)).toBe(500_000n)
    expect(planPayout(shop, { ...request, requestedKobo: 100_000n })).toBe(100_000n)
  })

  it('is at most the balance and at least the minimum', () => {
    fc.assert(
      fc.property(fc.bigInt(-10n, 1_000_000n), fc.bigInt(0n, 1_000_000n), (requestedKobo, balanceKobo) => {
        const planned = planPayout({ ...shop, balanceKobo }, { ...request, requestedKobo })
        if (!isRefusal(planned))
          expect(planned >= 100_000n && planned <= balanceKobo && planned === requestedKobo).toBe(true)
        else expect(requestedKobo < 100_000n || requestedKobo > balanceKobo).toBe(true)
      }),
    )
  })

  test.each([
    ['not_allowed', { ownerRole: 'customer' }, {}],
    ['payouts_closed', { shopStatus: 'suspended' }, {}],
    ['payouts_held', { isHeld: true }, {}],
    ['payouts_paused', { arePaused: true }, {}],
    ['bank_account_needed', { accountSince: null }, {}],
    ['bank_account_waits', { accountSince: new Date(NOW.getTime() - 48 * HOUR + 1) }, {}],
    ['payout_on_its_way', {}, { hasOpenPayout: true }],
    ['payout_too_small', { balanceKobo: 0n }, {}],
    ['proof_needed', {}, { secondsSinceProof: 301 }],
    ['proof_needed', {}, { secondsSinceProof: null }],
  ])('is refused: %s', (code, facts, more) => {
    expect(planPayout({ ...shop, ...facts }, { ...request, ...more })).toMatchObject({ code })
  })

  it('is refused in an account’s first 48 hours', () => {
    expect(payoutsAllowedFrom(ago(48 * HOUR))).toEqual(NOW)
  })
})

describe('a response of the gateway', () => {
  const sent = { status: 'sent', amountKobo: 100n, createdAt: ago(HOUR), unsureAt: null } as const
  const answer = (status: 'pending' | 'succeeded' | 'failed' | 'reversed', amountKobo = 100n) =>
    ({ kind: 'answer', status, amountKobo }) as const

  test.each([
    ['arrives', sent, answer('succeeded'), { kind: 'arrived' }],
    ['arrives in another amount', sent, answer('succeeded', 99n), { kind: 'stuck', trouble: 'amount' }],
    ['fails', sent, answer('failed'), { kind: 'back', trouble: null }],
    ['is reversed before its arrival was known', sent, answer('reversed'), { kind: 'back', trouble: null }],
    ['comes back', { ...sent, status: 'arrived' }, answer('reversed'), { kind: 'reversed' }],
    ['is reported twice', { ...sent, status: 'arrived' }, answer('succeeded'), { kind: 'none' }],
    ['is reversed twice', { ...sent, status: 'reversed' }, answer('reversed'), { kind: 'none' }],
    ['failed and was paid', { ...sent, status: 'failed' }, answer('succeeded'), { kind: 'contradiction' }],
    ['arrived and failed', { ...sent, status: 'arrived' }, answer('failed'), { kind: 'contradiction' }],
    ['is refused', sent, { kind: 'refused' }, { kind: 'back', trouble: 'refused' }],
    [
      'is refused after a request without a response',
      { ...sent, unsureAt: ago(HOUR) },
      { kind: 'refused' },
      { kind: 'stuck', trouble: 'refused' },
    ],
    [
      'is refused a day after such a request',
      { ...sent, unsureAt: ago(25 * HOUR) },
      { kind: 'refused' },
      { kind: 'back', trouble: 'refused' },
    ],
    ['lacks funds', sent, { kind: 'lacks_funds' }, { kind: 'stuck', trouble: 'balance' }],
    ['does not answer', sent, { kind: 'no_answer' }, { kind: 'waits' }],
    [
      'has no response for a day',
      { ...sent, createdAt: ago(25 * HOUR) },
      { kind: 'no_answer' },
      { kind: 'stuck', trouble: 'no_answer' },
    ],
    [
      'is pending for a day',
      { ...sent, createdAt: ago(25 * HOUR) },
      answer('pending'),
      { kind: 'stuck', trouble: 'no_answer' },
    ],
    [
      'arrived, and the gateway does not respond',
      { ...sent, status: 'arrived' },
      { kind: 'no_answer' },
      { kind: 'none' },
    ],
  ] as const)('%s', (_, payout, says, verdict) => {
    expect(judgePayout(payout, says, NOW)).toEqual(verdict)
  })

  it('is polled with exponential backoff, at least once an hour', () => {
    expect([1, 2, 5, 9, 400].map((tries) => pollDelayMs(tries) / 1000)).toEqual([20, 40, 320, 3600, 3600])
  })
})

describe('pay days', () => {
  test.each([
    // 22 November 2026 is a Sunday; Friday is 5.
    ['2026-11-22T09:00:00Z', 5, '2026-11-20'],
    ['2026-11-22T09:00:00Z', 7, '2026-11-22'],
    ['2026-11-22T22:59:59Z', 1, '2026-11-16'],
    ['2026-11-22T23:00:00Z', 1, '2026-11-23'],
    ['2027-01-01T00:00:00Z', 4, '2026-12-31'],
  ])('at %s the newest for %i is %s', (now, weekday, day) => {
    expect(lastPayDay(new Date(now), weekday)).toBe(day)
  })

  it('count from the day the vendor chose them', () => {
    expect(isPayDayDue('2026-11-20', new Date('2026-11-20T22:59:59Z'))).toBe(true)
    expect(isPayDayDue('2026-11-20', new Date('2026-11-20T23:00:00Z'))).toBe(false)
  })
})
