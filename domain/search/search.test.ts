import { describe, expect, it } from 'vitest'
import type { Findable } from './findable.ts'
import { foundKinds } from './found.ts'
import { recentSearches, searchText, withSearch } from './search-text.ts'

describe('what was typed', () => {
  it.each([
    ['  palm \t oil\n', 'palm oil'],
    [null, ''],
    ['ga\u202er\u200bri\u0000', 'garri'],
    ['Ẹ̀fọ́', 'Ẹ̀fọ́'],
    ['\ud83d', ''],
  ])('%j is %j', (typed, text) => expect(searchText(typed)).toBe(text))

  it('ends after a hundred letters, between two of them', () => {
    expect(searchText('x'.repeat(10_000))).toHaveLength(100)
    expect(searchText('🍚'.repeat(200))).toBe('🍚'.repeat(100))
    expect(searchText(`${'x'.repeat(99)} y`)).toBe('x'.repeat(99))
  })
})

describe('the last searches', () => {
  it('are the newest six, each once', () => {
    expect(withSearch(['garri', 'rice'], 'Rice')).toEqual(['Rice', 'garri'])
    expect(withSearch(['1', '2', '3', '4', '5', '6'], '7')).toEqual(['7', '1', '2', '3', '4', '5'])
  })
  it.each([[null], ['{'], ['{"a":1}'], ['7'], ['[1,null,{}]'], ['["",  " "]']])('%j holds none', (kept) =>
    expect(recentSearches(kept)).toEqual([]),
  )
  it('are texts as one could type them', () => {
    expect(recentSearches(JSON.stringify(['a\nb', 'x'.repeat(500), 3]))).toEqual(['a b', 'x'.repeat(100)])
    expect(recentSearches(JSON.stringify(Array(50).fill('x')))).toHaveLength(6)
  })
})

describe('what is found', () => {
  const hit = (kind: Findable, total: number, near = false) => ({ kind, total, is_near: near })
  it('is shown kind by kind, buys first', () => {
    const found = foundKinds([hit('shop', 1), hit('product', 9), hit('group_buy', 2), hit('product', 9)])
    expect(found.near).toBe(false)
    expect(found.kinds.map(({ kind, total, hits }) => [kind, total, hits.length])).toEqual([
      ['group_buy', 2, 1],
      ['product', 9, 2],
      ['shop', 1, 1],
    ])
  })
  it('is only near where nothing is just that', () => {
    expect(foundKinds([hit('product', 3), hit('shop', 2, true)]).kinds).toHaveLength(1)
    expect(foundKinds([hit('product', 3, true), hit('shop', 2, true)])).toMatchObject({ near: true, kinds: [{}, {}] })
  })
  it('may be nothing', () => expect(foundKinds([])).toEqual({ kinds: [], near: false }))
})
