import type { Api } from '#api/api.ts'
import { sortedBy, withinDays } from '#web/desk/lists/list-query.ts'
import { COUNTED, likeText, listPage, rowRange } from '#web/list-page.ts'

export interface Person {
  id: string
  email: string | null
  phone: string | null
  full_name: string
  role: string
  created_at: string
  last_sign_in_at: string | null
  confirmed: boolean | null
}

/** The ids of the verified accounts among these users. */
export async function verifiedAmong(api: Api, people: readonly Person[]): Promise<ReadonlySet<string>> {
  const ids = people.map(({ id }) => id)
  const { data } = await api.tables.from('verified_accounts').select('profile_id').in('profile_id', ids)
  return new Set((data ?? []).map(({ profile_id: id }) => id))
}

export const PEOPLE_SORTS = { joined: 'created_at', seen: 'last_sign_in_at' }

/** Newest first. */
export const PEOPLE_ORDER = '-joined'

/** One page of all users. The view returns all rows to chiefs only. */
export async function listPeople(
  api: Api,
  filters: { search: string; role: string; page: number; sort: string; from: string; until: string },
) {
  let query = api.tables.from('user_directory').select('*', COUNTED)
  if (filters.role) query = query.eq('role', filters.role)
  const like = likeText(filters.search)
  if (filters.search) query = query.or(`full_name.ilike."${like}",email.ilike."${like}",phone.ilike."${like}"`)
  return listPage(
    await sortedBy(withinDays(query, 'created_at', filters), PEOPLE_SORTS, {
      sort: filters.sort,
      fallback: PEOPLE_ORDER,
    })
      .order('id')
      .range(...rowRange(filters.page))
      .overrideTypes<Person[], { merge: false }>(),
  )
}
