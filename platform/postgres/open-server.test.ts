import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SERVICE } from './database.ts'
import { openServer } from './open-server.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'open-server-test-'))
  await chmod(dataDir, 0o711)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const OPTIONS = { databaseUrl: undefined, maxConnections: 2, secret: 'a secret of this test', strict: false }

/** Opens a server and ends that early once `begin` is called. */
async function openUntil(options: { onStarting?: () => void; check?: () => Promise<void> }, closing: AbortController) {
  const opening = openServer({ ...OPTIONS, dataDir, signal: closing.signal, ...options })
  return opening.then(
    async (server) => {
      await server.close()
      return 'opened'
    },
    () => 'rejected',
  )
}

const isLeftBehind = async () => ({
  lock: (await readdir(dataDir)).includes('process.lock'),
  server: await readFile(join(dataDir, 'postgres/postmaster.pid')).then(
    () => true,
    () => false,
  ),
})

test('opening that is ended early, before or after the server has started, leaves nothing behind', async () => {
  const early = new AbortController()
  expect(await openUntil({ onStarting: () => early.abort() }, early)).toBe('rejected')
  expect(await isLeftBehind()).toEqual({ lock: false, server: false })

  const later = new AbortController()
  const check = async () => later.abort()
  expect(await openUntil({ check }, later)).toBe('rejected')
  expect(await isLeftBehind()).toEqual({ lock: false, server: false })
})

test('a signal that comes after opening stops nothing', async () => {
  const closing = new AbortController()
  const server = await openServer({ ...OPTIONS, dataDir, signal: closing.signal })
  closing.abort()
  const { rows } = await server.database.as(SERVICE, (tx) => tx.query('select 1 as one'))
  expect(rows).toEqual([{ one: 1 }])
  await server.close()
})
