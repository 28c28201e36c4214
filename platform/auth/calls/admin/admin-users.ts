import { requireAdmin } from '../../admin.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { listUsers, presentUser } from '../../users/users.ts'

const LARGEST_PAGE = 1000

/** GET /admin/users: all users, newest first, with the total and links to other pages in headers. */
export async function listAllUsers(call: Call): Promise<Response> {
  await requireAdmin(call)
  const { searchParams } = call.url
  const page = readCount(searchParams.get('page'), { fallback: 1, largest: 1_000_000 })
  const perPage = readCount(searchParams.get('per_page'), { fallback: 50, largest: LARGEST_PAGE })
  const search = (searchParams.get('filter') ?? '').toLowerCase().replaceAll('\0', '').slice(0, 255)
  const { users, total } = await call.auth.transact((tx) =>
    listUsers(tx, { limit: perPage, offset: (page - 1) * perPage, search }),
  )
  const last = Math.max(1, Math.ceil(total / perPage))
  // Clients read `page` as the first parameter of each link.
  const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  const headers = { 'x-total-count': String(total), link: links.join(', ') }
  return jsonResponse({ users: users.map(presentUser), aud: 'authenticated' }, { headers })
}

function readCount(text: string | null, { fallback, largest }: { fallback: number; largest: number }): number {
  if (!text || !/^\d{1,9}$/.test(text)) return fallback
  return Math.min(Math.max(Number(text), 1), largest)
}
