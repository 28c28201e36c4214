import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Config, readConfig } from '#config'
import { auditLedger } from '#database/audit/ledger.ts'
import { auditMarket } from '#database/audit/market.ts'
import { demoMarket } from '#database/tests/setup/demo-market.ts'
import { verifiedEntries, writeArchive } from '#platform/backups/archive.ts'
import { BackupFault } from '#platform/backups/backup-fault.ts'
import { readBackup, restoreBackup } from '#platform/backups/restore-backup.ts'
import { takeBackup } from '#platform/backups/take-backup.ts'
import { diskStore } from '#platform/files/stores/blob-store.ts'
import { openPool } from '#platform/postgres/database.ts'
import { ownerConnection } from '#platform/postgres/owner-connection.ts'
import { createTestDatabase, type TestDatabase, testServer } from '#platform/postgres/testing.ts'
import { SiteFault } from '#platform/secrets/site-identity.ts'
import { loadApiKeys, loadSigningKeySet } from '#platform/secrets/site-keys.ts'
import { openSite } from '../../../process/site/site.ts'
import { switchOutgoingMoney } from './outgoing-money.ts'
import { restoreMarket } from './restore-market.ts'

// Backs up a market during writes, and restores the backup to another database and folder.

let place: string
let market: TestDatabase
let picture: string
let path: string
const dataDir = () => join(place, 'market')
const config = (folder: string, database: TestDatabase, more: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: folder, DATABASE_URL: database.ownerConnectionString, ...more })

const openSiteOf = async (own: Config) =>
  openSite({ config: own, keys: await loadApiKeys(own), signingKeys: await loadSigningKeySet(own) })

const backUp = (name: string, keep?: number) =>
  takeBackup({
    connectionString: market.ownerConnectionString,
    dataDir: dataDir(),
    target: join(place, name),
    parts: { files: true, secrets: true },
    ...(keep !== undefined && { keep }),
  })

beforeAll(async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  place = await mkdtemp(join(tmpdir(), 'restore-market-'))
  market = await createTestDatabase({ seed: demoMarket })
  await (await openSiteOf(config(dataDir(), market))).remember(market.ownerConnectionString)
  const bytes = Buffer.from('a picture of ofada rice')
  picture = await diskStore(join(dataDir(), 'files')).write(bytes)
  path = (await backUp('first.tar')).path
})
afterAll(async () => {
  vi.restoreAllMocks()
  await market.drop()
  await rm(place, { recursive: true, force: true })
})

/** An empty database and a folder that does not exist. A rejected restore does not change them. */
let target: TestDatabase
let folder: string
let count = 0
async function newTarget(): Promise<void> {
  await target?.drop()
  target = await createTestDatabase({ hasNoTables: true })
  folder = join(place, `restored-${++count}`)
}
beforeAll(newTarget)
afterAll(() => target.drop())

const readNumber = async (owner: pg.Pool, sql: string) => Number((await owner.query(sql)).rows[0]?.number)
/** Restores without the check of durability settings, which the tests' server would fail. */
async function restoreTo(database: TestDatabase, { from = path, dataDir = folder } = {}): Promise<number> {
  // All databases of the server share this password.
  const { authenticatorPassword } = await testServer()
  const backup = await readBackup(from)
  const { ownerConnectionString: databaseUrl } = database
  return restoreBackup({ backup, databaseUrl, dataDir, authenticatorPassword: () => authenticatorPassword })
}

const signUp = (email: string) => `insert into auth.users (email) values ('${email}@writer.test')`

