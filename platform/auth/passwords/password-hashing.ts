import { availableParallelism } from 'node:os'
import { hash, parseOptions, verify } from '@node-rs/argon2'
import { AuthRefusal } from '../refusals.ts'

/** argon2id is the library's default algorithm; 19 MiB, two passes and one lane are OWASP's first choice. */
export const HASHING = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export interface PasswordHashing {
  hash(password: string): Promise<string>
  /** Takes the same time with or without a stored hash, so that timing does not reveal who is registered. */
  verify(stored: string | null, password: string): Promise<boolean>
  needsRehash(stored: string): boolean
}

interface PasswordHashingOptions {
  /** Maximum concurrent hashes; more would only use up memory and the threads that files and DNS need. */
  concurrency?: number
  /** Callers that may queue; the rest are refused, so that overload does not pile up. */
  maxWaiting?: number
}

export function createPasswordHashing(options: PasswordHashingOptions = {}): PasswordHashing {
  const queue = new HashQueue(options.concurrency ?? Math.min(availableParallelism(), 3), options.maxWaiting ?? 100)
  let decoy: Promise<string> | undefined

  return {
    hash: (password) => queue.run(() => hash(password, HASHING)),
    verify: (stored, password) =>
      queue.run(async () => {
        decoy ??= hash('nobody has this password', HASHING)
        const matches = await verifySafely(stored ?? (await decoy), password)
        return stored !== null && matches
      }),
    needsRehash(stored) {
      try {
        const used = parseOptions(stored)
        return (
          used.memoryCost !== HASHING.memoryCost ||
          used.timeCost !== HASHING.timeCost ||
          used.parallelism !== HASHING.parallelism ||
          !stored.startsWith('$argon2id$')
        )
      } catch {
        return true
      }
    },
  }
}

async function verifySafely(stored: string, password: string): Promise<boolean> {
  try {
    return await verify(stored, password)
  } catch {
    return false
  }
}

class HashQueue {
  private running = 0
  private readonly waiting: (() => void)[] = []
  private readonly concurrency: number
  private readonly maxWaiting: number

  constructor(concurrency: number, maxWaiting: number) {
    this.concurrency = concurrency
    this.maxWaiting = maxWaiting
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.concurrency) {
      if (this.waiting.length >= this.maxWaiting) {
        const extra = { retryAfterSeconds: 5 }
        throw new AuthRefusal(429, 'over_request_rate_limit', 'Request rate limit reached', extra)
      }
      await new Promise<void>((resolve) => this.waiting.push(resolve))
    } else {
      this.running += 1
    }
    try {
      return await work()
    } finally {
      // The slot passes to the next in the queue, so that a newcomer cannot slip in.
      const next = this.waiting.shift()
      if (next) next()
      else this.running -= 1
    }
  }
}
