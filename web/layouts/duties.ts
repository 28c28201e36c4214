import type { Api } from '#api/api.ts'
import type { PlainLink } from './links.ts'

/** What the viewer does for shops and places. None of it is a role, so their role's links do not lead to it. */
export interface Duties {
  handsOver: boolean
  delivers: boolean
  /** Somebody invites them to their staff. */
  isInvited: boolean
}

export const NO_DUTIES: Duties = { handsOver: false, delivers: false, isInvited: false }

/** None if they cannot be read: a page is shown without these links rather than not at all. */
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