describe('a market that was restored', () => {
  let own: Config
  let back: Awaited<ReturnType<typeof ownerConnection>>
  let owner: pg.Pool
  beforeAll(async () => {
    own = readConfig({ DATA_DIR: join(place, 'restored') })
    await chmod(place, 0o711)
    expect(await restoreMarket(path, own)).toBe(true)
    back = await ownerConnection(own)
    owner = openPool({ connectionString: back.connectionString })
  })
  afterAll(async () => {
    await owner?.end()
    await back?.stop()
  })

  test('has exactly the rows of the backup', async () => {
    const [before, after] = await Promise.all([tableChecksums(market.owner), tableChecksums(owner)])
    const changed = [...before].filter(([table, sum]) => after.get(table) !== sum).map(([table]) => table)
    // Differences: jobs that move money are paused, the backup itself is not recorded, definitions were applied later.
    const others = ['jobs.schedules', 'jobs.queue', 'site.backups', 'migrations.release']
    expect(changed.filter((table) => !others.includes(table))).toEqual([])
    expect([...after.keys()].sort()).toEqual([...before.keys()].sort())
    expect(before.size).toBeGreaterThan(100)
  })

  test('has its files and keys, and opens as the same site', async () => {
    expect(await readdir(join(own.dataDir, 'secrets'))).toEqual(await readdir(join(dataDir(), 'secrets')))
    const read = await diskStore(join(own.dataDir, 'files')).read(picture)
    expect(Buffer.from(read ?? []).toString()).toBe('a picture of ofada rice')
    await (await openSiteOf(own)).remember(back.connectionString)
  })

  test('never reuses a number that the market assigned after the backup', async () => {
    const given = await readNumber(market.owner, "select nextval('public.order_numbers') as number")
    expect(await readNumber(owner, "select nextval('public.order_numbers') as number")).toBeGreaterThan(given + 9_000)
  })

  test('sends nothing to the gateway until an operator resumes it', async () => {
    const due = `select count(*) as number from jobs.schedules where task like 'process-pay%' and next_run_at < now() + interval '1 year'`
    const all = `select count(*) as number from jobs.schedules where task in ('process-payouts', 'process-payments')`
    expect([await readNumber(owner, due), await readNumber(owner, all)]).toEqual([0, 2])
    await switchOutgoingMoney(own, 'on')
    expect(await readNumber(owner, due)).toBe(2)
    await switchOutgoingMoney(own, 'off')
    expect(await readNumber(owner, due)).toBe(0)
  })
})

test('concurrent transactions are in the backup completely or not at all', async () => {
  const written: string[] = []
  let isRunning = true
  const writing = Promise.all(
    ['a', 'b'].map(async (writer) => {
      for (let number = 0; isRunning; number += 1) {
        await market.owner.query(signUp(`${writer}${number}`))
        written.push(`${writer}${number}`)
      }
    }),
  )
  while (written.length < 20) await new Promise((resolve) => setTimeout(resolve, 5))
  const acknowledged = written.length
  const busy = await backUp('busy.tar')
  const during = written.length - acknowledged
  isRunning = false
  await writing
  expect(during).toBeGreaterThan(0)
  await restoreTo(target, { from: busy.path })
  const people = `select count(*) as number from auth.users where email like '%@writer.test'`
  expect(await readNumber(target.owner, people)).toBeGreaterThanOrEqual(acknowledged)
  const halves = `select count(*) as number from auth.users u full join public.profiles p using (id) where u.id is null or p.id is null`
  expect(await readNumber(target.owner, halves)).toBe(0)
  expect([...(await auditLedger(target.owner)), ...(await auditMarket(target.owner))]).toEqual([])
})

test('the last good backup is recorded in the database, and --keep removes older ones', async () => {
  const nightly = join(place, 'nightly')
  await mkdir(nightly)
  const old = ['backup-2026-01-01-030000.tar', 'backup-2026-01-02-030000.tar', 'mine.tar', 'backup-of-my-own.tar']
  for (const name of old) await writeFile(join(nightly, name), '')
  const taken = await backUp('nightly', 2)
  expect(taken.removed).toEqual(['backup-2026-01-01-030000.tar'])
  expect(await readdir(nightly)).toHaveLength(4)
  const { rows } = await market.database.as({ role: 'service_role', claims: {} }, (tx) =>
    tx.query('select taken_at, bytes from site.backups order by taken_at desc limit 1'),
  )
  expect(rows[0]).toEqual({ taken_at: taken.takenAt, bytes: BigInt(taken.bytes) })
})

