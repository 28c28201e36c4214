import { expect, it } from 'vitest'
import { systemMail } from './mails.ts'

const site = 'https://market.test'

it('tells a shop what was decided, with the note when there is one', () => {
  const facts = { decision: 'suspend', shop: 'Mama Ope Foods', note: 'Three late hand-overs.' } as const
  expect(systemMail('vendor-decision', { site, facts })).toEqual({
    subject: 'Your shop is suspended: Mama Ope Foods',
    text: 'Good day,\n\nYour shop Mama Ope Foods is suspended. Orders that were accepted still stand.\n\nThree late hand-overs.\n\nhttps://market.test/vendor/dashboard\n',
  })
  expect(systemMail('vendor-decision', { site, facts: { ...facts, note: '' } }).text).not.toContain('\n\n\n')
})

it('tells a buyer that a buy was cancelled, and that one is open longer', () => {
  const cancelled = systemMail('buy-cancelled', {
    site,
    facts: { product: 'Ofada rice', reason: 'The lorry broke down', orderNo: 12 },
  })
  expect(cancelled.subject).toBe('Cancelled: Ofada rice')
  expect(cancelled.text).toMatch(/Reason: The lorry broke down\n\nYour order 12 is cancelled too/)
  const extended = systemMail('buy-extended', {
    site,
    facts: { buyId: 'b1', product: 'Ofada rice', endDate: new Date('2026-03-14T16:00Z'), shareDate: '2026-03-18' },
  })
  expect(extended.text).toContain('until Sat 14 Mar, 5 pm. Sharing day is now Wed 18 Mar.')
  expect(extended.text).toContain('https://market.test/group-buys/b1\n')
})

it('cuts a subject that somebody else wrote', () => {
  const facts = { name: 'Ada', email: 'ada@market.test', subject: 'x'.repeat(300), message: 'Good day' }
  expect(systemMail('contact', { site, facts }).subject).toHaveLength(200)
  expect(systemMail('contact-answer', { site, facts: { ...facts, answer: 'Yes.' } }).text).toBe(
    'Good day Ada,\n\nYes.\n\nYou wrote:\nGood day\n',
  )
})
