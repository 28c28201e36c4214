import { parse } from 'csv-parse/sync'

/** The rows of a CSV file (RFC 4180). The separator is the first of tab, semicolon and comma that the header has. */
export function readCsv(text: string, maxRows: number): string[][] | 'too-many-rows' | 'unreadable' {
  try {
    const rows: string[][] = parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      // A quote inside a cell, such as that of inches, is part of it.
      relax_quotes: true,
      to: maxRows + 1,
    })
    return rows.length > maxRows ? 'too-many-rows' : rows
  } catch {
    return 'unreadable'
  }
}

/** Text of a file: UTF-8, or else the encoding that spreadsheets on Windows write. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function separatorOf(source: string): string {
  const header = source.slice(0, source.search(/[\r\n]|$/))
  return ['\t', ';'].find((mark) => header.includes(mark)) ?? ','
}
