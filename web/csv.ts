/**
 * RFC 4180 text. A cell that a spreadsheet would run as a formula (one that starts with =, +, -, @, tab or carriage return)
 * gets an apostrophe in front; numbers remain numbers.
 */
export function csvText(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [header, ...rows]
    .map((cells) => cells.map(cellText).join(','))
    .join('\r\n')
    .concat('\r\n')
}

function cellText(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  const harmless = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The CSV as a download; the byte order mark tells spreadsheets that it is UTF-8. */
export function csvResponse(name: string, text: string): Response {
  return new Response(`\uFEFF${text}`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
