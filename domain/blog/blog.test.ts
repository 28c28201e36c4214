import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoryChips, postDate } from './listing.ts'
import { checkPost } from './post-draft.ts'
import { isSlug, makeSlug } from './slug.ts'

const now = new Date('2026-03-10T12:00:00Z')

describe('slugs', () => {
  it.each([
    ['How Group Buying Works!', 'how-group-buying-works'],
    ['Ẹ̀fọ́ rírò, ọjà & àjọ', 'efo-riro-oja-ajo'],
    ["The trader's price", 'the-traders-price'],
    ['🍠', 'post'],
  ])('%s', (title, slug) => expect(makeSlug(title)).toBe(slug))
  it('makes a slug of any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
        expect(isSlug(makeSlug(title))).toBe(true)
      }),
    )
  })
})

describe('a post', () => {
  const input = { title: 'Rice in March', status: 'draft' }
  it('gets its slug from its title', () =>
    expect(checkPost(input, { now })).toMatchObject({ ok: true, value: { slug: 'rice-in-march', excerpt: null } }))
  it.each([
    ['title', { title: 'ab' }],
    ['slug', { slug: 'Not A Slug' }],
    ['content', { status: 'published' }],
    ['published_at', { status: 'scheduled', content: 'x' }],
    ['published_at', { status: 'scheduled', content: 'x', published_at: '2026-03-10T13:00' }],
    ['status', { status: 'deleted' }],
  ])('refuses %s', (field, changes) => {
    const checked = checkPost({ ...input, ...changes }, { now })
    expect(checked.ok ? [] : Object.keys(checked.errors)).toEqual([field])
  })
})

describe('the list', () => {
  const posts = [
    { category: { name: 'Prices' } },
    { category: null },
    { category: { name: 'Cooking' } },
    { category: { name: 'Prices' } },
  ]
  it('has chips from its posts', () => {
    expect(categoryChips(posts)).toEqual(['All Categories', 'Cooking', 'Prices', 'Uncategorized'])
    expect(categoryChips([])).toEqual(['All Categories'])
  })
  it('shows the published date, else the created one', () => {
    expect(postDate({ published_at: '2025-02-09T23:30:00Z', created_at: '2025-01-01T00:00:00Z' })).toBe(
      '10 February 2025',
    )
    expect(postDate({ published_at: null, created_at: '2025-01-01T00:00:00Z' })).toBe('1 January 2025')
  })
})
