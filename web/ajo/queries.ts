import type { Api } from '#api/api.ts'
import type { CircleKind } from '#domain/ajo/circle.ts'
import type { CircleState, MemberState } from '#domain/ajo/states.ts'
import { isId, listPage, rowRange } from '#web/list-page.ts'

/** The rules that people read before they join. */
export interface CircleRules {
  name: string
  kind: CircleKind
  monthly_kobo: number
  seats: number
  months: number
  due_day: number
}

/** Whether new circles may be set up, also ones that take turns, and the limits of their sums in naira. */
export async function readAjoSettings(api: Api) {
  const read = async (key: string) => {
    const { data } = await api.tables.rpc('setting', { setting_key: key }, { get: true }).throwOnError()
    return typeof data === 'number' ? data : 0
  }
  const [isOn, offersTurns, leastNaira, mostNaira] = await Promise.all(
    ['ajo_circles', 'ajo_turns', 'ajo_least_naira', 'ajo_most_naira'].map(read),
  )
  return {
    isOn: isOn === 1,
    offersTurns: isOn === 1 && offersTurns === 1,
    leastNaira: leastNaira ?? 0,
    mostNaira: mostNaira ?? 0,
  }
}

interface OwnCircle {
  status: MemberState
  circle: CircleRules & { id: string; status: CircleState; created_at: string }
}

/** The circles that the viewer is or was in, the newest first. */
export async function listOwnCircles(api: Api, userId: string): Promise<OwnCircle[]> {
  const { data } = await api.tables
    .from('ajo_members')
    .select('status, circle:ajo_circles(id, name, kind, monthly_kobo, seats, months, due_day, status, created_at)')
    .eq('person_id', userId)
    .order('joined_at', { ascending: false })
    .order('id')
    .throwOnError()
    .overrideTypes<OwnCircle[], { merge: false }>()
  return data
}

interface Invitation extends CircleRules {
  circle_id: string
  status: CircleState
  members: number
  starter_name: string
  is_member: boolean
}

/** The circle behind a link; null if there is none. */
export async function readInvitation(api: Api, code: string): Promise<Invitation | null> {
  const { data } = await api.tables.rpc('ajo_invitation', { code }, { get: true }).maybeSingle().throwOnError()
  return data as Invitation | null
}

export interface CircleSheet extends CircleRules {
  id: string
  status: CircleState
  created_at: string
  started_at: string | null
  ended_at: string | null
  /** Without those who left or did not pay. */
  members: number
  defaulted: number
  months_closed: number
  contributed_kobo: number
  spent_kobo: number
  returned_kobo: number
  paid_out_kobo: number
  reversed_kobo: number
  held_kobo: number
}

export interface CircleMonth {
  month: number
  due_on: string
  closes_at: string
  closed_at: string | null
  outcome: 'bought' | 'no_votes' | 'not_enough' | 'void' | null
  quantity: number | null
  group_buy_id: string | null
  product_name: string | null
  unit: string | null
  /** Null in a basket, as is the name. */
  turn_member_id: string | null
  turn_name: string
  is_own_turn: boolean
  /** Got by the person whose turn it is; in a void turn, sent back to them. */
  pot_kobo: number
  paid: number
  paid_kobo: number
  orders: number
  spent_kobo: number
  returned_kobo: number
}

/** A circle with its months and sums; null for people who are not in it. */
export async function readSheet(api: Api, id: string): Promise<{ sheet: CircleSheet; months: CircleMonth[] } | null> {
  if (!isId(id)) return null
  const [sheet, months] = await Promise.all([readSums(api, id), listMonths(api, id)])
  return sheet && { sheet, months }
}

async function readSums(api: Api, id: string): Promise<CircleSheet | null> {
  const { data } = await api.tables
    .from('ajo_sheets')
    .select('*')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
    .overrideTypes<CircleSheet, { merge: false }>()
  return data
}

async function listMonths(api: Api, circleId: string): Promise<CircleMonth[]> {
  const { data } = await api.tables
    .from('ajo_month_sheets')
    .select('*')
    .eq('circle_id', circleId)
    .order('month')
    .throwOnError()
    .overrideTypes<CircleMonth[], { merge: false }>()
  return data
}

export interface CirclePerson {
  id: string
  full_name: string
  status: MemberState
  /** Their month; null in a basket and before the start. */
  turn: number | null
  is_own: boolean
  is_starter: boolean
  /** For chiefs. */
  person_id: string | null
  /** The viewer's own; for chiefs of each. */
  balance_kobo: number | null
  /** In turns: put in for others, less what they got from others. */
  ahead_kobo: number | null
}

export async function listCirclePeople(api: Api, circleId: string): Promise<CirclePerson[]> {
  const { data } = await api.tables
    .from('ajo_people')
    .select('id, full_name, status, turn, is_own, is_starter, person_id, balance_kobo, ahead_kobo')
    .eq('circle_id', circleId)
    .order('turn')
    .order('joined_at')
    .order('id')
    .throwOnError()
    .overrideTypes<CirclePerson[], { merge: false }>()
  return data
}

export async function listContributions(api: Api, circleId: string) {
  const { data } = await api.tables
    .from('ajo_contributions')
    .select('id, member_id, month, amount_kobo, paid_at')
    .eq('circle_id', circleId)
    .order('month')
    .order('id')
    .throwOnError()
  return data
}

export type Contribution = Awaited<ReturnType<typeof listContributions>>[number]

export async function listVotes(api: Api, circleId: string, month: number) {
  const { data } = await api.tables
    .from('ajo_votes')
    .select('member_id, group_buy_id')
    .eq('circle_id', circleId)
    .eq('month', month)
    .order('voted_at')
    .throwOnError()
  return data
}

export type Vote = Awaited<ReturnType<typeof listVotes>>[number]

/** Group buys that can be voted for: open until after the circle buys; those with votes first read. */
export async function listChoices(api: Api, closesAt: string) {
  const { data } = await api.tables
    .from('group_buys')
    .select('id, product_name, unit, current_price, vendor_location, end_date')
    .eq('status', 'active')
    .gt('end_date', closesAt)
    .order('product_name')
    .order('id')
    .limit(100)
    .throwOnError()
  return data
}

export type Choice = Awaited<ReturnType<typeof listChoices>>[number]

/** The viewer's own orders in a circle, by month. */
export async function listOwnOrders(api: Api, circleId: string) {
  const { data } = await api.tables
    .from('ajo_orders')
    .select(
      'month, order:orders(id, order_no, quantity, charged_kobo, returned_kobo, group_buy:group_buys(product_name, unit))',
    )
    .eq('circle_id', circleId)
    .order('month')
    .throwOnError()
  return data
}

/** The secret part of the circle's link, for its members. */
export async function readInvitationCode(api: Api, circleId: string): Promise<string | null> {
  const { data } = await api.tables
    .from('ajo_circles')
    .select('invitation')
    .eq('id', circleId)
    .maybeSingle()
    .throwOnError()
  return data?.invitation ?? null
}

/** A page of all circles, for chiefs, the newest first. */
export async function listAllCircles(api: Api, page: number) {
  return listPage(
    await api.tables
      .from('ajo_sheets')
      .select('id, name, kind, status, monthly_kobo, seats, members, months, months_closed, created_at, held_kobo', {
        count: 'exact',
      })
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rowRange(page))
      .overrideTypes<CircleSheet[], { merge: false }>(),
  )
}
