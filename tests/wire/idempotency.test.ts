import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { commands } from '#server/features.ts'
import { openTestWire, type TestWire } from '#server/testing/wire.ts'
import { storesKeyAfterwards } from '../trials/setup/crashing-database.ts'
import { watchedDatabase } from '../trials/setup/watched-database.ts'
import { inActOrder } from './acts/acts.ts'
import { requiredFields, schemaFaults } from './command-schemas.ts'
import { senderOf } from './sender.ts'

const CONNECTIONS = inject('trialsAreWhole') ? 20 : 4
/** More than there are connections, so that some wait for one while others hold one and wait for the key. */
const AT_ONCE = CONNECTIONS + 4

let wire: TestWire
beforeAll(async () => {
  wire = await openTestWire({ maxConnections: CONNECTIONS })
})
afterAll(() => wire.stop())

/** A response that is not stored is rebuilt for a retry. */
const storing = commands.filter(({ returnsSecrets }) => !returnsSecrets).sort(inActOrder)

test.each(storing.map((command) => [command.name, command] as const))(
  '%s: many calls at once under one key happen once, another body is refused',
  async (_, command) => {
    const { act, send } = await senderOf(wire, command)
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send(act.body)))
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(answers.map(({ status }) => status)), texts[0]).toEqual(new Set([200]))
    // The first caller gets the row as written, later ones as stored: the same JSON, perhaps with fields in another
    // order.
    for (const text of texts) expect(JSON.parse(text)).toEqual(JSON.parse(texts[0] ?? ''))
    expect(await act.effects()).toBe(1)

    const reused = await send(act.other)
    const refusal = await reused.json()
    expect([reused.status, refusal]).toMatchObject([422, { code: 'idempotency_key_reused' }])
    // The public description of the commands (web/public/openapi.json) says what really comes and goes.
    for (const field of requiredFields(command.name)) {
      const { [field]: _left, ...rest } = act.body
      // A check that takes an empty body leaves the refusal to the command.
      expect(command.check(rest).ok, `${command.name} without ${field}`).toBe(command.check({}).ok)
    }
    expect([
      ...schemaFaults(command.name, 'request', act.body),
      ...schemaFaults(command.name, '200', JSON.parse(texts[0] ?? '')),
      ...schemaFaults(command.name, 'default', refusal),
    ]).toEqual([])
    expect(await act.effects()).toBe(1)
    expect(wire.faults).toEqual([])
  },
)

test('secrets are in no stored response, whatever key a client sends', async () => {
  const secret = commands.filter(({ returnsSecrets }) => returnsSecrets)
  expect(secret.map(({ name }) => name)).toEqual([
    'reveal-contact',
    'take-data-export',
    'read-codes',
    'read-code-checks',
    'look-up-buyer',
    'show-buyer-phone',
    'find-orders-by-phone',
    'find-people-by-contact',
  ])
  for (const command of secret) {
    const { act, send } = await senderOf(wire, command)
    const handed = await send(act.body)
    expect(handed.status).toBe(200)
    expect(schemaFaults(command.name, 'request', act.body)).toEqual([])
    expect(schemaFaults(command.name, '200', await handed.json())).toEqual([])
    // Handed out once, also to a client that has lost the first response.
    expect((await send(act.body)).status).toBe(command.name === 'take-data-export' ? 409 : 200)
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
