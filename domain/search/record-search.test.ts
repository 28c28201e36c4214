import { describe, expect, it, test } from 'vitest'
import { mayBecomeContact, readRecordSearch } from './record-search.ts'

const asked = (text: string) => {
  const search = readRecordSearch(text)
  return search.kind === 'records' ? search.asked : search
}

const nothing = { words: '', orderNumber: null, claimNumber: null, reference: null }

describe('a number', () => {
  it.each(['123', ' #123 ', '# 123', 'no. 123', 'No 123'])('%j is that of an order, a claim or a lot', (text) => {
    expect(asked(text)).toEqual({ ...nothing, orderNumber: 123, claimNumber: 123 })
  })
  it.each(['Order 123', 'order #123', 'ORDER no. 123', 'order number 123'])('%j is that of an order', (text) => {
    expect(asked(text)).toEqual({ ...nothing, orderNumber: 123 })
  })
  it.each(['Claim 123', 'claim no 123', 'lot #123'])('%j is that of a claim or a lot', (text) => {
    expect(asked(text)).toEqual({ ...nothing, claimNumber: 123 })
  })
  test('too long for one is none', () => {
    expect(asked('1234567890123')).toMatchObject({ orderNumber: null, claimNumber: null })
  })
})

describe('a contact', () => {
  it.each([
    '0803 123 4567',
    '08031234567',
    '+234 (0)803 123 4567',
    '2348031234567',
    '0803-123-4567',
    '8031234567',
    '00234 803 123 4567',
  ])('%j is a phone number', (text) => {
    expect(readRecordSearch(text)).toEqual({ kind: 'contact', contact: { phone: '+2348031234567', email: '' } })
  })
  test('an e-mail address, in any case', () => {
    expect(readRecordSearch(' Ada@Example.com ')).toEqual({
      kind: 'contact',
      contact: { phone: '', email: 'ada@example.com' },
    })
  })
  it.each(['080312345', '0803 123 456', '@example.com', 'ada@', 'Ada 08031234567'])(
    '%j is none, because it is not whole',
    (text) => {
      expect(readRecordSearch(text).kind).not.toBe('contact')
    },
  )
})

describe('a contact that is not whole yet', () => {
  it.each(['ada@', 'ada.obi@example', '0803 123 456', '080', '+234 80', '+234 (0)80', 'Ada@example'])('%j', (text) => {
    expect(mayBecomeContact(text)).toBe(true)
  })
  it.each(['123', '8031', 'Order 7', '#12', '50kg rice', 'Ngozi', 'AJ-0b1c', ''])('%j is none', (text) => {
    expect(mayBecomeContact(text)).toBe(false)
  })
})

describe('a reference', () => {
  const id = '0b1c2d3e-0000-4000-8000-000000000000'
  test.each([`AJ-${id}`, `aj-${id.toUpperCase()}`])('of a payment', (text) => {
    expect(asked(text)).toEqual({ ...nothing, reference: `AJ-${id}` })
  })
  test('of another kind may also be a name', () => {
    expect(asked('T685312322670591')).toMatchObject({ words: 'T685312322670591', reference: 'T685312322670591' })
  })
  test('a long word is none', () => {
    expect(asked('supermarkets')).toEqual({ ...nothing, words: 'supermarkets' })
  })
})

describe('words', () => {
  it.each(['Ngozi Okafor', 'Ẹ̀fọ́ riro', '50kg rice'])('%j is a name', (words) => {
    expect(asked(words)).toEqual({ ...nothing, words })
  })
  it.each(['', ' ', 'ad', 'a b', '%%%', '__', '\0'])('%j is too short', (text) => {
    expect(readRecordSearch(text)).toEqual({ kind: 'too-short' })
  })
})
