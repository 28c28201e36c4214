import { expect, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { openTestMarket } from '#server/testing/market.ts'
import { payOutMany } from '#server/testing/money/many-payouts.ts'
import { payoutDifferences } from '#server/testing/money/payout-differences.ts'

test.each([1, 20_261_122])(
  '2,000 payouts with seed %i: the bank receives each once',
  { timeout: 900_000 },
  async (seed) => {
    const market = await openTestMarket()
    try {
      const { bank } = await payOutMany(market, { payouts: 2_000, seed, rounds: 400 })
      expect(await auditLedger(market.db.owner)).toEqual([])
      expect(await payoutDifferences(market, bank)).toEqual([])
    } finally {
      await market.close()
    }
  },
)
