import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire()
})
afterAll(() => wire.stop())

const buyOf = (id: string) =>
  wire.market.row('select current_quantity, current_participants from public.group_buys where id = $1', [id])

describe('POST /rest/v1/orders, the specification’s join call', () => {
  test('derives the quantity from a total at the price before the join, and owner, price and status', async () => {
    const { buyId } = await wire.market.buy()
    const buyer = await wire.market.person()
    const client = await wire.tables(buyer)
    const { data, error, status } = await client
      .from('orders')
      .insert([{ group_buy_id: buyId, total_amount: 160000, status: 'pending' }])
      .select(
        'quantity, unit_price, total_amount, status, user_id, group_buy:group_buys(current_quantity, current_participants)',
      )
      .single()
    expect([error, status]).toEqual([null, 201])
    expect(data).toEqual({
      quantity: 2,
      unit_price: 80000,
      total_amount: 160000,
      status: 'pending',
      user_id: buyer,
      group_buy: { current_quantity: 2, current_participants: 1 },
    })
  })

  test('without return=representation it answers 201 without a body', async () => {
    const { buyId } = await wire.market.buy()
    const client = await wire.tables(await wire.market.person())
    const { data, status } = await client
      .from('orders')
      .insert([{ group_buy_id: buyId, total_amount: 80000, status: 'pending' }])
    expect([status, data]).toEqual([201, null])
  })

  test.each<[Record<string, unknown>, number, string | null]>([
    [{ total_amount: 79999 }, 409, 'total_mismatch'],
    [{ total_amount: 1 }, 409, 'total_mismatch'],
    [{ total_amount: 0 }, 409, 'total_mismatch'],
    [{ total_amount: -80000 }, 409, 'total_mismatch'],
    [{ total_amount: 1e-9 }, 400, 'invalid_input'],
    [{ total_amount: 'eighty thousand' }, 400, 'invalid_input'],
    [{ total_amount: [80000] }, 400, 'invalid_input'],
    [{ total_amount: 2 ** 53 }, 400, 'invalid_input'],
    [{ total_amount: null }, 400, 'invalid_input'],
    [{ quantity: 2, total_amount: 159999 }, 409, 'total_mismatch'],
    [{ quantity: 2, total_amount: 200000 }, 201, null],
    [{ quantity: 1.5 }, 400, 'quantity_not_whole'],
    [{ quantity: 1, status: 'paid' }, 403, 'not_allowed'],
    [{ quantity: 1, user_id: '11111111-1111-4111-8111-111111111111' }, 403, 'not_allowed'],
    [{ quantity: 1, unit_price: 1 }, 403, 'not_allowed'],
    [{ quantity: 1, id: 'not-a-uuid' }, 400, 'invalid_input'],
  ])('%j answers %d', async (row, status, code) => {
    const { buyId } = await wire.market.buy()
    const response = await wire.request('/rest/v1/orders', {
      method: 'POST',
      as: await wire.market.person(),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ group_buy_id: buyId, ...row }),
    })
    const body = status === 201 ? null : await response.json()
    expect([response.status, body?.code ?? null]).toEqual([status, code])
    if (code) expect(Object.keys(body).sort()).toEqual(['code', 'details', 'hint', 'message'])
    expect((await buyOf(buyId)).current_quantity).toBe(status === 201 ? row.quantity : 0)
  })

  test('the same client-made id is one order; the same id with another body is refused', async () => {
    const { buyId } = await wire.market.buy()
    const buyer = await wire.market.person()
    const id = crypto.randomUUID()
    const post = (quantity: number) =>
      wire.request('/rest/v1/orders', {
        method: 'POST',
        as: buyer,
        headers: { 'content-type': 'application/json', prefer: 'return=representation' },
        body: JSON.stringify([{ id, group_buy_id: buyId, quantity }]),
      })
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(2)))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(201))
    expect((await post(3)).status).toBe(422)
    expect(await buyOf(buyId)).toEqual({ current_quantity: 2, current_participants: 1 })
  })

  test('the id is unique with any key, also after the keys were deleted', async () => {
    const { buyId } = await wire.market.buy()
    const buyer = await wire.market.person()
    const id = crypto.randomUUID()
    const post = (key: string, more = {}) =>
      wire.request('/rest/v1/orders', {
        method: 'POST',
        as: buyer,
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ id, group_buy_id: buyId, quantity: 2, ...more }),
      })
    const keys = Array.from({ length: 6 }, () => crypto.randomUUID())
    const answers = await Promise.all(keys.map((key) => post(key)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect((await post(keys[0] ?? '', { id: crypto.randomUUID() })).status).toBe(422)
    expect((await post(crypto.randomUUID(), { id: id.toUpperCase() })).status).toBe(422)
    await wire.market.db.owner.query('delete from public.idempotency_keys')
    const late = await post(crypto.randomUUID())
    expect([late.status, (await late.json()).code]).toEqual([409, 'already_done'])
    expect(await buyOf(buyId)).toEqual({ current_quantity: 2, current_participants: 1 })
  })

  test('staff and other vendors order as buyers, also with a client-made id', async () => {
    const { buyId } = await wire.market.buy()
    for (const role of ['vendor', 'manager', 'chief']) {
      const id = crypto.randomUUID()
      const response = await wire.request('/rest/v1/orders', {
        method: 'POST',
        as: await wire.market.person({ role }),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id, group_buy_id: buyId, quantity: 1 }),
      })
      expect([role, response.status]).toEqual([role, 201])
      expect(
        await wire.market.row(
          `select s.cause, s.actor_id = o.user_id as own from public.status_changes s join public.orders o on o.id = s.subject_id where o.id = $1`,
          [id],
        ),
      ).toEqual({ cause: 'buyer', own: true })
    }
  })

  test.each([
    [{ total_amount: 80000 }, 'One person takes at least 2.', { quantity: 1, min_quantity: 2 }],
    [{ total_amount: 480000 }, 'One person may take at most 5.', { quantity: 6, max_quantity: 5 }],
    [{ total_amount: 80001 }, 'The price has changed. Please check the new total.', { unit_price: '80000.00' }],
  ])('a total that matches no possible quantity, %j, is 409 with the amounts', async (row, message, details) => {
    const { buyId } = await wire.market.buy({ min_quantity: 2, max_quantity: 5 })
    const as = await wire.market.person()
    const post = (body: object) =>
      wire.request('/rest/v1/orders', {
        method: 'POST',
        as,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ group_buy_id: buyId, ...body }),
      })
    const answer = await post(row)
    expect([answer.status, await answer.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'total_mismatch', message, details: expect.objectContaining(details) }),
    ])
    // Also together with the person's earlier orders: four and two exceed five.
    expect((await post({ quantity: 4 })).status).toBe(201)
    expect((await post({ total_amount: 160000 })).status).toBe(409)
  })

  test('signed out is 401, two orders in one body are refused, an unknown buy is 404', async () => {
    const { buyId } = await wire.market.buy()
    const post = async (body: unknown, as?: string) =>
      (
        await wire.request('/rest/v1/orders', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          ...(as && { as }),
        })
      ).status
    const buyer = await wire.market.person()
    expect(await post({ group_buy_id: buyId, quantity: 1 })).toBe(401)
    const body = JSON.stringify({ group_buy_id: buyId, quantity: 1 })
    const response = await wire.request('/rest/v1/orders', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(await response.json()).toMatchObject({ code: 'sign_in_required', message: 'Sign in to continue.' })
    expect(
      await post(
        [
          { group_buy_id: buyId, quantity: 1 },
          { group_buy_id: buyId, quantity: 1 },
        ],
        buyer,
      ),
    ).toBe(400)
    expect(await post({ group_buy_id: crypto.randomUUID(), quantity: 1 }, buyer)).toBe(404)
  })
})

