import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { auditLedger } from '#database/audit/ledger.ts'
import { ACCOUNT_KINDS } from '#domain/payments/accounts.ts'
import { MOVEMENTS } from '#domain/payments/movements.ts'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(async () => {
  expect(await auditLedger(db.owner)).toEqual([])
  await db.drop()
})

interface SentLine {
  kind: string
  debit?: string
  credit?: string
  amount_kobo: number | string
  phase?: string
  expires_at?: string
  hold?: string
}

async function post(key: string, lines: SentLine[], client: pg.Pool | pg.PoolClient = db.owner): Promise<boolean> {
  const { rows } = await client.query<{ post: boolean }>('select ledger.post($1, $2)', [key, JSON.stringify(lines)])
  return rows[0]?.post === true
}

const balance = async (kind: string, owner?: string) => {
  const { rows } = await db.owner.query<{ kobo: bigint | null }>('select ledger.balance_kobo($1, $2) as kobo', [
    kind,
    owner ?? null,
  ])
  return rows[0]?.kobo ?? null
}

const person = () => crypto.randomUUID()
const reward = (owner: string, kobo: number) =>
  post(`reward:${crypto.randomUUID()}`, [{ kind: 'referral_reward', credit: owner, amount_kobo: kobo }])

describe('same definitions as in the domain:', () => {
  test('accounts', async () => {
    const { rows } = await db.owner.query(
      'select kind, side, owner, is_limited as "isLimited" from ledger.account_kinds',
    )
    const stated = Object.entries(ACCOUNT_KINDS).map(([kind, facts]) => ({ kind, ...facts }))
    expect(rows).toEqual(expect.arrayContaining(stated))
    expect(rows).toHaveLength(stated.length)
  })

  test('movements', async () => {
    const { rows } = await db.owner.query(
      'select kind, debit_kind as debit, credit_kind as credit from ledger.movements',
    )
    const stated = Object.entries(MOVEMENTS).map(([kind, sides]) => ({ kind, ...sides }))
    expect(rows).toEqual(expect.arrayContaining(stated))
    expect(rows).toHaveLength(stated.length)
  })
})

describe('posting', () => {
  test('moves an amount from one account to the other', async () => {
    const order = person()
    expect(await post(`payment:${order}`, [{ kind: 'payment', credit: order, amount_kobo: 7_790_000 }])).toBe(true)
    expect(await balance('escrow', order)).toBe(7_790_000n)
  })

  test('happens once for concurrent postings of the same event', async () => {
    const order = person()
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        post(`payment:${order}`, [{ kind: 'payment', credit: order, amount_kobo: 500 }]),
      ),
    )
    expect(all.filter(Boolean)).toHaveLength(1)
    expect(await balance('escrow', order)).toBe(500n)
  })

  test('rejects the same event with other lines', async () => {
    const order = person()
    await post(`payment:${order}`, [{ kind: 'payment', credit: order, amount_kobo: 500 }])
    await expect(post(`payment:${order}`, [{ kind: 'payment', credit: order, amount_kobo: 501 }])).rejects.toThrow(
      'posted with other lines',
    )
  })

  test('posts all lines or none', async () => {
    const [order, vendor] = [person(), person()]
    await post(`payment:${order}`, [{ kind: 'payment', credit: order, amount_kobo: 1000 }])
    const lines = [
      { kind: 'vendor_earned', debit: order, credit: vendor, amount_kobo: 900 },
      { kind: 'vendor_fee_earned', debit: order, amount_kobo: 101 },
    ]
    await expect(post(`handed-over:${order}`, lines)).rejects.toThrow('never_overdrawn')
    expect(await balance('escrow', order)).toBe(1000n)
    expect(await balance('vendor', vendor)).toBeNull()
  })

  test.each([
    ['an amount of nothing', { kind: 'payment', credit: person(), amount_kobo: 0 }],
    ['a negative amount', { kind: 'payment', credit: person(), amount_kobo: -5 }],
    ['a part of a kobo', { kind: 'payment', credit: person(), amount_kobo: 1.5 }],
    ['more than any amount', { kind: 'payment', credit: person(), amount_kobo: '9007199254740993000' }],
    ['an unknown kind of movement', { kind: 'gift', credit: person(), amount_kobo: 5 }],
    ['no owner', { kind: 'payment', amount_kobo: 5 }],
    ['an owner for the platform', { kind: 'payment', debit: person(), credit: person(), amount_kobo: 5 }],
    ['a hold without an end', { kind: 'payment', credit: person(), amount_kobo: 5, phase: 'held' }],
  ])('rejects %s', async (_, line) => {
    await expect(post(`odd:${person()}`, [line])).rejects.toThrow()
  })
})

