import { expect, it } from 'vitest'
import { audiencesOf, broadcastFault, nextBroadcastAt } from './broadcasts.ts'

const now = new Date('2026-03-10T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const facts = {
  buy: { status: 'active', paymentMode: 'reserve' },
  isShopActive: true,
  hasRecipients: true,
  sentAt: [],
  now,
}

it.each([
  ['draft', 'reserve', []],
  ['active', 'reserve', ['everybody', 'unpaid', 'paid']],
  ['active', 'pay_to_join', ['everybody']],
  ['closed', 'reserve', ['everybody', 'unpaid', 'paid']],
  ['settling', 'reserve', ['everybody']],
  ['ready', 'reserve', ['everybody']],
  ['completed', 'reserve', []],
  ['cancelled', 'reserve', []],
])('a buy that is %s (%s) can be written to: %j', (status, paymentMode, audiences) => {
  expect(audiencesOf({ status, paymentMode })).toEqual(audiences)
})

it.each([
  ['the first one', {}, null],
  ['a suspended shop', { isShopActive: false }, 'shop_is_suspended'],
  ['an audience that is not told apart', { buy: { status: 'ready', paymentMode: 'reserve' } }, 'audience_unknown'],
  ['nobody to write to', { hasRecipients: false }, 'audience_empty'],
  ['9 minutes after the last one', { sentAt: [ago(9)] }, 'broadcast_too_soon'],
  ['10 minutes after the last one', { sentAt: [ago(10), ago(1439)] }, null],
  ['the fourth of a day', { sentAt: [ago(700), ago(20), ago(1439)] }, 'broadcasts_used_up'],
  ['a day after the first of three', { sentAt: [ago(700), ago(20), ago(1440)] }, null],
])('%s: %j', (_, changes, code) => {
  expect(broadcastFault('unpaid', { ...facts, ...changes })?.code ?? null).toBe(code)
})

it('says when the next one may be sent', () => {
  expect(nextBroadcastAt([ago(4)], now)?.toISOString()).toBe('2026-03-10T12:06:00.000Z')
  expect(nextBroadcastAt([ago(4), ago(60), ago(1380)], now)?.toISOString()).toBe('2026-03-10T13:00:00.000Z')
  expect(nextBroadcastAt([], now)).toBe(null)
  expect(broadcastFault('unpaid', { ...facts, sentAt: [ago(4)] })?.message).toContain('Tue 10 Mar, 1:06 pm.')
})