describe('what the original client did from the browser', () => {
  test('PATCH group_buys of the counters is refused for all users', async () => {
    const { buyId, ownerId } = await wire.market.buy()
    for (const person of [ownerId, await wire.market.person({ role: 'chief' }), await wire.market.person()]) {
      const client = await wire.tables(person)
      const { status, error } = await client
        .from('group_buys')
        .update({ current_quantity: 1, current_participants: 1 })
        .eq('id', buyId)
      expect([status, error?.code]).toEqual([403, '42501'])
    }
    const { status } = await (await wire.tables()).from('group_buys').update({ current_quantity: 1 }).eq('id', buyId)
    expect(status).toBe(401)
  })

  test('a chief’s PATCH profiles role runs the set-role command; more than one row or column, or another person, is refused', async () => {
    const chief = await wire.market.person({ role: 'chief' })
    const person = await wire.market.person()
    const client = await wire.tables(chief)
    expect((await client.from('profiles').update({ role: 'manager' }).eq('id', person)).status).toBe(204)
    const { data } = await client.from('profiles').update({ role: 'vendor' }).eq('id', person).select().single()
    expect(data).toMatchObject({ id: person, role: 'vendor' })
    expect(
      await wire.market.row(`select count(*)::integer as acts from public.audit_log where subject_id = $1`, [person]),
    ).toEqual({ acts: 2 })
    expect((await client.from('profiles').update({ role: 'vendor' }).neq('id', person)).status).toBe(400)
    expect((await client.from('profiles').update({ role: 'vendor', points_balance: 5 }).eq('id', person)).status).toBe(
      403,
    )
    expect((await (await wire.tables(person)).from('profiles').update({ role: 'chief' }).eq('id', person)).status).toBe(
      403,
    )
    expect((await (await wire.tables()).from('profiles').update({ role: 'chief' }).eq('id', person)).status).toBe(401)
  })

  test('DELETE products: one at a time, 204 and archived for the owner, 403 for others, 409 while live', async () => {
    const { ownerId, vendorId, productId } = await wire.market.buy()
    const spare = await wire.market.product(vendorId)
    const remove = async (as: string, id: string) =>
      (await (await wire.tables(as)).from('products').delete().eq('id', id)).status
    expect((await (await wire.tables(ownerId)).from('products').delete().in('id', [spare])).status).toBe(400)
    expect(await remove(await wire.market.person(), spare)).toBe(403)
    expect(await remove(ownerId, productId)).toBe(409)
    expect(await remove(ownerId, spare)).toBe(204)
    expect((await (await wire.tables()).from('products').select('id').eq('id', spare)).data).toEqual([])
  })

  test('POST group_buys publishes with status active, and returns the messages of the rules and "Vendor profile not found"', async () => {
    const { ownerId, productId } = await wire.market.buy()
    const row = {
      product_id: productId,
      target_quantity: 20,
      end_date: new Date(Date.now() + 9 * 86_400_000).toISOString(),
      min_participants: 2,
    }
    const post = async (as: string, more = {}) =>
      (await wire.tables(as))
        .from('group_buys')
        .insert([{ ...row, ...more }])
        .select('status, current_quantity')
        .single()
    expect((await post(ownerId, { status: 'active' })).data).toEqual({ status: 'active', current_quantity: 0 })
    expect((await post(ownerId)).data).toEqual({ status: 'draft', current_quantity: 0 })
    expect((await post(await wire.market.person())).error?.message).toBe('Vendor profile not found')
    const late = await post(ownerId, { status: 'active', end_date: new Date(Date.now() + 3_600_000).toISOString() })
    expect([late.status, late.error?.message]).toEqual([400, 'A group buy must stay open for at least 24 hours'])
  })
})

test('no faults were reported', () => expect([wire.faults, wire.market.faults]).toEqual([[], []]))
