import { gunzipSync } from 'node:zlib'
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '#domain/products/imports/columns.ts'
import { decodeText, readCsv } from '#platform/spreadsheets/read-csv.ts'
import { readXlsx, type XlsxFault } from '#platform/spreadsheets/read-xlsx.ts'

/** The header, and blank rows between products. */
const MAX_LINES = MAX_IMPORT_ROWS + 1_000
const XLSX_LIMITS = { maxRows: MAX_LINES, maxColumns: 60, maxBytes: 40_000_000 }

const TOO_MANY = 'The file has more than 10,000 products. Please split it.'
const FAULTS: Record<XlsxFault, string> = {
  unreadable: 'This file could not be read. Save it as XLSX or CSV and try again.',
  'too-large': 'This file is too large. Please split it.',
  'too-many-rows': TOO_MANY,
}

/** The cells of an XLSX or CSV file, told apart by how they begin, or why there are none. */
export async function readFile(content: string): Promise<string[][] | string> {
  const bytes = unpacked(Buffer.from(content, 'base64'))
  if (bytes === null) return FAULTS['too-large']
  if (bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) {
    const cells = await readXlsx(bytes, XLSX_LIMITS)
    return typeof cells === 'string' ? FAULTS[cells] : cells
  }
  // Only text has no zeros: an old spreadsheet (XLS), a picture and the like do.
  if (bytes.includes(0)) return FAULTS.unreadable
  const cells = readCsv(decodeText(bytes), MAX_LINES)
  return typeof cells === 'string' ? FAULTS[cells] : cells
}

/** Screens compress the file, because a command's body is limited. */
function unpacked(bytes: Buffer): Buffer | null {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_IMPORT_BYTES })
  } catch {
    return null
  }
}
