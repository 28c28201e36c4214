import { cpus, loadavg, totalmem } from 'node:os'

/** A drill's results: figures, and promises that must hold. */
export interface Sheet {
  figure(what: string, value: number | string): void
  /** Prints at once if it does not hold. */
  must(what: string, holds: boolean, value: number | string): void
  /** Prints the table; the process ends with 1 unless all promises held. */
  close(): void
}

export function openSheet(drill: string): Sheet {
  const rows: string[] = []
  let broken = 0
  const row = (what: string, value: number | string, verdict: string) =>
    rows.push(`| ${what} | ${typeof value === 'number' ? round(value) : value} | ${verdict} |`)
  return {
    figure: (what, value) => void row(what, value, ''),
    must(what, holds, value) {
      row(what, value, holds ? 'held' : '**BROKEN**')
      if (holds) return
      broken += 1
      console.error(`${drill}: ${what}: ${value}`)
    },
    close() {
      const [core] = cpus()
      const machine = `${cpus().length} cores (${core?.model.trim()}), ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`
      console.log(`\n${new Date().toISOString().slice(0, 16)}Z, ${machine}, load ${loadavg()[0]?.toFixed(1)}\n`)
      console.log(['| what | figure | promise |', '| --- | ---: | --- |', ...rows].join('\n'))
      console.log(broken === 0 ? '\nAll that was promised held.' : `\n${broken} of the promises did not hold.`)
      if (broken > 0) process.exitCode = 1
    },
  }
}

const round = (value: number): string => (Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(1))
