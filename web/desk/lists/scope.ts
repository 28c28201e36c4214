import type { Api } from '#api/api.ts'
import type { Viewer } from '#api/session.ts'

/** The shops that the viewer oversees: those in a manager's states, or all for coordinators and chiefs. */
export interface Scope {
  /** Null means everywhere. */
  states: string[] | null
}

export async function readScope(api: Api, viewer: Viewer): Promise<Scope> {
  if (viewer.role !== 'manager') return { states: null }
  const { data } = await api.tables
    .from('manager_regions')
    .select('state')
    .eq('manager_id', viewer.userId ?? '')
    .order('state')
    .throwOnError()
  return { states: data.map(({ state }) => state) }
}

/** "Lagos, Oyo" or "All states". */
export const scopeText = ({ states }: Scope): string => states?.join(', ') ?? 'All states'
