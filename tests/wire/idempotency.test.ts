import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { AnyCommand } from '#server/command.ts'
import { commands } from '#server/commands.ts'
import { KEYS, openTestWire, type TestWire } from '#server/testing/wire.ts'
import { type Crashes, crashingDatabase, storesKeyAfterwards } from '../trials/crashing-database.ts'
import { watchedDatabase } from '../trials/watched-database.ts'
import { acts } from './acts.ts'

const CONNECTIONS = inject('trialsAreWhole') ? 20 : 4
/** More than there are connections, so that some wait for one while others hold one and wait for the key. */
const AT_ONCE = CONNECTIONS + 4

let wire: TestWire
let crashing: TestWire
const crashes: Crashes = { next: null }
beforeAll(async () => {
  wire = await openTestWire({ maxConnections: CONNECTIONS })
  crashing = await openTestWire({ through: (database) => crashingDatabase(database, crashes) })
})
afterAll(() => Promise.all([wire.stop(), crashing.stop()]))

/** An answer that is kept nowhere is made anew for a retry. */
const kept = commands.filter(({ tellsSecrets }) => !tellsSecrets)

const secretKey = { apikey: KEYS.secret, authorization: `Bearer ${KEYS.secret}` }

test.each(kept.map((command) => [command.name, command] as const))(
  '%s: many calls at once under one key happen once, another body is refused',
  async (_, command) => {
    const { act, send } = await senderOf(wire, command)
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(act.body)))
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(answers.map(({ status }) => status)), texts[0]).toEqual(new Set([200]))
    // The first caller gets the row as written, the others as stored: the same JSON, perhaps with fields in another order.
    for (const text of texts) expect(JSON.parse(text)).toEqual(JSON.parse(texts[0] ?? ''))
    expect(await act.effects()).toBe(1)

    const reused = await send(act.other)
    expect([reused.status, await reused.json()]).toMatchObject([422, { code: 'idempotency_key_reused' }])
    expect(await act.effects()).toBe(1)
    expect(wire.faults).toEqual([])
  },
)

test.each(kept.map((command) => [command.name, command] as const))(
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

test('secrets are in no kept answer, whatever key a client sends', async () => {
  const secret = commands.filter(({ tellsSecrets }) => tellsSecrets)
  expect(secret.map(({ name }) => name)).toEqual(['read-codes', 'look-up-buyer'])
  for (const command of secret) {
    const { act, send } = await senderOf(wire, command)
    expect((await send(act.body)).status).toBe(200)
    expect((await send(act.body)).status).toBe(200)
    const where = [act.as, command.name]
    const { rowCount } = await wire.market.db.owner.query(
      'select from public.idempotency_keys where actor = $1 and route = $2',
      where,
    )
    expect(rowCount).toBe(0)
  }
})

test('a key that is stored after the effect is found', async () => {
  const late = await openTestWire({ through: (database) => watchedDatabase(database, storesKeyAfterwards) })
  const message = commands.find(({ name }) => name === 'send-contact-message') ?? commands[0]
  if (!message) throw new Error('There are commands')
  const { act, send } = await senderOf(late, message)
  await Promise.all(Array.from({ length: 50 }, () => send(act.body)))
  expect(await act.effects()).toBeGreaterThan(1)
  await late.stop()
})

async function senderOf({ market, tokenOf, ask }: TestWire, command: AnyCommand) {
  const act = await acts[command.name](market)
  const key = crypto.randomUUID()
  const token = act.as && (await tokenOf(act.as, { session_id: act.session ?? crypto.randomUUID() }))
  const session = token ? { authorization: `Bearer ${token}` } : {}
  const send = (body: Record<string, unknown>) =>
    ask(`/functions/v1/${command.name}`, {
      method: 'POST',
      ...(act.as && { as: act.as }),
      headers: { ...(command.who === 'secret-key' && secretKey), 'idempotency-key': key, ...session },
      body: JSON.stringify(body),
    })
  return { act, send }
}
