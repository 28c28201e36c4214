import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { seed, size, TIMEOUT_MS } from './setup/sizes.ts'
import { type Owed, openTrial, type Trial } from './setup/trial.ts'

// The gain of one person with many accounts. All of a gang's accounts, shops included, are counted
// together.

const RUNS = size(1, 20)

/** Run in every commit: the simplest strategies, and those that once gained. The full run includes all. */
const OFTEN = [
  'a shop of the gang sells to its own accounts',
  'an order is refunded after its reward, which is still there',
]

let trial: Trial
beforeAll(async () => {
  trial = await openTrial({
    // A gang has time and many telephones: the limits of unpaid orders must not be the only protection.
    sabotage: `insert into public.settings (key, value) values ('unpaid_share_percent', '100')`,
  })
})
afterAll(() => trial.close())

/** Accounts of one attacker. The first refers the rest. */
interface Gang {
  head: string
  accounts: string[]
}

async function gang(count: number, refers = true): Promise<Gang> {
  const head = await trial.person()
  const accounts: string[] = []
  for (let one = 0; one < count; one += 1) {
    const account = await trial.person()
    accounts.push(account)
    if (refers) await refer(head, account)
  }
  return { head, accounts }
}

const refer = (referrer: string, referred: string) =>
  trial.db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [referrer, referred])

/**
 * The gang's gain in kobo: PEPS that can be spent, naira that came back, and goods at their price, less all naira that
 * were paid. An accomplice's shop's earnings count as theirs.
 */
async function gainOf({ head, accounts }: Gang, shops: readonly string[] = []): Promise<bigint> {
  const { kobo } = await trial.row<{ kobo: bigint }>(
    `with theirs as (select * from public.orders where user_id = any ($1::uuid[]))
     select (coalesce((select sum(ledger.balance_kobo('peps', id)) from unnest($1::uuid[]) id), 0)
       + coalesce((select sum((total_amount * 100)::bigint) from theirs where is_paid and not vendor_id = any ($2::uuid[])), 0)
       + coalesce((select sum((total_amount * 100)::bigint * 95 / 100) from theirs where is_paid and vendor_id = any ($2::uuid[])), 0)
       + coalesce((select sum(amount_kobo) from public.refunds f where f.payment_id in (select id from public.payments where user_id = any ($1::uuid[]))), 0)
       + coalesce((select sum(ledger.balance_kobo('vendor', id)) from unnest($2::uuid[]) id), 0)
       - coalesce((select sum(received_kobo) from public.payments where user_id = any ($1::uuid[]) and status = 'succeeded'), 0))::bigint as kobo`,
    [[head, ...accounts], shops],
  )
  return kobo
}

/** The window and the due time pass, everything settles, rewards are credited, refunds arrive. */
async function settle(buyId: string): Promise<void> {
  await trial.letTimePass(buyId, 13)
  for (let turn = 0; turn < 2; turn += 1) await trial.clock()
  for (let turn = 0; turn < 3; turn += 1) await trial.work()
}

const joinAll = async (buyId: string, people: readonly string[], quantity = 1) => {
  const orders: Owed[] = []
  for (const as of people) orders.push(await trial.join(buyId, { as, quantity }))
  return orders
}

/** Tries to spend the account's whole balance on its own order, and pays the rejected part in naira. */
async function spend(as: string): Promise<{ buyId: string; order: Owed }> {
  const { buyId } = await trial.buy({ min_participants: 1 })
  const order = await trial.join(buyId, { as })
  const { kobo } = await trial.row<{ kobo: bigint | null }>(`select ledger.balance_kobo('peps', $1) as kobo`, [as])
  const all = Math.min(Number(kobo ?? 0), order.dueKobo)
  const { body } = await trial.begin(order, all)
  await trial.pay(order, body.code === 'peps_not_enough' ? 0 : all)
  return { buyId, order }
}

