import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { seed, size, TIMEOUT_MS } from './setup/sizes.ts'
import { type Owed, openTrial, type Trial } from './setup/trial.ts'

// A buy in the database is compared with a model of a few lines.

const RUNS = size(20, 4_000)
/** Buys that run at the same time, each with its own people. */
const LANES = 4
const BASE = 8_000_000
const TIERS = [
  { participants: 2, price: 76_000 },
  { participants: 4, price: 72_000 },
  { participants: 6, price: 68_000 },
]
const TARGET = 12
const MINIMUM = 2
const PEOPLE = 7

type TierOf = (people: number) => number

/** The tier with the highest threshold that is met. */
const rightTier: TierOf = (people) => TIERS.findLast((tier) => tier.participants <= people)?.price ?? BASE / 100
const tierOffByOne: TierOf = (people) => TIERS.findLast((tier) => tier.participants < people)?.price ?? BASE / 100

/** The expected state of one buy. */
interface Model {
  status: 'active' | 'closed' | 'confirmed' | 'failed' | 'cancelled'
  orders: Map<number, { quantity: number; status: 'pending' | 'paid' }>
  tierOf: TierOf
}

interface Market {
  trial: Trial
  buyId: string
  ownerId: string
  people: string[]
  orders: Map<number, Owed>
}

type Step = fc.AsyncCommand<Model, Market>

const units = ({ orders }: Model) => [...orders.values()].reduce((all, { quantity }) => all + quantity, 0)
const paid = ({ orders }: Model) => [...orders.values()].filter(({ status }) => status === 'paid')
const kobo = (naira: number) => naira * 100
const withFee = (goods: number) => goods + Math.floor((goods * 250) / 10_000)
/** No buyer is locked in a buy that ends in ten days, so all are charged the price of the minimum. */
const charged = (quantity: number) => withFee(kobo(rightTier(MINIMUM)) * quantity)

class Join implements Step {
  readonly who: number
  readonly quantity: number
  constructor(who: number, quantity: number) {
    this.who = who
    this.quantity = quantity
  }
  check = () => true
  async run(model: Model, { trial, buyId, people, orders }: Market): Promise<void> {
    const mine = model.orders.get(this.who)
    const { status, body } = await trial.call(
      'join-group-buy',
      { group_buy_id: buyId, quantity: this.quantity },
      { as: people[this.who] ?? '' },
    )
    const code = refusalOf(model, this.quantity)
    if (code) return expect(body.code).toBe(code)
    // A paid buyer's second order would be separate from the first; the model has one order each.
    if (mine?.status === 'paid') {
      expect(status).toBe(200)
      const left = await trial.call('leave-group-buy', { order_id: body.order.id }, { as: people[this.who] ?? '' })
      return expect(left.status).toBe(200)
    }
    expect([status, body.message]).toEqual([200, undefined])
    const quantity = this.quantity + (mine?.quantity ?? 0)
    model.orders.set(this.who, { quantity, status: 'pending' })
    orders.set(this.who, { buyer: people[this.who] ?? '', orderId: body.order.id, dueKobo: body.order.amount_due_kobo })
    expect(body.order.unit_price).toBe(model.tierOf(model.orders.size))
    expect(body.order.amount_due_kobo).toBe(charged(quantity))
  }
  toString = () => `${this.who} joins with ${this.quantity}`
}

function refusalOf(model: Model, quantity: number): string | null {
  if (model.status !== 'active') return 'buy_not_active'
  return quantity > TARGET - units(model) ? 'quantity_exceeds_spots' : null
}

class Leave implements Step {
  readonly who: number
  constructor(who: number) {
    this.who = who
  }
  check = (model: Readonly<Model>) => model.orders.has(this.who) && model.status === 'active'
  async run(model: Model, { trial, orders }: Market): Promise<void> {
    const order = orders.get(this.who)
    const wasPaid = model.orders.get(this.who)?.status === 'paid'
    const { status, body } = await trial.leave(order ?? NOBODYS)
    expect([status, body.order?.status]).toEqual([200, wasPaid ? 'refunding' : 'cancelled'])
    if (wasPaid) expect(body.order.returned_kobo).toBe(order?.dueKobo)
    model.orders.delete(this.who)
    orders.delete(this.who)
  }
  toString = () => `${this.who} leaves`
}

class Pay implements Step {
  readonly who: number
  readonly pepsShare: number
  constructor(who: number, pepsShare: number) {
    this.who = who
    this.pepsShare = pepsShare
  }
  check = (model: Readonly<Model>) => model.orders.has(this.who) && ['active', 'closed'].includes(model.status)
  async run(model: Model, { trial, orders }: Market): Promise<void> {
    const order = orders.get(this.who) ?? NOBODYS
    const mine = model.orders.get(this.who)
    if (mine?.status === 'paid') return expect((await trial.begin(order)).body.code).toBe('already_paid')
    const peps = Math.floor((order.dueKobo * this.pepsShare) / 2)
    if (peps > 0) await trial.give(order.buyer, peps)
    await trial.pay(order, peps)
    if (mine) mine.status = 'paid'
    const { kobo: held } = await trial.row<{ kobo: bigint }>(`select ledger.balance_kobo('escrow', $1) as kobo`, [
      order.orderId,
    ])
    expect(held).toBe(BigInt(order.dueKobo))
  }
  toString = () => `${this.who} pays ${this.pepsShare}/2 in PEPS`
}

