import { copyFile, mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { createJoinSequence, JOINERS, joinCall } from './joins/joins.ts'
import { httpWorkers, rateOf, type Worker } from './load.ts'
import { HOT_BUY } from './market/market.ts'
import { type Bench, type Site, withBench } from './market/site.ts'
import { calls, PAGE, WITHOUT_CACHE } from './reads.ts'

const SECONDS = 15
const ROWS = 25

const LOADS: Record<string, (bench: Bench) => Worker[]> = {
  joins(bench) {
    const joins = createJoinSequence(bench, () => HOT_BUY)
    return httpWorkers(bench.origin, { clients: JOINERS, next: () => joinCall(bench, joins.next()) })
  },
  reads: (bench) => httpWorkers(bench.origin, { next: () => calls(bench).list }),
  pages: (bench) => httpWorkers(bench.origin, { clients: 4, next: () => PAGE }),
}

/** Profiles the process and PostgreSQL: prints tables, and the paths of the raw profiles. */
export async function profile(site: Site, what: string): Promise<void> {
  const load = LOADS[what]
  if (!load) throw new Error(`There is a profile of ${Object.keys(LOADS).join(', ')}.`)
  const folder = await mkdtemp(join(tmpdir(), `profile-${what}-`))
  await watchStatements(site)
  const nodeOptions = ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${folder}`]
  await withBench(site, { environment: WITHOUT_CACHE, nodeOptions }, async (bench) => {
    await each(bench.owner, [
      'create extension if not exists pg_stat_statements',
      `alter system set pg_stat_statements.track = 'all'`,
      'select pg_reload_conf()',
    ])
    const workers = load(bench)
    await rateOf(workers, { seconds: 3 })
    await bench.owner.query('select pg_stat_statements_reset(), pg_stat_reset()')
    const rate = await rateOf(workers, { seconds: SECONDS })
    console.log(`${what}: ${Math.round(rate)}/s while profiled.\n`)
    await printStatements(bench.owner, rate * SECONDS)
  })
  for (const file of await readdir(folder)) printProfile(JSON.parse(await readFile(join(folder, file), 'utf8')))
  await copyFile(join(site.dataDir, 'postgres.log'), join(folder, 'postgres.log'))
  console.log(
    `\nThe profile for a browser's developer tools, and postgres.log with the plans of slow statements: ${folder}`,
  )
}

/** Set before the product restarts PostgreSQL: both libraries are included in it and must be loaded at server start. */
async function watchStatements(site: Site): Promise<void> {
  await withBench(site, {}, ({ owner }) =>
    each(owner, [
      `alter system set shared_preload_libraries = 'pg_stat_statements', 'auto_explain'`,
      `alter system set track_functions = 'all'`,
      `load 'auto_explain'`,
      `alter system set auto_explain.log_min_duration = '50ms'`,
      'alter system set auto_explain.log_analyze = on',
      'alter system set auto_explain.log_timing = off',
    ]),
  )
}

/** Runs the statements one after the other on one connection, outside a transaction. */
async function each(owner: pg.Pool, statements: string[]): Promise<void> {
  const client = await owner.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    client.release()
  }
}

async function printStatements(owner: pg.Pool, units: number): Promise<void> {
  const statements = await owner.query(
    `select round(total_exec_time::numeric) as ms, calls, round(mean_exec_time::numeric, 3) as mean, toplevel,
       left(regexp_replace(query, '\\s+', ' ', 'g'), 110) as query
     from pg_stat_statements where query !~ 'pg_stat' order by total_exec_time desc limit ${ROWS}`,
  )
  console.log(
    '| ms in PostgreSQL | calls each | ms a call | in a function | statement |\n| ---: | ---: | ---: | --- | --- |',
  )
  for (const { ms, calls, mean, toplevel, query } of statements.rows)
    console.log(`| ${ms} | ${(Number(calls) / units).toFixed(2)} | ${mean} | ${toplevel ? '' : 'yes'} | ${query} |`)
  const functions = await owner.query(
    `select schemaname || '.' || funcname as name, calls, round(self_time::numeric) as ms
     from pg_stat_user_functions order by self_time desc limit ${ROWS}`,
  )
  console.log('\n| ms of its own | calls each | function |\n| ---: | ---: | --- |')
  for (const { name, calls, ms } of functions.rows)
    console.log(`| ${ms} | ${(Number(calls) / units).toFixed(2)} | ${name} |`)
}

interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  timeDeltas: number[]
}

/** Prints self time by package or file, and by function. */
function printProfile({ nodes, samples, timeDeltas }: CpuProfile): void {
  const byId = new Map(nodes.map((node) => [node.id, node.callFrame]))
  const places = new Map<string, number>()
  const functions = new Map<string, number>()
  let busy = 0
  for (const [index, id] of samples.entries()) {
    const { functionName = '', url = '', lineNumber = 0 } = byId.get(id) ?? {}
    if (functionName === '(idle)' || functionName === '(program)') continue
    const took = timeDeltas[index] ?? 0
    const place = packageOrFile(url) || functionName
    busy += took
    places.set(place, (places.get(place) ?? 0) + took)
    const name = `${functionName || '(anonymous)'}, ${place}:${lineNumber + 1}`
    functions.set(name, (functions.get(name) ?? 0) + took)
  }
  for (const [heading, times] of [
    ['package or file', places],
    ['function', functions],
  ] as const) {
    console.log(`\n| part of the process's time | ${heading} |\n| ---: | --- |`)
    for (const [name, took] of [...times].sort((a, b) => b[1] - a[1]).slice(0, ROWS))
      console.log(`| ${((100 * took) / busy).toFixed(1)}% | ${name} |`)
  }
}

/** A package's name, or a file of the product. */
function packageOrFile(url: string): string {
  const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(url)
  return inPackage?.[1] ?? url.replace(/^file:\/\//, '').replace(`${process.cwd()}/`, '')
}
