import type { Api } from '#api/api.ts'
import type { ClaimOutcome, ClaimPayer } from '#domain/claims/claiming.ts'
import type { LotState } from '#domain/claims/lot-states.ts'
import { lotNextStepText } from '#domain/claims/lot-texts.ts'
import { isId } from '#web/list-page.ts'
import { type ClaimRow, LIST_COLUMNS } from './queries.ts'

const LOT =
  `id, lot_no, group_buy_id, status, respond_by, decide_by, outcome, share_percent, payer, decided_at, appeal_by, created_at,
  buy:group_buys(product_name), vendor:vendors(business_name, state)` as const

export interface Lot {
  id: string
  lot_no: number
  group_buy_id: string
  status: LotState
  respond_by: string
  decide_by: string
  outcome: ClaimOutcome | null
  share_percent: number
  payer: ClaimPayer | null
  decided_at: string | null
  appeal_by: string | null
  created_at: string
  buy: { product_name: string } | null
  vendor: { business_name: string; state: string } | null
}

const LOTS_SHOWN = 20

/** Lots awaiting an action, the earliest decision date first. Row level security limits them to the viewer's. */
export async function listOpenLots(api: Api) {
  const { data } = await api.tables
    .from('lot_incidents')
    .select(LOT)
    .in('status', ['open', 'decided', 'appealed'])
    .order('decide_by')
    .limit(LOTS_SHOWN)
    .throwOnError()
    .overrideTypes<Lot[], { merge: false }>()
  return data
}

/** A lot with its sums and claims; null if the viewer may not see it. */
export async function readLot(api: Api, id: string) {
  if (!isId(id)) return null
  const [lot, figures, claims] = await Promise.all([
    api.tables.from('lot_incidents').select(LOT).eq('id', id).maybeSingle().overrideTypes<Lot, { merge: false }>(),
    api.tables.from('lot_figures').select('*').eq('id', id).maybeSingle(),
    api.tables
      .from('claims')
      .select(LIST_COLUMNS)
      .eq('lot_id', id)
      .order('claim_no')
      .limit(500)
      .overrideTypes<ClaimRow[], { merge: false }>(),
  ])
  return lot.data && figures.data ? { lot: lot.data, figures: figures.data, claims: claims.data ?? [] } : null
}

export const lotNextStep = ({ status, respond_by, decide_by, appeal_by }: Lot): string =>
  lotNextStepText({
    status,
    respondBy: new Date(respond_by),
    decideBy: new Date(decide_by),
    appealBy: appeal_by === null ? null : new Date(appeal_by),
  })
