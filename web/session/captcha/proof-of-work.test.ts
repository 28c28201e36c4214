import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, it } from 'vitest'
import { solutionTo } from './proof-of-work.ts'

it('solves the task with browser APIs, as the service verifies it', async () => {
  const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'two' }
  const challenge = await createChallenge({
    ...secrets,
    algorithm: 'PBKDF2/SHA-256',
    cost: 50,
    counter: 7,
    deriveKey,
    expiresAt: new Date(Date.now() + 60_000),
  })
  const token = await solutionTo(challenge)
  const payload = JSON.parse(atob(token ?? ''))
  expect(await verifySolution({ ...payload, ...secrets, deriveKey })).toMatchObject({ verified: true })
})
