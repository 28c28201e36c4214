import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { REFERRAL_CREDIT_HOURS } from '#domain/limits.ts'
import { confirmPayment } from '#server/payments/confirm-payment.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import { draw, seed, size, TIMEOUT_MS } from './setup/sizes.ts'
import { openTrial, type Trial } from './setup/trial.ts'

// Workers die in the middle of settlements, refunds and rewards.

const ROUNDS = size(1, 10)
const KILLS = size(2, 5)
/** The approximate number of statements of a run with all of its work. */
const STATEMENTS = 60

let trial: Trial
afterEach(() => trial.close())

test(
  `${ROUNDS * KILLS} workers killed in the middle: each effect once, resumed within a minute (seed ${seed})`,
  async () => {
    trial = await openTrial()
    const next = draw('kills')
    let killed = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const { settled, failed } = await prepare(trial)
      for (let kill = 0; kill < KILLS; kill += 1) {
        if ((await runWorker(trial, 1 + next(STATEMENTS))) === 'SIGKILL') killed += 1
        await letAMinutePass(trial)
      }
      expect(await runWorker(trial)).toBe(0)
      expect(await statusesOf(trial, [settled, failed])).toEqual(['confirmed', 'failed'])
      // Two more runs: the gateway advances, and the state of the refunds is queried.
      for (let turn = 0; turn < 3; turn += 1) {
        await letAMinutePass(trial)
        await trial.play.advance()
        await processPayments(trial.payments)
      }
      expect(await effectsOf(trial, settled)).toEqual({ ...ONCE, orders: 6, settled: 6, rewards: 6, refunds: 6 })
      expect(await effectsOf(trial, failed)).toEqual({ ...ONCE, orders: 3, refunds: 3, told: 3 })
      expect(await trial.findings()).toEqual([])
    }
    expect(killed).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)

test(
  'a process killed at each statement on the way to the gateway traps no payer: the next one leads to a page that pays, once',
  async () => {
    trial = await openTrial()
    const { buyId } = await trial.buy({ min_participants: 1 })
    let isKilled = true
    for (let statement = 1; isKilled; statement += 1) {
      const order = await trial.join(buyId)
      const { body } = await trial.begin(order)
      isKilled = (await leave(trial, body.payment_id, statement)).status === 'SIGKILL'
      const { location } = await leave(trial, body.payment_id)
      expect(location).toContain('/dev/pay/AJ-')
      await trial.play.pages(new Request(location, { method: 'POST', body: new URLSearchParams({ way: 'pay' }) }))
      await confirmPayment(trial.payments, location.split('/').at(-1) ?? '')
      expect(
        await trial.row('select status, charged_kobo::integer as paid from public.orders where id = $1', [
          order.orderId,
        ]),
      ).toEqual({ status: 'paid', paid: order.dueKobo })
    }
    expect(await trial.findings()).toEqual([])
  },
  TIMEOUT_MS,
)

/** A process that sends a payer to the gateway's page, and the page's address. */
async function leave({ db }: Trial, paymentId: string, diesBefore = 0) {
  const script = ['--import', 'tsx', 'tests/trials/setup/worker.ts', db.connectionString, String(diesBefore), paymentId]
  const child = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'inherit'] })
  let notified = ''
  child.stdout.on('data', (bytes) => (notified += bytes))
  const [status, signal] = await once(child, 'close')
  return { status: signal ?? status, location: notified.trim() }
}

test('a queue that holds the jobs of the dead for hours is found', async () => {
  trial = await openTrial({
    sabotage: `create function jobs.hold_long() returns trigger language plpgsql as $$ begin new.held_until := now() + interval '4 hours'; return new; end $$;
      create trigger hold_long before update on jobs.queue for each row when (new.held_until is not null) execute function jobs.hold_long()`,
  })
  const { settled } = await prepare(trial)
  expect(await runWorker(trial, 12)).toBe('SIGKILL')
  await letAMinutePass(trial)
  const { rows } = await trial.db.owner.query(
    `select from jobs.queue where task = 'advance-group-buys' and held_until < now()`,
  )
  expect([rows.length, await statusesOf(trial, [settled])]).not.toEqual([1, ['confirmed']])
  expect(rows).toEqual([])
})

/** A buy that settles with differences for the source, and one that is too short. */
async function prepare(market: Trial): Promise<{ settled: string; failed: string }> {
  const [settled, failed] = [(await market.buy({ min_participants: 3 })).buyId, (await market.buy()).buyId]
  const referrer = await market.person()
  for (const [buyId, people] of [
    [settled, 6],
    [failed, 3],
  ] as const) {
    for (let person = 0; person < people; person += 1) {
      const order = await market.join(buyId, { quantity: 2 })
      await market.db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [
        referrer,
        order.buyer,
      ])
      await market.pay(order)
    }
  }
  await market.letTimePass(settled, 1)
  await market.letTimePass(failed, 13)
  return { settled, failed }
}

/** Returns its signal or its exit code. */
async function runWorker({ db }: Trial, diesBefore = 0): Promise<string | number> {
  const script = ['--import', 'tsx', 'tests/trials/setup/worker.ts', db.connectionString, String(diesBefore)]
  const child = spawn(process.execPath, script, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [status, signal] = await once(child, 'exit')
  return signal ?? status
}

/** Moves all due times a minute closer. */
async function letAMinutePass({ rewrite }: Trial): Promise<void> {
  const due = {
    'jobs.queue': ['held_until', 'run_at'],
    'jobs.schedules': ['next_run_at'],
    'public.refunds': ['next_try_at'],
    'public.gateway_events': ['next_try_at'],
  }
  for (const [table, columns] of Object.entries(due)) {
    await rewrite(
      `update ${table} set ${columns.map((column) => `${column} = ${column} - interval '1 minute'`).join(', ')}`,
    )
  }
}

async function statusesOf({ row }: Trial, buyIds: readonly string[]): Promise<string[]> {
  const statuses = buyIds.map((id) =>
    row<{ status: string }>('select status from public.group_buys where id = $1', [id]),
  )
  return (await Promise.all(statuses)).map(({ status }) => status)
}

const ONCE = { settled: 0, refunds: 0, sent: 0, rewards: 0, late: 0, told: 6 }

/** Counts each effect of a buy's end. */
const effectsOf = ({ row }: Trial, buyId: string) =>
  row(
    `with mine as (select * from public.orders where group_buy_id = $1)
     select (select count(*)::int from mine) as orders,
       (select count(*)::int from mine where exists (select from ledger.journals where id = ledger.id_of('settled:' || mine.id))) as settled,
       (select count(*)::int from public.refunds where order_id in (select id from mine)) as refunds,
       (select count(*)::int from local_gateway.refunds r join public.refunds f on f.id::text = r.note where f.order_id in (select id from mine))
         - (select count(*)::int from public.refunds where order_id in (select id from mine) and status = 'processed') as sent,
       (select count(*)::int from mine join ledger.journals j on j.id = ledger.id_of('reward:' || mine.id)) as rewards,
       (select count(*)::int from mine join ledger.journals j on j.id = ledger.id_of('reward:' || mine.id)
         where j.posted_at > mine.settled_at + make_interval(hours => ${REFERRAL_CREDIT_HOURS})) as late,
       (select count(*)::int from mail.messages m where m.kind in ('buy-settled', 'buy-failed') and m.recipient in (select rights.email_of(user_id) from mine)) as told`,
    [buyId],
  )
