import type { Api } from '#api/api.ts'
import type { DocumentFacts } from '#domain/receipts/facts.ts'
import type { IssuedDocument } from '#domain/receipts/paper.ts'
import type { VatPeriod } from '#domain/receipts/vat-period.ts'
import { addDays, startOfLagosDay } from '#domain/time/calendar.ts'
import { COUNTED, listPage, rowRange } from '#web/list-page.ts'
import { afterRow, readAllRows, readBatches } from '#web/lists/read-all-rows.ts'

const NUMBER = /^(RC|INV|CN)-\d{4}-\d{6,10}$/

/** One document by its number; null if there is none that the viewer may read. */
export async function readDocument(
  api: Api,
  number: string,
): Promise<{ issued: IssuedDocument | null; failure: string | null }> {
  if (!NUMBER.test(number)) return { issued: null, failure: null }
  const { data, error } = await api.tables
    .from('documents')
    .select('kind, number, facts, irn, issued_at')
    .eq('number', number)
    .maybeSingle()
  return { issued: data && toIssuedDocument(data), failure: error?.message ?? null }
}

interface DocumentRow {
  kind: string
  number: string | null
  facts: unknown
  irn: string | null
  issued_at: string
}

function toIssuedDocument({ kind, number, facts, irn, issued_at }: DocumentRow): IssuedDocument {
  const content = { kind, facts } as DocumentFacts
  return { ...content, number: number ?? '', issuedAt: issued_at, irn }
}

interface DocumentQuery {
  /** Documents of one buyer, of one shop, or in the name of one company. */
  userId?: string
  shopId?: string
  businessId?: string
  page: number
}

/** One page of documents, newest first. */
export async function listDocuments(api: Api, { userId, shopId, businessId, page }: DocumentQuery) {
  const query = api.tables.from('documents').select('id, kind, number, amount_kobo, facts, issued_at', COUNTED)
  const own =
    businessId !== undefined
      ? query.eq('business_id', businessId)
      : userId === undefined
        ? query.eq('vendor_id', shopId ?? '')
        : query.eq('user_id', userId)
  const list = listPage(
    await own
      .order('issued_at', { ascending: false })
      .order('id')
      .range(...rowRange(page)),
  )
  return { ...list, rows: list.rows.map(toListedDocument) }
}

/** All of a buyer's documents, in the order of issue. */
export async function listEveryDocument({ tables }: Api, userId: string) {
  const { rows, failure } = await readAllRows((from, to) =>
    tables
      .from('documents')
      .select('id, kind, number, amount_kobo, facts, issued_at')
      .eq('user_id', userId)
      .order('issued_at')
      .order('id')
      .range(from, to),
  )
  return { rows: rows.map(toListedDocument), failure }
}

/** Everybody's documents of a month or quarter, in the order of issue, for chiefs. */
export async function* readIssuedBatches({ tables }: Api, { from, until }: VatPeriod) {
  const [starts, ends] = [startOfLagosDay(from), startOfLagosDay(addDays(until, 1))]
  const batches = readBatches<IssuedRow>((last, size) => {
    const query = tables
      .from('documents')
      .select('id, kind, number, amount_kobo, facts, issued_at')
      .gte('issued_at', starts.toISOString())
      .lt('issued_at', ends.toISOString())
      .order('issued_at')
      .order('id')
    return afterRow<typeof query, IssuedRow>(query, { at: 'issued_at', last, size, oldestFirst: true })
  })
  for await (const rows of batches) yield rows.map(toListedDocument)
}

type IssuedRow = Omit<DocumentRow, 'irn'> & { id: string; amount_kobo: number }

/** Last numbers of a year, and how many papers have one. */
export async function readNumbering(api: Api, year: number) {
  const { data } = await api.tables.rpc('document_gaps', { of_year: year }).throwOnError()
  return data
}

/** A row of the list, with the names as of the time of issue. */
function toListedDocument({ id, amount_kobo, issued_at, ...row }: IssuedRow) {
  const issued = { kind: row.kind, facts: row.facts } as DocumentFacts
  const orders = issued.kind === 'receipt' ? issued.facts.orders : []
  const about =
    issued.kind === 'receipt'
      ? { buyer: issued.facts.payer.name, shop: [...new Set(orders.map(({ shop }) => shop))].join(', ') }
      : { buyer: issued.facts.buyer.name, shop: issued.facts.seller.name }
  const orderNos = issued.kind === 'receipt' ? orders.map(({ orderNo }) => orderNo) : [issued.facts.orderNo]
  return {
    id,
    kind: issued.kind,
    number: row.number ?? '',
    amount_kobo,
    issued_at,
    ...about,
    orders: orderNos.join(', '),
  }
}

export type ListedDocument = ReturnType<typeof toListedDocument>

/** Documents of a month or quarter by day and kind. */
export async function readDocumentDays(api: Api, { from, until }: VatPeriod) {
  const { data, error } = await api.tables.rpc('document_days', { since: from, until })
  return { days: data ?? [], failure: error?.message ?? null }
}

/** The last twenty years, newest month first: all, so that no quarter lacks a month. */
export async function listVatMonths(api: Api) {
  const { data, error } = await api.tables
    .from('vat_report')
    .select(
      'month, vat_bps, buyer_fee_kobo, vendor_fee_kobo, delivery_kobo, handling_kobo, income_kobo, vat_kobo, earned_kobo, credited_kobo',
    )
    .order('month', { ascending: false })
    .order('vat_bps')
    .limit(240)
  return { months: data ?? [], failure: error?.message ?? null }
}

export type VatMonth = Awaited<ReturnType<typeof listVatMonths>>['months'][number]
