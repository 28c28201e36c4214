import type { Api } from '#api/api.ts'
import type { PlainLink } from './links.ts'

/**
 * The viewer's duties as a member of staff of shops and hubs. Duties are not roles, so the role's links do not include
 * them.
 */
export interface Duties {
  handsOver: boolean
  delivers: boolean
  /** Has an open invitation to join a shop's or hub's staff. */
  isInvited: boolean
}

export const NO_DUTIES: Duties = { handsOver: false, delivers: false, isInvited: false }

/** The viewer's duties; none if the query fails, so that the page is shown without these links. */
export async function readDuties(api: Api): Promise<Duties> {
  const { data } = await api.tables.from('own_duties').select('duty')
  const has = (duty: string) => (data ?? []).some((row) => row.duty === duty)
  return { handsOver: has('hand-over'), delivers: has('delivery'), isInvited: has('invitation') }
}

/** The first page of each duty. */
export function dutyLinks({ handsOver, delivers, isInvited }: Duties): readonly PlainLink[] {
  return [
    ...(handsOver ? [{ to: '/handover', label: /*i18n*/ 'Hand over' }] : []),
    ...(delivers ? [{ to: '/my-run', label: /*i18n*/ 'My run' }] : []),
    ...(isInvited ? [{ to: '/handover#invitations', label: /*i18n*/ 'Invitation' }] : []),
  ]
}
