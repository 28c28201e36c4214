import { ReadFault } from '#web/lists/read-all-rows.ts'
import { failedDownload } from './failed-download.ts'

/** The columns of a file in order: the header, and the cell of a row. */
export type CsvColumns<Row> = readonly (readonly [header: string, cell: (row: Row) => string | number])[]

/**
 * Formats rows as CSV (RFC 4180). A text cell that a spreadsheet would run as a formula (one that starts with =, +, -,
 * @, tab or carriage return) is prefixed with an apostrophe; numbers are not.
 */
export function csvText<Row>(columns: CsvColumns<Row>, rows: readonly Row[]): string {
  return csvLines([columns.map(([header]) => header), ...toCells(columns, rows)])
}

const toCells = <Row>(columns: CsvColumns<Row>, rows: readonly Row[]) =>
  rows.map((row) => columns.map(([, cell]) => cell(row)))

const csvLines = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')

function cellText(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A download response; the byte order mark makes spreadsheets read it as UTF-8. */
export function csvResponse(name: string, text: string): Response {
  return new Response(`\uFEFF${text}`, { headers: downloadHeaders(name) })
}

/** The same for rows; 503 if they could not be read. */
export function csvDownload<Row>(
  name: string,
  columns: CsvColumns<Row>,
  { rows, failure }: { rows: readonly Row[]; failure: string | null },
): Response {
  return failure === null ? csvResponse(name, csvText(columns, rows)) : failedDownload(failure)
}

/**
 * The same download, streamed batch by batch. Responds with 503 if the first batch cannot be read; a later failure
 * aborts the download, so that a partial file is not mistaken for a complete one. `rows`: how many there will be, if that is
 * known.
 */
export async function csvStream<Row>(
  name: string,
  columns: CsvColumns<Row>,
  batches: AsyncIterable<readonly Row[]>,
  rows: number | null = null,
): Promise<Response> {
  const iterator = batches[Symbol.asyncIterator]()
  const first = await iterator.next().catch((fault: unknown) => {
    if (fault instanceof ReadFault) return fault
    throw fault
  })
  if (first instanceof ReadFault) return failedDownload(first.message)
  const encoder = new TextEncoder()
  let next: typeof first | null = first
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) =>
        controller.enqueue(encoder.encode(`\uFEFF${csvLines([columns.map(([header]) => header)])}`)),
      async pull(controller) {
        const { done, value } = next ?? (await iterator.next())
        next = null
        if (done) controller.close()
        else controller.enqueue(encoder.encode(csvLines(toCells(columns, value))))
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 1 },
  )
  const headers = downloadHeaders(name)
  return new Response(body, { headers: rows === null ? headers : { ...headers, [ROW_COUNT_HEADER]: String(rows) } })
}

/** Tells `CsvDownload` how many rows there will be. */
export const ROW_COUNT_HEADER = 'x-row-count'

export const downloadHeaders = (name: string, type = 'text/csv; charset=utf-8') => ({
  'content-type': type,
  'content-disposition': `attachment; filename="${name}"`,
  'cache-control': 'private, no-store',
})
