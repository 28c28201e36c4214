import type { Api } from '#api/api.ts'

/**
 * The viewer's duties as a member of staff of shops and hubs. Duties are not roles, so the role's links do not include
 * them.
 */
export interface Duties {
  handsOver: boolean
  /** Hands over for a shop, and so packs its orders. */
  packs: boolean
  delivers: boolean
  /** Has an open invitation to join a shop's or hub's staff. */
  isInvited: boolean
}

export const NO_DUTIES: Duties = { handsOver: false, packs: false, delivers: false, isInvited: false }

/** The viewer's duties; none if the query fails, so that the page is shown without these links. */
export async function readDuties(api: Api): Promise<Duties> {
  const { data } = await api.tables.from('own_duties').select('duty, vendor_id')
  const rows = data ?? []
  const has = (wanted: string) => rows.some(({ duty }) => duty === wanted)
  return {
    handsOver: has('hand-over'),
    packs: rows.some(({ duty, vendor_id: shop }) => duty === 'hand-over' && shop !== null),
    delivers: has('delivery'),
    isInvited: has('invitation'),
  }
}

export const hasDuties = (duties: Duties): boolean => Object.values(duties).some(Boolean)
