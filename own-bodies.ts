import type { IncomingMessage } from 'node:http'
import { MAX_BODY_BYTES, MAX_FILE_FORM_BYTES } from '#platform/http/body.ts'
import { addressGroup } from '#platform/http/client-address.ts'
import { openCostBudget } from '#platform/http/cost-budget.ts'
import { isSignedIn } from './own-admission.ts'

interface BodyGateOptions {
  publishableKey: string
  takesFiles(path: string): boolean
  /** False counts nothing, for load tests. */
  isCounted: boolean
  clock?: () => number
}

export type BodyVerdict = { status: 411 | 413 } | { status: 429; retryAfterSeconds: number } | null

/** Of a form or a command by somebody who is not signed in; the longest is a contact message or a cart. */
export const SIGNED_OUT_BYTES = 64 * 1024
/** Identity providers send a person back with a signed document. */
const ASSERTION_BYTES = 256 * 1024
const ASSERTION = /^\/auth\/v1\/(sso\/saml\/acs|callback)$/

/** What one address may send to be parsed: some 120 of the largest forms of visitors at once, then eight a second. */
const TEXTS = { burst: 8 * 1024 * 1024, perSecond: 512 * 1024 }
/** Of bodies that hold files, which nobody parses: carriers put many sellers with pictures behind one address. */
const FILES = { burst: 512 * 1024 * 1024, perSecond: 16 * 1024 * 1024 }

/**
 * What is refused because of its body before a byte of it is read, whichever door it is for: more than that door takes of anybody, more
 * than is taken of people who are not signed in, or more than one address may send. A made-up token passes for a sign-in here; each door
 * verifies it before it parses anything.
 */
export function ownBodyGate({ publishableKey, takesFiles, isCounted, clock }: BodyGateOptions) {
  const budgets = {
    texts: openCostBudget({ ...TEXTS, ...(clock && { clock }) }),
    files: openCostBudget({ ...FILES, ...(clock && { clock }) }),
  }
  return ({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>, address: string): BodyVerdict => {
    const length = headers['content-length']
    if (length === undefined && headers['transfer-encoding'] === undefined) return null
    const path = url.split('?', 1)[0] ?? '/'
    const isFile = path.startsWith('/storage/v1/object/') || takesFiles(path)
    const known = isSignedIn(headers, publishableKey)
    const most = mostBytes(path, { isFile, known })
    // Every browser and client tells the length of so small a body; without it, it would have to be read to be known.
    if (length === undefined && !known) return { status: 411 }
    const bytes = length === undefined ? most : Number(length)
    const budget = isFile && known ? budgets.files : budgets.texts
    // What is refused below has been sent as well, and costs a little.
    const wait = isCounted ? budget.spend(addressGroup(address), Math.min(bytes, most)) : 0
    if (wait > 0) return { status: 429, retryAfterSeconds: wait }
    // A door that takes files knows the limits of each; its own refusal says them.
    return bytes > most && !(isFile && known) ? { status: 413 } : null
  }
}

function mostBytes(path: string, { isFile, known }: { isFile: boolean; known: boolean }): number {
  if (ASSERTION.test(path)) return ASSERTION_BYTES
  if (!known) return SIGNED_OUT_BYTES
  return isFile ? MAX_FILE_FORM_BYTES : MAX_BODY_BYTES
}
