const LONGEST_SEARCH = 80

interface PeopleParams {
  search: string
  /** From 1. */
  page: number
}

/** Search and page from the URL; malformed values mean the first page of all users. */
export function readPeopleParams(params: URLSearchParams): PeopleParams {
  const page = Number(params.get('page'))
  return {
    search: (params.get('search') ?? '').trim().slice(0, LONGEST_SEARCH),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
  }
}

export function peopleQuery({ search, page }: PeopleParams): string {
  const params = new URLSearchParams()
  if (search) params.set('search', search)
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `?${params}` : ''
}
