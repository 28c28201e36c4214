import { createHmac, randomInt } from 'node:crypto'
import { createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Captcha } from './captcha.ts'

interface ProofOfWorkOptions {
  /** Signs the tasks; any process with the same secret can verify them. */
  secret: string
  /** The most attempts a browser needs; each costs it `cost` rounds of PBKDF2. */
  mostTries?: number
  cost?: number
}

/** A proof of work that takes the browser about a second: no third party, no pictures, nothing to click. */
export function createProofOfWork({ secret, mostTries = 400, cost = 5000 }: ProofOfWorkOptions): Captcha {
  const secrets = {
    hmacSignatureSecret: createHmac('sha256', secret).update('proof of work').digest('hex'),
    hmacKeySignatureSecret: createHmac('sha256', secret).update('proof of work: key').digest('hex'),
  }
  return {
    name: 'proof-of-work',
    createTask: () =>
      createChallenge({
        ...secrets,
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(Math.ceil(mostTries / 4), mostTries),
        deriveKey,
        expiresAt: new Date(Date.now() + LIFE_SECONDS * 1000),
      }),
    async verify(token) {
      const payload = readToken(token)
      if (!payload) return { passed: false }
      const { verified } = await verifySolution({ ...payload, ...secrets, deriveKey })
      // The task counts once, not the answer, because an answer can be encoded in many ways.
      return { passed: verified, once: { value: payload.challenge.parameters.nonce, keepSeconds: LIFE_SECONDS } }
    },
  }
}

/** Time to load and solve it on a slow phone. */
const LIFE_SECONDS = 600

/** The widget's answer: JSON in base64. Only what our signature covers is trusted. */
function readToken(token: string): Payload | null {
  try {
    const parsed = Token.safeParse(JSON.parse(Buffer.from(token, 'base64').toString('utf8')))
    return parsed.success ? (parsed.data as unknown as Payload) : null
  } catch {
    return null
  }
}

const Token = z.object({
  challenge: z.object({ parameters: z.looseObject({ nonce: z.string() }), signature: z.string() }),
  solution: z.looseObject({ counter: z.number(), derivedKey: z.string() }),
})
