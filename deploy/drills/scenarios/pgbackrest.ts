import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { recount } from '../parts/count.ts'
import { fillForJoins, openMarket } from '../parts/market-processes.ts'
import { type Acknowledged, loadJoins, waitForJoins } from '../parts/people/joins.ts'
import { inSandbox, needPrograms, type Sandbox } from '../parts/sandbox.ts'
import { asAccount, type DebianPostgres, runAs, startPostgres } from '../parts/servers/debian-postgres.ts'
import { openSheet } from '../parts/sheet.ts'

const PROGRAM = '/usr/bin/pgbackrest'
/** Shorter than in the example, because a drill cannot wait for minutes. */
const ARCHIVE_TIMEOUT_S = 5

/**
 * The server of DATABASE_URL is lost with its disk; pgBackRest restores it to the last archived moment, and to just
 * before a mistake.
 */
needPrograms({ pgbackrest: PROGRAM })
const sheet = openSheet('pgbackrest')
await inSandbox(async (sandbox) => {
  const config = join(sandbox.folder, 'pgbackrest.conf')
  const server = await startPostgres(sandbox, {
    name: 'primary',
    settings: {
      archive_mode: 'on',
      archive_command: `${PROGRAM} --config=${config} --stanza=market archive-push %p`,
      archive_timeout: String(ARCHIVE_TIMEOUT_S),
      unix_socket_directories: sandbox.folder,
    },
  })
  configure(sandbox, server, config)
  const backrest = (...args: string[]) => runAs(sandbox, PROGRAM, [`--config=${config}`, '--stanza=market', ...args])
  backrest('stanza-create')
  backrest('check')

  const market = await openMarket(sandbox)
  const product = await market.start(server.connectionString)
  await fillForJoins(server.connectionString)
  const load = loadJoins(market, { origins: () => [product.origin] })
  await waitForJoins(load, 300)
  const beganAt = performance.now()
  await promisify(execFile)(
    PROGRAM,
    [`--config=${config}`, '--stanza=market', 'backup', '--type=full'],
    asAccount(sandbox),
  )
  sheet.figure('seconds of the full backup', (performance.now() - beganAt) / 1000)
  const positions = watchPositions(server)
  await waitForJoins(load, 600)

  const beforeMistake = performance.now()
  const mistakeAt = await makeMistake(server)
  await waitForJoins(load, 600)
  await sleep(2 * ARCHIVE_TIMEOUT_S * 1000)
  const archived = await lastArchived(server)
  await positions.stop()
  await product.stop('SIGKILL')
  await server.end('SIGKILL')
  rmSync(server.data, { recursive: true, force: true })
  await load.stop(0)
  const safeUntil = positions.lastBefore(archived)
  const all = load.acknowledged
  const ending = Math.max(...all.map(({ atMs }) => atMs))
  const parts = {
    safe: all.filter(({ atMs }) => atMs < safeUntil),
    unsafe: all.filter(({ atMs }) => atMs >= safeUntil),
    beforeMistake: all.filter(({ atMs }) => atMs < beforeMistake),
    afterBackup: all.filter(({ atMs }) => atMs > beganAt),
  }
  sheet.figure('joins acknowledged', all.length)
  sheet.figure(
    `seconds since the last archived position, when the disk was lost (archive_timeout ${ARCHIVE_TIMEOUT_S} s)`,
    (ending - safeUntil) / 1000,
  )

  const latest = await restoreServer(server, () => backrest('restore'))
  sheet.figure('seconds of the restore to the latest moment', latest)
  await checkRestore('latest', parts.safe)
  sheet.figure(
    'joins acknowledged after it, and of these lost',
    `${parts.unsafe.length}, ${await countLost(server, parts.unsafe)}`,
  )
  sheet.must('latest: the mistake is there, too', (await countMistakes(server)) > 0, await countMistakes(server))
  const reopened = await market.start(server.connectionString)
  const more = loadJoins(market, { origins: () => [reopened.origin], first: 500_000 })
  await waitForJoins(more, 100)
  await more.stop()
  sheet.must('the market opens on it and people join', more.refused.size === 0, more.acknowledged.length)
  await reopened.stop()

  await destroyServer(server)
  const back = await restoreServer(server, () =>
    backrest('restore', '--type=time', `--target=${mistakeAt}`, '--target-action=promote'),
  )
  sheet.figure('seconds of the restore to just before the mistake', back)
  await checkRestore('before the mistake', parts.beforeMistake)
  sheet.must('before the mistake: it is not there', (await countMistakes(server)) === 0, await countMistakes(server))
  const opened = await market.start(server.connectionString)
  sheet.must(
    'before the mistake: the market opens on it',
    opened.readyMs > 0,
    `ready after ${Math.round(opened.readyMs)} ms`,
  )
  await opened.stop()

  await destroyServer(server)
  await restoreServer(server, () => backrest('restore', '--type=immediate', '--target-action=promote'))
  const lost = await countLost(server, parts.afterBackup)
  sheet.must(
    'control: without the archive, joins since the full backup are lost',
    lost > 0,
    `${lost} of ${parts.afterBackup.length}`,
  )

  async function checkRestore(what: string, expected: Acknowledged[]): Promise<void> {
    const { lost, twice, faults } = await recount(server.connectionString, expected)
    sheet.must(`${what}: of ${expected.length} joins lost: 0`, lost.length === 0 && expected.length > 0, lost.length)
    sheet.must(`${what}: joins kept twice: 0`, twice === 0, twice)
    sheet.must(`${what}: counters, ledger and moves add up`, faults.length === 0, faults[0] ?? 'yes')
  }
})
sheet.close()

