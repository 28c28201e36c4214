import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { advanceGroupBuys } from '#server/settlement/advance-group-buys.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import { countMails, givePeps } from '#server/testing/money/money-market.ts'
import { letTimePass } from '#server/testing/money/paid-buys.ts'
import { creditRewards } from './credit-rewards.ts'

const SITE = 'https://market.test'
const GATE = 7_100_047
const FIRST = 7_100_048
let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterEach(async () => expect(await auditLedger(market.db.owner)).toEqual([]))
afterAll(() => market.close())

/** A settled order of a referred person. */
async function settled(buyer: string): Promise<void> {
  const { buyId } = await market.buy({ min_participants: 1 })
  const { body } = await market.call('join-group-buy', { group_buy_id: buyId, quantity: 1 }, { as: buyer })
  const due: number = body.order.amount_due_kobo
  await givePeps(market, buyer, due)
  const request = { order_ids: [body.order.id], peps_kobo: due, expected_kobo: due, return_to: null }
  expect((await market.call('pay-orders', request, { as: buyer })).body.status).toBe('succeeded')
  await letTimePass(market, buyId, 1)
  await advanceGroupBuys(market.db.database, SITE)
}

/** Blocks the first query for rewards after it has started, until the gate opens; later queries pass. */
async function gateLooking(): Promise<void> {
  await market.db.owner.query(`
    alter table public.reward_refusals rename to stored_refusals;
    create function public.looked_up_refusals() returns setof public.stored_refusals language plpgsql volatile security definer set search_path = '' as $$
    begin
      if pg_try_advisory_lock(${FIRST}) then perform pg_advisory_lock_shared(${GATE}); perform pg_advisory_unlock_shared(${GATE}); end if;
      return query select * from public.stored_refusals;
    end $$;
    create view public.reward_refusals as select * from public.looked_up_refusals();
    create function public.refuse_nothing() returns trigger language plpgsql as 'begin return null; end';
    create trigger refuse_nothing instead of insert on public.reward_refusals for each row execute function public.refuse_nothing();
    grant select, insert on public.reward_refusals to service_role;
    grant execute on function public.looked_up_refusals() to service_role`)
}

test('two jobs, one of which read before the other committed, notify a referrer once', async () => {
  const [referrer, buyer] = [await market.person(), await market.person()]
  await market.db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [
    referrer,
    buyer,
  ])
  // An earlier reward, so that the next one does not change the referral's row.
  await settled(buyer)
  await creditRewards(market.db.database, SITE)
  await settled(buyer)
  const before = await countMails(market, 'reward-credited')
  const gate = await market.db.owner.connect()
  try {
    await gate.query(`select pg_advisory_lock(${GATE})`)
    await gateLooking()
    const first = creditRewards(market.db.database, SITE)
    await expect
      .poll(async () => {
        const { n } = await market.row<{ n: number }>(
          `select count(*)::integer as n from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`,
        )
        return n
      })
      .toBe(1)
    await creditRewards(market.db.database, SITE)
    expect(await countMails(market, 'reward-credited')).toBe(before + 1)
    await gate.query(`select pg_advisory_unlock(${GATE})`)
    await first
  } finally {
    gate.release()
  }
  expect(await countMails(market, 'reward-credited')).toBe(before + 1)
})
