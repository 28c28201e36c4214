import type { Api } from '#api/api.ts'
import type { SitemapEntry } from './sitemap-xml.ts'

/** Rows a part: as many as the table service answers at once. */
export const PART_SIZE = 1000

/** Pages that a market may have by the thousand, each with its addresses. */
export const PART_KINDS = ['buys', 'products', 'shops', 'posts'] as const
type PartKind = (typeof PART_KINDS)[number]

/** What is listed of a kind: how many, and one part of it, oldest first so that a part seldom changes. Null if it cannot be read. */
export async function readPart(api: Api, kind: PartKind, part: number | 'count') {
  const listed = rowsOf(api, kind, part === 'count')
  const [from, to] = part === 'count' ? [0, 0] : [(part - 1) * PART_SIZE, part * PART_SIZE - 1]
  const { data, count, error, status } = await listed.range(from, to)
  // A part past the last one is empty, not a fault.
  if (status === 416) return { entries: [], count: 0 }
  if (error) return null
  return { entries: (data ?? []).map((row) => entryOf(kind, row)), count: count ?? 0 }
}

interface Row {
  id: string
  slug?: string
  updated_at: string | null
}

function entryOf(kind: PartKind, { id, slug, updated_at }: Row): SitemapEntry {
  const path = { buys: `/group-buys/${id}`, products: `/products/${id}`, shops: `/shop/${id}`, posts: `/blog/${slug}` }
  return { path: path[kind], changed: updated_at }
}

function rowsOf({ tables }: Api, kind: PartKind, counted: boolean) {
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
