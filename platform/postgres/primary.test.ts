import type pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import { isConnectionLost } from './connection-lost.ts'
import { openPool } from './database.ts'
import { openPrimary } from './primary.ts'
import { actServer } from './testing/acted-server.ts'

const FIRST = '00000001'
const LATER = '00000002'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function servers(...timelines: (string | null)[]) {
  const acted = await Promise.all(timelines.map(actServer))
  for (const server of acted) closers.push(server.end)
  return acted as [(typeof acted)[0], ...typeof acted]
}

function openAt(...acted: { connectionString: string }[]) {
  const primary = openPrimary(acted.map(({ connectionString }) => connectionString))
  const pool = openPool({ ...primary, maxConnections: 2 })
  closers.push(primary.close, () => pool.end())
  /** What the server that is reached says of itself. */
  const reached = async () => (await pool.query('whose')).rows[0]?.timeline
  return { primary, pool, reached }
}

test('the primary is found wherever it stands among the hosts', async () => {
  const [standby, primary] = await servers(null, FIRST)
  expect(await openAt(standby, primary!).reached()).toBe(FIRST)
})

test('a server that is promoted is found by those who were connected to its predecessor', async () => {
  const [primary, standby] = await servers(FIRST, null)
  const { reached, pool } = openAt(primary, standby!)
  expect(await reached()).toBe(FIRST)
  await primary.end()
  await expect.poll(() => pool.totalCount).toBe(0)
  const fault = await reached().catch((error: unknown) => error)
  expect(fault).toMatchObject({ message: expect.stringContaining('is read-only') })
  expect(isConnectionLost(fault)).toBe(true)
  standby!.timeline = LATER
  await expect.poll(() => reached().catch(() => null), { timeout: 10_000 }).toBe(LATER)
})

test('of two that believe to be the primary the one promoted last is meant, and the connections to the other are dropped', async () => {
  const [primary, standby] = await servers(FIRST, null)
  const { primary: hosts, pool, reached } = openAt(primary, standby!)
  expect(await reached()).toBe(FIRST)
  const held = await pool.connect()
  const lost = vi.fn()
  held.on('error', lost)
  standby!.timeline = LATER
  hosts.suspect()
  await vi.waitFor(() => expect(lost).toHaveBeenCalled(), { timeout: 10_000 })
  expect(lost.mock.calls[0]?.[0]).toSatisfy(isConnectionLost)
  held.release(true)
  expect(await reached()).toBe(LATER)
})

test('a host that answers nothing does not stand in the way of the others', async () => {
  const [silent, primary] = await servers(FIRST, LATER)
  silent.isSilent = true
  expect(await openAt(silent, primary!).reached()).toBe(LATER)
})

test('while a server may be promoted, the hosts are asked again and again, whether or not anybody connects', async () => {
  const [primary, standby] = await servers(FIRST, null)
  const { primary: hosts, pool } = openAt(primary, standby!)
  const held: pg.PoolClient = await pool.connect()
  const lost = vi.fn()
  held.on('error', lost)
  hosts.suspect()
  // The old one still answers, so that the first look finds nothing new.
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(lost).not.toHaveBeenCalled()
  standby!.timeline = LATER
  await vi.waitFor(() => expect(lost).toHaveBeenCalled(), { timeout: 10_000 })
  held.release(true)
})

test('one address that leads elsewhere after a failover keeps no connection to a server that takes no writes', async () => {
  const [only] = await servers(FIRST)
  const { primary, pool, reached } = openAt(only)
  expect(await reached()).toBe(FIRST)
  expect(pool.idleCount).toBe(1)
  primary.demoted()
  await expect.poll(() => pool.totalCount).toBe(0)
  expect(await reached()).toBe(FIRST)
})
