/**
 * RFC 4180 text. A cell that a spreadsheet would run as a formula (it begins with =, +, -, @, tab or carriage return) gets an
 * apostrophe before it; numbers stay numbers.
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

/** A download of it; the mark in front tells spreadsheets that it is UTF-8. */
export function csvResponse(name: string, text: string): Response {
  return new Response(`\uFEFF${text}`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
}
