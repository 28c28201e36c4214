import { expect, it } from 'vitest'
import { figures } from './figures.ts'

// Specification, section 9.
it('words the constants as the specification does', () => {
  expect(figures).toEqual({
    buyerFee: '2.5%',
    vendorFee: '5%',
    vendorShare: '95%',
    referralReward: '0.5%',
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
