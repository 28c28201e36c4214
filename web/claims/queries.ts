import type { Api } from '#api/api.ts'
import type { ClaimActor, ClaimEventKind, ClaimProgress } from '#domain/claims/claim-texts.ts'
import type { ClaimOutcome, ClaimPayer, ClaimReason, PreferredOutcome } from '#domain/claims/claiming.ts'
import type { LotState } from '#domain/claims/lot-states.ts'
import type { ClaimState } from '#domain/claims/states.ts'
import { sortedBy, withinDays } from '#web/desk/lists/list-query.ts'
import { SHOP_NOTE_COLUMNS } from '#web/desk/shop/shop-notes.tsx'
import { COUNTED, isId, listPage, rowRange } from '#web/list-page.ts'

/** The viewer's side: the buyer, the shop, or the staff who oversee it. */
export type Side = 'buyer' | 'vendor' | 'staff'

interface Deadlines {
  status: ClaimState
  /** The vendor's last offer, and the buyer's time to answer it. */
  offered_outcome: PreferredOutcome | null
  offered_kobo: number
  offer_by: string | null
  answer_by: string
  propose_by: string
  decide_by: string
  appeal_by: string | null
  ended_at: string | null
  outcome_kobo: number
  returned_goods_kobo: number | null
  lot_id: string | null
}

export interface ClaimRow extends Deadlines {
  id: string
  claim_no: number
  reason: ClaimReason
  requested_kobo: number
  created_at: string
  order: { order_no: number } | null
  vendor: { business_name: string; state: string } | null
  lines: { line: { product_name: string } | null }[]
}

export const LIST_COLUMNS = `id, claim_no, reason, requested_kobo, outcome_kobo, returned_goods_kobo, lot_id, status, offered_outcome, offered_kobo, offer_by, answer_by, propose_by, decide_by, appeal_by, ended_at, created_at, order:orders(order_no),
  vendor:vendors(business_name, state), lines:claim_lines(line:order_lines(product_name))`

interface ClaimsQuery {
  side: Side
  /** The buyer's or shop's id; staff see what row level security shows them. */
  id: string
  show: 'open' | 'ended' | 'all'
  /** Lagos days on which claims were made. */
  from: string
  until: string
  sort: string
  page: number
  /** Rows in one answer; a page of the table by default. */
  size?: number
}

/** Open claims are few; ended ones have an index for the day and for the amount. */
export const CLAIM_SORTS = { made: 'created_at', asked: 'requested_kobo', due: 'decide_by' }
export const claimOrder = (show: ClaimsQuery['show']): string => (show === 'open' ? 'due' : '-made')

/** Claims of one side: open ones by their next deadline, others newest first. */
export async function listClaims(api: Api, { side, id, show, page, sort, from, until, size }: ClaimsQuery) {
  let query = api.tables.from('claims').select(LIST_COLUMNS, COUNTED)
  if (side !== 'staff') query = query.eq(side === 'buyer' ? 'buyer_id' : 'vendor_id', id)
  if (show === 'ended') query = query.not('ended_at', 'is', null)
  if (show === 'open') query = query.is('ended_at', null)
  const dated = withinDays(query, 'created_at', { from, until })
  const ordered = sortedBy(dated, CLAIM_SORTS, { sort, fallback: claimOrder(show) }).order('claim_no')
  return listPage(await ordered.range(...rowRange(page, size)).overrideTypes<ClaimRow[], { merge: false }>())
}

/** The region's disputes and appeals, for the work queue. */
export async function listDisputes(api: Api) {
  const { data, error } = await api.tables
    .from('claims')
    .select(LIST_COLUMNS)
    .in('status', ['disputed', 'proposed', 'appealed'])
    .order('decide_by')
    .limit(50)
    .overrideTypes<ClaimRow[], { merge: false }>()
  return { rows: data ?? [], failure: error?.message ?? null }
}

