import { requireAdmin } from '../../admin.ts'
import { type Call, jsonResponse } from '../../auth.ts'
import { pageHeaders, readPage } from '../../paging.ts'
import { listUsers, presentUser } from '../../users/users.ts'

/** GET /admin/users: all users, newest first, with the total and links to other pages in headers. */
export async function listAllUsers(call: Call): Promise<Response> {
  await requireAdmin(call)
  const page = readPage(call.url)
  const search = (call.url.searchParams.get('filter') ?? '').toLowerCase().replaceAll('\0', '').slice(0, 255)
  const { limit, offset } = page
  const { users, total } = await call.auth.transact((tx) => listUsers(tx, { limit, offset, search }))
  const headers = pageHeaders('/admin/users', { ...page, total })
  return jsonResponse({ users: users.map(presentUser), aud: 'authenticated' }, { headers })
}
