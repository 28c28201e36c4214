import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '#server/features.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'
import { type Crashes, crashingDatabase } from '../trials/setup/crashing-database.ts'
import { inActOrder } from './acts/acts.ts'
import { senderOf } from './sender.ts'

let crashing: TestWire
const crashes: Crashes = { next: null }
beforeAll(async () => {
  crashing = await openTestWire({ through: (database) => crashingDatabase(database, crashes) })
})
afterAll(() => crashing.stop())

/** A response that is not stored is rebuilt for a retry. */
const storing = commands.filter(({ returnsSecrets }) => !returnsSecrets).sort(inActOrder)

test.each(storing.map((command) => [command.name, command] as const))(
  '%s: nothing is done when the process dies before the end, all of it when the answer is lost, and the retry is answered',
  async (_, command) => {
    const { act, send } = await senderOf(crashing, command)
    crashes.next = 'before the commit'
    expect((await send(act.body)).status).toBe(500)
    expect(await act.effects()).toBe(0)
    crashes.next = 'after the commit'
    expect((await send(act.body)).status).toBe(500)
    expect(await act.effects()).toBe(1)
    expect((await send(act.body)).status).toBe(200)
    expect((await send(act.body)).status).toBe(200)
    expect(await act.effects()).toBe(1)
    expect(crashing.faults.splice(0).map(String)).toEqual(
      ['before', 'after'].map((when) => `Error: Died ${when} the commit`),
    )
  },
)