const drawn = fc.record({
  people: fc.integer({ min: 2, max: size(2, 5) }),
  quantity: fc.integer({ min: 1, max: 4 }),
  leavers: fc.nat(4),
})
type Drawn = { people: number; quantity: number; leavers: number }

const STRATEGIES: Record<string, (facts: Drawn) => Promise<bigint>> = {
  'rewards are spent before an accomplice cancels': spendThenCancel,
  'rewards are spent before a settled order is left free': spendThenLeave,
  async 'fake accounts sign up under one head and do nothing'({ people }) {
    const ours = await gang(people)
    await trial.work()
    return gainOf(ours)
  },
  async 'fake accounts join, never pay, and leave or lapse'({ people, leavers }) {
    const { buyId } = await trial.buy({ min_participants: 2 })
    const ours = await gang(people)
    const orders = await joinAll(buyId, ours.accounts)
    for (const order of orders.slice(0, leavers)) await trial.leave(order)
    await settle(buyId)
    return gainOf(ours)
  },
  async 'one person buys for themselves through accounts that they refer'({ people, quantity }) {
    const { buyId } = await trial.buy({ min_participants: 2 })
    const ours = await gang(people)
    for (const order of await joinAll(buyId, ours.accounts, quantity)) await trial.pay(order)
    await settle(buyId)
    return gainOf(ours)
  },
  async 'accounts in a ring refer each other'({ people, quantity }) {
    const { buyId } = await trial.buy({ min_participants: 2 })
    const ours = await gang(people, false)
    const all = [ours.head, ...ours.accounts]
    for (const [index, account] of all.entries())
      await refer(all[(index + 1) % all.length] ?? '', account).catch(() => undefined)
    for (const order of await joinAll(buyId, all, quantity)) await trial.pay(order)
    await settle(buyId)
    return gainOf(ours)
  },
  async 'a shop of the gang sells to its own accounts'({ people, quantity }) {
    const { buyId, vendorId, ownerId } = await trial.buy({ min_participants: 2 })
    const ours = await gang(people)
    for (const order of await joinAll(buyId, ours.accounts, quantity)) await trial.pay(order)
    await settle(buyId)
    return gainOf({ ...ours, accounts: [...ours.accounts, ownerId] }, [vendorId])
  },
  async 'the owner of a shop refers its buyers'({ people }) {
    const { buyId, vendorId, ownerId } = await trial.buy({ min_participants: 2 })
    const ours = await gang(people, false)
    for (const account of ours.accounts) await refer(ownerId, account)
    for (const order of await joinAll(buyId, ours.accounts)) await trial.pay(order)
    await settle(buyId)
    return gainOf({ ...ours, accounts: [...ours.accounts, ownerId] }, [vendorId])
  },
  async 'accounts join to move the tier, and leave before they pay'({ people, quantity }) {
    const { buyId } = await trial.buy({ min_participants: 2 })
    const ours = await gang(people, false)
    const honest = await joinAll(buyId, [await trial.person(), await trial.person()])
    for (const order of honest) await trial.pay(order)
    const crowd = await joinAll(buyId, ours.accounts)
    await trial.pay(await trial.join(buyId, { as: ours.head, quantity }))
    for (const order of crowd) await trial.leave(order)
    await settle(buyId)
    return gainOf(ours)
  },
  async 'accounts pay to move the tier, and leave free before it settles'({ people, quantity, leavers }) {
    const { buyId } = await trial.buy({ min_participants: 2 })
    const ours = await gang(people, true)
    const stays = await trial.join(buyId, { as: ours.head, quantity })
    await trial.pay(stays)
    await trial.pay((await joinAll(buyId, [await trial.person()]))[0] as Owed)
    const crowd = await joinAll(buyId, ours.accounts)
    for (const order of crowd) await trial.pay(order)
    for (const order of crowd.slice(0, leavers)) await trial.leave(order)
    await settle(buyId)
    return gainOf(ours)
  },
  async 'an order is refunded after its reward, which is still there'({ people }) {
    const { buyId, ownerId } = await trial.buy({ min_participants: 2 })
    const ours = await gang(people)
    for (const order of await joinAll(buyId, ours.accounts)) await trial.pay(order)
    await settle(buyId)
    await cancelLater(buyId, ownerId)
    return gainOf(ours)
  },
}

