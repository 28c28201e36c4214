import type { Api } from '#api/api.ts'
import type { ClaimReason } from '#domain/claims/claiming.ts'
import type { ClaimState } from '#domain/claims/states.ts'

/** Rows of a part of the record; the rest is in the filtered list. */
export const ROWS_SHOWN = 20

/** Naira, unless the name ends in kobo. */
interface PersonOrder {
  id: string
  order_no: number
  vendor_id: string
  vendor_name: string | null
  product_name: string
  status: string
  goods_left: number
  fee_left_kobo: number
  returned_kobo: number
  created_at: string
}

interface PersonClaim {
  id: string
  claim_no: number
  reason: ClaimReason
  status: ClaimState
  outcome_kobo: number
  returned_goods_kobo: number | null
  created_at: string
}

interface MissedCollection {
  order_id: string
  due_until: string
  closed_at: string | null
  order: { order_no: number } | null
}

const ORDER_COLUMNS =
  'id, order_no, vendor_id, vendor_name, product_name, status, goods_left, fee_left_kobo, returned_kobo, created_at'

/** The head of a record; null if there is no such person, or the viewer may not see them. */
export async function readPerson(api: Api, id: string) {
  const { data, error } = await api.tables.rpc('person_record', { person: id }, { get: true })
  if (error) throw new Error(error.message)
  return data[0] ?? null
}

export type PersonHead = NonNullable<Awaited<ReturnType<typeof readPerson>>>

/** A chief sees how to reach a person at once; that they opened the record is kept. */
export async function readContact(api: Api, id: string) {
  const { data } = await api.tables.from('user_directory').select('email, phone').eq('id', id).maybeSingle()
  return data && { email: data.email, phone: data.phone && `+${data.phone}` }
}

/** Everything below the head, as far as the viewer may see it. */
export async function readPersonParts(api: Api, person: PersonHead) {
  const { id } = person
  const { tables } = api
  const [orders, money, duties, devices, notices, claims, missed, impact, suspensions] = await Promise.all([
    tables
      .from('all_orders')
      .select(ORDER_COLUMNS)
      .eq('user_id', id)
      .order('created_at', { ascending: false })
      .limit(ROWS_SHOWN)
      .overrideTypes<PersonOrder[], { merge: false }>(),
    tables.rpc('person_money', { person: id }, { get: true }),
    tables.rpc('person_duties', { person: id }, { get: true }),
    tables.rpc('person_devices', { person: id }, { get: true }),
    tables.rpc('person_notices', { person: id }, { get: true }),
    tables
      .from('claims')
      .select('id, claim_no, reason, status, outcome_kobo, returned_goods_kobo, created_at')
      .eq('buyer_id', id)
      .order('created_at', { ascending: false })
      .limit(ROWS_SHOWN)
      .overrideTypes<PersonClaim[], { merge: false }>(),
    tables
      .from('uncollected')
      .select('order_id, due_until, closed_at, order:orders(order_no)')
      .eq('buyer_id', id)
      .order('due_until', { ascending: false })
      .limit(ROWS_SHOWN)
      .overrideTypes<MissedCollection[], { merge: false }>(),
    person.may_suspend ? tables.rpc('suspension_impact', { person: id }, { get: true }) : { data: [] },
    tables
      .from('account_suspensions')
      .select('id, reason, suspended_at, ended_at, end_reason')
      .eq('person_id', id)
      .order('suspended_at', { ascending: false })
      .limit(ROWS_SHOWN),
  ])
  return {
    orders: orders.data ?? [],
    money: money.data?.[0] ?? null,
    duties: duties.data ?? [],
    devices: devices.data ?? [],
    notices: notices.data ?? [],
    claims: claims.data ?? [],
    missed: missed.data ?? [],
    impact: impact.data?.[0] ?? null,
    suspensions: suspensions.data ?? [],
  }
}

export type PersonParts = Awaited<ReturnType<typeof readPersonParts>>
