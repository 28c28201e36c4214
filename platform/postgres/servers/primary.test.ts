import type pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { isConnectionLost } from '../connections/connection-lost.ts'
import { openPool } from '../database.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import { openPrimary } from './primary.ts'

const FIRST = '00000001'
const LATER = '00000002'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function servers(...timelines: (string | null)[]) {
  const acted = await Promise.all(timelines.map(startFakeServer))
  for (const server of acted) closers.push(server.end)
  return acted as [(typeof acted)[0], ...typeof acted]
}

function openAt(...acted: { connectionString: string }[]) {
  const primary = openPrimary(acted.map(({ connectionString }) => connectionString))
  const pool = openPool({ ...primary, maxConnections: 2 })
  closers.push(primary.close, () => pool.end())
  /** The response of the server that was reached. */
  const reached = async () => (await pool.query('whose')).rows[0]?.timeline
  return { primary, pool, reached }
}

test('finds the primary at any position among the hosts', async () => {
  const [standby, primary] = await servers(null, FIRST)
  expect(await openAt(standby, primary!).reached()).toBe(FIRST)
})

test('finds a promoted server after its predecessor was used', async () => {
  const [primary, standby] = await servers(FIRST, null)
  const { reached, pool } = openAt(primary, standby!)
  expect(await reached()).toBe(FIRST)
  await primary.end()
  await expect.poll(() => pool.totalCount).toBe(0)
  const fault = await reached().catch((error: unknown) => error)
  expect(fault).toMatchObject({ message: expect.stringContaining('is read-only') })
  expect(isConnectionLost(fault)).toBe(true)
  standby!.timeline = LATER
  await expect.poll(() => reached().catch(() => null)).toBe(LATER)
})

test('chooses the primary that was promoted last, and closes connections to the other', async () => {
  const [primary, standby] = await servers(FIRST, null)
  const { primary: hosts, pool, reached } = openAt(primary, standby!)
  expect(await reached()).toBe(FIRST)
  const held = await pool.connect()
  const lost = vi.fn()
  held.on('error', lost)
  standby!.timeline = LATER
  hosts.reportFailure()
  await vi.waitFor(() => expect(lost).toHaveBeenCalled(), { timeout: 60_000 })
  expect(lost.mock.calls[0]?.[0]).toSatisfy(isConnectionLost)
  held.release(true)
  expect(await reached()).toBe(LATER)
})

test('an unresponsive host does not delay the others', async () => {
  const [silent, primary] = await servers(FIRST, LATER)
  silent.isSilent = true
  expect(await openAt(silent, primary!).reached()).toBe(LATER)
})

test('probes the hosts repeatedly after a failure, even without new connections', async () => {
  const [primary, standby] = await servers(FIRST, null)
  const { primary: hosts, pool } = openAt(primary, standby!)
  const held: pg.PoolClient = await pool.connect()
  const lost = vi.fn()
  held.on('error', lost)
  hosts.reportFailure()
  // The old one still responds, so the first probe finds no other.
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(lost).not.toHaveBeenCalled()
  standby!.timeline = LATER
  await vi.waitFor(() => expect(lost).toHaveBeenCalled(), { timeout: 60_000 })
  held.release(true)
})

test('closes connections to a read-only server behind a single address', async () => {
  const [only] = await servers(FIRST)
  const { primary, pool, reached } = openAt(only)
  expect(await reached()).toBe(FIRST)
  expect(pool.idleCount).toBe(1)
  primary.reportDemotion()
  await expect.poll(() => pool.totalCount).toBe(0)
  expect(await reached()).toBe(FIRST)
})
