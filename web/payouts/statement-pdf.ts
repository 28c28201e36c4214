import { addStatementLine, openStatementLines, statementPaper } from '#domain/payouts/statement-paper.ts'
import { PERIOD_FAULT, periodName, readPeriod } from '#domain/payouts/statement-period.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, renderPdfContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { failedDownload } from '#web/files/failed-download.ts'
import { pdfResponse } from '#web/files/pdf-response.ts'
import { ReadFault } from '#web/lists/read-all-rows.ts'
import type { Route } from './+types/statement-pdf.ts'
import { type Movement, readMovementBatches, readStatement } from './queries.ts'

/** `/vendor/payouts/statement.pdf?month=2026-11`: the statement of one or several months as PDF. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const refuse = (status: number, text: string) =>
    new Response(text, {
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' },
    })
  if (!shop) return refuse(404, errorTexts.vendorProfileNotFound)
  // To the minute it shows, so that a repeated request renders it once.
  const now = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const period = readPeriod(url.searchParams, lagosDate(now))
  if (!period) return refuse(400, PERIOD_FAULT)
  const statement = await readStatement(api, { shopId: shop.id, period })
  const lines = openStatementLines()
  try {
    for await (const batch of readMovementBatches(api, statement)) await addInSteps(lines, batch)
  } catch (fault) {
    if (!(fault instanceof ReadFault)) throw fault
    return failedDownload(fault.message)
  }
  const paper = statementPaper({ shopName: shop.business_name, period, openingKobo: statement.openingKobo }, lines, now)
  const drawn = await context.get(renderPdfContext)(paper, { at: now, for: context.get(viewerContext).userId ?? '' })
  return pdfResponse(drawn, `ajoja-statement-${periodName(period)}.pdf`)
}

const STEP = 200

/** A statement has thousands of lines: other requests have their turn after each step. */
async function addInSteps(lines: ReturnType<typeof openStatementLines>, batch: readonly Movement[]): Promise<void> {
  for (let start = 0; start < batch.length; start += STEP) {
    for (const movement of batch.slice(start, start + STEP)) addStatementLine(lines, movement)
    await new Promise((resolve) => setTimeout(resolve))
  }
}