describe('rejects, before changing anything,', () => {
  beforeAll(newTarget)

  async function expectUnchanged(): Promise<void> {
    await expect(readdir(folder)).rejects.toThrow('ENOENT')
    expect(await readNumber(target.owner, `select count(*) as number from pg_tables where schemaname = 'public'`)).toBe(
      0,
    )
  }

  test('a backup that was cut short or altered', async () => {
    const whole = await readFile(path)
    const altered = Buffer.from(whole)
    altered[Math.floor(whole.length / 2)] = (altered[Math.floor(whole.length / 2)] ?? 0) ^ 1
    const other = join(place, 'other.tar')
    for (const bytes of [altered, whole.subarray(0, whole.length - 4_096)]) {
      await writeFile(other, bytes)
      await expect(restoreMarket(other, config(folder, target))).rejects.toThrow('other.tar is damaged')
      await expectUnchanged()
    }
  })

  test.each([
    [
      'by a newer version',
      /"0103_accounts"/,
      '"9998_later"',
      'which had also: 9998_later. Restore it with that version.',
    ],
    ['by a version before 1.0', /"version": *"[\d.]+",/, '', 'was taken by a version before 1.0'],
    ['in another format', /"format": 1/, '"format": 2', 'has format 2, and this version reads 1.'],
    ['of production', /"contents": "demo"/, '"contents": "production"', 'holds the market of a site in production'],
  ])('one that was taken %s', async (_, what, instead, why) => {
    const other = await rewriteBackup((about) => about.replace(what, instead))
    await expect(restoreMarket(other, config(folder, target))).rejects.toThrow(why)
    await expectUnchanged()
  })

  test('a backup of a site with other keys, or without keys', async () => {
    const secretKey = { SUPABASE_SECRET_KEY: `sb_secret_${'0'.repeat(48)}` }
    await expect(restoreMarket(path, config(folder, target, secretKey))).rejects.toThrow(SiteFault)
    const bare = await rewriteBackup((about) => about, 'secrets/')
    await expect(restoreMarket(bare, config(folder, target))).rejects.toThrow('taken without the keys of its market')
    await expectUnchanged()
  })

  test('a folder or a database that is in use', async () => {
    await expect(restoreTo(target, { dataDir: dataDir() })).rejects.toThrow(
      `${dataDir()} holds files, secrets already, and a restore never replaces anything.`,
    )
    await expect(restoreTo(market)).rejects.toThrow('belongs to a site already')
    const made = await createTestDatabase()
    await expect(restoreTo(made)).rejects.toThrow('has tables already')
    await made.drop()
    await expectUnchanged()
  })
})

test('an interrupted restore cannot be opened and can be repeated', async () => {
  await newTarget()
  const other = await rewriteBackup((about) => about.replace('"profiles"', '"profiles_of_another"'))
  await expect(restoreTo(target, { from: other })).rejects.toThrow(BackupFault)
  const tables = `select count(*) as number from pg_tables where schemaname in ('public', 'auth', 'migrations')`
  expect(await readNumber(target.owner, tables)).toBe(0)
  await expect((await openSiteOf(config(folder, target))).check(target.ownerConnectionString)).rejects.toThrow(
    'belong to another database',
  )
  await rm(folder, { recursive: true })
  await restoreTo(target)
  expect(await readNumber(target.owner, 'select count(*) as number from auth.users')).toBeGreaterThan(0)
})

/**
 * A copy of the first backup with a changed `about.json`, without entries with the given prefix, and with valid
 * checksums.
 */
async function rewriteBackup(change: (about: string) => string, without = 'nothing'): Promise<string> {
  const other = join(place, `rewritten-${count}-${without.length}.tar`)
  await rm(other, { force: true })
  async function* entries() {
    for await (const entry of verifiedEntries(path)) {
      if (entry.name.startsWith(without)) continue
      const isAbout = entry.name === 'about.json'
      yield isAbout ? { ...entry, content: Buffer.from(change(entry.content.toString())) } : entry
    }
  }
  await writeArchive(other, entries())
  return other
}

/** A checksum of each table's rows, independent of their order. */
async function tableChecksums(owner: pg.Pool): Promise<Map<string, string>> {
  const { rows: tables } = await owner.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname !~ '^pg_' and schemaname not in ('information_schema', 'limits', 'realtime') order by 1`,
  )
  const sums = tables.map(
    ({ name }) => `select '${name}' as name, md5(string_agg(t::text, '' order by t::text)) as sum from ${name} t`,
  )
  const { rows } = await owner.query(sums.join(' union all '))
  return new Map(rows.map(({ name, sum }) => [name, sum]))
}
