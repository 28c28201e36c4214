import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activeAdvert } from '#domain/adverts/placement.ts'
import { changesWithin, gapsOf, isRunning, overlapsOf, overlapsWith, type Run, runningAt, touches } from './schedule.ts'

const day = (of: number) => `2026-03-${String(of).padStart(2, '0')}T00:00:00.000Z`
const at = (of: number) => Date.parse(day(of))
const run = (id: string, from: number | null, to: number | null, place = 'home.top'): Run => ({
  id,
  title: `Advert ${id}`,
  place,
  from: from === null ? null : day(from),
  to: to === null ? null : day(to),
})
const named = (pairs: ReturnType<typeof overlapsOf>) => pairs.map(({ hidden, shown }) => `${hidden.id}<${shown.id}`)

describe('overlaps', () => {
  it('are of one place, and say which of both is shown', () => {
    const runs = [run('a', 1, 10), run('b', 5, 20), run('c', 5, 20, 'blog.top'), run('d', 21, 25)]
    expect(overlapsOf(runs)).toEqual([{ place: 'home.top', hidden: runs[0], shown: runs[1], from: at(5), to: at(10) }])
  })
  it('do not count runs that only touch', () => expect(overlapsOf([run('a', 1, 5), run('b', 5, 9)])).toEqual([]))
  it('count each pair of several, and runs without an end', () => {
    expect(named(overlapsOf([run('a', 1, 20), run('b', 2, 4), run('c', 3, null)]))).toEqual(['a<b', 'a<c', 'b<c'])
    expect(named(overlapsOf([run('a', null, null), run('b', 2, 4)]))).toEqual(['a<b'])
  })
  it('of one that is being edited leave out its saved copy and pairs of others', () => {
    const others = [run('own', 1, 9), run('b', 3, 5), run('c', 4, 8), run('d', 3, 5, 'home.bottom')]
    expect(named(overlapsWith(run('own', 4, 6), others))).toEqual(['b<own', 'own<c'])
  })
  it('show the one that the page shows, whatever the runs', () => {
    const runs = fc.array(fc.tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 })), { maxLength: 6 })
    fc.assert(
      fc.property(runs, (lengths) => {
        const all = lengths.map(([from, length], index) => run(String(index), from, from + length))
        const adverts = all.map(({ id, from, to }) => ({
          id,
          page: 'home',
          position: 'top',
          start_date: String(from),
          end_date: String(to),
        }))
        for (const { hidden, shown, from, to } of overlapsOf(all)) {
          const pair = adverts.filter(({ id }) => id === hidden.id || id === shown.id)
          const now = new Date((from + to) / 2)
          expect(activeAdvert({ page: 'home', position: 'top' }, { adverts: pair, now })?.id).toBe(shown.id)
        }
      }),
    )
  })
})

describe('gaps', () => {
  const week = { from: at(1), to: at(8) }
  it('are where a place has nothing', () => {
    expect(gapsOf([run('a', 2, 4), run('b', 3, 6)], 'home.top', week)).toEqual([
      { from: at(1), to: at(2) },
      { from: at(6), to: at(8) },
    ])
    expect(gapsOf([run('a', 2, 4)], 'blog.top', week)).toEqual([week])
  })
  it('are none where runs follow one another', () => {
    expect(gapsOf([run('a', null, 4), run('b', 4, null)], 'home.top', week)).toEqual([])
    expect(gapsOf([run('a', 1, 20), run('b', 2, 3)], 'home.top', week)).toEqual([])
  })
  it('end with the span', () => expect(gapsOf([run('a', 12, 20)], 'home.top', week)).toEqual([week]))
  it('and runs together cover the span', () => {
    const runs = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })), { maxLength: 5 })
    fc.assert(
      fc.property(runs, fc.integer({ min: 0, max: 167 }), (lengths, hour) => {
        const all = lengths.map(([from, length], index) => run(String(index), from, from + length))
        const moment = at(1) + hour * 3_600_000 + 60_000
        const isGap = gapsOf(all, 'home.top', week).some(({ from, to }) => from < moment && moment < to)
        expect(isGap).toBe(!all.some((one) => isRunning(one, moment)))
      }),
    )
  })
})

it('a run is on from its first to its last moment', () => {
  expect([1, 2, 4, 5].map((of) => isRunning(run('a', 2, 4), at(of)))).toEqual([false, true, true, false])
  expect(isRunning(run('a', null, null), at(1))).toBe(true)
  const runs = [run('over', 1, 2), run('a', 2, 9), run('c', 3, 9), run('b', 3, 9), run('later', 5, 9)]
  expect(runningAt(runs, at(4)).map(({ id }) => id)).toEqual(['b', 'c', 'a'])
  expect([
    touches(run('a', 2, 4), { from: at(4), to: at(9) }),
    touches(run('a', 9, 10), { from: at(4), to: at(9) }),
  ]).toEqual([true, false])
})

it('what starts and ends within some days, the next first', () => {
  const changes = changesWithin([run('a', 2, 5), run('b', null, 3), run('c', 9, null)], { from: at(1), to: at(8) })
  expect(changes.map(({ run: { id }, kind }) => `${id} ${kind}`)).toEqual(['a starts', 'b ends', 'a ends'])
})
