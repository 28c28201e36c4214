import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import type { Figure } from './figure.ts'

const FILE = 'bench/results.md'
/** Everything after this heading is preserved: earlier results for comparison, and remarks. */
const PRESERVED_FROM = '\n## '

/** Prints the figures as a table and writes them to bench/results.md with a description of the machine. */
export async function report(figures: Figure[]): Promise<void> {
  const table = tableOf(figures)
  console.log(table)
  const former = await readFile(FILE, 'utf8')
  const preservedAt = former.indexOf(PRESERVED_FROM)
  await writeFile(
    FILE,
    `# Speed

Written by \`npm run bench\`. A rate means something only as the ratio beside it: product and rival took turns in short rounds, on the same machine and the
same PostgreSQL, and each figure is the median of the rounds. The rivals (\`bench/rivals\`) share no code with the product and are as short as a correct
program can be. Joins are those of 64 clients whose tokens both sides have already verified, everything else that of 16. Memory is resident, without PostgreSQL.
A code's time is from request to answer over HTTP. Money is measured within one process, by 8 clients. "Not cached" is with \`RESPONSE_CACHE_MB=0\`.

${machine()}

${table}
${preservedAt < 0 ? '' : former.slice(preservedAt)}`,
  )
}

export function printFigures(figures: Figure[]): void {
  console.log(tableOf(figures))
}

function tableOf(figures: Figure[]): string {
  return [
    '| figure | product | rival | ratio | target | |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...figures.map(row),
  ].join('\n')
}

function row({ what, product, rival, unit, target }: Figure): string {
  if (rival === undefined) {
    const verdict = target === undefined ? '' : product <= target ? 'met' : 'missed'
    return `| ${what} | ${number(product)}${unit} | | | ${target === undefined ? '' : `at most ${target}${unit}`} | ${verdict} |`
  }
  const ratio = product / rival
  const verdict = target === undefined ? '' : ratio >= target ? 'met' : 'missed'
  const targetText = target === undefined ? '' : `at least ${Number(target.toFixed(2))}`
  return `| ${what} | ${number(product)}${unit} | ${number(rival)}${unit} | ${ratio.toFixed(2)} | ${targetText} | ${verdict} |`
}

const number = (value: number) =>
  value < 1 ? String(Number(value.toFixed(3))) : value < 10 ? value.toFixed(1) : String(Math.round(value))

function machine(): string {
  const [core] = cpus()
  const memoryGb = Math.round(totalmem() / 1e9)
  const load = loadavg()[2]?.toFixed(1)
  return `Machine: ${cpus().length} cores (${core?.model.trim() || process.arch}), ${memoryGb} GB of memory, ${process.platform}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}; load over the last quarter of an hour: ${load}.`
}
