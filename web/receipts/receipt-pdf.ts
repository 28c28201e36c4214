import { brand } from '#domain/brand/brand.ts'
import { documentPaper } from '#domain/receipts/paper.ts'
import { apiContext, renderPdfContext, viewerContext } from '#web/context.ts'
import { failedDownload } from '#web/files/failed-download.ts'
import { pdfResponse } from '#web/files/pdf-response.ts'
import { guard } from '#web/session/guard.ts'
import type { Route } from './+types/receipt-pdf.ts'
import { readDocument } from './queries.ts'

export const middleware = [guard]

/** `/account/receipts/RC-2026-000001.pdf`: the document as a PDF. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { issued, failure } = await readDocument(context.get(apiContext), params.number)
  const plain = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'private, no-store' }
  if (failure) return failedDownload(failure)
  if (!issued) return new Response('Not found', { status: 404, headers: plain })
  const pdf = await context.get(renderPdfContext)(documentPaper(issued), {
    at: new Date(issued.issuedAt),
    for: context.get(viewerContext).userId ?? '',
  })
  return pdfResponse(pdf, fileName(issued.number))
}

/** "ajoja-inv-2026-000001.pdf" */
const fileName = (number: string): string => `${brand.name}-${number}.pdf`.toLowerCase()
