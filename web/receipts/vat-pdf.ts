import { countDocuments, MAX_LISTED_DOCUMENTS, vatPaper } from '#domain/receipts/vat-paper.ts'
import { readVatPeriod } from '#domain/receipts/vat-period.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, renderPdfContext, viewerContext } from '#web/context.ts'
import { failedDownload } from '#web/files/failed-download.ts'
import { pdfResponse } from '#web/files/pdf-response.ts'
import { ReadFault } from '#web/lists/read-all-rows.ts'
import type { Route } from './+types/vat-pdf.ts'
import { type ListedDocument, listVatMonths, readDocumentDays, readIssuedBatches } from './queries.ts'
import { toMonths, toQuarters } from './vat-spans.ts'

/** `/chief/vat/2026-03.pdf`, `/chief/vat/2026-Q1.pdf`: a month or quarter for an accountant. Row level security restricts it to chiefs. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const viewer = context.get(viewerContext)
  // To the minute it shows, so that a repeated request renders it once.
  const now = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const period = readVatPeriod(params.period, lagosDate(now))
  if (!period) return noSuchPeriod()
  const [{ months, failure }, read] = await Promise.all([listVatMonths(api), readDocumentDays(api, period)])
  const fault = failure ?? read.failure
  if (fault) return failedDownload(fault)
  const spans = period.name.includes('Q') ? toQuarters(months) : toMonths(months, (month) => month)
  const rates = spans.filter((span) => span.period === period.name)
  const documents: ListedDocument[] | null = countDocuments(read.days) > MAX_LISTED_DOCUMENTS ? null : []
  try {
    if (documents) for await (const batch of readIssuedBatches(api, period)) documents.push(...batch)
  } catch (readFault) {
    if (!(readFault instanceof ReadFault)) throw readFault
    return failedDownload(readFault.message)
  }
  const paper = vatPaper({ period, author: viewer.fullName, rates, days: read.days, documents }, now)
  const drawn = await context.get(renderPdfContext)(paper, { at: now, for: viewer.userId ?? '' })
  return pdfResponse(drawn, `ajoja-vat-${period.name}.pdf`)
}

const noSuchPeriod = () =>
  new Response('There is no such month or quarter yet.', {
    status: 404,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' },
  })