describe('a limited account', () => {
  test('is never overdrawn by concurrent postings', async () => {
    const owner = person()
    await reward(owner, 100)
    const spends = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) =>
        post(`spent:${owner}:${index}`, [{ kind: 'peps_spent', debit: owner, credit: person(), amount_kobo: 1 }]),
      ),
    )
    expect(spends.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    expect(await balance('peps', owner)).toBe(0n)
  })

  test('does not deadlock when journals touch the same accounts in another order', async () => {
    const owners = Array.from({ length: 30 }, person)
    for (const owner of owners) await reward(owner, 1_000_000)
    const spend = (debit: string) => ({ kind: 'peps_spent', debit, credit: owners[0] ?? '', amount_kobo: 1 })
    const spends = Array.from({ length: 150 }, (_, index) => {
      // Each starts at another position of the cycle, alternates the direction and omits other accounts.
      const turned = [...owners.slice(index % 30), ...owners.slice(0, index % 30)].filter(
        (_, at) => (at * index) % 7 < 4,
      )
      return post(`crossed:${owners[0]}:${index}`, (index % 2 ? turned : turned.reverse()).map(spend))
    })
    expect((await Promise.allSettled(spends)).filter(({ status }) => status === 'rejected')).toEqual([])
  })
})

describe('a hold', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
  const hold = async (owner: string, kobo: number) => {
    const key = `held:${crypto.randomUUID()}`
    const order = person()
    await post(key, [
      { kind: 'peps_spent', debit: owner, credit: order, amount_kobo: kobo, phase: 'held', expires_at: inAnHour() },
    ])
    const end = (phase: string, amount = kobo, extra = {}) =>
      post(`${phase}:${key}`, [
        { kind: 'peps_spent', debit: owner, credit: order, amount_kobo: amount, phase, hold: `${key}#1`, ...extra },
      ])
    return { order, end }
  }

  test('prevents its amount from being spent twice', async () => {
    const owner = person()
    await reward(owner, 100)
    await hold(owner, 80)
    expect(await balance('peps', owner)).toBe(20n)
    await expect(hold(owner, 21)).rejects.toThrow('never_overdrawn')
  })

  test('is captured in part, and the rest is released', async () => {
    const owner = person()
    await reward(owner, 100)
    const { order, end } = await hold(owner, 80)
    await end('captured', 50)
    expect([await balance('peps', owner), await balance('escrow', order)]).toEqual([50n, 50n])
  })

  test('ends once, captured or released, with concurrent attempts', async () => {
    const owner = person()
    await reward(owner, 100)
    const { order, end } = await hold(owner, 80)
    const ends = await Promise.allSettled([end('captured'), end('voided')])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [left, held] = [await balance('peps', owner), await balance('escrow', order)]
    expect([
      [20n, 80n],
      [100n, 0n],
    ]).toContainEqual([left, held])
  })

  test('rejects capturing more, releasing a part, and another kind of movement', async () => {
    const owner = person()
    await reward(owner, 100)
    const { end } = await hold(owner, 80)
    await expect(end('captured', 81)).rejects.toThrow('not its own')
    await expect(end('voided', 79)).rejects.toThrow('not its own')
    await expect(end('captured', 80, { credit: person() })).rejects.toThrow('not its own')
  })
})

describe('direct writes', () => {
  const roles = ['anon', 'authenticated', 'service_role']
  test.each(roles)('are denied to %s', async (role) => {
    for (const statement of [
      `insert into ledger.journals (id, key, content, cause) values (gen_random_uuid(), 'abc', '', 'clock')`,
      `update ledger.accounts set credits_kobo = credits_kobo + 1`,
      `delete from ledger.transfers`,
      `truncate ledger.transfers`,
    ]) {
      const client = await db.owner.connect()
      try {
        await client.query(`begin; set local role ${role}`)
        await expect(client.query(statement)).rejects.toThrow('permission denied')
      } finally {
        await client.query('rollback')
        client.release()
      }
    }
  })

  test.each([
    `update ledger.transfers set amount_kobo = 1`,
    `delete from ledger.transfers`,
    `truncate ledger.transfers cascade`,
    `update ledger.journals set key = 'another'`,
    `delete from ledger.journals`,
  ])('are denied to the owner too: %s', async (statement) => {
    await expect(db.owner.query(statement)).rejects.toThrow('append-only')
  })
})

test('the balance on a profile is that of the account', async () => {
  const id = person()
  await db.owner.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())', [
    id,
    `${id}@market.test`,
  ])
  await reward(id, 12_345)
  expect((await db.owner.query('select points_balance from public.profiles where id = $1', [id])).rows).toEqual([
    { points_balance: '123.45' },
  ])
  await post(`spent:${id}`, [{ kind: 'peps_spent', debit: id, credit: person(), amount_kobo: 45 }])
  const { rows } = await db.owner.query('select points_balance from public.profiles where id = $1', [id])
  expect(rows).toEqual([{ points_balance: '123.00' }])
})

test('running totals are correct after any sequence of movements', async () => {
  const owners = [person(), person(), person()] as const
  const owner = fc.constantFrom(...owners)
  const amount = fc.integer({ min: 1, max: 500 })
  const line = fc.oneof(
    fc.record({ kind: fc.constant('referral_reward'), credit: owner, amount_kobo: amount }),
    fc.record({ kind: fc.constant('peps_spent'), debit: owner, credit: owner, amount_kobo: amount }),
    fc.record({ kind: fc.constant('returned_as_peps'), debit: owner, credit: owner, amount_kobo: amount }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(line, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), async (journals) => {
      await Promise.allSettled(journals.map((lines) => post(`chain:${crypto.randomUUID()}`, lines)))
      expect(await auditLedger(db.owner)).toEqual([])
    }),
    { numRuns: inject('trialsAreWhole') ? 40 : 15 },
  )
})
