import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareBooks, type DifferenceFault, type GatewayRecord, type LedgerEntry } from './compare-books.ts'

const KINDS = ['payment', 'refund', 'payout', 'settlement'] as const

const record = (facts: Partial<GatewayRecord> = {}): GatewayRecord => ({
  kind: 'payment',
  id: '1',
  reference: 'AJ-1',
  status: 'done',
  amountKobo: 500n,
  feesKobo: 10n,
  ...facts,
})
const entry = (facts: Partial<LedgerEntry> = {}): LedgerEntry => ({
  kind: 'payment',
  reference: 'AJ-1',
  amountKobo: 500n,
  feesKobo: 10n,
  isReversed: false,
  refundedKobo: 0n,
  chargedBackKobo: 0n,
  ...facts,
})
const faults = (records: GatewayRecord[], booked: LedgerEntry[]) =>
  compareBooks(records, booked).map(({ fault }) => fault)

describe('a record on both sides', () => {
  test.each<[string, GatewayRecord[], LedgerEntry[], DifferenceFault[]]>([
    ['is the same', [record()], [entry()], []],
    ['is missing in the ledger', [record()], [], ['missing_here']],
    ['is missing at the gateway', [], [entry()], ['missing_there']],
    ['is doubled', [record(), record({ id: '2' })], [entry()], ['doubled']],
    ['is on two pages of the list', [record(), record()], [entry()], []],
    ['has another amount', [record({ amountKobo: 501n })], [entry()], ['wrong_sum']],
    ['has another fee', [record({ feesKobo: 11n })], [entry()], ['wrong_sum']],
    ['has a fee that is booked elsewhere', [record({ feesKobo: 11n })], [entry({ feesKobo: null })], []],
    ['has not happened', [record({ status: 'ended' })], [entry()], ['wrong_state']],
    ['is still under way', [record({ status: 'open' })], [entry()], ['wrong_state']],
    ['was reversed at the gateway only', [record({ status: 'reversed' })], [entry()], ['wrong_state']],
    [
      'was reversed in the ledger only',
      [record()],
      [entry({ isReversed: true, chargedBackKobo: 500n })],
      ['wrong_state'],
    ],
    ['was partially charged back', [record()], [entry({ isReversed: true, chargedBackKobo: 200n })], []],
    ['was refunded by us in whole', [record({ status: 'reversed' })], [entry({ refundedKobo: 500n })], []],
    [
      'was only partially refunded by us',
      [record({ status: 'reversed' })],
      [entry({ refundedKobo: 499n })],
      ['wrong_state'],
    ],
    ['was reversed on both sides', [record({ status: 'reversed' })], [entry({ isReversed: true })], []],
    ['was reversed before it was booked', [record({ status: 'reversed' })], [], []],
    ['never came', [record({ status: 'ended' })], [], []],
    ['was retried after a failure', [record({ status: 'ended' }), record({ id: '2' })], [entry()], []],
  ])('%s', (_, records, booked, expected) => {
    expect(faults(records, booked)).toEqual(expected)
  })

  test('a record without our reference is identified by its own id', () => {
    expect(compareBooks([record({ kind: 'refund', reference: null })], [])).toMatchObject([{ reference: '1' }])
  })
})

test('finds every seeded fault once, and nothing else', () => {
  const seeded = fc.constantFrom<DifferenceFault | 'none'>(
    ...(['none', 'none', 'none', 'missing_here', 'missing_there', 'doubled', 'wrong_sum', 'wrong_state'] as const),
  )
  const thing = fc.record({ kind: fc.constantFrom(...KINDS), amountKobo: fc.bigInt(1n, 10n ** 12n), seeded })
  fc.assert(
    fc.property(fc.array(thing, { maxLength: 60 }), (things) => {
      const records: GatewayRecord[] = []
      const booked: LedgerEntry[] = []
      things.forEach(({ kind, amountKobo, seeded: fault }, index) => {
        const reference = `AJ-${index}`
        const one = record({ kind, id: String(index), reference, amountKobo })
        if (fault !== 'missing_here') booked.push(entry({ kind, reference, amountKobo }))
        if (fault === 'missing_there') return
        records.push(fault === 'wrong_state' ? { ...one, status: 'ended' } : one)
        if (fault === 'wrong_sum') records.push({ ...(records.pop() ?? one), amountKobo: amountKobo + 1n })
        if (fault === 'doubled') records.push({ ...one, id: `${index} again` })
      })
      const expected = things.flatMap(({ kind, seeded: fault }, index) =>
        fault === 'none' ? [] : [`${kind} AJ-${index} ${fault}`],
      )
      const found = compareBooks(records, booked).map(({ kind, reference, fault }) => `${kind} ${reference} ${fault}`)
      expect(found.sort()).toEqual(expected.sort())
    }),
  )
})
