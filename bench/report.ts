import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import type { Figure } from './figure.ts'

/** Prints the figures as a table and writes them to bench/results.md with a description of the machine. */
export async function report(figures: Figure[], postgres: string): Promise<void> {
  const lines = tableOf(figures)
  const text = `# Speed

Written by \`npm run bench\`. Rates are those of 16 clients and mean something only as the ratio beside them: product and measure took turns, on the same PostgreSQL.
The measure of joins is the product's own SQL on 16 raw connections, of the list a hand-written \`node:http\` and \`pg\` handler with the same SQL in the same transaction,
of the page a bare \`node:http\` answer of the same bytes. Memory is resident, PostgreSQL apart. A code's time is from request to answer over HTTP. Money is measured within one process, by 8 clients: a confirmed
payment against the shortest handler with tables of its own, joins during a settlement against the same joins before it, a posted movement against bare inserts.

${machine(postgres)}

${lines.join('\n')}
`
  console.log(lines.join('\n'))
  await writeFile('bench/results.md', text)
}

export function printFigures(figures: Figure[]): void {
  console.log(tableOf(figures).join('\n'))
}

function tableOf(figures: Figure[]): string[] {
  return [
    '| figure | product | rival | ratio | target | |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...figures.map(row),
  ]
}

function row({ what, product, rival, unit, target }: Figure): string {
  if (rival === undefined) {
    const verdict = target === undefined ? '' : product <= target ? 'met' : 'missed'
    return `| ${what} | ${number(product)}${unit} | | | ${target === undefined ? '' : `at most ${target}${unit}`} | ${verdict} |`
  }
  const ratio = product / rival
  const verdict = target === undefined ? '' : ratio >= target ? 'met' : 'missed'
  const wanted = target === undefined ? '' : `at least ${Number(target.toFixed(2))}`
  return `| ${what} | ${number(product)}${unit} | ${number(rival)}${unit} | ${ratio.toFixed(2)} | ${wanted} | ${verdict} |`
}

const number = (value: number) =>
  value < 1 ? String(Number(value.toFixed(3))) : value < 10 ? value.toFixed(1) : String(Math.round(value))

function machine(postgres: string): string {
  const [core] = cpus()
  const memoryGb = Math.round(totalmem() / 1e9)
  return `Machine: ${cpus().length} cores (${core?.model.trim() || process.arch}), ${memoryGb} GB of memory, ${process.platform}, Node ${process.version}, PostgreSQL ${postgres}, ${new Date().toISOString().slice(0, 10)}.`
}
