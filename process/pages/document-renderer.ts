import type { Config } from '#config'
import type { DocumentPaper } from '#domain/receipts/paper.ts'
import { openDrawThread } from '#platform/pdf/draw-thread.ts'
import { openPdfCache, type PdfResult } from '#platform/pdf/pdf-cache.ts'
import type { Database } from '#platform/postgres/database.ts'
import { createRateLimits } from '#platform/rate-limits/rate-limits.ts'
import { documentPaper } from '#server/receipts/document-paper.ts'

interface DocumentRendererDeps {
  config: Pick<Config, 'rateLimits'>
  database: Database
}

/** Longer papers have a thread of their own, so that a receipt never waits for the statement of a large shop. */
const LONG_LINES = 500
const LONG_LIMIT_MS = 300_000

/** Renders receipts, invoices and statements as PDF in a worker thread. */
export function openDocumentRenderer(
  { config, database: all }: DocumentRendererDeps,
  onFault: (fault: unknown) => void,
) {
  const database = all.pool('reads')
  const thread = openDrawThread()
  const longThread = openDrawThread({ limitMs: LONG_LIMIT_MS })
  const rateLimits = createRateLimits({ database, enabled: config.rateLimits })
  const papers = openPdfCache({ database, rateLimits, thread, onFault })
  const longPapers = openPdfCache({ database, rateLimits, thread: longThread, onFault })
  return {
    draw: (paper: DocumentPaper, issued: { at: Date; for: string }): Promise<PdfResult> =>
      (paper.lines.length > LONG_LINES ? longPapers : papers).get(documentPaper(paper, issued.at), issued.for),
    close: async () => {
      await Promise.all([thread.close(), longThread.close()])
    },
  }
}
