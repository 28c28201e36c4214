import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { withoutTriggers } from '#database/tests/setup/as-owner.ts'
import { CLAIM_STATES, claimMoves } from '#domain/claims/states.ts'
import { releaseHandOver } from '#server/hand-overs/release-hand-over.ts'
import { CLOCK } from '#server/identities.ts'
import { decisionInput, openClaimMarket } from '#server/testing/goods/claim-market.ts'
import { type HandedOverOrder, handOver, passDeadline } from '#server/testing/goods/handed-over.ts'
import { auditFaults } from '#server/testing/money/money-market.ts'

let shop: Awaited<ReturnType<typeof openClaimMarket>>
beforeAll(async () => {
  shop = await openClaimMarket(13)
})
afterEach(async () => expect(await auditFaults(shop.market)).toEqual([]))
afterAll(() => shop.market.close())

describe('money', () => {
  /** Ends the claim time. */
  const release = async ({ handOverId }: HandedOverOrder) => {
    await withoutTriggers(shop.market.db.owner, (client) =>
      client.query('update public.hand_overs set claim_until = clock_timestamp() where id = $1', [handOverId]),
    )
    await shop.market.db.database.as(CLOCK, (tx) => releaseHandOver(tx, handOverId))
  }
  const balance = async () =>
    Number(
      (await shop.market.row<{ kobo: bigint }>(`select ledger.balance_kobo('vendor', $1) as kobo`, [shop.vendorId]))
        .kobo,
    )
  const open = async (handOverId: string) =>
    (await shop.market.row<{ held: boolean }>('select public.has_open_claim($1) as held', [handOverId])).held

  test('an open claim blocks the release of its hand-over only', async () => {
    const [goods, other] = [await shop.nextGoods(), await shop.nextGoods()]
    const id = await shop.opened(goods)
    expect([await open(goods.handOverId), await open(other.handOverId)]).toEqual([true, false])
    await shop.contest(id)
    expect(await open(goods.handOverId)).toBe(true)
    await passDeadline(shop.market, id, 'propose_by')
    await shop.market.call('decide-claim', decisionInput(id, { outcome: 'rejected', goods_kobo: 0 }), {
      as: shop.staff.coordinator,
    })
    expect(await open(goods.handOverId)).toBe(true)
    await passDeadline(shop.market, id, 'appeal_by')
    await shop.clock()
    expect(await open(goods.handOverId)).toBe(false)
  })

  test('the hub’s fault is paid by the market, once the vendor has earned the goods', async () => {
    const goods = await shop.nextGoods()
    const id = await shop.opened(goods)
    await shop.contest(id)
    await passDeadline(shop.market, id, 'propose_by')
    await shop.market.call('decide-claim', decisionInput(id, { goods_kobo: 200_000, payer: 'hub' }), {
      as: shop.staff.coordinator,
    })
    await passDeadline(shop.market, id, 'appeal_by')
    await shop.clock()
    expect(await shop.claim(id)).toMatchObject({ ended: false })
    expect(await open(goods.handOverId)).toBe(false)
    await release(goods)
    const before = await balance()
    await shop.clock()
    expect(await shop.claim(id)).toMatchObject({ ended: true, paid: true, payer: 'hub' })
    expect(await balance()).toBe(before)
    expect(await shop.returned(goods.orderId)).toBe(200_000)
  })

  test('a claim for all of an order ends it and starts its refund', async () => {
    const goods = await shop.nextGoods()
    const id = await shop.opened(goods, { lines: [{ line_id: goods.lineId, quantity: 2 }] })
    await shop.accept(id)
    await shop.clock()
    const { status } = await shop.market.row<{ status: string }>('select status from public.orders where id = $1', [
      goods.orderId,
    ])
    expect(status).toBe('refunding')
  })
})

