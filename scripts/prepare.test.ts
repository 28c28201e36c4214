import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPool } from '#platform/postgres/database.ts'
import { startEmbeddedPostgres } from '#platform/postgres/embedded/embedded.ts'

/** Enough for a first start on the slowest machine. */
const TIMEOUT_MS = 600_000

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'prepare-test-'))
  // PostgreSQL may have to run as another account, which needs access.
  chmodSync(dataDir, 0o711)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const begin = () =>
  spawn(process.execPath, ['--import', 'tsx', 'scripts/prepare.ts'], {
    stdio: 'ignore',
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, SEED: 'demo' },
  })

test(
  'a new folder gets a filled database, once; a folder that has one is left alone',
  async () => {
    expect(await once(begin(), 'close')).toEqual([0, null])
    const postgres = await startEmbeddedPostgres({ dataDir })
    const owner = openPool({ connectionString: postgres.connectionString, maxConnections: 1 })
    try {
      const { rows } = await owner.query('select name from site.identity order by name')
      expect(rows.map(({ name }) => name)).toContain('contents')
      expect((await owner.query('select from public.group_buys')).rowCount).toBeGreaterThan(5)
    } finally {
      await owner.end()
      await postgres.stop()
    }
    const log = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    const [before, changedAt] = [log(), statSync(join(dataDir, 'postgres.json')).mtimeMs]
    expect(await once(begin(), 'close')).toEqual([0, null])
    expect([log(), statSync(join(dataDir, 'postgres.json')).mtimeMs]).toEqual([before, changedAt])
  },
  TIMEOUT_MS,
)

test(
  'a signal during the preparation shuts PostgreSQL down cleanly',
  async () => {
    const child = begin()
    await expect.poll(() => existsSync(join(dataDir, 'postgres')), { timeout: 60_000, interval: 20 }).toBe(true)
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
    expect(readdirSync(dataDir)).not.toContain('process.lock')
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  },
  TIMEOUT_MS,
)
