import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { grantRole } from './granting/grant-role.ts'

let market: TestDatabase
let client: pg.PoolClient

beforeAll(async () => {
  market = await createTestDatabase()
  client = await market.owner.connect()
})
beforeEach(async () => {
  await client.query('delete from auth.users')
  await client.query('delete from public.profiles')
})
afterAll(async () => {
  client?.release()
  await market?.drop()
})

async function signUp(email: string, { confirmed = true } = {}): Promise<string> {
  const id = randomUUID()
  await client.query('insert into auth.users (id, email, email_confirmed_at) values ($1, $2, $3)', [
    id,
    email,
    confirmed ? new Date() : null,
  ])
  return id
}

async function profile(id: string) {
  const { rows } = await client.query('select role, referral_code from public.profiles where id = $1', [id])
  return rows[0] as { role: string; referral_code: string | null }
}

describe('granting a role', () => {
  it.each(['chief', 'administrator', 'supervisor', 'manager', 'coordinator'])(
    'makes a %s and logs it',
    async (role) => {
      const id = await signUp('ada@mail.test')
      expect(await grantRole(client, { email: ' Ada@Mail.test', role: role.toUpperCase() })).toBe(
        `ada@mail.test is now ${role} (was customer).`,
      )
      expect((await profile(id)).role).toBe(role)
      const { rows } = await client.query('select action, before, after from public.audit_log where subject_id = $1', [
        id,
      ])
      expect(rows).toEqual([{ action: 'role.grant', before: { role: 'customer' }, after: { role } }])
    },
  )

  it('removes the referral code of a vendor, and adds one for other roles', async () => {
    const id = await signUp('ada@mail.test')
    await grantRole(client, { email: 'ada@mail.test', role: 'vendor' })
    expect(await profile(id)).toEqual({ role: 'vendor', referral_code: null })
    await grantRole(client, { email: 'ada@mail.test', role: 'customer' })
    expect((await profile(id)).referral_code).toMatch(/^[A-Z0-9]{8}$/)
  })

  it.each([
    ['nobody@mail.test', 'chief', 'There is no account with the address nobody@mail.test.'],
    ['ada', 'chief', '"ada" is not an e-mail address.'],
    ['ada@mail.test', 'visitor', 'There is no role "visitor". Choose one of customer, vendor,'],
    ['ada@mail.test', 'king', 'There is no role "king".'],
    ['new@mail.test', 'chief', 'new@mail.test is not confirmed yet.'],
  ])('rejects %s as %s', async (email, role, sentence) => {
    const id = await signUp('ada@mail.test')
    await signUp('new@mail.test', { confirmed: false })
    await expect(grantRole(client, { email, role })).rejects.toThrow(sentence)
    expect((await profile(id)).role).toBe('customer')
  })

  it('rejects another role for the last chief only', async () => {
    await signUp('ada@mail.test')
    await signUp('bola@mail.test')
    await grantRole(client, { email: 'ada@mail.test', role: 'chief' })
    expect(await grantRole(client, { email: 'ada@mail.test', role: 'chief' })).toMatch(/already/)
    await expect(grantRole(client, { email: 'ada@mail.test', role: 'customer' })).rejects.toThrow('the only chief')
    await grantRole(client, { email: 'bola@mail.test', role: 'chief' })
    expect(await grantRole(client, { email: 'ada@mail.test', role: 'customer' })).toMatch(/was chief/)
  })
})
