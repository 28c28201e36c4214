import { afterEach, expect, test } from 'vitest'
import { identityOf } from '#platform/postgres/testing.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import { draw, inParallel, seed, size, TIMEOUT_MS } from './setup/sizes.ts'
import { type Owed, openTrial, type Trial } from './setup/trial.ts'

// Join, cancel, expire, pay, close and edit in the same moment.

const ACTORS = size(20, 500)
const ROUNDS = size(1, 50)

let trial: Trial
afterEach(() => trial.close())

test(
  `${ACTORS} people join, leave, pay, abandon and edit while buys close, ${ROUNDS} times over (seed ${seed})`,
  async () => {
    trial = await openTrial()
    const people = await crowd(trial)
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await roundOf(trial, { people, round })
      expect(answers.filter((status) => ![200, 204, 400, 404, 409].includes(status))).toEqual([])
      expect(await trial.findings()).toEqual([])
    }
    const [held, open] = await Promise.all([
      trial.row(
        `select count(*)::int as n from ledger.transfers t where phase = 'held' and not exists (select from ledger.transfers e where e.hold_id = t.id)`,
      ),
      trial.row(`select count(*)::int as n from public.orders where status in ('pending', 'paid')`),
    ])
    expect([held, open]).toEqual([{ n: 0 }, { n: 0 }])
  },
  TIMEOUT_MS,
)

test('a counter that is not reduced on cancelling is found', async () => {
  trial = await openTrial({
    sabotage: `create function public.keep_counter() returns trigger language plpgsql as $$ begin new.current_quantity := old.current_quantity; return new; end $$;
      create trigger a_keep_counter before update on public.group_buys for each row when (new.current_quantity < old.current_quantity) execute function public.keep_counter()`,
  })
  await roundOf(trial, { people: await crowd(trial), round: 0 })
  expect((await trial.findings()).join()).toContain('L13 quantity')
})

async function crowd({ person, give }: Trial): Promise<string[]> {
  const people: string[] = []
  await inParallel(Array.from({ length: ACTORS }), 10, async () => {
    const one = await person()
    await give(one, 20_000_000)
    people.push(one)
  })
  return people
}

interface Round {
  people: readonly string[]
  round: number
}

/** One buy from its opening to its end; the statuses of all answers. */
async function roundOf(trial: Trial, { people, round }: Round): Promise<number[]> {
  const next = draw(`round ${round}`)
  const { buyId, ownerId } = await trial.buy({ target_quantity: 2 * ACTORS, min_participants: 3 })
  const statuses: number[] = []
  const acts = people.map((as) => ({ as, way: next(10), more: next(3), quantity: 1 + next(3) }))
  let acted = 0
  await inParallel(acts, 24, async ({ as, way, more, quantity }) => {
    const { status, body } = await trial.call('join-group-buy', { group_buy_id: buyId, quantity }, { as })
    statuses.push(status)
    acted += 1
    if (acted % 8 === 0) await trial.clock()
    if (status !== 200) return
    const order: Owed = { buyer: as, orderId: body.order.id, dueKobo: body.order.amount_due_kobo }
    for (const answer of await Promise.all([act(trial, order, way), ...(more === 0 ? [trial.leave(order)] : [])])) {
      statuses.push(answer.status)
    }
    if (way === 9) statuses.push(await edit(trial, { buyId, ownerId, quantity }))
  })
  if (round % 3 === 2) {
    const cancel = { group_buy_id: buyId, reason: 'The lorry broke down' }
    const [one, two] = await Promise.all([0, 1].map(() => trial.call('cancel-group-buy', cancel, { as: ownerId })))
    statuses.push(one?.status ?? 0, two?.status ?? 0)
  }
  await end(trial, buyId)
  return statuses
}

async function act(trial: Trial, order: Owed, way: number): Promise<{ status: number }> {
  if (way < 3) return trial.leave(order)
  if (way < 6) return trial.begin(order, order.dueKobo)
  // Begun and never paid: its PEPS are held until it expires.
  if (way === 6) return trial.begin(order, 1_000)
  if (way === 7) return { status: 200 }
  const begun = await trial.begin(order, way === 8 ? 1_000 : 0)
  if (begun.status !== 200) return begun
  await trial.press(begun.body.payment_id, begun.body.naira_kobo)
  await processPayments(trial.payments)
  return begun
}

/** Written like by the vendor's desk; the terms are fixed once a buyer has joined. */
async function edit({ db }: Trial, { buyId, ownerId, quantity }: { buyId: string; ownerId: string; quantity: number }) {
  return db.database
    .as(identityOf(ownerId), (tx) =>
      tx.query(`update public.group_buys set allow_extension = false, min_participants = $2 where id = $1`, [
        buyId,
        2 + quantity,
      ]),
    )
    .then(
      () => 204,
      (refused: { code?: string }) => (refused.code === 'PT409' ? 409 : refused.code === 'PT400' ? 400 : 500),
    )
}

/** All effects of time: holds expire, the buy settles or fails, refunds arrive. */
async function end(trial: Trial, buyId: string): Promise<void> {
  await trial.letTimePass(buyId, 13)
  await trial.rewrite(
    `update public.payments set expires_at = now() - interval '1 minute', next_check_at = now() where status in ('initiated', 'pending')`,
  )
  await trial.rewrite(`update ledger.transfers t set expires_at = now() - interval '61 seconds' where phase = 'held'`)
  for (let turn = 0; turn < 2; turn += 1) await trial.clock()
  for (;;) {
    await trial.work()
    const { n } = await trial.row<{ n: number }>(
      `select (select count(*) from public.refunds where status <> 'processed')::int + (select count(*) from public.orders where status = 'refunding')::int
         + (select count(*) from local_gateway.events where delivered_at is null)::int
         + (select count(*) from ledger.transfers t where phase = 'held' and not exists (select from ledger.transfers e where e.hold_id = t.id))::int as n`,
    )
    if (n === 0) return
  }
}
