/** `npm run bench -- --once` runs each benchmark for one short round on little data: it shows that they work. */
const isOnce = process.argv.includes('--once')

/** A size or duration of a benchmark, and the one for a single short round. */
export const unlessOnce = <T>(usual: T, once: T): T => (isOnce ? once : usual)