/** The window and the due time pass: who has not paid is out, who has settles at one price or gets everything back. */
class End implements Step {
  check = (model: Readonly<Model>) => model.status === 'active'
  async run(model: Model, { trial, buyId, orders }: Market): Promise<void> {
    await trial.letTimePass(buyId, 13)
    await advanceUntilOver(trial, buyId)
    const settled = paid(model)
    model.status = settled.length >= MINIMUM ? 'confirmed' : 'failed'
    for (const [who, { quantity, status }] of model.orders) {
      const row = await trial.row('select status, charged_kobo, returned_kobo from public.orders where id = $1', [
        orders.get(who)?.orderId,
      ])
      const final = withFee(kobo(model.tierOf(settled.length)) * quantity)
      const back = model.status === 'failed' ? charged(quantity) : charged(quantity) - final
      const ends = model.status === 'confirmed' ? 'confirmed' : 'refunding'
      expect(row).toEqual(
        status === 'paid'
          ? { status: ends, charged_kobo: BigInt(charged(quantity)), returned_kobo: BigInt(back) }
          : { status: 'expired', charged_kobo: 0n, returned_kobo: 0n },
      )
      if (status === 'pending' || model.status === 'failed') model.orders.delete(who)
    }
  }
  toString = () => 'time passes'
}

class Cancel implements Step {
  check = (model: Readonly<Model>) => model.status === 'active'
  async run(model: Model, { trial, buyId, ownerId }: Market): Promise<void> {
    const cancel = { group_buy_id: buyId, reason: 'The harvest failed' }
    expect((await trial.call('cancel-group-buy', cancel, { as: ownerId })).status).toBe(200)
    await advanceUntilOver(trial, buyId)
    model.status = 'cancelled'
    model.orders.clear()
  }
  toString = () => 'the vendor cancels'
}

/** One run of the clock may find the buy locked by that of another lane. */
async function advanceUntilOver(trial: Trial, buyId: string): Promise<void> {
  for (let run = 0; run < 100; run += 1) {
    await trial.clock()
    const { open } = await trial.row<{ open: number }>(
      `select count(*)::int as open from public.group_buys g left join public.orders o on o.group_buy_id = g.id
       where g.id = $1 and (g.status not in ('confirmed', 'failed', 'cancelled') or o.status in ('pending', 'paid'))`,
      [buyId],
    )
    if (open === 0) return
  }
  throw new Error(`Buy ${buyId} is not over after 100 runs of the clock`)
}

const NOBODYS: Owed = { buyer: '', orderId: '', dueKobo: 0 }

const who = fc.nat(PEOPLE - 1)
const joining = fc.tuple(who, fc.integer({ min: 1, max: 3 })).map(([person, quantity]) => new Join(person, quantity))
const leaving = who.map((person) => new Leave(person))
const paying = fc.tuple(who, fc.nat(2)).map(([person, share]) => new Pay(person, share))
// All are equally likely, so what ends a buy is listed once, and what the others need often.
const steps = fc.commands(
  [
    joining,
    joining,
    joining,
    joining,
    leaving,
    leaving,
    paying,
    paying,
    paying,
    paying,
    fc.constant(new End()),
    fc.constant(new Cancel()),
  ],
  { maxCommands: size(8, 20), size: 'max' },
)

let trial: Trial
afterEach(() => trial.close())

type Details = fc.RunDetails<[Iterable<Step>]>

/** Runs the lanes at the same time; the details of the first that failed, or of any. */
async function holds(tierOf: TierOf, runs: number): Promise<Details> {
  trial = await openTrial({
    // Many small buys of the same people: the limit of their unpaid orders is another trial's subject.
    sabotage: `insert into public.settings (key, value) values ('unpaid_share_percent', '100'), ('unpaid_lapses', '1000'),
      ('unpaid_new_naira', '10000000'), ('unpaid_known_naira', '100000000'), ('unpaid_new_orders', '100'), ('unpaid_known_orders', '1000')`,
  })
  const lanes = Array.from({ length: LANES }, (_, lane) => runLane(tierOf, { runs: runs / LANES, seed: seed + lane }))
  const [any, ...others] = await Promise.all(lanes)
  return [any, ...others].find((details) => details?.failed) ?? (any as Details)
}

async function runLane(tierOf: TierOf, options: { runs: number; seed: number }): Promise<Details> {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => trial.person()))
  return fc.check(
    fc.asyncProperty(steps, async (all) => {
      const { buyId, ownerId } = await trial.buy({
        target_quantity: TARGET,
        min_participants: MINIMUM,
        price_tiers: JSON.stringify(TIERS),
      })
      const market: Market = { trial, buyId, ownerId, people, orders: new Map() }
      const model: Model = { status: 'active', orders: new Map(), tierOf }
      await fc.asyncModelRun(() => ({ model, real: market }), all)
      const { status, current_quantity, current_participants, paid_participants } = await trial.row(
        'select status, current_quantity, current_participants, paid_participants from public.group_buys where id = $1',
        [buyId],
      )
      expect([status, current_quantity, current_participants, paid_participants]).toEqual([
        model.status,
        units(model),
        model.orders.size,
        paid(model).length,
      ])
      if (model.status === 'active') await new Cancel().run(model, market)
    }),
    { numRuns: options.runs, seed: options.seed, endOnFailure: true },
  )
}

test(
  `${RUNS} random lives of a buy are as the model says (seed ${seed})`,
  async () => {
    const { failed, counterexample, errorInstance } = await holds(rightTier, RUNS)
    expect([failed, String(counterexample), String(errorInstance ?? '')]).toEqual([false, 'null', ''])
    expect(await trial.findings()).toEqual([])
  },
  TIMEOUT_MS,
)

test('a model whose tiers are off by one is found out', async () => {
  expect(await holds(tierOffByOne, 40)).toMatchObject({ failed: true })
})
