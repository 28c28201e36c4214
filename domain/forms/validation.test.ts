import { describe, expect, it } from 'vitest'
import { formatInEnglish, type TranslatableText } from '#domain/texts/translatable-text.ts'
import { link, picture } from './addresses.ts'
import { day, moment } from './times.ts'
import {
  checkAlso,
  checkFields,
  email,
  errorsInEnglish,
  flag,
  jsonObject,
  naira,
  oneOf,
  optional,
  someOf,
  text,
  uuid,
  uuidText,
  wholeNumber,
} from './validation.ts'

const fails = <T>(read: { value: T } | { error: TranslatableText }) => 'error' in read

describe('checkFields', () => {
  const readers = { name: text({ label: 'Name', max: 5 }), size: wholeNumber({ label: 'Size', min: 1, max: 9 }) }

  it('reports every fault at once', () => {
    const checked = checkFields({ name: ' ', size: '1.5' }, readers)
    expect(checked.ok ? {} : errorsInEnglish(checked.errors)).toEqual({
      name: 'Name is required.',
      size: 'Size must be a whole number.',
    })
  })

  it('returns the cleaned values and drops unknown ones', () => {
    expect(checkFields({ name: ' Yam ', size: '3', role: 'chief' }, readers)).toEqual({
      ok: true,
      value: { name: 'Yam', size: 3 },
    })
  })

  it('lets later rules add faults', () => {
    const checked = checkFields({ name: 'Yam', size: 3 }, readers)
    expect(checkAlso(checked, ({ size }) => (size > 2 ? { size: 'Too big.' } : {}))).toEqual({
      ok: false,
      errors: { size: 'Too big.' },
    })
  })
})

describe('readers', () => {
  it('rejects texts that are too long or not text', () => {
    const read = text({ label: 'Name', min: 2, max: 5 })
    for (const bad of ['a', 'abcdef', 'a\u0000b', 'a\nb', 5, null]) expect(fails(read(bad))).toBe(true)
    expect(read('🍠🍠🍠🍠🍠')).toEqual({ value: '🍠🍠🍠🍠🍠' })
    expect(text({ label: 'Name', max: 9, lines: true })('a\r\nb')).toEqual({ value: 'a\nb' })
  })

  it('rejects numbers that are not whole or out of range', () => {
    const read = wholeNumber({ label: 'Size', min: 1, max: 1000 })
    for (const bad of [0, -1, 1.5, 1e9, 'x', '1e2', {}, true, Number.NaN]) expect(fails(read(bad))).toBe(true)
    expect(read(' 12 ')).toEqual({ value: 12 })
  })

  it('formats naira as the column does', () => {
    const read = naira({ label: 'Price', maxKobo: 100_000n })
    expect(read('1,000')).toEqual({ value: '1000.00' })
    expect(read(12.5)).toEqual({ value: '12.50' })
    for (const bad of ['', '0', '-1', '1000.01', '1.234', 'ten', {}]) expect(fails(read(bad))).toBe(true)
  })

  it('accepts choices, days, times and booleans', () => {
    const green = oneOf({ label: 'colour', among: ['red', 'blue'] })('green')
    expect('error' in green && formatInEnglish(green.error)).toBe('Please choose a colour.')
    expect(day({ label: 'Day' })('2026-02-30')).toEqual({ error: 'Day must be a date.' })
    for (const year of ['0044', '1999', '2100', '9999']) {
      expect(day({ label: 'Day' })(`${year}-06-01`)).toEqual({ error: 'Day must be between the years 2000 and 2099.' })
      expect(moment({ label: 'End' })(`${year}-06-01T10:00`)).toHaveProperty('error')
    }
    expect(moment({ label: 'End' })('2026-03-14T17:00')).toEqual({ value: '2026-03-14T16:00:00.000Z' })
    expect(flag()('on')).toEqual({ value: true })
    expect(flag()(undefined)).toEqual({ value: false })
    expect(optional(day({ label: 'Day' }))('')).toEqual({ value: null })
  })

  it.each(['https://example.com', 'https://example.com/a?b#c', '/pictures/yam.svg', '/'])('takes the link %s', (good) =>
    expect(fails(link({ label: 'Picture' })(good))).toBe(false),
  )
  it.each([
    'http://example.com',
    '//evil.example',
    '/\\evil',
    'javascript:alert(1)',
    'https://',
    'https://a@evil',
    'data:x',
  ])('refuses the link %s', (bad) => expect(fails(link({ label: 'Picture' })(bad))).toBe(true))

  it.each(['/basins/yam.svg', '/storage/v1/object/public/pictures/a/b.jpg'])('takes the picture %s', (good) =>
    expect(fails(picture({ label: 'Picture' })(good))).toBe(false),
  )
  it.each(['https://example.com/a.jpg', '//evil.example', '/\\evil.example', '/a\\b', 'a.jpg', '/a b', '/\tevil'])(
    'refuses the picture %s',
    (bad) => expect(fails(picture({ label: 'Picture' })(bad))).toBe(true),
  )

  it.each(['a@b.co', 'ada.obi+food@mail.example.ng'])('takes the address %s', (good) =>
    expect(fails(email({ label: 'Email' })(good))).toBe(false),
  )
  it.each(['a', 'a@b', '@b.co', 'a@b..co', 'a b@c.de', 'a@b.co,c@d.ef', 'a@b.co\nBcc: x'])(
    'refuses the address %j',
    (bad) => expect(fails(email({ label: 'Email' })(bad))).toBe(true),
  )
})

