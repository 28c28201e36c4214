import { expect, test } from 'vitest'
import { type Gate, type Lane, NoFreeConnection, openGate } from './lanes.ts'

const LANES: Lane[] = ['auth', 'commands', 'reads', 'strangers']

/** Enters until the gate makes the caller wait. */
async function fill(gate: Gate, lane: Lane): Promise<(() => void)[]> {
  const ways: (() => void)[] = []
  for (;;) {
    const way = await gate.enter(lane).catch(() => undefined)
    if (!way) return ways
    ways.push(way)
  }
}

test.each([
  [10, 6],
  [4, 1],
  [100, 55],
])('with %i connections, one lane takes at most %i and the others go on', async (total, most) => {
  for (const lane of ['commands', 'reads'] as const) {
    const gate = openGate({ total, waitMs: 1 })
    expect(await fill(gate, lane)).toHaveLength(most)
    for (const other of LANES.filter((one) => one !== lane)) expect(await gate.enter(other)).toBeTypeOf('function')
  }
})

test.each([2, 3])('with %i connections, commands leave one for all else', async (total) => {
  const gate = openGate({ total, waitMs: 1 })
  await fill(gate, 'commands')
  expect(await gate.enter('auth')).toBeTypeOf('function')
})

test('with one connection, all take turns', async () => {
  const gate = openGate({ total: 1, waitMs: 60_000 })
  const leave = await gate.enter('commands')
  const next = gate.enter('auth')
  leave()
  expect(await next).toBeTypeOf('function')
})

test('all lanes together never take more than there are', async () => {
  const gate = openGate({ total: 10, waitMs: 1 })
  let taken = 0
  for (const lane of LANES) taken += (await fill(gate, lane)).length
  expect(taken).toBe(10)
})

test('whoever waited longest is next, and waits behind nobody of a full lane', async () => {
  const gate = openGate({ total: 4, waitMs: 60_000 })
  const leave = await gate.enter('commands')
  const order: string[] = []
  const noted = (name: string) => (leaveAgain: () => void) => {
    order.push(name)
    return leaveAgain
  }
  const first = gate.enter('commands').then(noted('first'))
  const second = gate.enter('commands').then(noted('second'))
  await gate.enter('reads').then(noted('a read'))
  leave()
  const leaveFirst = await first
  expect(order).toEqual(['a read', 'first'])
  leaveFirst()
  await second
  expect(order).toEqual(['a read', 'first', 'second'])
})

test('a wait ends as an error that says nothing was begun, and takes no place', async () => {
  const gate = openGate({ total: 4, waitMs: 1 })
  const leave = await gate.enter('commands')
  await expect(gate.enter('commands')).rejects.toBeInstanceOf(NoFreeConnection)
  leave()
  expect(await gate.enter('commands')).toBeTypeOf('function')
})

test('so many wait for a lane; whoever comes after them is told at once, and other lanes are not', async () => {
  const gate = openGate({ total: 4, waitMs: 60_000 })
  while (gate.waiting().count === 0) void gate.enter('strangers').catch(() => undefined)
  for (let waiting = 1; waiting < 1_000; waiting++) void gate.enter('strangers').catch(() => undefined)
  expect(gate.waiting().count).toBe(1_000)
  await expect(gate.enter('strangers')).rejects.toThrow(NoFreeConnection)
  expect(gate.waiting().waitedMs).toBeGreaterThan(0)
  expect(await gate.enter('commands')).toBeTypeOf('function')
})
