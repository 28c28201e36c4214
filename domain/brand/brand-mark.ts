/**
 * The wordmark as SVG paths: letters, a basin seen from above for the second o, and dots. Used on pages and in printed
 * documents.
 */
export const brandMark = {
  viewBox: [2, -5, 200, 88],
  strokeWidth: 11,
  letters:
    'M45 37A17 17 0 1 0 11 37 17 17 0 1 0 45 37M45 20V54M64 20V62Q64 75 50 75M142 20V62Q142 75 128 75M192 37A17 17 0 1 0 158 37 17 17 0 1 0 192 37M192 20V54',
  dots: 'M64-3l7 8-7 8-7-8ZM142-3l7 8-7 8-7-8Z',
  pepper: 'M92 40c0-6 5-11 11-11s11 5 11 11-5 7-11 7-11-1-11-7Z',
} as const