export interface Claim extends Deadlines {
  id: string
  claim_no: number
  order_id: string
  buyer_id: string
  vendor_id: string
  reason: ClaimReason
  preferred_outcome: PreferredOutcome
  requested_kobo: number
  proposed_outcome: ClaimOutcome | null
  proposed_kobo: number
  proposed_payer: ClaimPayer | null
  outcome: ClaimOutcome | null
  payer: ClaimPayer | null
  /** An unconfirmed replacement is refunded at this time. */
  replace_by: string | null
  replaced_at: string | null
  appealed_by: string | null
  /** How many offers the vendor has made. */
  offers: number
  lot: { lot_no: number; status: LotState; decided_at: string | null } | null
  created_at: string
  order: { order_no: number; buyer_name: string; total_amount: number; group_buy_id: string | null; status: string }
  vendor: { business_name: string; state: string } | null
  lines: {
    quantity: number
    exact_quantity: number | null
    line: { product_name: string; unit: string; unit_price: number }
  }[]
  events: { id: string; kind: ClaimEventKind; part: ClaimActor; text: string; created_at: string }[]
  evidence: { id: string; part: 'buyer' | 'vendor'; path: string; type: string; created_at: string }[]
}

const HOUR_SECONDS = 3_600

/** A claim with both sides' messages and evidence; null if the viewer may not see it. */
export async function readClaim(api: Api, { id, side, ofId }: { id: string; side: Side; ofId: string }) {
  if (!isId(id)) return { claim: null, files: {}, failure: null }
  let query = api.tables
    .from('claims')
    .select(
      `id, claim_no, order_id, buyer_id, vendor_id, reason, preferred_outcome, requested_kobo, status, offered_outcome, offered_kobo, offer_by, offers, answer_by, propose_by, decide_by, appeal_by, ended_at, proposed_outcome,
       proposed_kobo, proposed_payer, outcome, outcome_kobo, returned_goods_kobo, replace_by, replaced_at, payer, appealed_by, created_at, lot_id, lot:lot_incidents(lot_no, status, decided_at),
       order:orders(order_no, buyer_name, total_amount, group_buy_id, status), vendor:vendors(business_name, state),
       lines:claim_lines(quantity, exact_quantity, line:order_lines(product_name, unit, unit_price)), events:claim_events(id, kind, part, text, created_at),
       evidence:claim_evidence(id, part, path, type, created_at)`,
    )
    .eq('id', id)
  if (side !== 'staff') query = query.eq(side === 'buyer' ? 'buyer_id' : 'vendor_id', ofId)
  const { data, error } = await query.maybeSingle().overrideTypes<Claim, { merge: false }>()
  if (!data) return { claim: null, files: {}, failure: error?.message ?? null }
  const names = data.evidence.map(({ path }) => path)
  const files = await api.files.createSignedPaths({ bucket: 'evidence', names }, HOUR_SECONDS)
  data.events.sort((a, b) => a.created_at.localeCompare(b.created_at))
  return { claim: data, files, failure: null }
}

