import type { Api } from '#api/api.ts'
import type { HandOverConflict } from '#domain/hand-overs/conflict-texts.ts'

export interface ConflictToSettle {
  id: string
  order_no: number
  buyer_name: string
  place_name: string
  person_name: string
  acted_at: string
  received_at: string
  is_scanned: boolean
  conflict: HandOverConflict
}

const MAX_CONFLICTS = 50

/** Hand-overs without a network that did not count, at the viewer's places, the oldest first. */
export async function listConflicts(api: Api): Promise<ConflictToSettle[]> {
  const { data } = await api.tables
    .from('visible_offline_hand_overs')
    .select('id, order_no, buyer_name, place_name, person_name, acted_at, received_at, is_scanned, conflict')
    .is('may_settle', true)
    .order('received_at')
    .limit(MAX_CONFLICTS)
    .throwOnError()
  return data as unknown as ConflictToSettle[]
}
