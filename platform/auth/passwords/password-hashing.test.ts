import { hash, verify } from '@node-rs/argon2'
import { describe, expect, test, vi } from 'vitest'
import { createPasswordHashing } from './password-hashing.ts'

// The unmodified library, with its calls counted.
vi.mock('@node-rs/argon2', async (original) => {
  const library = await original<typeof import('@node-rs/argon2')>()
  return { ...library, verify: vi.fn(library.verify) }
})

describe('password hashing', () => {
  const hashing = createPasswordHashing()

  test('is argon2id at the chosen cost', async () => {
    const stored = await hashing.hash('a good password')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashing.verify(stored, 'a good password')).toBe(true)
    expect(await hashing.verify(stored, 'another password')).toBe(false)
    expect(hashing.needsRehash(stored)).toBe(false)
  })

  test('recognises hashes of another cost, which still verify', async () => {
    const old = await hash('a good password', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    expect(await hashing.verify(old, 'a good password')).toBe(true)
    expect(hashing.needsRehash(old)).toBe(true)
    expect(hashing.needsRehash('nonsense')).toBe(true)
  })

  test('rejects every password without a stored hash, even the decoy password', async () => {
    expect(await hashing.verify(null, 'nobody has this password')).toBe(false)
    expect(await hashing.verify('nonsense', 'x')).toBe(false)
  })

  test('compares a hash of the same cost if there is none', async () => {
    const compare = vi.mocked(verify).mockClear()
    expect(await hashing.verify(null, 'another password')).toBe(false)
    expect(compare).toHaveBeenCalledTimes(1)
    const [decoy] = compare.mock.calls[0] ?? []
    expect(String(decoy)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    // Even with the decoy's own password.
    expect(await hashing.verify(null, 'nobody has this password')).toBe(false)
    await hashing.verify(await hashing.hash('a good password'), 'another password')
    expect(compare).toHaveBeenCalledTimes(3)
  })

  test('answers 429 once the queue is full, and serves the others', async () => {
    const narrow = createPasswordHashing({ concurrency: 1, maxWaiting: 2 })
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => narrow.hash('a good password')))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(3)
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(refused?.reason).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect(await narrow.hash('a good password')).toMatch(/^\$argon2id/)
  })
})
