import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SERVICE } from '#platform/postgres/database.ts'
import { confirmPayment } from '#server/payments/confirm-payment.ts'
import { recordEvent } from '#server/payments/gateway/record-event.ts'
import { creditRewards } from '#server/rewards/credit-rewards.ts'
import { processPayments } from '#server/settlement/process-payments.ts'
import { type Owed, openTrial, type Trial } from './setup/trial.ts'

// Changes between two steps of the same person, or of two persons.

let trial: Trial
beforeAll(async () => {
  trial = await openTrial()
})
afterEach(async () => expect(await trial.findings()).toEqual([]))
afterAll(() => trial.close())

test('a price that fell between the page and the button is shown before anybody pays the old one', async () => {
  const { buyId } = await trial.buy()
  const others = []
  for (let person = 0; person < 9; person += 1) others.push(await trial.join(buyId))
  const mine = await trial.join(buyId)
  const begun = await trial.begin(mine)
  for (const other of others) await trial.pay(other)
  await trial.rewrite(
    `with o as (update public.orders set paid_at = now() - interval '2 hours' where group_buy_id = $1 and is_paid)
     update public.group_buys set end_date = now() + interval '2 days', payment_due_at = now() + interval '3 days' where id = $1`,
    [buyId],
  )
  const again = await trial.begin(mine)
  expect([again.status, again.body.code, again.body.details]).toEqual([
    409,
    'total_mismatch',
    { total_kobo: '7380000' },
  ])
  // The buy rejects new joins, but a payment begun before can still be made.
  await trial.press(begun.body.payment_id, begun.body.naira_kobo)
  expect(await confirmPayment(trial.payments, `AJ-${begun.body.payment_id}`)).toBe('succeeded')
  expect(await trial.row('select status from public.orders where id = $1', [mine.orderId])).toEqual({ status: 'paid' })
})

test('a payment that the gateway never heard of is asked about for 72 hours and no longer', async () => {
  const { buyId } = await trial.buy()
  const order = await trial.join(buyId)
  await trial.give(order.buyer, 500)
  const { body } = await trial.begin(order, 500)
  const look = async (hours: number) => {
    await trial.rewrite(
      `update public.payments set next_check_at = now(), created_at = now() - make_interval(hours => $2) where id = $1`,
      [body.payment_id, hours],
    )
    await processPayments(trial.payments)
    return trial.row('select status, next_check_at is null as is_over from public.payments where id = $1', [
      body.payment_id,
    ])
  }
  expect(await look(71)).toEqual({ status: 'initiated', is_over: false })
  expect(await look(73)).toEqual({ status: 'abandoned', is_over: true })
  const { kobo } = await trial.row<{ kobo: bigint }>(`select ledger.balance_kobo('peps', $1) as kobo`, [order.buyer])
  expect(kobo).toBe(500n)
})

test('a payment that cannot be booked stands in nobody’s way', async () => {
  const paid: Owed[] = []
  for (let count = 0; count < 3; count += 1) {
    const order = await trial.join((await trial.buy()).buyId)
    const { body } = await trial.begin(order)
    await trial.press(body.payment_id, body.naira_kobo)
    paid.push({ ...order, buyer: body.payment_id })
  }
  const [stuck, ...others] = paid
  await trial.db.owner.query(
    `create function public.stick() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
     create trigger stick before update of status on public.payments for each row when (old.id = '${stuck?.buyer}') execute function public.stick()`,
  )
  await trial.play.advance()
  await expect(processPayments(trial.payments)).rejects.toThrow('could not be processed')
  const statusOf = async ({ orderId }: Owed) =>
    (await trial.row<{ status: string }>('select status from public.orders where id = $1', [orderId])).status
  expect(await Promise.all(others.map(statusOf))).toEqual(['paid', 'paid'])
  await trial.db.owner.query('drop function public.stick cascade')
  await trial.work()
  expect(stuck && (await statusOf(stuck))).toBe('paid')
})

test('a buy that is called off while a referrer is being credited takes the reward back', async () => {
  const { buyId, ownerId } = await trial.buy({ min_participants: 1 })
  const referrer = await trial.person()
  await trial.give(referrer, 100)
  const order = await trial.join(buyId)
  await trial.db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [
    referrer,
    order.buyer,
  ])
  await trial.pay(order)
  await trial.letTimePass(buyId, 1)
  await trial.clock()
  const barrier = await trial.db.owner.connect()
  await barrier.query('begin')
  await barrier.query(`select from ledger.accounts where kind = 'peps' and owner_id = $1 for update`, [referrer])
  const waiting = (count: number) =>
    trial.db.owner.query(`do $$ begin
      for turn in 1..500 loop
        exit when (select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') >= ${count};
        perform pg_sleep(0.002), pg_stat_clear_snapshot();
      end loop; end $$`)
  const crediting = creditRewards(trial.db.database, 'https://market.test')
  await waiting(1)
  const cancelling = trial.call(
    'cancel-group-buy',
    { group_buy_id: buyId, reason: 'The harvest was lost' },
    { as: ownerId },
  )
  await Promise.race([cancelling, waiting(2)])
  await barrier.query('commit')
  barrier.release()
  await crediting
  expect((await cancelling).status).toBe(200)
  // Refunds of a cancelled buy are made by the scheduled jobs.
  await trial.clock()
  const { kobo } = await trial.row<{ kobo: bigint }>(`select ledger.balance_kobo('peps', $1) as kobo`, [referrer])
  expect(kobo).toBe(100n)
})

test('an answer of nothing pays nothing', async () => {
  const order = await trial.join((await trial.buy()).buyId)
  const { body } = await trial.begin(order)
  await trial.press(body.payment_id, body.naira_kobo)
  const read = async (reference: string) => {
    const answer = await trial.play.gateway.readPayment(reference)
    return answer && { ...answer, amountKobo: 0n }
  }
  const gateway = { ...trial.play.gateway, readPayment: read }
  expect(await confirmPayment({ ...trial.payments, gateway }, `AJ-${body.payment_id}`)).toBe('succeeded')
  await trial.db.database.as(SERVICE, (tx) =>
    recordEvent(tx, 'local', {
      id: 'again',
      name: 'charge.success',
      about: 'payment',
      reference: `AJ-${body.payment_id}`,
    }),
  )
  await trial.work()
  expect(await trial.row('select status from public.orders where id = $1', [order.orderId])).toEqual({
    status: 'pending',
  })
})

test('a refund whose worker died is taken up within a minute, and is sent once', async () => {
  const order = await trial.join((await trial.buy()).buyId)
  await trial.pay(order)
  await trial.leave(order)
  const refund = async (request: Parameters<typeof trial.play.gateway.refund>[0]): Promise<never> => {
    await trial.play.gateway.refund(request)
    throw new Error('Died before the answer')
  }
  const dying = { ...trial.payments, gateway: { ...trial.play.gateway, refund } }
  await expect(processPayments(dying)).rejects.toThrow('could not be processed')
  expect(
    await trial.row(
      `select status, next_try_at <= now() + interval '1 minute' as soon from public.refunds where order_id = $1`,
      [order.orderId],
    ),
  ).toEqual({ status: 'requested', soon: true })
  for (let turn = 0; turn < 3; turn += 1) await trial.work()
  expect(
    await trial.row(
      `select f.status, (select count(*)::int from local_gateway.refunds where note = f.id::text) as sent from public.refunds f where order_id = $1`,
      [order.orderId],
    ),
  ).toEqual({ status: 'processed', sent: 1 })
})
