import { encodeQR } from 'qr'

export interface QrDrawing {
  /** Modules per side, including the quiet zone that scanners need. */
  size: number
  /** SVG path with one rectangle for each run of dark modules. */
  path: string
}

const QUIET_ZONE = 4

/**
 * A QR code as a single path, a fifth of the size of one square per module. Error correction level M tolerates a torn
 * or wet corner.
 */
export function qrPath(text: string): QrDrawing {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE })
  const runs: string[] = []
  for (const [row, modules] of rows.entries()) {
    let from = -1
    for (const [column, isDark] of modules.entries()) {
      if (isDark && from < 0) from = column
      if (isDark || from < 0) continue
      runs.push(`M${from} ${row}h${column - from}v1h-${column - from}z`)
      from = -1
    }
  }
  return { size: rows.length, path: runs.join('') }
}
