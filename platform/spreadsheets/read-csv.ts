/** Parses CSV (RFC 4180). The separator is the first of tab, semicolon and comma that the header has. */
export function readCsv(text: string, maxRows: number): string[][] | 'too-many-rows' {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < source.length) {
    const cell = source[at] === '"' ? quotedCell(source, at) : plainCell(source, { at, separator })
    row.push(cell.text)
    at = cell.end
    if (source[at] === separator) {
      at += 1
      // A separator at the end of the file is followed by one more cell.
      if (at === source.length) row.push('')
      continue
    }
    rows.push(row)
    if (rows.length > maxRows) return 'too-many-rows'
    row = []
    at += source.startsWith('\r\n', at) ? 2 : 1
  }
  if (row.length > 0) rows.push(row)
  return rows
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

interface ParsedCell {
  text: string
  /** The place after the cell. */
  end: number
}

function plainCell(source: string, { at, separator }: { at: number; separator: string }): ParsedCell {
  let end = at
  while (end < source.length && source[end] !== separator && source[end] !== '\n' && source[end] !== '\r') end += 1
  return { text: source.slice(at, end), end }
}

function quotedCell(source: string, start: number): ParsedCell {
  let text = ''
  let at = start + 1
  for (;;) {
    const quote = source.indexOf('"', at)
    if (quote === -1) return { text: text + source.slice(at), end: source.length }
    text += source.slice(at, quote)
    if (source[quote + 1] !== '"') {
      // Text after the closing quote is kept, as spreadsheets do.
      const rest = /^[^,;\t\r\n]*/.exec(source.slice(quote + 1, quote + 2000))?.[0] ?? ''
      return { text: text + rest, end: quote + 1 + rest.length }
    }
    text += '"'
    at = quote + 2
  }
}
