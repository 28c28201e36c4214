import { expect, test } from 'vitest'
import { dataCookie, savesData } from './low-data.ts'

test.each([
  [{}, false],
  [{ 'save-data': 'on' }, true],
  [{ 'save-data': 'off' }, false],
  [{ cookie: 'theme=dark; data=low' }, true],
  [{ cookie: 'data=full', 'save-data': 'on' }, false],
  [{ cookie: 'data=<b>', 'save-data': 'on' }, false],
])('%j saves data: %s', (headers, saves) => {
  expect(savesData(new Headers(headers as Record<string, string>))).toBe(saves)
})

test('round-trips the choice', () => {
  for (const choice of ['low', 'full'] as const) {
    const cookie = dataCookie(choice).split(';')[0] ?? ''
    expect(savesData(new Headers({ cookie }))).toBe(choice === 'low')
  }
})