describe('a party to the case may not decide it', () => {
  const inCase = async (how: 'buyer' | 'owner' | 'staff' | 'former staff' | 'referrer' | 'handler') => {
    const judge = await shop.market.person({ role: 'coordinator' })
    let order = shop.nextOrder()
    if (how === 'buyer') {
      await shop.market.db.owner.query(`update public.profiles set role = 'coordinator' where id = $1`, [order.buyer])
      order = { ...order }
    }
    const goods = await handOver(shop.market, { ...order, handledBy: how === 'handler' ? judge : shop.staff.handler })
    const id = await shop.opened(goods)
    await shop.contest(id)
    if (how === 'staff' || how === 'former staff') {
      await shop.market.db.owner.query(
        `insert into public.memberships (person_id, vendor_id, duty, ended_at) values ($1, $2, 'hand-over', $3)`,
        [judge, shop.vendorId, how === 'staff' ? null : new Date()],
      )
    }
    if (how === 'referrer') {
      await shop.market.db.owner.query('insert into public.referrals (referrer_id, referred_id) values ($1, $2)', [
        judge,
        goods.buyer,
      ])
    }
    await passDeadline(shop.market, id, 'propose_by')
    return { id, judge: how === 'buyer' ? goods.buyer : how === 'owner' ? shop.ownerId : judge }
  }

  test.each(['buyer', 'owner', 'staff', 'former staff', 'referrer', 'handler'] as const)('not the %s', async (how) => {
    const { id, judge } = await inCase(how)
    if (how === 'owner')
      await shop.market.db.owner.query(`update public.profiles set role = 'coordinator' where id = $1`, [judge])
    const answer = await shop.market.call('decide-claim', decisionInput(id), { as: judge })
    expect(answer.body.code).toBe('own_case')
    // The database refuses it too.
    await expect(
      shop.market.moved(
        'coordinator',
        `update public.claims set status = 'rejected', outcome = 'rejected', decided_by = $2 where id = $1`,
        [id, judge],
      ),
    ).rejects.toThrow('own case')
    await expect(
      shop.market.moved(
        'coordinator',
        `update public.claims set status = 'rejected', outcome = 'rejected' where id = $1`,
        [id],
      ),
    ).rejects.toThrow('has its name')
    if (how === 'owner')
      await shop.market.db.owner.query(`update public.profiles set role = 'vendor' where id = $1`, [judge])
    await shop.market.db.owner.query('delete from public.referrals where referrer_id = $1', [judge])
  })

  test('the person who decided cannot decide the appeal', async () => {
    const goods = await shop.nextGoods()
    const id = await shop.opened(goods)
    await shop.contest(id)
    await passDeadline(shop.market, id, 'propose_by')
    const judge = await shop.market.person({ role: 'coordinator' })
    await shop.market.call('decide-claim', decisionInput(id), { as: judge })
    await shop.market.call('appeal-claim', { claim_id: id, text: 'It was dry, I say.' }, { as: shop.ownerId })
    await shop.market.db.owner.query(`update public.profiles set role = 'chief' where id = $1`, [judge])
    expect((await shop.market.call('decide-appeal', decisionInput(id), { as: judge })).body.code).toBe('own_decision')
    await shop.market.db.owner.query(`update public.profiles set role = 'customer' where id = $1`, [judge])
  })
})

test('for every status and cause the database allows only the transitions of the rule', async () => {
  const id = await shop.opened()
  const causes = [
    'buyer',
    'vendor',
    'hub',
    'manager',
    'coordinator',
    'chief',
    'content',
    'clock',
    'gateway',
    'operator',
  ]
  const client = await shop.market.db.owner.connect()
  // Without the guard of names, which other tests cover: only transitions are tested here. All of it is rolled back.
  await client.query(
    'begin; alter table public.claims disable trigger guard_claim, disable trigger guard_claim_in_lot, disable trigger guard_claim_offer',
  )
  await client.query(
    'alter table public.claims drop constraint decided_has_outcome, drop constraint one_appeal, drop constraint refund_moves_money, drop constraint offered_has_offer',
  )
  await client.query('create temporary table moved (move text) on commit drop')
  await client.query(`do $$
    declare f text; t text; c text;
    begin
      foreach f in array '{${CLAIM_STATES.join(',')}}'::text[] loop foreach t in array '{${CLAIM_STATES.join(',')}}'::text[] loop foreach c in array '{${causes.join(',')}}'::text[] loop
        continue when f = t;
        begin
          set local session_replication_role = 'replica';
          update public.claims set status = f where id = '${id}';
          set local session_replication_role = 'origin';
          perform public.caused_by(c);
          update public.claims set status = t where id = '${id}';
          raise exception 'moved' using errcode = 'ZZ001';
        exception when sqlstate 'ZZ001' then insert into moved values (f || ' > ' || t || ' by ' || c);
          when sqlstate 'PT409' then null;
        end;
      end loop; end loop; end loop;
    end $$`)
  const { rows } = await client.query<{ move: string }>('select move from moved order by 1')
  await client.query('rollback')
  client.release()
  const stated = claimMoves
    .filter(({ from }) => from !== 'new')
    .flatMap(({ from, to, causes: by }) => by.map((cause) => `${from} > ${to} by ${cause}`))
  expect(rows.map(({ move }) => move).sort()).toEqual(stated.sort())
})
