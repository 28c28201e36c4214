import { encode } from 'uqr'

export interface QrDrawing {
  /** Squares on each side, with the quiet zone that scanners want. */
  size: number
  /** Of an SVG path: a run of dark squares each. */
  path: string
}

const QUIET = 4

/** A QR code as one path, which is a fifth of a square each. Level M stands a torn or wet corner. */
export function qrPath(text: string): QrDrawing {
  const { data } = encode(text, { ecc: 'M', border: 0 })
  const runs: string[] = []
  for (const [row, squares] of data.entries()) {
    let from = -1
    for (const [column, isDark] of [...squares, false].entries()) {
      if (isDark && from < 0) from = column
      if (isDark || from < 0) continue
      runs.push(`M${from + QUIET} ${row + QUIET}h${column - from}v1h-${column - from}z`)
      from = -1
    }
  }
  return { size: data.length + 2 * QUIET, path: runs.join('') }
}
