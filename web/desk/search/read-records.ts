import type { Api } from '#api/api.ts'
import type { FoundPerson } from '#api/commands/staff.ts'
import { parseRole, roleLabels } from '#domain/accounts/roles.ts'
import { claimStatusText } from '#domain/claims/claim-texts.ts'
import { lotStateTexts } from '#domain/claims/lot-texts.ts'
import type { ClaimState } from '#domain/claims/states.ts'
import { buyLabel } from '#domain/group-buys/state-labels.ts'
import { orderStateLabels } from '#domain/orders/states.ts'
import type { RecordQuestion } from '#domain/search/record-search.ts'
import { vendorStateLabels } from '#domain/vendors/states.ts'
import { datedDay } from '#web/ui/format.ts'
import { FOUND_KINDS, type FoundKind, foundPath, listPath, type SearchedArea } from './record-kinds.ts'

export interface FoundRecord {
  to: string
  title: string
  /** Status, shop and day, which tell it from others. */
  note: string
}

export interface FoundGroup {
  kind: FoundKind
  heading: string
  records: FoundRecord[]
  /** All of the kind; null where there are no more, or no list can be searched. */
  all: string | null
}

/** A row of `search_records`. */
interface RecordRow {
  kind: FoundKind
  id: string | null
  name: string | null
  number: number | null
  status: string | null
  shop: string | null
  at: string | null
}

const MOST_PER_KIND = 5

/** The records that the text means, by kind; `isCut`: more people have the name than were looked at. */
export async function readRecords(api: Api, area: SearchedArea, asked: RecordQuestion) {
  const { data, error } = await api.tables.rpc(
    'search_records',
    {
      words: asked.words,
      most: MOST_PER_KIND + 1,
      ...(asked.orderNumber !== null && { order_number: asked.orderNumber }),
      ...(asked.claimNumber !== null && { claim_number: asked.claimNumber }),
      ...(asked.reference !== null && { reference: asked.reference }),
    },
    { get: true },
  )
  const rows = (data ?? []) as RecordRow[]
  const groups = (Object.keys(FOUND_KINDS) as FoundKind[]).map((kind): FoundGroup => {
    const own = rows.filter((row) => row.kind === kind && row.id !== null)
    return {
      kind,
      heading: FOUND_KINDS[kind],
      records: own.slice(0, MOST_PER_KIND).map((row) => recordOf(area, row)),
      all: own.length > MOST_PER_KIND ? listPath(area, kind, asked.words) : null,
    }
  })
  return {
    groups: groups.filter(({ records }) => records.length > 0),
    isCut: rows.some(({ id }) => id === null),
    failure: error?.message ?? null,
  }
}

function recordOf(area: SearchedArea, row: RecordRow): FoundRecord {
  const name = row.name ?? ''
  return {
    to: foundPath(area, row.kind, { id: row.id ?? '', name }),
    title: TITLES[row.kind]?.(row) ?? (name || 'No name'),
    note: noteOf([
      row.kind === 'order' ? name : null,
      row.status && (STATES[row.kind]?.(row.status) ?? null),
      area === 'vendor' ? null : row.shop,
      row.at && dayText(row),
    ]),
  }
}

const noteOf = (parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ')

const TITLES: Partial<Record<FoundKind, (row: RecordRow) => string>> = {
  order: ({ number }) => `Order ${number}`,
  claim: ({ number }) => `Claim ${number}`,
  lot: ({ number }) => `Lot ${number}`,
  payment: ({ name }) => `Payment ${name}`,
}

const STATES: Partial<Record<FoundKind, (status: string) => string | undefined>> = {
  order: (status) => orderStateLabels[status as keyof typeof orderStateLabels],
  claim: (status) => claimStatusText(status as ClaimState, { outcomeKobo: 0, returnedGoodsKobo: null }),
  lot: (status) => lotStateTexts[status as keyof typeof lotStateTexts],
  payment: capitalised,
  person: (role) => (role === 'customer' ? undefined : roleLabels[parseRole(role)]),
  shop: (status) => vendorStateLabels[status as keyof typeof vendorStateLabels],
  buy: buyLabel,
  product: capitalised,
  place: capitalised,
  deal: (status) => (status === 'deleted' ? 'Deleted' : undefined),
  advert: (status) => (status === 'deleted' ? 'Deleted' : undefined),
  post: capitalised,
}

function capitalised(status: string): string {
  return status.charAt(0).toUpperCase() + status.slice(1)
}

function dayText({ kind, at, shop }: RecordRow): string | null {
  if (!at || kind === 'product') return null
  if (kind === 'buy') return `shared ${datedDay(at)}`
  if (kind === 'person') return shop ? `last order ${datedDay(at)}` : `joined ${datedDay(at)}`
  return datedDay(at)
}

/** People found by a contact, as a group. */
export function peopleGroup(area: SearchedArea, people: readonly FoundPerson[]): FoundGroup {
  const records = people.map(({ id, full_name: name, shop, last_order_at: at }) => ({
    to: foundPath(area, 'person', { id, name }),
    title: name || 'No name',
    note: noteOf([shop, at && `last order ${datedDay(at)}`]),
  }))
  return { kind: 'person', heading: FOUND_KINDS.person, records, all: null }
}

/** A shop's orders found by a phone number, as a group. */
export function ordersGroup(orders: readonly { id: string; order_no: number; buyer_name: string }[]): FoundGroup {
  const records = orders.map(({ id, order_no: number, buyer_name: name }) => ({
    to: `/vendor/orders/${id}`,
    title: `Order ${number}`,
    note: name || 'No name',
  }))
  return { kind: 'order', heading: FOUND_KINDS.order, records, all: null }
}
