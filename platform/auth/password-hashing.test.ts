import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { createPasswordHashing } from './password-hashing.ts'

describe('password hashing', () => {
  const hashing = createPasswordHashing()

  test('is argon2id with the chosen costs', async () => {
    const stored = await hashing.hash('a good password')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashing.verify(stored, 'a good password')).toBe(true)
    expect(await hashing.verify(stored, 'another password')).toBe(false)
    expect(hashing.needsRehash(stored)).toBe(false)
  })

  test('knows hashes of other costs, which still verify', async () => {
    const old = await hash('a good password', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    expect(await hashing.verify(old, 'a good password')).toBe(true)
    expect(hashing.needsRehash(old)).toBe(true)
    expect(hashing.needsRehash('nonsense')).toBe(true)
  })

  test('refuses everybody without a stored hash, the decoy password too', async () => {
    expect(await hashing.verify(null, 'nobody has this password')).toBe(false)
    expect(await hashing.verify('nonsense', 'x')).toBe(false)
  })

  test('works as hard without a stored hash as with one', async () => {
    const stored = await hashing.hash('a good password')
    const cost = async (hash: string | null) => {
      const before = process.cpuUsage()
      for (let i = 0; i < 5; i++) await hashing.verify(hash, 'another password')
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await cost(null)
    const ratio = (await cost(null)) / (await cost(stored))
    expect(ratio).toBeGreaterThan(0.3)
    expect(ratio).toBeLessThan(3)
  })

  test('turns callers away with 429 once the line is full, and serves the others', async () => {
    const narrow = createPasswordHashing({ concurrency: 1, maxWaiting: 2 })
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => narrow.hash('a good password')))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3)
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(refused?.reason).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect(await narrow.hash('a good password')).toMatch(/^\$argon2id/)
  })
})
