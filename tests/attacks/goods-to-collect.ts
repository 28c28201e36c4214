import { fillCodes, type OpenCode } from '../../bench/open-codes.ts'
import type { Person, Target } from './open-target.ts'

export interface Goods {
  hubId: string
  vendor: Person
  staff: Person[]
  buyers: Person[]
  /** A share that no other test has used. */
  next(): OpenCode & { buyer: Person }
}

/** Fewer than the process hashes and queues at once. */
const SIGN_INS_AT_ONCE = 8

/**
 * A hub with signed-in staff, and shares that signed-in buyers can collect there. Wrong codes count for all that a buyer
 * collects, so tests of the limits need a buyer for each share.
 */
export async function goodsToCollect(target: Target, { shares = 60, staff = 3, people = 2 } = {}): Promise<Goods> {
  const vendor = await target.signIn({ role: 'vendor' })
  const signedIn: Person[] = []
  while (signedIn.length < people + staff) {
    const missing = Math.min(SIGN_INS_AT_ONCE, people + staff - signedIn.length)
    signedIn.push(...(await Promise.all(Array.from({ length: missing }, () => target.signIn()))))
  }
  const [buyers, helpers] = [signedIn.slice(0, people), signedIn.slice(people)]
  const { hubId, open } = await fillCodes(target.owner, {
    secretKey: target.secretKey,
    shares,
    ownerId: vendor.id,
    buyers: buyers.map(({ id }) => id),
    staff: helpers.map(({ id }) => id),
  })
  return {
    hubId,
    vendor,
    buyers,
    staff: helpers,
    next() {
      const one = open.shift()
      const buyer = buyers.find(({ id }) => id === one?.buyerId)
      if (!one || !buyer) throw new Error('No share is left for this test')
      return { ...one, buyer }
    },
  }
}

export const wrongFor = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')

export interface CommandOutput {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test reads responses of any shape
  body: any
}

/** Runs a command over HTTP, as a person or anonymously. */
export async function command(
  target: Target,
  name: string,
  { as, body, headers = {} }: { as?: Person; body: unknown; headers?: Record<string, string> },
): Promise<CommandOutput> {
  const response = await target.request(`/functions/v1/${name}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
    ...(as && { token: as.token }),
  })
  return { status: response.status, body: await response.json() }
}

/** Uploads to a bucket like a browser. */
export async function upload(
  target: Target,
  { bucket, as, bytes, type }: { bucket: string; as: Person; bytes: Uint8Array | string; type: string },
): Promise<{ status: number; path: string }> {
  const path = `${as.id}/${crypto.randomUUID()}.jpg`
  const { status } = await target.request(`/storage/v1/object/${bucket}/${path}`, {
    method: 'POST',
    token: as.token,
    headers: { 'content-type': type },
    body: bytes as BodyInit,
  })
  return { status, path }
}
