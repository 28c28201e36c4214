import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { command, type Goods, goodsToCollect, wrongFor } from '../goods-to-collect.ts'
import { openTarget, type Person, type Target } from '../open-target.ts'

let target: Target
let goods: Goods
beforeAll(async () => {
  target = await openTarget()
  goods = await goodsToCollect(target, { shares: 140, staff: 6, people: 140 })
})
afterAll(() => target.close())

const enter = (as: Person | undefined, handOverId: string, code: string, lines: unknown = null) =>
  command(target, 'hand-over', { ...(as && { as }), body: { hand_over_id: handOverId, code, lines } })
/** Moves all earlier tries into the past. */
const later = () =>
  target.owner.query(`with past as (update codes.wrong_tries set at = at - interval '16 minutes')
    update codes.locks set locked_until = locked_until - interval '16 minutes'`)
const [scanner, second] = [() => goods.staff[0] as Person, () => goods.staff[1] as Person]
const statusOf = async (handOverId: string) =>
  (await target.owner.query('select status from public.hand_overs where id = $1', [handOverId])).rows[0].status

describe('at the counter', () => {
  test('rejects wrong, foreign, used and expired codes', async () => {
    const [one, other, late] = [goods.next(), goods.next(), goods.next()]
    expect((await enter(scanner(), one.handOverId, wrongFor(one.code))).body).toEqual({
      outcome: 'wrong',
      tries_left: 4,
    })
    expect((await enter(scanner(), one.handOverId, other.code)).body).toEqual({ outcome: 'wrong', tries_left: 3 })
    await command(target, 'renew-code', { as: one.buyer, body: { hand_over_id: one.handOverId } })
    expect((await enter(scanner(), one.handOverId, one.code)).body).toEqual({ outcome: 'wrong', tries_left: 2 })
    expect((await enter(scanner(), other.handOverId, other.code)).body.outcome).toBe('done')
    expect((await enter(scanner(), other.handOverId, other.code)).body.code).toBe('handed_over_already')
    expect(await statusOf(one.handOverId)).toBe('open')
    // A late buyer still gets the goods until staff have decided about them.
    await target.owner.query('update public.hand_overs set due_until = now() where id = $1', [late.handOverId])
    expect((await enter(scanner(), late.handOverId, late.code)).body.outcome).toBe('done')
  })

  test('only staff of the place may enter one: no visitor, buyer, vendor, administrator or former helper', async () => {
    const one = goods.next()
    const chief = await target.signIn({ role: 'chief' })
    const former = goods.staff[5] as Person
    await target.owner.query('update public.memberships set ended_at = now() where person_id = $1', [former.id])
    const answers = [undefined, one.buyer, goods.vendor, chief, former].map((as) => enter(as, one.handOverId, one.code))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 404, 404, 404, 404])
    expect(await statusOf(one.handOverId)).toBe('open')
  })

  test('staff hand over nothing to themselves, with the code or without', async () => {
    const one = goods.next()
    await target.owner.query(
      `insert into public.memberships (person_id, pickup_point_id, duty) values ($1, $2, 'hand-over') on conflict do nothing`,
      [one.buyer.id, goods.hubId],
    )
    const body = {
      hand_over_id: one.handOverId,
      identity: 'known',
      reason: 'It is me, after all',
      photo: '',
      lines: null,
    }
    expect((await enter(one.buyer, one.handOverId, one.code)).body.code).toBe('own_goods')
    expect((await command(target, 'override-hand-over', { as: one.buyer, body })).body.code).toBe('own_case')
    await target.owner.query('update public.memberships set ended_at = now() where person_id = $1', [one.buyer.id])
    expect(await statusOf(one.handOverId)).toBe('open')
  })

  test('the same code at two scanners succeeds once, and the second one learns who took it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const one = goods.next()
      const both = await Promise.all([scanner(), second()].map((as) => enter(as, one.handOverId, one.code)))
      const said = both.map(({ body }) => body.outcome ?? body.code).sort()
      expect(said).toEqual(['done', 'handed_over_already'])
      expect(both.find(({ status }) => status === 409)?.body.message).toMatch(/^Ngozi Bello handed this over/)
      const { rows } = await target.owner.query(
        `select sum(quantity)::integer as units from public.hand_over_lines where hand_over_id = $1`,
        [one.handOverId],
      )
      expect(rows).toEqual([{ units: 2 }])
    }
  })

  test('rejects amounts of zero, negative, huge and fractional ones and foreign lines, without counting a try', async () => {
    const [one, other] = [goods.next(), goods.next()]
    const lineOf = async (orderId: string) =>
      (await target.owner.query('select id from public.order_lines where order_id = $1', [orderId])).rows[0].id
    const [line, foreign] = [await lineOf(one.orderId), await lineOf(other.orderId)]
    const refused = [
      ...[0, -1, 1.5, 3, 2 ** 31, 1e30, '2', null].map((quantity) => [{ line_id: line, quantity }]),
      [{ line_id: foreign, quantity: 1 }],
      [
        { line_id: line, quantity: 1 },
        { line_id: line, quantity: 1 },
      ],
      [],
      'all',
    ]
    for (const lines of refused) {
      const { status } = await enter(scanner(), one.handOverId, one.code, lines)
      expect([lines, status >= 400 && status < 500]).toEqual([lines, true])
    }
    expect((await enter(scanner(), one.handOverId, one.code)).body.outcome).toBe('done')
  })

  test('a place with goods that are ready does not close', async () => {
    const coordinator = await target.signIn({ role: 'coordinator' })
    const body = { pickup_point_id: goods.hubId, reason: 'The roof leaks badly' }
    expect((await command(target, 'close-place', { as: scanner(), body })).status).toBe(403)
    expect((await command(target, 'close-place', { as: coordinator, body })).body.code).toBe('place_in_use')
    // Even if it is closed by hand, the goods in it still reach their buyers.
    const closed = (reason: string | null) =>
      target.owner.query(
        `update public.pickup_points set closed_at = case when $2::text is not null then now() end, closed_reason = $2 where id = $1`,
        [goods.hubId, reason],
      )
    await closed('By hand')
    const one = goods.next()
    expect((await enter(scanner(), one.handOverId, one.code)).body.outcome).toBe('done')
    await closed(null)
  })
})

