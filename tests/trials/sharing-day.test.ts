import { describe, expect, inject, test } from 'vitest'
import type { SimulatedMarket } from '../../scripts/simulating/open-market.ts'
import { daySummary } from '../../scripts/simulating/sharing-day/day-summary.ts'
import {
  type DaySettings,
  type SharingDay,
  simulateSharingDay,
} from '../../scripts/simulating/sharing-day/sharing-day.ts'
import { inEmptyDatabase } from './setup/empty-database.ts'
import { seed, size, TIMEOUT_MS } from './setup/sizes.ts'

// A sharing day at a hub, from the first payment to the end of the claim period. `npm run simulate -- sharing-day`
// prints it.

const WHOLE: DaySettings = { seed: Math.abs(seed), buys: size(3, 40), handOvers: size(40, 1_200) }
const SMALL: DaySettings = { seed: 1, buys: 2, handOvers: 12 }

const day = (request: DaySettings, mistake?: (market: SimulatedMarket) => Promise<unknown>): Promise<SharingDay> =>
  inEmptyDatabase((database) => simulateSharingDay({ ...request, ...database, ...(mistake && { mistake }) }))

test(
  `${WHOLE.handOvers} shares of ${WHOLE.buys} buys at three scanners: each in one state, each payout with its proof (seed ${WHOLE.seed})`,
  async () => {
    const { findings, served, end, short, claims, audits } = await day(WHOLE)
    expect(findings).toEqual([])
    const absent = Math.max(1, Math.round(WHOLE.handOvers * 0.02))
    const shares = Object.fromEntries(end.states.map(({ state, shares: count }) => [state, count]))
    expect(shares).toEqual({
      'taken, its money released': WHOLE.handOvers - absent,
      'not collected, its money held': absent,
    })
    expect(served.takes).toBe(end.proofs.reduce((all, { handOvers }) => all + handOvers, 0))
    expect(served.takes).toBeGreaterThanOrEqual(WHOLE.handOvers - absent)
    expect(short.missing).toBe(Math.round(short.units * 0.04))
    const { accepted, 'not answered': silent, ...judged } = claims
    // A lot takes over pending claims: the outcome of the three depends on its buyers.
    expect([accepted > 0, silent > 0, Object.values(judged).reduce((all, one) => all + one, 0) >= 2]).toEqual([
      true,
      true,
      true,
    ])
    expect(audits).toBeGreaterThan(15)
  },
  TIMEOUT_MS,
)

describe('a day with', () => {
  const mistakes: [string, string, (market: SimulatedMarket) => Promise<unknown>][] = [
    [
      'money for goods that nobody took',
      'money without a hand-over',
      ({ owner }) =>
        owner.query(`select ledger.post('by-hand', jsonb_build_array(jsonb_build_object('kind', 'vendor_earned', 'debit', o.id, 'credit', o.vendor_id, 'amount_kobo', 100000)))
          from public.orders o join public.hand_overs h on h.order_id = o.id and h.status = 'open' order by o.id limit 1`),
    ],
    [
      'a hand-over whose code nobody entered',
      'a hand-over without its proof',
      ({ owner }) =>
        owner.query(
          `update codes.codes set used_at = null, ended_at = now() where id = (select id from codes.codes where used_at is not null order by id limit 1)`,
        ),
    ],
    [
      'money that does not wait for the claim',
      'money beside an open claim',
      ({ owner }) =>
        owner.query(
          `create or replace function public.has_open_claim(hand_over uuid) returns boolean language sql stable as 'select false'`,
        ),
    ],
    [
      'a vendor whom the clock passes over',
      'a vendor who waits for nothing',
      ({ owner }) =>
        owner.query(
          `create or replace function public.has_open_claim(hand_over uuid) returns boolean language sql stable as 'select true'`,
        ),
    ],
    [
      'a share that nobody can collect any more',
      'in no state',
      ({ owner }) => owner.query(`update public.hand_overs set status = 'ended' where status = 'open'`),
    ],
  ]
  // Each is a separate day, to test the audit that ends the day above.
  test.runIf(inject('trialsAreWhole')).each(mistakes)('%s does not add up', async (_, rule, mistake) => {
    const broken = await day(SMALL, mistake)
    expect(broken.findings.join('\n')).toContain(rule)
    expect(daySummary(broken).join('\n')).toContain('It does not add up')
  })
})
