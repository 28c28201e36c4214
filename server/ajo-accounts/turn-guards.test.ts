import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { openTestMarket, type TestMarket } from '#server/testing/market.ts'
import {
  formingCircle,
  moveOpenMonth,
  openAjo,
  runningCircle,
  type TestCircle,
} from '#server/testing/money/ajo-circle.ts'

// The guards of the database about circles that take turns: each statement is one that no command or job sends.

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
  await openAjo(market)
})
afterAll(() => market.close())

const write = (cause: string, sql: string, values: unknown[] = []) =>
  market.moved(cause, sql, values).then(
    () => 'written',
    (error: Error) => error.message,
  )
const setting = (key: string, value: number) =>
  market.db.owner.query('insert into public.settings (key, value, note) values ($1, $2, $3)', [
    key,
    String(value),
    'A test',
  ])

describe('turns', () => {
  let turns: TestCircle
  let members: string[]
  beforeAll(async () => {
    turns = await runningCircle(market, { kind: 'turns' })
    const { rows } = await market.db.owner.query<{ id: string }>(
      'select id from public.ajo_members where circle_id = $1 order by turn',
      [turns.circleId],
    )
    members = rows.map(({ id }) => id)
  })

  /** Everybody pays every month, in the books only. */
  const payEverything = () =>
    withoutTriggers(market.db.owner, async (client) => {
      await client.query(
        `insert into public.payments (id, reference, user_id, gateway, naira_kobo, received_kobo, status)
         select k.id, 'AJ-' || k.id, m.person_id, 'local', k.amount_kobo, k.amount_kobo, 'succeeded'
         from public.ajo_contributions k join public.ajo_members m on m.id = k.member_id where k.circle_id = $1`,
        [turns.circleId],
      )
      await client.query('update public.ajo_contributions set paid_at = now(), payment_id = id where circle_id = $1', [
        turns.circleId,
      ])
    })
  const post = (key: string, kind: string, lines: { debit?: string; credit: string; kobo?: number }[]) =>
    market.db.owner.query('select ledger.post($1, $2)', [
      key,
      JSON.stringify(lines.map(({ debit, credit, kobo = 10_000_000 }) => ({ kind, debit, credit, amount_kobo: kobo }))),
    ])
  const give = (giver: number, receiver: number, month = 1) =>
    write(
      'clock',
      `insert into public.ajo_pot_parts (circle_id, month, giver_id, receiver_id, amount_kobo) values ($1, $4, $2, $3, 10000000)`,
      [turns.circleId, members[giver], members[receiver], month],
    )
  const settle = async (payer: number, receiver: number, kobo: number, posted = kobo) => {
    const id = crypto.randomUUID()
    await post(`ajo-settled:${id}`, 'ajo_settled', [
      { debit: members[payer] ?? '', credit: members[receiver] ?? '', kobo: posted },
    ])
    return write(
      'clock',
      'insert into public.ajo_settlements (id, circle_id, payer_id, receiver_id, amount_kobo) values ($1, $2, $3, $4, $5)',
      [id, turns.circleId, members[payer], members[receiver], kobo],
    )
  }
  const change = (index: number, to: string) =>
    withoutTriggers(market.db.owner, (client) =>
      client.query(
        `update public.ajo_members set status = $2::text, ended_at = case when $2 <> 'active' then now() end where id = $1`,
        [members[index], to],
      ),
    )

  test('are set up and started while they are open', async () => {
    const forming = await formingCircle(market, { kind: 'turns' })
    await setting('ajo_turns', 0)
    const insert = `insert into public.ajo_circles (name, kind, monthly_kobo, seats, months, due_day, starter_id) values ('Another', $2, 1000000, 3, 3, 1, $1)`
    const person = await market.person()
    expect(await write('buyer', insert, [person, 'turns'])).toMatch('not open')
    expect(await write('buyer', insert, [person, 'basket'])).toBe('written')
    const start = `update public.ajo_circles set status = 'running', started_at = now() where id = $1`
    expect(await write('buyer', start, [forming.circleId])).toMatch('not open')
    await setting('ajo_turns', 1)
    expect(await write('buyer', start, [forming.circleId])).toBe('written')
    expect(await write('buyer', insert.replace('3, 3, 1', '3, 4, 1'), [person, 'turns'])).toMatch(
      'a_turn_for_each_seat',
    )
  })

  test('are drawn once, at the start, for each member', async () => {
    const basket = await runningCircle(market)
    const { id: basketMember } = await market.row<{ id: string }>(
      'select id from public.ajo_members where circle_id = $1 limit 1',
      [basket.circleId],
    )
    expect(await write('buyer', 'update public.ajo_members set turn = 7 where id = $1', [members[0]])).toMatch(
      'drawn once',
    )
    expect(await write('buyer', 'update public.ajo_members set turn = 1 where id = $1', [basketMember])).toMatch(
      'drawn once',
    )
    const forming = await formingCircle(market, { kind: 'turns', taken: 1 })
    expect(
      await write('buyer', `update public.ajo_members set status = 'active' where circle_id = $1`, [forming.circleId]),
    ).toMatch('has one')
  })

  test('move a sum that is there, when the month closes, to the member whose turn it is', async () => {
    await payEverything()
    await post(
      `test:${turns.circleId}`,
      'contribution',
      members.flatMap((credit) => [{ credit }, { credit }, { credit }]),
    )
    expect(await give(0, 0)).toMatch('when a month of a circle that takes turns closes')
    await moveOpenMonth(market, turns, -9)
    expect(await give(1, 2)).toMatch('becomes the turn-taker')
    expect(await give(1, 0)).toMatch('moves exactly')
    await post(`ajo-turn:${turns.circleId}:1`, 'ajo_turn', [
      { debit: members[1] ?? '', credit: members[0] ?? '' },
      { debit: members[2] ?? '', credit: members[0] ?? '' },
    ])
    await withoutTriggers(market.db.owner, (client) =>
      client.query('update public.ajo_contributions set reversed_at = now() where member_id = $1 and month = 1', [
        members[1],
      ]),
    )
    expect(await give(1, 0)).toMatch('what they have paid')
    await withoutTriggers(market.db.owner, (client) =>
      client.query('update public.ajo_contributions set reversed_at = null where member_id = $1', [members[1]]),
    )
    expect([await give(0, 0), await give(1, 0), await give(2, 0)]).toEqual(['written', 'written', 'written'])
    expect(await give(1, 0)).toMatch('duplicate key')
    expect(
      await write(
        'clock',
        `update public.ajo_months set closed_at = now(), outcome = 'no_votes' where circle_id = $1 and month = 1`,
        [turns.circleId],
      ),
    ).toBe('written')
  })

  test('keep a member who has had theirs, and give orders to nobody before theirs', async () => {
    expect(
      await write('buyer', `update public.ajo_members set status = 'left', ended_at = now() where id = $1`, [
        members[0],
      ]),
    ).toMatch('until the last month')
    expect(
      await write('clock', `update public.ajo_members set status = 'defaulted', ended_at = now() where id = $1`, [
        members[1],
      ]),
    ).toMatch('all of their money')
  })

  test('that are void give back what was put in, no more, and only to who is out', async () => {
    await moveOpenMonth(market, turns, -9)
    await change(1, 'left')
    await post(`ajo-turn:${turns.circleId}:2`, 'ajo_turn', [
      { debit: members[0] ?? '', credit: members[1] ?? '' },
      { debit: members[2] ?? '', credit: members[0] ?? '' },
    ])
    expect(await give(2, 0, 2)).toMatch('becomes the turn-taker')
    expect(await give(0, 1, 2)).toBe('written')
    await post(`test:again:${turns.circleId}`, 'ajo_turn', [{ debit: members[2] ?? '', credit: members[1] ?? '' }])
    // They have what they had put in.
    expect(await give(2, 1, 2)).toMatch('becomes the turn-taker')
    // An active member gets none of it, whatever they have put in.
    const rewrite = (sql: string) =>
      withoutTriggers(market.db.owner, (client) => client.query(sql, [members[0], members[2]]))
    await rewrite(
      'update public.ajo_pot_parts set receiver_id = giver_id where month = 1 and receiver_id = $1 and $2 <> $1',
    )
    await rewrite(
      'insert into public.ajo_pot_parts (circle_id, month, giver_id, receiver_id, amount_kobo) select circle_id, 3, $1, $2, amount_kobo from public.ajo_pot_parts where giver_id = $1 and month = 1',
    )
    expect(await give(2, 0, 2)).toMatch('becomes the turn-taker')
    await rewrite('delete from public.ajo_pot_parts where giver_id = $1 and month = 3 and receiver_id = $2')
    await rewrite(
      'update public.ajo_pot_parts set receiver_id = $1 where month = 1 and circle_id = (select circle_id from public.ajo_members where id = $2)',
    )
    await change(1, 'active')
  })

  test('are settled after the last month, from a person who got too much to one who got too little', async () => {
    expect(await settle(0, 2, 100)).toMatch('after its last month')
    await withoutTriggers(market.db.owner, (client) =>
      client.query(
        `update public.ajo_months set closed_at = now(), outcome = 'void' where circle_id = $1 and closed_at is null`,
        [turns.circleId],
      ),
    )
    expect(await settle(2, 0, 100)).toMatch('got too much')
    expect(await settle(0, 2, 10_000_001)).toMatch('got too much')
    expect(await settle(0, 2, 100, 99)).toMatch('moves exactly')
    expect(await settle(0, 2, 100)).toBe('written')
  })
})

