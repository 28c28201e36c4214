import { describe, expect, it, test } from 'vitest'
import { type PressedKey, ShortcutReader } from './shortcut-keys.ts'

const plain: PressedKey = {
  key: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  repeat: false,
  isComposing: false,
  isTyping: false,
}

function press(keys: readonly Partial<PressedKey>[], { isOn = true, stepMs = 100 } = {}) {
  const reader = new ShortcutReader()
  return keys.map((key, index) => reader.read({ ...plain, ...key }, { isOn, now: index * stepMs }))
}

describe('single keys', () => {
  it('search, help, and g with a letter', () => {
    expect(press([{ key: '/' }, { key: '?' }])).toEqual([{ do: 'search' }, { do: 'help' }])
    expect(press([{ key: 'g' }, { key: 'o' }, { key: 'o' }])).toEqual([null, { do: 'open', letter: 'o' }, null])
    expect(press([{ key: 'g' }, { key: 'g' }])[1]).toEqual({ do: 'open', letter: 'g' })
  })
  it.each<[string, Partial<PressedKey>]>([
    ['typing', { isTyping: true }],
    ['with Ctrl', { ctrlKey: true }],
    ['with Command', { metaKey: true }],
    ['with Alt', { altKey: true }],
    ['held down', { repeat: true }],
    ['composing', { isComposing: true }],
  ])('do nothing while %s', (_, held) => {
    expect(
      press([
        { key: '/', ...held },
        { key: '?', ...held },
      ]),
    ).toEqual([null, null])
    expect(press([{ key: 'g', ...held }, { key: 'o' }])).toEqual([null, null])
    expect(press([{ key: 'g' }, { key: 'o', ...held }])).toEqual([null, null])
  })
  it('do nothing where they are turned off', () => {
    expect(press([{ key: '/' }, { key: '?' }, { key: 'g' }, { key: 'o' }], { isOn: false })).toEqual(
      Array(4).fill(null),
    )
  })
  it('the letter has to follow soon', () => {
    expect(press([{ key: 'g' }, { key: 'o' }], { stepMs: 2000 })[1]).toBeNull()
  })
})

test('Ctrl K searches, also while typing and where single keys are off', () => {
  const keys = [
    { key: 'k', ctrlKey: true, isTyping: true },
    { key: 'K', metaKey: true },
  ]
  expect(press(keys, { isOn: false })).toEqual([{ do: 'search' }, { do: 'search' }])
  expect(press([{ key: 'k', ctrlKey: true, altKey: true }, { key: 'k' }])).toEqual([null, null])
})
