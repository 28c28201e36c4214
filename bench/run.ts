import type { Figure } from './figure.ts'
import { benchJoins } from './joins.ts'
import { printFigures } from './report.ts'
import { withBench, withFilledSite } from './site.ts'

await withFilledSite((site) => withBench(site, {}, async (bench) => printFigures(await benchJoins(bench))))