test('an order before the turn of its member is not the circle’s', async () => {
  const turns = await runningCircle(market, { kind: 'turns' })
  const { rows } = await market.db.owner.query<{ id: string; person_id: string }>(
    'select id, person_id from public.ajo_members where circle_id = $1 order by turn',
    [turns.circleId],
  )
  const [first, second] = rows
  const { buyId } = await market.buy({ end_date: new Date(Date.now() + 12 * 86_400_000) })
  const order = async (member: typeof first) => {
    await market.call(
      'vote-in-ajo-circle',
      { circle_id: turns.circleId, group_buy_id: buyId },
      { as: first?.person_id ?? '' },
    )
    const { body } = await market.call(
      'join-group-buy',
      { group_buy_id: buyId, quantity: 1 },
      { as: member?.person_id ?? '' },
    )
    const paymentId = crypto.randomUUID()
    const charged = body.order.amount_due_kobo
    await withoutTriggers(market.db.owner, async (client) => {
      await client.query(
        `insert into public.payments (id, reference, user_id, gateway, naira_kobo, received_kobo, status) values ($1::uuid, 'AJ-' || ($1::uuid)::text, $2, 'ajo', $3, $3, 'succeeded')`,
        [paymentId, member?.person_id, charged],
      )
      await client.query(`update public.orders set payment_id = $2, charged_kobo = $3 where id = $1`, [
        body.order.id,
        paymentId,
        charged,
      ])
    })
    const lines = (kind: string, of: object) => JSON.stringify([{ kind, ...of, amount_kobo: charged }])
    await market.db.owner.query('select ledger.post($1, $2)', [
      `test:in:${paymentId}`,
      lines('contribution', { credit: member?.id }),
    ])
    await market.db.owner.query('select ledger.post($1, $2)', [
      `payment:${paymentId}`,
      lines('ajo_spent', { debit: member?.id, credit: body.order.id }),
    ])
    return write(
      'buyer',
      'insert into public.ajo_orders (member_id, circle_id, month, order_id, payment_id) values ($1, $2, 1, $3, $4)',
      [member?.id, turns.circleId, body.order.id, paymentId],
    )
  }
  expect(await order(second)).toMatch('own money')
  expect(await order(first)).toBe('written')
})
