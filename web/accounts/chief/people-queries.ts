import type { Api } from '#api/api.ts'
import { likeText, listPage, rowsOf } from '#web/list-page.ts'

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

/** Which of these accounts are verified. */
export async function verifiedAmong(api: Api, people: readonly Person[]): Promise<ReadonlySet<string>> {
  const ids = people.map(({ id }) => id)
  const { data } = await api.tables.from('verified_accounts').select('profile_id').in('profile_id', ids)
  return new Set((data ?? []).map(({ profile_id: id }) => id))
}

/** One page of everybody with an account, the newest first; the view answers the chief alone. */
export async function listPeople(api: Api, given: { search: string; role: string; page: number }) {
  let query = api.tables.from('user_directory').select('*', { count: 'exact' })
  if (given.role) query = query.eq('role', given.role)
  const like = likeText(given.search)
  if (given.search) query = query.or(`full_name.ilike."${like}",email.ilike."${like}",phone.ilike."${like}"`)
  return listPage(
    await query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowsOf(given.page))
      .overrideTypes<Person[], { merge: false }>(),
  )
}
