import { expect, it } from 'vitest'
import { renderMail } from '#domain/all-messages.ts'
import { formatDatedMoment } from '#domain/time/date-text.ts'

const site = 'https://market.test'

it('sends a shop the decision, with the note if there is one', () => {
  const facts = { decision: 'suspend', shop: 'Mama Ope Foods', note: 'Three late hand-overs.' } as const
  expect(renderMail('vendor-decision', { site, facts })).toEqual({
    lane: 'transactional',
    subject: 'Your shop is suspended: Mama Ope Foods',
    text: 'Good day,\n\nYour shop Mama Ope Foods is suspended. Orders that were accepted still stand.\n\nThree late hand-overs.\n\nhttps://market.test/vendor/dashboard\n',
  })
  expect(renderMail('vendor-decision', { site, facts: { ...facts, note: '' } }).text).not.toContain('\n\n\n')
})

it('tells a buyer that a buy was cancelled or extended', () => {
  const cancelled = renderMail('buy-cancelled', {
    site,
    facts: { orderId: 'o1', product: 'Ofada rice', reason: 'The lorry broke down', orderNo: 12, refundKobo: 0n },
  })
  expect(cancelled.subject).toBe('Cancelled: Ofada rice')
  expect(cancelled.text).toMatch(/Reason: The lorry broke down\n\nYour order 12 is cancelled too/)
  const extended = renderMail('buy-extended', {
    site,
    facts: {
      orderId: 'o1',
      buyId: 'b1',
      product: 'Ofada rice',
      by: 'clock',
      endDate: new Date('2026-03-14T16:00Z'),
      paymentDueAt: new Date('2026-03-16T22:59:59Z'),
      shareDate: '2026-03-18',
      keepsShareDate: false,
    },
  })
  expect(extended.text).toContain(
    'until Sat 14 Mar, 5 pm. Sharing day is now Wed 18 Mar; payment is due by Mon 16 Mar, 11:59 pm.',
  )
  expect(extended.text).toContain('https://market.test/group-buys/b1\n')
})

it('tells a buyer what joining costs and until when leaving is free, and confirms that they have left', () => {
  const facts = {
    orderId: 'o1',
    product: 'Ofada rice',
    unit: 'bag',
    quantity: 3,
    hasGrown: false,
    unitPriceKobo: 7_600_000n,
    people: 5,
    amountDueKobo: 23_370_000n,
    payBy: new Date('2026-03-16T22:59Z'),
    endDate: new Date('2026-03-14T16:00Z'),
    freeUntil: new Date('2026-03-11T16:00Z'),
    now: new Date('2026-03-10T16:00Z'),
  }
  const { subject, text } = renderMail('joined-buy', { site, facts })
  expect(subject).toBe('You have joined: Ofada rice')
  expect(text).toContain('with 3 bags.')
  expect(text).toContain('Pay: https://market.test/account/pay?order=o1\n')
  expect(text).toContain(
    'Price now: ₦76,000 each, if all 5 pay. To pay: ₦233,700, fee included, by Mon 16 Mar, 11:59 pm.',
  )
  expect(text).toContain(
    'until Sat 14 Mar, 5 pm as long as you have not paid. Once you have paid, until Wed 11 Mar, 5 pm,',
  )
  const grown = renderMail('joined-buy', { site, facts: { ...facts, hasGrown: true, now: facts.endDate } })
  const heldOn = renderMail('joined-buy', { site, facts: { ...facts, hasGrown: true, payBy: null } })
  expect(heldOn.text).toContain('fee included. Your place is held for minutes, so pay right away. This is the most')
  expect(grown.subject).toBe('Your order has grown: Ofada rice')
  expect(grown.text).toContain('is now for 3 bags.')
  expect(grown.text).toContain('Once you have paid, within an hour of paying.')
  const leaving = {
    orderId: 'o1',
    buyId: 'b1',
    product: 'Ofada rice',
    orderNo: 12,
    refundKobo: 0n,
    leastRefundKobo: 0n,
    chargeKobo: 0n,
    finalBy: null,
  }
  const left = renderMail('left-buy', { site, facts: leaving })
  expect(left.text).toContain('your order 12 is cancelled. You had paid nothing')
  const late = renderMail('left-buy', {
    site,
    facts: {
      ...leaving,
      refundKobo: 7_030_000n,
      leastRefundKobo: 6_000_000n,
      chargeKobo: 760_000n,
      finalBy: facts.payBy,
    },
  })
  expect(late.text).toContain(
    'at least ₦60,000 and at most ₦70,300 comes back to you once the price of those who stay is final, by Mon 16 Mar',
  )
  expect(late.text).toContain('at least ₦7,600')
})

it('tells a buyer the status of their money', () => {
  const order = { orderId: 'o1', product: 'Ofada rice', orderNo: 12 }
  const settled = {
    ...order,
    unitPriceKobo: 7_200_000n,
    returnedKobo: 410_000n,
    backTo: 'peps' as const,
    unpaid: null,
    isHonoured: false,
  }
  expect(renderMail('buy-settled', { site, facts: settled }).text).toContain(
    'You paid ₦4,100 more than that. It comes back to you as PEPS, at once.',
  )
  expect(renderMail('buy-settled', { site, facts: { ...settled, returnedKobo: 0n } }).text).toContain(
    'nothing comes back',
  )
  expect(renderMail('buy-failed', { site, facts: { ...order, refundKobo: 7_790_000n } }).text).toContain(
    '₦77,900, fee included',
  )
  const paid = { orderId: 'o1', what: 'Ofada rice', orderNo: 12, paidKobo: 7_790_000n, reference: 'AJ-1' }
  expect(renderMail('order-paid', { site, facts: paid }).text).toContain(
    'your payment of ₦77,900 for Ofada rice, order 12',
  )
  expect(renderMail('order-expired', { site, facts: { ...order, buyId: 'b1' } }).text).toContain('You owe nothing.')
  const back = { paymentId: 'p1', reference: 'AJ-1', returnedKobo: 500n }
  expect(renderMail('money-back', { site, facts: back }).text).toContain('https://market.test/account/payments/p1')
})

it('truncates a subject with user input', () => {
  const facts = { name: 'Ada', email: 'ada@market.test', subject: 'x'.repeat(300), message: 'Good day' }
  expect(renderMail('contact', { site, facts }).subject).toHaveLength(200)
})

it('refers to a contact message by reference and date', () => {
  const facts = { reference: '7C1E52A0', writtenAt: new Date('2026-11-22T09:00:00Z'), answer: 'Yes.' }
  const { subject, text } = renderMail('contact-answer', { site, facts })
  expect(subject).toBe('Our answer to your message 7C1E52A0')
  expect(text).toBe(
    `Good day,\n\nYes.\n\nThis is about your message 7C1E52A0 of ${formatDatedMoment(facts.writtenAt)}.\n`,
  )
})
