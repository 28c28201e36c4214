import { expect, it } from 'vitest'
import { overlapWarnings, typedMoment } from './warnings.ts'

const run = (id: string, from: string, to: string | null, place = 'home.top') => ({
  id,
  title: `Advert ${id}`,
  place,
  from,
  to,
})
const own = run('own', '2026-03-05T00:00:00Z', '2026-03-12T00:00:00Z')

it('says which of two adverts is shown on the days of both', () => {
  expect(overlapWarnings(own, [run('a', '2026-03-01T00:00:00Z', '2026-03-08T23:00:00Z')])).toEqual([
    'It is shown instead of “Advert a”, from Thu 5 Mar 2026 to Sun 8 Mar 2026.',
  ])
  expect(overlapWarnings(own, [run('b', '2026-03-11T00:00:00Z', null)])).toEqual([
    '“Advert b” is shown in its place, from Wed 11 Mar 2026 to Thu 12 Mar 2026.',
  ])
  expect(overlapWarnings(own, [run('c', '2026-03-11T00:00:00Z', null, 'blog.top')])).toEqual([])
  expect(overlapWarnings(own, [own])).toEqual([])
})

it('says of deals that another one opens the same, whichever began first', () => {
  const deal = run('own', '2026-03-05T00:00:00Z', null, 'deal.p')
  for (const from of ['2026-03-01T00:00:00Z', '2026-03-09T00:00:00Z']) {
    expect(overlapWarnings(deal, [run('a', from, '2026-03-10T00:00:00Z', 'deal.p')])[0]).toContain(
      '“Advert a” opens the same, from',
    )
  }
})

it('reads what is typed as Lagos time', () => {
  expect(typedMoment('2026-03-14T17:00')).toBe('2026-03-14T16:00:00.000Z')
  expect([typedMoment(''), typedMoment(undefined), typedMoment('soon')]).toEqual([null, null, null])
})
