/** Cloth patterns of a stall: lines on a transparent background, for light and dark themes. */
const LINES: readonly (readonly [colour: string, path: string])[] = [
  ['#22407f', 'M0 20H40M20 0V40M10 10l20 20M30 10L10 30'],
  ['#b42b1b', 'M0 10q10-10 20 0t20 0M0 30q10-10 20 0t20 0'],
  ['#0b6b3a', 'M20 4l16 16-16 16L4 20ZM20 14l6 6-6 6-6-6Z'],
  ['#c47a00', 'M0 0l40 40M40 0L0 40M20-10v20M20 30v20'],
  ['#22407f', 'M20 8a12 12 0 1 0 .1 0M20 15a5 5 0 1 0 .1 0M0 0h.1M40 40h.1'],
  ['#b42b1b', 'M5 0v40M15 0v40M0 25h40M0 35h40'],
  ['#0b6b3a', 'M0 12l10-8 10 8 10-8 10 8M0 32l10-8 10 8 10-8 10 8'],
  ['#c47a00', 'M10 6a4 4 0 1 0 .1 0M30 26a4 4 0 1 0 .1 0M30 4l4 6-4 6-4-6ZM10 24l4 6-4 6-4-6Z'],
]

export const cloths: Record<string, string> = Object.fromEntries(
  LINES.map(([colour, path], index) => [
    `cloth-${index}`,
    `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32" viewBox="0 0 40 40"><path fill="none" stroke="${colour}" stroke-opacity=".2" stroke-width="3" d="${path}"/></svg>`,
  ]),
)
