import { MAX_STATEMENT_LINES, statementPaper } from '#domain/payouts/statement-paper.ts'
import { errorTexts } from '#domain/texts/errors.ts'
import { LOAD_AGAIN } from '#domain/texts/screens.ts'
import { lagosDate } from '#domain/time/calendar.ts'
import { apiContext, renderPdfContext, viewerContext } from '#web/context.ts'
import { readOwnShop } from '#web/desk/shop/own-shop.ts'
import { pdfResponse } from '#web/files/pdf-response.ts'
import type { Route } from './+types/statement-pdf.ts'
import { readAllMovements, readStatement } from './queries.ts'
import { readMonth } from './read-month.ts'

/** `/vendor/payouts/statement.pdf?month=2026-11`: the month's statement as PDF. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const shop = await readOwnShop(api, context.get(viewerContext).userId)
  const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' }
  if (!shop) return new Response(errorTexts.vendorProfileNotFound, { status: 404, headers: plain })
  // To the minute it shows, so that a repeated request renders it once.
  const now = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  const month = readMonth(url.searchParams, lagosDate(now))
  const statement = await readStatement(api, { shopId: shop.id, month })
  if (statement.movements > MAX_STATEMENT_LINES) return new Response(TOO_LONG, { status: 422, headers: plain })
  const { rows, failure } = await readAllMovements(api, statement)
  if (failure) return new Response(`${failure} ${LOAD_AGAIN}`, { status: 503, headers: plain })
  const closingKobo = rows.at(-1)?.balance_kobo ?? statement.openingKobo
  const paper = statementPaper({ ...statement, rows, closingKobo, shopName: shop.business_name }, now)
  const drawn = await context.get(renderPdfContext)(paper, { at: now, for: context.get(viewerContext).userId ?? '' })
  return pdfResponse(drawn, `ajoja-statement-${month}.pdf`)
}

const TOO_LONG = `A month of more than ${MAX_STATEMENT_LINES} movements comes as CSV only.`
