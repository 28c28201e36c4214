import { expect, test } from 'vitest'
import { partialRefundText, readPartialRefundFigures } from './partial-refund-text.ts'

const names = { buyer: 'Ada Obi', shop: 'Bola Foods' }

test('a partial refund names its amount, its recipient, who bears it, and what remains of the order', () => {
  const held = {
    returned_kobo: 779_000,
    fee_kobo: 19_000,
    refund_kobo: 779_000,
    left_kobo: 6_840_000,
    held_kobo: 760_000,
  }
  expect(partialRefundText(readPartialRefundFigures(held), names)).toBe(
    '₦7,790 goes back to Ada Obi, in naira, ₦190 of our fee included. Of it ₦7,600 of goods is still held, and Bola Foods does not get it. ₦68,400 of goods is left of the order. This cannot be undone.',
  )
  const earned = {
    returned_kobo: 779_000,
    fee_kobo: 19_000,
    vendor_kobo: 22_000,
    vendor_fee_kobo: 38_000,
    loss_kobo: 700_000,
  }
  expect(partialRefundText(readPartialRefundFigures(earned), names)).toBe(
    '₦7,790 goes back to Ada Obi, as PEPS, ₦190 of our fee included. Of it ₦220 is taken from the balance of Bola Foods; ₦380 is the vendor’s fee, which we give up; ₦7,000 is our loss. Nothing is left of the order. This cannot be undone.',
  )
})