/** Background for staff: earlier claims of both sides, other claims on the same buy, and the order's money. */
export async function readClaimContext(api: Api, { id, buyer_id, vendor_id, order_id, order }: Claim) {
  const otherClaims = () => api.tables.from('claims').select('id, status', { count: 'exact' }).neq('id', id)
  const [ofBuyer, ofVendor, onBuy, earning, ownCase, worth, notes] = await Promise.all([
    otherClaims().eq('buyer_id', buyer_id),
    otherClaims().eq('vendor_id', vendor_id),
    order.group_buy_id
      ? api.tables
          .from('claims')
          .select('id, order:orders!inner(group_buy_id)', { count: 'exact' })
          .neq('id', id)
          .eq('order.group_buy_id', order.group_buy_id)
      : { count: 0 },
    api.tables.from('order_earnings').select('held_kobo, earned_kobo').eq('order_id', order_id).maybeSingle(),
    api.tables.from('own_case_claims').select('id').eq('id', id),
    api.tables.from('claim_worths').select('worth_kobo').eq('id', id).maybeSingle(),
    // Row level security shows them while the shop contests the claim.
    api.tables.from('shop_notes').select(SHOP_NOTE_COLUMNS).eq('order_id', order_id).order('created_at').order('id'),
  ])
  const upheld = ({ data }: { data: { status: string }[] | null }) =>
    (data ?? []).filter(({ status }) => status.startsWith('upheld')).length
  return {
    ofBuyer: { all: ofBuyer.count ?? 0, upheld: upheld(ofBuyer) },
    ofVendor: { all: ofVendor.count ?? 0, upheld: upheld(ofVendor) },
    isOwnCase: (ownCase.data ?? []).length > 0,
    onBuy: onBuy.count ?? 0,
    worthKobo: worth.data?.worth_kobo ?? 0,
    heldKobo: earning.data?.held_kobo ?? 0,
    earnedKobo: earning.data?.earned_kobo ?? 0,
    notes: notes.data ?? [],
  }
}

export type ClaimContext = Awaited<ReturnType<typeof readClaimContext>>

export interface ClaimableRow {
  hand_over_id: string | null
  line_id: string
  product_name: string
  unit: string
  quantity: number
  worth_kobo: number
  opens_at: string
  closes_at: string
  waits_at: string | null
  waits_until: string | null
}

const REFUND_COLUMNS = 'order_no, fee_kobo, total_amount, returned_goods_kobo, return_to, vendor:vendors(business_name)'

/** The lines of an order that can be claimed now, and its existing claims. */
export async function readClaimable(api: Api, orderId: string, now: string) {
  if (!isId(orderId)) return { orderNo: null, order: null, lines: [], waiting: [], claims: [], failure: null }
  const [order, lines, claims] = await Promise.all([
    api.tables.from('orders').select(REFUND_COLUMNS).eq('id', orderId).maybeSingle(),
    api.tables
      .from('claimable_lines')
      .select(
        'hand_over_id, line_id, product_name, unit, quantity, worth_kobo, opens_at, closes_at, waits_at, waits_until',
      )
      .eq('order_id', orderId)
      .lte('opens_at', now)
      .gte('closes_at', now)
      .order('opens_at')
      .order('product_name')
      .overrideTypes<ClaimableRow[], { merge: false }>(),
    api.tables
      .from('claims')
      .select('id, claim_no, hand_over_id, status, reason, ended_at')
      .eq('order_id', orderId)
      .order('created_at'),
  ])
  const made = new Set(
    (claims.data ?? []).filter(({ status }) => status !== 'withdrawn').map((one) => one.hand_over_id),
  )
  const open = (lines.data ?? []).filter(({ hand_over_id }) => !made.has(hand_over_id))
  return {
    orderNo: order.data?.order_no ?? null,
    order: order.data,
    lines: open.filter(({ waits_at }) => waits_at === null),
    waiting: open.filter(({ waits_at }) => waits_at !== null),
    claims: claims.data ?? [],
    failure: order.error?.message ?? lines.error?.message ?? null,
  }
}

export function claimProgress(claim: Deadlines): ClaimProgress {
  const at = (text: string) => new Date(text)
  return {
    status: claim.status,
    offer:
      claim.offered_outcome && claim.offer_by
        ? { outcome: claim.offered_outcome, kobo: BigInt(claim.offered_kobo), by: at(claim.offer_by) }
        : null,
    answerBy: at(claim.answer_by),
    proposeBy: at(claim.propose_by),
    decideBy: at(claim.decide_by),
    appealBy: claim.appeal_by === null ? null : at(claim.appeal_by),
    isEnded: claim.ended_at !== null,
    outcomeKobo: BigInt(claim.outcome_kobo),
    returnedGoodsKobo: claim.returned_goods_kobo === null ? null : BigInt(claim.returned_goods_kobo),
  }
}
