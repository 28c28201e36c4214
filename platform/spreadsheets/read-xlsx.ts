import { inflateRawSync } from 'node:zlib'

interface XlsxLimits {
  maxRows: number
  maxColumns: number
  /** Bytes of all parts after decompression. */
  maxBytes: number
}

export type XlsxFault = 'unreadable' | 'too-large' | 'too-many-rows'

/**
 * The first sheet's cells as text; a date as 'YYYY-MM-DD'. The archive is measured before the library opens it, because
 * that would decompress anything, and would make room for every cell up to the last one named.
 */
export async function readXlsx(bytes: Buffer, limits: XlsxLimits): Promise<string[][] | XlsxFault> {
  const fault = archiveFault(bytes, limits)
  if (fault) return fault
  const { readSheet } = await import('read-excel-file/node')
  try {
    const rows = await readSheet(bytes)
    return rows.map((row) => row.map(cellText))
  } catch {
    return 'unreadable'
  }
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const MAX_PARTS = 200

/** Decompresses every part, within the limit, whatever sizes its headers claim. */
function archiveFault(bytes: Buffer, limits: XlsxLimits): XlsxFault | null {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (end === -1 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END_OF_DIRECTORY) return 'unreadable'
  const parts = bytes.readUInt16LE(end + 10)
  if (parts > MAX_PARTS) return 'too-large'
  let left = limits.maxBytes
  let at = bytes.readUInt32LE(end + 16)
  try {
    for (let part = 0; part < parts; part += 1) {
      if (bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) return 'unreadable'
      const content = partContent(bytes, { at, left })
      if (content === 'too-large') return content
      left -= content.length
      const fault = contentFault(content.toString('latin1'), limits)
      if (fault) return fault
      at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    }
  } catch {
    return 'unreadable'
  }
  return null
}

function partContent(bytes: Buffer, { at, left }: { at: number; left: number }): Buffer | 'too-large' {
  const method = bytes.readUInt16LE(at + 10)
  const size = bytes.readUInt32LE(at + 20)
  const local = bytes.readUInt32LE(at + 42)
  if (bytes.readUInt32LE(local) !== LOCAL_ENTRY) throw new Error('A part of the archive is missing')
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const packed = bytes.subarray(start, start + size)
  if (method === 0) return packed.length > left ? 'too-large' : packed
  if (method !== 8) throw new Error('Spreadsheets use no other compression')
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(left, 1) })
  } catch (fault) {
    if (fault instanceof RangeError) return 'too-large'
    throw fault
  }
}

/** Cells far away, and entities that multiply when they are expanded. */
function contentFault(xml: string, { maxRows, maxColumns }: XlsxLimits): XlsxFault | null {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) return 'unreadable'
  for (const [, letters = '', row = ''] of xml.matchAll(/\br="([A-Z]*)(\d+)"/g)) {
    if (row.length > 7 || Number(row) > maxRows) return 'too-many-rows'
    if (letters.length > 3 || columnNumber(letters) > maxColumns) return 'too-large'
  }
  return null
}

const columnNumber = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
