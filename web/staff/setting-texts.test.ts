import { expect, it } from 'vitest'
import { settingText } from '#domain/settings/setting-texts.ts'
import { readSettingChange } from './setting-texts.ts'

const now = new Date('2026-03-01T10:00:00Z')
const read = (key: string, value: string, effective_from = '') => readSettingChange({ key, value, effective_from }, now)

it('shows and reads basis points as per cent', () => {
  expect(settingText('buyer_fee_bps', 250)).toBe('2.5%')
  expect(read('buyer_fee_bps', '2.5%')).toEqual({
    ok: true,
    change: { value: 250, effective_from: now.toISOString() },
  })
  expect(read('referral_bps', '0.55', '2026-04-01T00:00')).toEqual({
    ok: true,
    change: { value: 55, effective_from: '2026-03-31T23:00:00.000Z' },
  })
})

it('shows and reads amounts in naira, days and counts', () => {
  expect(settingText('unpaid_new_naira', 500000)).toBe('₦500,000')
  expect(settingText('unpaid_lapse_days', 60)).toBe('60 days')
  expect(read('unpaid_new_naira', '₦2,000,000')).toMatchObject({ ok: true, change: { value: 2_000_000 } })
  expect(read('unpaid_known_orders', '20')).toMatchObject({ ok: true, change: { value: 20 } })
})

it.each([
  ['buyer_fee_bps', '2,5', 'value'],
  ['buyer_fee_bps', '101', 'value'],
  ['bulk_hold_minutes', '1.5', 'value'],
  ['unpaid_new_orders', '-1', 'value'],
  ['unpaid_new_naira', '2.50', 'value'],
  ['market_opened_at', '2026-02-30', 'value'],
  ['unheard_of', '1', 'key'],
])('rejects %s = %s', (key, value, field) => {
  const answer = read(key, value)
  expect(answer.ok ? [] : Object.keys(answer.errors)).toEqual([field])
})

it('rejects times in the past', () => {
  expect(read('buyer_fee_bps', '2', '2026-02-01T00:00')).toMatchObject({ ok: false })
})

it('enforces the notice period of rewards, and the maximum vendor fee', () => {
  const early = read('referral_bps', '0.6', '2026-03-30T00:00')
  expect(early.ok ? '' : early.errors.effective_from).toMatch(
    /^Changes of the reward programme need 30 days' notice: Tue 31 Mar 2026/,
  )
  expect(read('referral_bps', '0.6')).toMatchObject({ ok: false })
  expect(read('vendor_fee_bps', '5.01')).toMatchObject({ ok: false })
  expect(read('vendor_fee_bps', '5')).toMatchObject({ ok: true })
})
