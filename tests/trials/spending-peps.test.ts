import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { SERVICE } from '#platform/postgres/database.ts'
import { size, TIMEOUT_MS } from './setup/sizes.ts'
import { openTrial, type Trial } from './setup/trial.ts'

// PEPS spent in parallel, by far more than there are.

const ROUNDS = size(1, 20)
const SPENDS = size(60, 500)
const WORTH = SPENDS / 5
const PRICE = 1_000

/** The results of all tests except the deliberately wrong ones. */
let sound: Trial
let trial: Trial
beforeAll(async () => {
  sound = await openTrial()
})
afterEach(async () => {
  if (trial !== sound) await trial.close()
})
afterAll(() => sound.close())

test(
  `${ROUNDS} times ${SPENDS} spends at once: as many as the balance pays for, and no deadlock`,
  async () => {
    trial = sound
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = await trial.person()
      await trial.give(person, WORTH * PRICE + PRICE - 1)
      expect(await spendAll(trial, person, (spend) => `trial:${round}:${spend}`)).toEqual({
        posted: WORTH,
        never_overdrawn: SPENDS - WORTH,
      })
      expect(await balance(trial, person)).toBe(BigInt(PRICE - 1))
    }
    expect(await trial.findings()).toEqual([])
  },
  TIMEOUT_MS,
)

test(`${SPENDS} spends under one key are one`, async () => {
  trial = sound
  const person = await trial.person()
  await trial.give(person, WORTH * PRICE)
  expect(await spendAll(trial, person, () => 'trial:same')).toEqual({ posted: 1, repeated: SPENDS - 1 })
  expect(await balance(trial, person)).toBe(BigInt((WORTH - 1) * PRICE))
  expect(await trial.findings()).toEqual([])
})

test('orders paid in PEPS by every tab at once: as many as the balance pays for', async () => {
  trial = sound
  const buyer = await trial.person()
  await trial.db.owner.query('insert into public.verified_accounts (profile_id) values ($1)', [buyer])
  const orders = []
  for (let count = 0; count < 10; count += 1) orders.push(await trial.join((await trial.buy()).buyId, { as: buyer }))
  const due = orders[0]?.dueKobo ?? 0
  await trial.give(buyer, 3 * due + due - 1)
  const answers = await Promise.all(orders.flatMap((order) => [0, 1, 2].map(() => trial.begin(order, due))))
  expect(answers.filter(({ status, body }) => status === 200 && body.status === 'succeeded')).toHaveLength(3)
  expect(new Set(answers.map(({ status, body }) => body.code ?? status))).toEqual(
    new Set([200, 'already_paid', 'peps_not_enough']),
  )
  expect(await balance(trial, buyer)).toBe(BigInt(due - 1))
  expect(await trial.findings()).toEqual([])
})

test('an account without its check is overdrawn, and that is found', async () => {
  trial = await openTrial({
    sabotage:
      'alter table ledger.accounts drop constraint never_overdrawn; alter table public.profiles drop constraint profiles_points_balance_check',
  })
  const person = await trial.person()
  await trial.give(person, WORTH * PRICE)
  expect(await spendAll(trial, person, (spend) => `trial:${spend}`)).toEqual({ posted: SPENDS })
  expect((await trial.findings()).join()).toContain('L3 overdrawn')
})

const balance = async ({ row }: Trial, person: string) =>
  (await row<{ kobo: bigint }>(`select ledger.balance_kobo('peps', $1) as kobo`, [person])).kobo

/** Counts the results. Half of the tries hold first and capture afterwards, like a payment of PEPS and naira. */
async function spendAll(
  { db }: Trial,
  person: string,
  keyOf: (spend: number) => string,
): Promise<Record<string, number>> {
  const ends = await Promise.all(
    Array.from({ length: SPENDS }, async (_, spend) => {
      const line = { kind: 'reward_taken_back', debit: person, amount_kobo: PRICE }
      const key = keyOf(spend)
      const holds = spend % 2 === 1 && key !== keyOf(0)
      const lines = [holds ? { ...line, phase: 'held', expires_at: '2099-01-01' } : line]
      try {
        return await db.database.as(SERVICE, async (tx) => {
          const post = async (name: string, posted: unknown) =>
            (await tx.query('select ledger.post($1, $2) as done', [name, JSON.stringify(posted)])).rows[0].done === true
          const isNew = await post(key, lines)
          if (holds) await post(`${key}:taken`, [{ ...line, phase: 'captured', hold: `${key}#1` }])
          return isNew ? 'posted' : 'repeated'
        })
      } catch (error) {
        const { constraint, code } = error as { constraint?: string; code?: string }
        return constraint ?? code ?? 'fault'
      }
    }),
  )
  const counts: Record<string, number> = {}
  for (const end of ends) counts[end] = (counts[end] ?? 0) + 1
  return counts
}