/** A confirmed buy is cancelled by its vendor in time, and everything comes back. */
async function cancelLater(buyId: string, ownerId: string): Promise<void> {
  await trial.rewrite('update public.group_buys set share_date = current_date + 5 where id = $1', [buyId])
  const cancel = { group_buy_id: buyId, reason: 'The harvest failed' }
  expect((await trial.call('cancel-group-buy', cancel, { as: ownerId })).status).toBe(200)
  await trial.clock()
  for (let turn = 0; turn < 3; turn += 1) await trial.work()
}

/**
 * The rewards of a buy are spent before its vendor, an accomplice, cancels it: goods of another shop stay paid, and the
 * debt remains on an account that is never used again.
 */
async function spendThenCancel({ people, quantity }: Drawn): Promise<bigint> {
  const { buyId, ownerId } = await trial.buy({ min_participants: 2 })
  const ours = await gang(people)
  for (const order of await joinAll(buyId, ours.accounts, quantity)) await trial.pay(order)
  await settle(buyId)
  const bought = await spend(ours.head)
  await cancelLater(buyId, ownerId)
  await settle(bought.buyId)
  return gainOf(ours)
}

/**
 * A full buy settles long before its window ends, and its orders can still be left free of charge after their rewards
 * have been spent.
 */
async function spendThenLeave(): Promise<bigint> {
  const { buyId } = await trial.buy({ min_participants: 2, target_quantity: 12 })
  const ours = await gang(2)
  const orders = await joinAll(buyId, ours.accounts, 6)
  for (const order of orders) await trial.pay(order)
  for (let turn = 0; turn < 2; turn += 1) await trial.clock()
  await trial.work()
  const bought = await spend(ours.head)
  for (const order of orders) await trial.leave(order)
  for (let turn = 0; turn < 3; turn += 1) await trial.work()
  await settle(bought.buyId)
  return gainOf(ours)
}

const PLAYED = Object.entries(STRATEGIES).filter(([name]) => inject('trialsAreWhole') || OFTEN.includes(name))

describe('no strategy gains a kobo', () => {
  test.each(PLAYED)(
    `%s (seed ${seed})`,
    async (_, play) => {
      await fc.assert(
        fc.asyncProperty(drawn, async (facts) => {
          expect(await play(facts)).toBeLessThanOrEqual(0n)
        }),
        { numRuns: RUNS, endOnFailure: true },
      )
      expect(await trial.findings()).toEqual([])
    },
    TIMEOUT_MS,
  )
})

describe('what gained before rewards had to ripen', () => {
  test('rewards are spent before an accomplice cancels', async () => {
    expect(await spendThenCancel({ people: 2, quantity: 4, leavers: 0 })).toBeLessThanOrEqual(0n)
    expect(await trial.findings()).toEqual([])
  })

  test('rewards are spent before a settled order is left free', async () => {
    expect(await spendThenLeave()).toBeLessThanOrEqual(0n)
    expect(await trial.findings()).toEqual([])
  })
})

test('a reward for signing up is found', async () => {
  const wrong = await openTrial({
    sabotage: `create function public.greet() returns trigger language plpgsql security definer as $$ begin
        perform ledger.post('greeted:' || new.referred_id, jsonb_build_array(jsonb_build_object('kind', 'referral_reward', 'credit', new.referrer_id, 'amount_kobo', 10000)));
        return null; end $$;
      create trigger greet after insert on public.referrals for each row execute function public.greet()`,
  })
  const stored = trial
  trial = wrong
  const gain = await STRATEGIES['fake accounts sign up under one head and do nothing']?.({
    people: 3,
    quantity: 1,
    leavers: 0,
  })
  trial = stored
  await wrong.close()
  expect(gain).toBe(30_000n)
})
