import type { Api } from '#api/api.ts'

export interface ManagerWithStates {
  id: string
  name: string
  email: string
  states: string[]
}

/** All managers by name with their states, and every state that has a manager. */
export async function listManagers(api: Api) {
  const [people, regions] = await Promise.all([
    api.tables
      .from('user_directory')
      .select('id, full_name, email')
      .eq('role', 'manager')
      .order('full_name')
      .limit(1000),
    api.tables.from('manager_regions').select('manager_id, state').order('state').limit(1000),
  ])
  const rows = regions.data ?? []
  const managers = (people.data ?? []).map(({ id, full_name: name, email }): ManagerWithStates => {
    const states = rows.filter((row) => row.manager_id === id).map(({ state }) => state)
    return { id, name: name || 'No name', email: email ?? '', states }
  })
  const taken = [...new Set(rows.map(({ state }) => state))]
  return { managers, taken, failure: people.error?.message ?? regions.error?.message ?? null }
}
