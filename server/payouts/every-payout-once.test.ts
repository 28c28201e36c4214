import { expect, inject, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { openTestMarket } from '#server/testing/market.ts'
import { payOutMany } from '#server/testing/money/many-payouts.ts'
import { payoutDifferences } from '#server/testing/money/payout-differences.ts'

// T08 of money.md, in the small size for every commit; `two-thousand-payouts.test.ts` is the full size.

test('40 payouts with an unreliable bank and crashing processes: the bank receives each once', async () => {
  const market = await openTestMarket()
  try {
    const { bank, byStatus, crashes } = await payOutMany(market, {
      payouts: 40,
      seed: 20_261_122,
      deaths: 0.1,
      rounds: 400,
    })
    expect(await auditLedger(market.db.owner)).toEqual([])
    expect(await payoutDifferences(market, bank)).toEqual([])
    expect(Object.keys(byStatus).sort()).toEqual(['arrived', 'failed', 'reversed'])
    expect(Object.keys(crashes).sort()).toEqual([
      'after it is kept',
      'after payee',
      'after payout',
      'after question',
      'before it is kept',
      'before payee',
      'before payout',
      'before question',
    ])
  } finally {
    await market.close()
  }
})

// Checks that the test above can fail.
test.runIf(inject('trialsAreWhole'))('control: a new reference for every try pays twice', async () => {
  const market = await openTestMarket()
  const tries = new Map<string, number>()
  try {
    const { bank } = await payOutMany(market, {
      payouts: 20,
      seed: 20_261_122,
      rounds: 8,
      through: (honest) => ({
        ...honest,
        payOut(request) {
          const now = (tries.get(request.reference) ?? 0) + 1
          tries.set(request.reference, now)
          return honest.payOut({ ...request, reference: `${request.reference.slice(0, 44)}-${now}` })
        },
      }),
    })
    const paid = [...bank.transfers.values()].filter(({ status }) => status === 'success')
    expect(new Set(paid.map(({ reference }) => reference.slice(0, 43))).size).toBeLessThan(paid.length)
    expect(await payoutDifferences(market, bank)).not.toEqual([])
  } finally {
    await market.close()
  }
})
