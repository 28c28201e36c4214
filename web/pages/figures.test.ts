import { expect, it } from 'vitest'
import { namedSettings } from '#domain/settings/settings.ts'
import { figures } from './figures.ts'
import { settingFigures } from './setting-figures.ts'

// Specification, section 9.
it('formats the constants as in the specification', () => {
  expect(figures).toEqual({
    referralWithin: '48 hours',
    paymentDue: '2 days before the sharing day',
    freeLeaving: '3 days before the purchase window closes',
    refundTime: '3 to 5 business days',
    disputeTime: '7 business days',
    rewardNotice: '30 days',
    stockpile: '2 weeks',
    vendorOnTime: '95%',
    vendorNotice: '24 hours',
  })
})

it('formats the settings by their values', () => {
  const first = settingFigures(namedSettings)
  expect(first).toEqual({
    buyerFee: '2.5%',
    vendorFee: '5%',
    vendorShare: '95%',
    referralReward: '0.5%',
    lateLeaveCharge: '10%',
    joinHoldMinutes: 30,
    bag: '₦76,000',
    bagWithFee: '₦77,900',
    bagReward: 380,
  })
  const changed = { ...namedSettings, buyer_fee_bps: 200, referral_bps: 100, pay_to_join_hold_minutes: 45 }
  expect(settingFigures(changed)).toEqual({
    ...first,
    buyerFee: '2%',
    referralReward: '1%',
    joinHoldMinutes: 45,
    bagWithFee: '₦77,520',
    bagReward: 760,
  })
})
