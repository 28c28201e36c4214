import { describe, expect, test } from 'vitest'
import { countSmsParts, fillTemplate, type TextKind, textTemplates } from './templates.ts'
import { consentWording, isStopReply } from './text-channels.ts'
import { textMessage } from './text-message.ts'

const at = new Date('2026-03-17T10:59:59Z')
const order = { orderId: 'o1', orderNo: 12, product: 'Ofada rice' }

describe('templates', () => {
  const kinds = Object.keys(textTemplates) as TextKind[]

  test.each(kinds)('%s has values that are numbered in order and neither first nor last', (kind) => {
    const { body } = textTemplates[kind]
    const values = [...body.matchAll(/\{\{(\d)\}\}/g)].map((match) => Number(match[1]))
    expect(values).toEqual(values.map((_, index) => index + 1))
    expect(body).not.toMatch(/^\{\{|\}\}$/)
  })

  test('as SMS have only characters that do not halve its length', () => {
    const text = fillTemplate('buy-failed', ['Ẹ̀bà “fresh” – ₦5 {new} 🍅', 'https://a.example/x_y'])
    expect(text).toBe(
      `Ajoja: Too few people paid for Eba "fresh" - N5 new , so it does not take place. All you paid comes back. See https://a.example/x_y for when.`,
    )
    expect([160, 161, 306, 307].map((length) => countSmsParts('x'.repeat(length)))).toEqual([1, 2, 2, 3])
  })
})

describe('a text message', () => {
  test('of a code holds no digits of it and is urgent', () => {
    const facts = {
      ...order,
      code: '123 456',
      handOverId: 'h1',
      codeKey: 'h1 1',
      what: 'Rice',
      place: 'Ikeja hub, Lagos',
    }
    const message = textMessage('hand-over-code', { ...facts, dueUntil: at, isDelivered: false })
    expect(message).toMatchObject({
      event: 'h1 1',
      values: ['Rice', 'At Ikeja hub, Lagos'],
      handOverId: 'h1',
      isUrgent: true,
    })
    expect(JSON.stringify(message)).not.toContain('123')
  })

  test('reminds only in the last hours, and not after the due time', () => {
    const orders = [{ ...order, dueKobo: 100n }]
    expect(textMessage('payment-reminder', { dueAt: at, hours: 24, orders })).toBeNull()
    expect(textMessage('payment-reminder', { dueAt: at, hours: 3, orders })).toMatchObject({
      event: `o1 ${at.toISOString()}`,
      isUrgent: true,
      expiresAt: at,
    })
  })

  test('of a cancelled buy is for those who had paid, and most notices have none', () => {
    expect(textMessage('buy-cancelled', { ...order, reason: 'Rain', refundKobo: 0n })).toBeNull()
    expect(textMessage('buy-cancelled', { ...order, reason: 'Rain', refundKobo: 1n })).toMatchObject({
      isUrgent: false,
    })
    expect(textMessage('reward-credited', { amountKobo: 100n, orders: 1 })).toBeNull()
  })
})

test('the consent names channel, number and purpose', () => {
  expect(consentWording('whatsapp', '2348012345678')).toMatch(/by WhatsApp to \+2348012345678: .*switch this off/)
})

test.each([
  ['STOP', true],
  [' stop. ', true],
  ['Unsubscribe', true],
  ['Please stop at the hub', false],
  ['', false],
])('"%s" ends the messages: %s', (text, ends) => {
  expect(isStopReply(text)).toBe(ends)
})
