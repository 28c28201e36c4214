import type { Api } from '#api/api.ts'
import { isId } from '#web/list-page.ts'
import type { AllOrdersRow } from '../../order-rows.tsx'

/** The answer of `public.order_for_staff`. */
interface OrderParts {
  charged_kobo: number
  peps_kobo: number
  delivery_fee_kobo: number
  paid_at: string | null
  pay_by: string | null
  share_date: string | null
  is_uncollected: boolean
  /** The order whose share this one takes over, and the one that took over its own. */
  takes_over: { id: string; order_no: number } | null
  taken_over_by: { id: string; order_no: number } | null
  payments: readonly {
    id: string
    reference: string
    gateway: string
    status: string
    created_at: string
    naira_kobo: number
    peps_kobo: number
  }[]
  refunds: readonly {
    id: string
    amount_kobo: number
    status: string
    reason: string
    expected_by: string
    processed_at: string | null
    created_at: string
  }[]
  payouts: readonly {
    id: string
    status: string
    amount_kobo: number
    created_at: string
    arrived_at: string | null
  }[]
  hand_overs: readonly StaffHandOver[]
  stops: readonly StaffStop[]
  claims: readonly { id: string; claim_no: number; status: string; requested_kobo: number; created_at: string }[]
  conversations: readonly { id: string; subject: string; last_message_at: string }[]
  notices: readonly { id: string; title: string; created_at: string; read_at: string | null }[]
}

export interface StaffHandOver {
  id: string
  kind: 'pickup' | 'delivery' | 'stockpile'
  status: string
  due_until: string | null
  done_at: string | null
  proof: string | null
  taken_by: string
  claim_until: string | null
  released_at: string | null
  acted_at: string | null
  place_name: string
  handled_by: string | null
  /** Set for a hand-over without a code. */
  identity: 'id-card' | 'known' | 'called' | null
  reason: string | null
  by_shop: boolean | null
  confirmed_at: string | null
  /** Name of the photograph's file; null for managers. */
  photo: string | null
}

export interface StaffStop {
  id: string
  status: string
  reason: string | null
  note: string
  created_at: string
  out_at: string | null
  ended_at: string | null
  window_from: string
  window_until: string
  rider: string | null
}

const PHOTOGRAPHS = 'hand-over-photos'
const PHOTOGRAPH_SECONDS = 300

/** An order with all that staff answer a call with; null for an unknown id. */
export async function readStaffOrder(api: Api, id: string) {
  if (!isId(id)) return { order: null, failure: null }
  const [found, parts, lines, moves, earning, partialRefunds] = await Promise.all([
    api.tables
      .from('all_orders')
      .select('*')
      .eq('id', id)
      .maybeSingle()
      .overrideTypes<
        AllOrdersRow & { fee_kobo: number; returned_kobo: number; total_amount: number },
        { merge: false }
      >(),
    api.tables.rpc('order_for_staff', { record_id: id }, { get: true }),
    api.tables
      .from('order_lines')
      .select('id, product_id, product_name, unit, quantity, unit_price, share_date, packed_at')
      .eq('order_id', id)
      .order('product_name')
      .order('id'),
    api.tables.from('status_changes').select('id, to_status, at').eq('subject_id', id).order('at').order('id'),
    api.tables.from('order_earnings').select('held_kobo, earned_kobo').eq('order_id', id).maybeSingle(),
    api.tables
      .from('partial_refunds')
      .select('id, goods_kobo, fee_kobo, delivery_kobo, payer, reason, created_at')
      .eq('order_id', id)
      .order('created_at'),
  ])
  const rest = parts.data as unknown as OrderParts | null
  if (!found.data || !rest) return { order: null, failure: found.error?.message ?? parts.error?.message ?? null }
  const names = rest.hand_overs.flatMap(({ photo }) => photo ?? [])
  const photographs =
    names.length > 0 ? await api.files.createSignedPaths({ bucket: PHOTOGRAPHS, names }, PHOTOGRAPH_SECONDS) : {}
  return {
    order: {
      ...found.data,
      ...rest,
      lines: lines.data ?? [],
      moves: moves.data ?? [],
      earning: earning.data,
      parts: partialRefunds.data ?? [],
      photographs,
    },
    failure: null,
  }
}

export type StaffOrder = NonNullable<Awaited<ReturnType<typeof readStaffOrder>>['order']>
