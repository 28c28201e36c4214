import { describe, expect, it } from 'vitest'
import { groupHits } from './hit-groups.ts'
import { addRecentSearch, cleanSearchText, recentSearches } from './search-text.ts'
import type { SearchableKind } from './searchable-kinds.ts'

describe('a search text', () => {
  it.each([
    ['  palm \t oil\n', 'palm oil'],
    [null, ''],
    ['ga\u202er\u200bri\u0000', 'garri'],
    ['Ẹ̀fọ́', 'Ẹ̀fọ́'],
    ['\ud83d', ''],
  ])('%j is %j', (typed, text) => expect(cleanSearchText(typed)).toBe(text))

  it('is truncated to a hundred characters without splitting one', () => {
    expect(cleanSearchText('x'.repeat(10_000))).toHaveLength(100)
    expect(cleanSearchText('🍚'.repeat(200))).toBe('🍚'.repeat(100))
    expect(cleanSearchText(`${'x'.repeat(99)} y`)).toBe('x'.repeat(99))
  })
})

describe('recent searches', () => {
  it('are the newest six, each once', () => {
    expect(addRecentSearch(['garri', 'rice'], 'Rice')).toEqual(['Rice', 'garri'])
    expect(addRecentSearch(['1', '2', '3', '4', '5', '6'], '7')).toEqual(['7', '1', '2', '3', '4', '5'])
  })
  it.each([[null], ['{'], ['{"a":1}'], ['7'], ['[1,null,{}]'], ['["",  " "]']])('%j holds none', (stored) =>
    expect(recentSearches(stored)).toEqual([]),
  )
  it('are cleaned like typed texts', () => {
    expect(recentSearches(JSON.stringify(['a\nb', 'x'.repeat(500), 3]))).toEqual(['a b', 'x'.repeat(100)])
    expect(recentSearches(JSON.stringify(Array(50).fill('x')))).toHaveLength(6)
  })
})

describe('search results', () => {
  const hit = (kind: SearchableKind, total: number, near = false) => ({ kind, total, is_near: near })
  it('are grouped by kind, buys first', () => {
    const found = groupHits([hit('shop', 1), hit('product', 9), hit('group_buy', 2), hit('product', 9)])
    expect(found.near).toBe(false)
    expect(found.kinds.map(({ kind, total, hits }) => [kind, total, hits.length])).toEqual([
      ['group_buy', 2, 1],
      ['product', 9, 2],
      ['shop', 1, 1],
    ])
  })
  it('include approximate matches only if there is no exact one', () => {
    expect(groupHits([hit('product', 3), hit('shop', 2, true)]).kinds).toHaveLength(1)
    expect(groupHits([hit('product', 3, true), hit('shop', 2, true)])).toMatchObject({ near: true, kinds: [{}, {}] })
  })
  it('may be empty', () => expect(groupHits([])).toEqual({ kinds: [], near: false }))
})
