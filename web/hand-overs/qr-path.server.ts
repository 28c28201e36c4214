import { encode } from 'uqr'

export interface QrPath {
  /** Modules along a side, the quiet zone of four included. */
  size: number
  d: string
}

/** A QR as one SVG path, drawn on the server: the page needs no script to show it. */
export function qrPath(text: string): QrPath {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  let d = ''
  for (const [y, row] of data.entries()) for (const [x, isDark] of row.entries()) if (isDark) d += `M${x} ${y}h1v1h-1z`
  return { size, d }
}
