import { MAX_SHEET_ROWS } from '#domain/limits.ts'
import { groupThousands } from '#domain/money.ts'
import { ReadFault } from '#web/lists/read-all-rows.ts'
import { type CsvColumns, csvStream, downloadHeaders } from './csv.ts'
import { failedDownload } from './failed-download.ts'

interface SheetDownload<Row> {
  /** The address, which ends in .csv or .xlsx. */
  url: URL
  /** Without its ending. */
  name: string
  columns: CsvColumns<Row>
  batches: AsyncIterable<readonly Row[]>
  /** The number of rows, where it is known. */
  rows?: number | null
}

/** The rows of a list as the file that the address asks for: CSV of any length, or XLSX up to `MAX_SHEET_ROWS`. */
export async function sheetDownload<Row>({ url, name, columns, batches, rows = null }: SheetDownload<Row>) {
  if (!url.pathname.endsWith('.xlsx')) return csvStream(`${name}.csv`, columns, batches, rows)
  if (rows !== null && rows > MAX_SHEET_ROWS) return tooLong()
  const cells: { value: string | number; fontWeight?: 'bold' }[][] = [
    columns.map(([header]) => ({ value: header, fontWeight: 'bold' })),
  ]
  try {
    for await (const batch of batches) {
      for (const row of batch) cells.push(columns.map(([, cell]) => ({ value: cell(row) })))
      if (cells.length > MAX_SHEET_ROWS + 1) return tooLong()
    }
  } catch (fault) {
    if (fault instanceof ReadFault) return failedDownload(fault.message)
    throw fault
  }
  const { default: writeXlsxFile } = await import('write-excel-file/node')
  // Texts are cells of type text, which no spreadsheet runs as a formula.
  const file = await writeXlsxFile(cells, { stickyRowsCount: 1 }).toBuffer()
  return new Response(new Uint8Array(file), { headers: downloadHeaders(`${name}.xlsx`, XLSX) })
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const TEXT = { 'content-type': 'text/plain; charset=utf-8' }

const tooLong = () =>
  new Response(
    `An Excel file holds at most ${groupThousands(MAX_SHEET_ROWS)} rows here. Choose fewer days, or download the CSV, which has all rows.`,
    { status: 413, headers: TEXT },
  )
