import { expect, test } from 'vitest'
import { checkBanner } from './banner-draft.ts'

const NOW = Date.parse('2026-03-14T12:00:00Z')
const TYPED = {
  title: 'The Mile 12 road is flooded: Saturday’s hand-overs come a day later',
  link_path: '/faq',
  tone: 'warning',
  audience: 'everyone',
  state: '',
  starts_at: '2026-03-14T13:00',
  ends_at: '2026-03-15T13:00',
}
const check = (changes: Record<string, unknown> = {}) => checkBanner({ ...TYPED, ...changes }, NOW)
const faultsOf = (changes: Record<string, unknown>) => {
  const checked = check(changes)
  return checked.ok ? [] : Object.keys(checked.errors)
}

test('reads a banner with Lagos times, and drops a state that does not count', () => {
  expect(check({ state: 'Lagos', title_ha: ' ' })).toEqual({
    ok: true,
    value: {
      ...TYPED,
      title_pcm: null,
      title_ha: null,
      title_yo: null,
      title_ig: null,
      state: null,
      starts_at: '2026-03-14T12:00:00.000Z',
      ends_at: '2026-03-15T12:00:00.000Z',
    },
  })
  expect(check({ title: 'Two\r\n lines' })).toMatchObject({ value: { title: 'Two lines' } })
})

test.each<[string, Record<string, unknown>]>([
  ['title', { title: '' }],
  ['title', { title: 'No' }],
  ['title', { title: 'a'.repeat(161) }],
  ['title', { title: 'Call 0803 123 4567' }],
  ['title_yo', { title_yo: 'Write to shop@example.com' }],
  ['title_ig', { title_ig: 'a'.repeat(161) }],
  ['link_path', { link_path: 'https://example.com' }],
  ['link_path', { link_path: '//example.com' }],
  ['link_path', { link_path: `/${'a'.repeat(300)}` }],
  ['tone', { tone: 'danger' }],
  ['audience', { audience: 'chiefs' }],
  ['state', { audience: 'state' }],
  ['state', { audience: 'state', state: 'Ghana' }],
  ['starts_at', { starts_at: 'soon' }],
  ['ends_at', { ends_at: '' }],
  ['ends_at', { ends_at: '2026-03-14T13:00' }],
  // The start is past, so that it would be shown from now on, to a time that is past too.
  ['ends_at', { starts_at: '2026-03-01T13:00', ends_at: '2026-03-14T12:59' }],
  ['ends_at', { ends_at: '2026-05-13T13:01' }],
])('the field %s is wrong in %j', (field, changes) => {
  expect(faultsOf(changes)).toEqual([field])
})

test('60 days are not too many', () => {
  expect(faultsOf({ ends_at: '2026-05-13T13:00' })).toEqual([])
})
