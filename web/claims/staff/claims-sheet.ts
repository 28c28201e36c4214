import { claimStatusText, reasonTexts } from '#domain/claims/claim-texts.ts'
import { koboToNairaNumber } from '#domain/money.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext } from '#web/context.ts'
import { DAYS, readListQuery } from '#web/desk/lists/list-query.ts'
import type { CsvColumns } from '#web/files/csv.ts'
import { sheetDownload } from '#web/files/sheet-download.ts'
import { PAGE_ROWS, readRangeBatches } from '#web/lists/read-all-rows.ts'
import { CLAIM_SORTS, type ClaimRow, listClaims } from '../queries.ts'
import type { Route } from './+types/claims-sheet.ts'

/** The claims that the staff's page lists, in its order, as CSV or XLSX. Row-level security decides which. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const show = url.searchParams.get('show') === 'ended' ? 'ended' : 'open'
  const query = readListQuery(url.searchParams, DAYS, CLAIM_SORTS)
  const batches = readRangeBatches((page) =>
    listClaims(api, { ...query, side: 'staff', id: '', show, page, size: PAGE_ROWS }),
  )
  return sheetDownload({ url, name: `ajoja-claims-${lagosDate(new Date())}`, columns: COLUMNS, batches })
}

const COLUMNS: CsvColumns<ClaimRow> = [
  ['Claim', (claim) => claim.claim_no],
  ['Order', (claim) => claim.order?.order_no ?? ''],
  ['Shop', (claim) => claim.vendor?.business_name ?? ''],
  ['State', (claim) => claim.vendor?.state ?? ''],
  ['Products', ({ lines }) => lines.map(({ line }) => line?.product_name ?? '').join(', ')],
  ['Reason', ({ reason }) => reasonTexts[reason]],
  ['Asked (NGN)', (claim) => koboToNairaNumber(claim.requested_kobo)],
  [
    'Standing',
    ({ status, outcome_kobo: outcomeKobo, returned_goods_kobo: returnedGoodsKobo }) =>
      claimStatusText(status, { outcomeKobo, returnedGoodsKobo }),
  ],
  ['Made', (claim) => lagosDate(new Date(claim.created_at))],
  ['Decide by', ({ decide_by: at }) => (at ? lagosDate(new Date(at)) : '')],
  ['Ended', ({ ended_at: at }) => (at ? lagosDate(new Date(at)) : '')],
]
