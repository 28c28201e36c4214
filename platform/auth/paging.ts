const LARGEST_PAGE = 1000

interface ListPage {
  page: number
  limit: number
  offset: number
}

/** The part of a list that a request asks for; what cannot be read counts as absent. */
export function readPage({ searchParams }: URL): ListPage {
  const page = readCount(searchParams.get('page'), { fallback: 1, largest: 1_000_000 })
  const limit = readCount(searchParams.get('per_page'), { fallback: 50, largest: LARGEST_PAGE })
  return { page, limit, offset: (page - 1) * limit }
}

/** The total, and links to other pages. Clients read `page` as the first parameter of each link. */
export function pageHeaders(path: string, { page, limit, total }: ListPage & { total: number }) {
  const last = Math.max(1, Math.ceil(total / limit))
  const link = (to: number, rel: string) => `<${path}?page=${to}&per_page=${limit}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  return { 'x-total-count': String(total), link: links.join(', ') }
}

function readCount(text: string | null, { fallback, largest }: { fallback: number; largest: number }): number {
  if (!text || !/^\d{1,9}$/.test(text)) return fallback
  return Math.min(Math.max(Number(text), 1), largest)
}