describe('ids, lists and objects as JSON brings them', () => {
  const id = '11111111-1111-4111-8111-11111111111A'
  it('reads an id in lower case, and nothing else', () => {
    expect(uuid('Order')(id)).toEqual({ value: id.toLowerCase() })
    for (const bad of ['', 'x', `${id}0`, '-'.repeat(36), null, 7, [id]]) {
      expect([uuid('Order')(bad), uuidText(bad)]).toEqual([{ error: 'Order must be a valid id.' }, ''])
    }
  })

  it('takes known choices, each once', () => {
    const read = someOf({ label: 'states', among: ['Lagos', 'Kano'] })
    expect(read(['Kano', 'Kano'])).toEqual({ value: ['Kano'] })
    expect(read([])).toEqual({ value: [] })
    for (const bad of ['Kano', ['Paris'], ['Kano', null], null, {}, Array(3).fill('Kano')]) {
      expect(read(bad)).toEqual({ error: 'Please choose states.' })
    }
  })

  it('takes an object that is not too long', () => {
    const read = jsonObject({ label: 'Data', max: 12 })
    expect(read({ a: 1 })).toEqual({ value: { a: 1 } })
    for (const bad of [null, [], 'a', { a: 'too long a text' }]) {
      expect(read(bad)).toEqual({ error: 'Data must be an object of at most 12 characters.' })
    }
  })
})

const CLIMBING = [
  '/pictures/../../x',
  '/pictures/./x',
  '/..',
  '/pictures/%2e%2e/x',
  '/pictures/.%2E/x',
  '/pictures/..%2fx',
  '/a%5c..%5cb',
  '/pictures//x',
  '/pictures/%5cevil.example',
  '/a%00b',
]

it.each(CLIMBING)('takes %s for no address on this site', (address) => {
  expect(picture({ label: 'Picture' })(address)).toHaveProperty('error')
  expect(link({ label: 'Link' })(address)).toHaveProperty('error')
})

it.each([
  '/pictures/rice.webp',
  '/products?sort=a..b',
  '/a/..b',
  '/a/.well-known/x',
  '/x#../y',
  '/storage/v1/object/public/pictures/a-1/b.webp',
])('takes %s for one', (address) => expect(link({ label: 'Link' })(address)).toEqual({ value: address }))

it('removes bidirectional control characters from input', () => {
  expect(text({ label: 'Name', max: 80 })('\u202eAda\u202c \u2066Obi\u2069')).toEqual({ value: 'Ada Obi' })
})