describe('wrong codes', () => {
  test('five at one share lock it for fifteen minutes, for all people and places', async () => {
    await later()
    const one = goods.next()
    const guesses = await Promise.all(
      goods.staff.slice(0, 5).map((as, address) =>
        command(target, 'hand-over', {
          as,
          headers: { 'x-forwarded-for': `10.0.0.${address}` },
          body: { hand_over_id: one.handOverId, code: wrongFor(one.code, 1 + address), lines: null },
        }),
      ),
    )
    expect(guesses.map(({ body }) => body.outcome).sort()).toEqual(['locked', 'wrong', 'wrong', 'wrong', 'wrong'])
    const { rows } = await target.owner.query(
      `select l.locked_until - max(w.at) between interval '15 minutes' and interval '15 minutes 5 seconds' as fifteen
       from codes.locks l join codes.wrong_tries w using (hand_over_id) where hand_over_id = $1 group by l.locked_until`,
      [one.handOverId],
    )
    expect(rows).toEqual([{ fifteen: true }])
    expect((await enter(second(), one.handOverId, one.code)).body.outcome).toBe('locked')
    await later()
    expect((await enter(second(), one.handOverId, one.code)).body.outcome).toBe('done')
  })

  test('at many shares by one person are limited to twenty, also concurrently', async () => {
    await later()
    const shares = Array.from({ length: 30 }, () => goods.next())
    const tried = await Promise.all(shares.map((one) => enter(scanner(), one.handOverId, wrongFor(one.code))))
    expect(tried.filter(({ body }) => body.outcome === 'wrong')).toHaveLength(20)
    const [one] = shares
    expect((await enter(scanner(), one?.handOverId ?? '', one?.code ?? '')).body.outcome).toBe('locked')
    expect((await enter(second(), one?.handOverId ?? '', one?.code ?? '')).body.outcome).toBe('done')
  })

  test('at many shares by all helpers of one place are limited to sixty', async () => {
    await later()
    const shares = Array.from({ length: 76 }, () => goods.next())
    const outcomes: string[] = []
    for (const [number, one] of shares.entries()) {
      const as = goods.staff[number % 5] as Person
      outcomes.push((await enter(as, one.handOverId, wrongFor(one.code))).body.outcome)
    }
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(60)
    expect(new Set(outcomes.slice(60))).toEqual(new Set(['locked']))
    await later()
    const [one] = shares
    expect((await enter(second(), one?.handOverId ?? '', one?.code ?? '')).body.outcome).toBe('done')
  })
})