/** The shipped example, with this drill's folders. */
function configure({ folder, account }: Sandbox, { data, port }: DebianPostgres, path: string): void {
  const example = readFileSync('deploy/pgbackrest/pgbackrest.conf', 'utf8')
  const own: Record<string, string> = { 'pg1-path': data, 'pg1-port': String(port), 'pg1-socket-path': folder }
  for (const [name, kind] of [
    ['repo1-path', 'copies'],
    ['log-path', 'logs'],
    ['lock-path', 'locks'],
  ] as const) {
    const place = join(folder, kind)
    mkdirSync(place)
    if (account) chownSync(place, account.uid, account.gid)
    own[name] = place
  }
  writeFileSync(
    path,
    example.replace(/^([\w-]+)=(.*)$/gm, (line, name: string) => (own[name] ? `${name}=${own[name]}` : line)),
  )
}

async function query<T extends pg.QueryResultRow>({ connectionString }: DebianPostgres, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Runs an `update` without a `where`. Returns the time before it. */
async function makeMistake(server: DebianPostgres): Promise<string> {
  const [before] = await query<{ at: string }>(
    server,
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as at`,
  )
  await sleep(200)
  await query(server, `update public.profiles set full_name = 'Everybody'`)
  return before?.at ?? ''
}

async function countMistakes(server: DebianPostgres): Promise<number> {
  const rows = await query(server, `select count(*) as number from public.profiles where full_name = 'Everybody'`)
  return Number(rows[0]?.number)
}

async function countLost(server: DebianPostgres, expected: Acknowledged[]): Promise<number> {
  return (await recount(server.connectionString, expected)).lost.length
}

/** The end of the archived log: the position after the last archived segment. */
async function lastArchived(server: DebianPostgres): Promise<bigint> {
  const [row] = await query<{ wal: string }>(server, 'select last_archived_wal as wal from pg_stat_archiver')
  const wal = row?.wal.slice(0, 24) ?? ''
  const segment = 16n * 1024n * 1024n
  return (BigInt(`0x${wal.slice(8, 16)}`) << 32n) + (BigInt(`0x${wal.slice(16, 24)}`) + 1n) * segment
}

/** Records the WAL position ten times a second, so that a join's time can be compared with the archived position. */
function watchPositions(server: DebianPostgres) {
  const seen: { atMs: number; position: bigint }[] = []
  let goesOn = true
  const watching = (async () => {
    while (goesOn) {
      const atMs = performance.now()
      const [row] = await query<{ at: string }>(server, `select (pg_current_wal_insert_lsn() - '0/0')::text as at`)
      seen.push({ atMs, position: BigInt(row?.at ?? 0) })
      await sleep(100)
    }
  })()
  return {
    async stop() {
      goesOn = false
      await watching
    },
    lastBefore: (position: bigint) => seen.findLast((one) => one.position <= position)?.atMs ?? 0,
  }
}

async function destroyServer(server: DebianPostgres): Promise<void> {
  await server.end('SIGKILL')
  rmSync(server.data, { recursive: true, force: true })
}

/** Returns the seconds until the server accepts writes. */
async function restoreServer(server: DebianPostgres, restore: () => unknown): Promise<number> {
  const beganAt = performance.now()
  restore()
  await server.start()
  for (;;) {
    const [row] = await query<{ recovering: boolean }>(server, 'select pg_is_in_recovery() as recovering')
    if (row?.recovering === false) return (performance.now() - beganAt) / 1000
    await sleep(100)
  }
}
