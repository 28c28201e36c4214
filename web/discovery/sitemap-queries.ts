import type { Api } from '#api/api.ts'
import type { SitemapEntry } from './sitemap-xml.ts'

/** Rows per part: the table API's maximum per response. */
export const PART_SIZE = 1000

/** The kinds of pages listed in numbered parts. */
export const PART_KINDS = ['buys', 'products', 'shops', 'posts'] as const
type PartKind = (typeof PART_KINDS)[number]

/**
 * The number of pages of a kind, and one part of them, oldest first, so that a part rarely changes. Null if the query
 * fails.
 */
export async function readPart(api: Api, kind: PartKind, part: number | 'count') {
  const query = queryOf(api, kind, part === 'count')
  const [from, to] = part === 'count' ? [0, 0] : [(part - 1) * PART_SIZE, part * PART_SIZE - 1]
  const { data, count, error, status } = await query.range(from, to)
  // A part past the last one is empty, not an error.
  if (status === 416) return { entries: [], count: 0 }
  if (error) return null
  return { entries: (data ?? []).map((row) => entryOf(kind, row)), count: count ?? 0 }
}

interface SitemapRow {
  id: string
  slug?: string
  updated_at: string | null
}

function entryOf(kind: PartKind, { id, slug, updated_at }: SitemapRow): SitemapEntry {
  const path = { buys: `/group-buys/${id}`, products: `/products/${id}`, shops: `/shop/${id}`, posts: `/blog/${slug}` }
  return { path: path[kind], changed: updated_at }
}

function queryOf({ tables }: Api, kind: PartKind, counted: boolean) {
  const options = counted ? ({ count: 'exact' } as const) : {}
  const now = new Date().toISOString()
  switch (kind) {
    case 'buys':
      return tables
        .from('group_buys')
        .select('id, updated_at, vendor:vendors!inner(id)', options)
        .eq('status', 'active')
        .gt('end_date', now)
        .order('created_at')
        .order('id')
    case 'products':
      return tables
        .from('products')
        .select('id, updated_at, vendor:vendors!inner(id)', options)
        .is('archived_at', null)
        .eq('vendor.status', 'active')
        .order('created_at')
        .order('id')
    case 'shops':
      return tables
        .from('vendors')
        .select('id, updated_at', options)
        .eq('status', 'active')
        .order('created_at')
        .order('id')
    case 'posts':
      return tables
        .from('blog_posts')
        .select('id, slug, updated_at', options)
        .eq('status', 'published')
        .lte('published_at', now)
        .order('published_at')
        .order('id')
  }
}
