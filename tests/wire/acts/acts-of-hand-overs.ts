import { makeReady } from '#server/testing/goods/hand-over.ts'
import type { TestMarket } from '#server/testing/market.ts'
import { raiseOverrideLimit } from '#server/testing/money/amounts.ts'
import { type ActOf, count, paidCart } from './act.ts'

/** A paid cart order that is ready. */
async function ready(market: TestMarket) {
  const { vendorId, ownerId, buyer, orderId } = await paidCart(market)
  return { vendorId, ownerId, buyer, orderId, handOverId: await makeReady(market, orderId) }
}

const codesMade = (market: TestMarket, handOverId: string) =>
  count(market, 'codes.codes where hand_over_id = $1', [handOverId])
const done = (market: TestMarket, orderId: string) =>
  count(market, `public.hand_overs where order_id = $1 and status = 'done'`, [orderId])

/** Commands about codes, hand-overs and staff. */
export const actsOfHandOvers = {
  async 'read-codes'(market: TestMarket) {
    const { buyer, handOverId } = await ready(market)
    return { as: buyer, body: {}, other: {}, effects: () => codesMade(market, handOverId) }
  },
  async 'renew-code'(market: TestMarket) {
    const { buyer, handOverId } = await ready(market)
    return {
      as: buyer,
      body: { hand_over_id: handOverId },
      other: { hand_over_id: crypto.randomUUID() },
      effects: () => codesMade(market, handOverId),
    }
  },
  async 'name-nominee'(market: TestMarket) {
    const { buyer, handOverId } = await ready(market)
    const body = { hand_over_id: handOverId, name: 'Mama Bisi' }
    return { as: buyer, body, other: { ...body, name: 'Uncle Femi' }, effects: () => codesMade(market, handOverId) }
  },
  async 'hand-over'(market: TestMarket) {
    const { buyer, ownerId, orderId, handOverId } = await ready(market)
    const { codes } = (await market.call('read-codes', {}, { as: buyer })).body
    const body = { hand_over_id: handOverId, code: codes[0].code, lines: null }
    return { as: ownerId, body, other: { ...body, code: '000000' }, effects: () => done(market, orderId) }
  },
  async 'read-code-checks'(market: TestMarket) {
    const { ownerId, orderId, handOverId } = await ready(market)
    const body = { hand_over_ids: [handOverId] }
    return { as: ownerId, body, other: { hand_over_ids: [] }, effects: () => done(market, orderId) }
  },
  async 'send-offline-hand-over'(market: TestMarket) {
    const { buyer, ownerId, orderId, handOverId } = await ready(market)
    const { codes } = (await market.call('read-codes', {}, { as: buyer })).body
    const now = new Date().toISOString()
    const goods = [{ hand_over_id: handOverId, lines: null }]
    const { code, token } = codes[0]
    const body = { id: crypto.randomUUID(), goods, code, token, acted_at: now, sent_at: now }
    return { as: ownerId, body, other: { ...body, token: null }, effects: () => done(market, orderId) }
  },
  async 'settle-offline-hand-over'(market: TestMarket) {
    const { ownerId, handOverId } = await ready(market)
    const { id } = await market.row<{ id: string }>(
      `insert into public.offline_hand_overs (act_id, hand_over_id, person_id, acted_at, is_scanned, conflict) values (gen_random_uuid(), $1, $2, now(), false, 'wrong-code') returning id`,
      [handOverId, ownerId],
    )
    const body = { id, settlement: 'not-handed-over', note: '' }
    return {
      as: ownerId,
      body,
      other: { ...body, settlement: 'missing' },
      effects: () => count(market, 'public.offline_hand_overs where id = $1 and settled_at is not null', [id]),
    }
  },
  async 'override-hand-over'(market: TestMarket) {
    await raiseOverrideLimit(market)
    const { ownerId, orderId, handOverId } = await ready(market)
    const photo = `${ownerId}/a-card`
    await market.db.owner.query(
      `insert into storage.objects (bucket_id, name, owner, blob, metadata) values ('hand-over-photos', $1, $2, replace(gen_random_uuid()::text, '-', ''), '{"width": 800, "height": 600, "size": 60000}')`,
      [photo, ownerId],
    )
    const body = { hand_over_id: handOverId, identity: 'id-card', reason: 'The phone is lost', photo, lines: null }
    return { as: ownerId, body, other: { ...body, reason: 'The phone is off' }, effects: () => done(market, orderId) }
  },
  async 'confirm-hand-over'(market: TestMarket) {
    await raiseOverrideLimit(market)
    const { buyer, ownerId, handOverId } = await ready(market)
    const photo = `${ownerId}/a-card`
    await market.db.owner.query(
      `insert into storage.objects (bucket_id, name, owner, blob, metadata) values ('hand-over-photos', $1, $2, replace(gen_random_uuid()::text, '-', ''), '{"width": 800, "height": 600, "size": 60000}')`,
      [photo, ownerId],
    )
    const shown = { identity: 'id-card', reason: 'The phone is lost', photo, lines: null }
    await market.call('override-hand-over', { hand_over_id: handOverId, ...shown }, { as: ownerId })
    return {
      as: buyer,
      body: { hand_over_id: handOverId },
      other: { hand_over_id: crypto.randomUUID() },
      effects: () =>
        count(market, 'public.hand_over_overrides where hand_over_id = $1 and confirmed_at is not null', [handOverId]),
    }
  },
  async 'invite-staff'(market: TestMarket) {
    const { vendorId, ownerId } = await market.shop()
    const body = { pickup_point_id: null, duty: 'hand-over', contact: 'helper@market.test' }
    return {
      as: ownerId,
      body,
      other: { ...body, duty: 'delivery' },
      effects: () => count(market, 'public.staff_invitations where vendor_id = $1', [vendorId]),
    }
  },
  async 'accept-invitation'(market: TestMarket) {
    const { ownerId } = await market.shop()
    const helper = await market.person()
    const { email } = await market.row<{ email: string }>('select rights.email_of($1) as email', [helper])
    const input = { pickup_point_id: null, duty: 'hand-over', contact: email }
    const { invitation_id } = (await market.call('invite-staff', input, { as: ownerId })).body
    return {
      as: helper,
      body: { invitation_id },
      other: { invitation_id: crypto.randomUUID() },
      effects: () => count(market, 'public.memberships where person_id = $1', [helper]),
    }
  },
  async 'end-membership'(market: TestMarket) {
    const { vendorId, ownerId } = await market.shop()
    const helper = await market.person()
    const { id } = await market.row<{ id: string }>(
      `insert into public.memberships (person_id, vendor_id, duty) values ($1, $2, 'hand-over') returning id`,
      [helper, vendorId],
    )
    return {
      as: ownerId,
      body: { id },
      other: { id: crypto.randomUUID() },
      effects: () => count(market, 'public.memberships where id = $1 and ended_at is not null', [id]),
    }
  },
} satisfies Record<string, ActOf>
