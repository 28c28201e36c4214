import type { Api } from '#api/api.ts'

/**
 * A duty as a member of staff of shops and hubs; `packing` comes with the hand-over for a shop, `invitation` is an open
 * one. Duties are not roles, so the role's links do not include them.
 */
export type Duty = 'hand-over' | 'packing' | 'delivery' | 'invitation'

/** The viewer's duties; none if the query fails, so that the page is shown without these links. */
export async function readDuties(api: Api): Promise<Duty[]> {
  const { data } = await api.tables.from('own_duties').select('duty, vendor_id')
  const duties = (data ?? []).flatMap(({ duty, vendor_id: shop }) =>
    duty === 'hand-over' && shop !== null ? ['hand-over', 'packing'] : [duty],
  )
  return [...new Set(duties)] as Duty[]
}
