import { parseArgs } from 'node:util'
import { benchCodes } from './codes.ts'
import { benchDesks } from './desks/desks.ts'
import type { Figure } from './figure.ts'
import { benchFlat } from './joins/flat.ts'
import { benchJoins } from './joins/joins.ts'
import { benchRush } from './joins/rush.ts'
import { benchSlowCommits } from './joins/slow-commits.ts'
import { type Bench, type Site, withBench, withFilledSite } from './market/site.ts'
import { benchMoney } from './money/money.ts'
import { pageFigures } from './pages/page-figures.ts'
import { benchPhone } from './phone.ts'
import { profile } from './profile.ts'
import { benchCached, benchPages, benchReads, WITHOUT_CACHE } from './reads.ts'
import { printFigures, report } from './report.ts'
import { benchSearch } from './search.ts'
import { benchSignIns } from './sign-in.ts'
import { benchMemory, benchSoak } from './soak.ts'
import { staffFigures } from './staff/staff-figures.ts'
import { benchStarts } from './starts.ts'
import { benchWatchers } from './watchers.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    profile: { type: 'string' },
    minutes: { type: 'string', default: '30' },
    data: { type: 'string' },
    only: { type: 'string' },
    once: { type: 'boolean', default: false },
  },
})

/** Each benchmark has its own filled market, so that they don't affect each other. */
const PARTS: Record<string, () => Promise<Figure[]>> = {
  joins: onMarket(benchJoins),
  rush: onMarket(benchRush),
  slow: onMarket(benchSlowCommits),
  flat: onMarket(benchFlat),
  reads: onMarket(benchReads, WITHOUT_CACHE),
  pages: async () => [...(await onMarket(benchPages, WITHOUT_CACHE)()), ...(await pageFigures(options))],
  kept: onMarket(benchCached),
  phone: benchPhone,
  watchers: onMarket(benchWatchers, { TRUST_PROXY: '1' }),
  memory: onMarket(benchMemory, { TRUST_PROXY: '1' }),
  starts: () => withFilledSite(benchStarts),
  staff: staffFigures,
  desks: () => benchDesks(options),
  search: benchSearch,
  signins: benchSignIns,
  codes: benchCodes,
  money: benchMoney,
  soak: onMarket((bench) => benchSoak(bench, Number(options.minutes)), { TRUST_PROXY: '1' }),
}

/**
 * `npm run bench` measures everything and writes bench/results.md, `npm run bench -- joins reads` measures parts and
 * prints them, `npm run bench -- --profile joins` (or reads, or pages) prints a profile. `npm run bench -- desks --data
 * FOLDER` measures a site that `npm run fill` has filled, and `--only WORD` the pages with that word in their address.
 * `pages` takes both too. `--once` runs everything for one short round, and writes nothing.
 */
async function main(): Promise<void> {
  const { profile: profiled } = options
  if (profiled !== undefined) return withFilledSite((site) => profile(site, profiled))
  const parts = positionals.length > 0 ? positionals : Object.keys(PARTS)
  const figures: Figure[] = []
  for (const part of parts) {
    const measure = PARTS[part]
    if (!measure) throw new Error(`There is no part ${part}, but ${Object.keys(PARTS).join(', ')}.`)
    console.log(`Measuring ${part} ...`)
    // One failed part must not lose an hour's results.
    const measured = await measure().catch((error: unknown) => {
      console.error(`${part} could not be measured:`, error)
      process.exitCode = 1
      return []
    })
    if (positionals.length > 0 || options.once) printFigures(measured)
    figures.push(...measured)
  }
  if (positionals.length === 0 && !options.once) await report(figures)
}

function onMarket(measure: (bench: Bench) => Promise<Figure[]>, environment: Record<string, string> = {}) {
  return () => withFilledSite((site: Site) => withBench(site, { environment }, measure))
}

await main()
