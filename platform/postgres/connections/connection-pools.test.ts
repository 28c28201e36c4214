import { expect, test } from 'vitest'
import { type ConnectionPools, NoFreeConnection, openConnectionPools, type PoolName } from './connection-pools.ts'

const POOLS: PoolName[] = ['auth', 'commands', 'reads', 'anonymous']

/** Acquires connections until the caller is queued. */
async function fill(pools: ConnectionPools, pool: PoolName): Promise<(() => void)[]> {
  const releases: (() => void)[] = []
  for (;;) {
    const release = await pools.acquire(pool).catch(() => undefined)
    if (!release) return releases
    releases.push(release)
  }
}

test.each([
  [10, 6],
  [4, 1],
  [100, 55],
])('with %i connections, one pool takes at most %i and the others get theirs', async (total, maximum) => {
  for (const pool of ['commands', 'reads'] as const) {
    const pools = openConnectionPools({ total, waitMs: 1 })
    expect(await fill(pools, pool)).toHaveLength(maximum)
    for (const other of POOLS.filter((one) => one !== pool)) expect(await pools.acquire(other)).toBeTypeOf('function')
  }
})

test.each([2, 3])('with %i connections, commands leave one for the other pools', async (total) => {
  const pools = openConnectionPools({ total, waitMs: 1 })
  await fill(pools, 'commands')
  expect(await pools.acquire('auth')).toBeTypeOf('function')
})

test('with one connection, all pools take turns', async () => {
  const pools = openConnectionPools({ total: 1, waitMs: 60_000 })
  const release = await pools.acquire('commands')
  const next = pools.acquire('auth')
  release()
  expect(await next).toBeTypeOf('function')
})

test('all pools together never exceed the total', async () => {
  const pools = openConnectionPools({ total: 10, waitMs: 1 })
  let acquired = 0
  for (const pool of POOLS) acquired += (await fill(pools, pool)).length
  expect(acquired).toBe(10)
})

test('serves the oldest call first, and no call waits behind a pool that is full', async () => {
  const pools = openConnectionPools({ total: 4, waitMs: 60_000 })
  const release = await pools.acquire('commands')
  const order: string[] = []
  const recorded = (name: string) => (releaseNext: () => void) => {
    order.push(name)
    return releaseNext
  }
  const first = pools.acquire('commands').then(recorded('first'))
  const second = pools.acquire('commands').then(recorded('second'))
  await pools.acquire('reads').then(recorded('a read'))
  release()
  const releaseFirst = await first
  expect(order).toEqual(['a read', 'first'])
  releaseFirst()
  await second
  expect(order).toEqual(['a read', 'first', 'second'])
})

test('a queued call times out with an error, without taking a connection', async () => {
  const pools = openConnectionPools({ total: 4, waitMs: 1 })
  const release = await pools.acquire('commands')
  await expect(pools.acquire('commands')).rejects.toBeInstanceOf(NoFreeConnection)
  release()
  expect(await pools.acquire('commands')).toBeTypeOf('function')
})

test('limits the queue of each pool separately', async () => {
  const pools = openConnectionPools({ total: 4, waitMs: 60_000 })
  while (pools.waiting().count === 0) void pools.acquire('anonymous').catch(() => undefined)
  for (let waiting = 1; waiting < 1_000; waiting++) void pools.acquire('anonymous').catch(() => undefined)
  expect(pools.waiting().count).toBe(1_000)
  await expect(pools.acquire('anonymous')).rejects.toThrow(NoFreeConnection)
  expect(pools.waiting().waitedMs).toBeGreaterThan(0)
  expect(await pools.acquire('commands')).toBeTypeOf('function')
})
