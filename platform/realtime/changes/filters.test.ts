import { describe, expect, test } from 'vitest'
import { parseFilter } from './filters.ts'

const columns = [
  { name: 'n', type: 'int4' },
  { name: 'price', type: 'numeric' },
  { name: 'name', type: 'text' },
  { name: 'on', type: 'bool' },
  { name: 'at', type: 'timestamptz' },
  { name: 'id', type: 'uuid' },
]
const matches = (filter: string, row: Record<string, unknown>) => parseFilter(filter, columns)?.(row)

describe('parseFilter', () => {
  test.each([
    ['n=eq.5', { n: 5 }, true],
    ['n=eq.5', { n: 50 }, false],
    ['n=neq.5', { n: 6 }, true],
    ['n=lt.10', { n: 9 }, true],
    ['n=lt.9', { n: 10 }, false],
    ['n=lte.9', { n: 9 }, true],
    ['n=gt.-1', { n: 0 }, true],
    ['price=gte.99.5', { price: 100 }, true],
    ['n=in.(1,2,3)', { n: 2 }, true],
    ['n=in.(1,2,3)', { n: 4 }, false],
    ['n=not.in.(1,2,3)', { n: 4 }, true],
    ['name=eq.a.b', { name: 'a.b' }, true],
    ['name=in.("a,b",c)', { name: 'a,b' }, true],
    ['name=eq."x,y"', { name: 'x,y' }, true],
    ['name=eq."say \\"hi\\""', { name: 'say "hi"' }, true],
    ['name=like.A%c', { name: 'Abc' }, true],
    ['name=like.a%c', { name: 'Abc' }, false],
    ['name=ilike.a_c', { name: 'ABC' }, true],
    ['name=like.%', { name: '' }, true],
    ['on=eq.true', { on: true }, true],
    ['on=is.false', { on: false }, true],
    ['name=is.null', { name: null }, true],
    ['name=not.is.null', { name: null }, false],
    ['name=isdistinct.a', { name: null }, true],
    ['at=gt.2026-01-01T00:00:00Z', { at: '2026-01-01T02:00:00+01:00' }, true],
    ['id=eq.ABCDEF00-0000-4000-8000-000000000000', { id: 'abcdef00-0000-4000-8000-000000000000' }, true],
    ['n=gt.1,name=eq.a', { n: 2, name: 'a' }, true],
    ['n=gt.1,name=eq.a', { n: 2, name: 'b' }, false],
    ['n=eq.5', { n: null }, false],
    ['n=neq.5', { n: null }, false],
    ['n=not.eq.5', { n: null }, false],
    ['n=eq.5', {}, false],
  ])('%s of %j is %s', (filter, row, expected) => {
    expect(matches(filter, row)).toBe(expected)
  })

  test.each([
    'n=eq.x',
    'n',
    '',
    'other=eq.1',
    'n=match.a',
    'n=in.1',
    'n=in.(a)',
    'on=eq.maybe',
    'at=lt.soon',
    'n=eq.1,',
    `n=eq.${'1'.repeat(3_000)}`,
  ])('cannot read %s', (filter) => {
    expect(parseFilter(filter, columns)).toBeNull()
  })

  test('a hostile pattern is not slow', () => {
    const begin = performance.now()
    expect(matches(`name=like.${'%a'.repeat(200)}b`, { name: 'a'.repeat(5_000) })).toBe(false)
    expect(performance.now() - begin).toBeLessThan(10_000)
  })
})
