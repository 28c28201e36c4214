import type { IncomingMessage } from 'node:http'
import { createTokenBuckets } from '#platform/http/guards/token-buckets.ts'
import { MAX_BODY_BYTES, MAX_FILE_FORM_BYTES } from '#platform/http/requests/body.ts'
import { addressGroup } from '#platform/http/requests/client-address.ts'
import { isSignedIn } from './admission.ts'

interface BodyGateOptions {
  publishableKey: string
  takesFiles(path: string): boolean
  /** False disables the budgets by address, for load tests. */
  isCounted: boolean
  clock?: () => number
}

export type BodyVerdict = { status: 411 | 413 } | { status: 429; retryAfterSeconds: number } | null

/** Maximum body of a form or command without a session; the longest are contact messages and carts. */
export const SIGNED_OUT_BYTES = 64 * 1024
/** Maximum body of a signed assertion from an identity provider. */
const ASSERTION_BYTES = 256 * 1024
const ASSERTION = /^\/auth\/v1\/(sso\/saml\/acs|callback)$/

const FILE_PATHS = /^\/storage\/v1\/(object|upload\/resumable)(\/|$)/
const SIGNED_PUT = /^\/storage\/v1\/object\/upload\/sign\/[^?]+\?(.*&)?token=[^&]/
const SIGNED_PARTS = /^\/storage\/v1\/upload\/resumable\/sign(\/|$)/

/** Whether the request carries the token of a signed address for an upload, which stands for a session. */
function hasUploadToken(url: string, headers: IncomingMessage['headers']): boolean {
  return SIGNED_PUT.test(url) || (SIGNED_PARTS.test(url) && headers['x-signature'] !== undefined)
}

/** Parsed bodies of one address: a burst of some 120 of the largest anonymous forms, then eight a second. */
const TEXTS = { burst: 8 * 1024 * 1024, perSecond: 512 * 1024 }
/** Bodies with files, which are not parsed: mobile carriers put many vendors behind one address. */
const FILES = { burst: 512 * 1024 * 1024, perSecond: 16 * 1024 * 1024 }

/**
 * Rejects a request by its body's length before reading it: above the limit of its path, above the limit without a
 * session, or above the budget of its address. A forged token counts as a session here; each handler verifies it before
 * it parses anything.
 */
export function openBodyGate({ publishableKey, takesFiles, isCounted, clock }: BodyGateOptions) {
  const budgets = {
    texts: createTokenBuckets({ ...TEXTS, ...(clock && { clock }) }),
    files: createTokenBuckets({ ...FILES, ...(clock && { clock }) }),
  }
  return ({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>, address: string): BodyVerdict => {
    const length = headers['content-length']
    if (length === undefined && headers['transfer-encoding'] === undefined) return null
    const path = url.split('?', 1)[0] ?? '/'
    const isFile = FILE_PATHS.test(path) || takesFiles(path)
    const hasSession = isSignedIn(headers, publishableKey) || hasUploadToken(url, headers)
    const limit = maxBytesOf(path, { isFile, hasSession })
    // Browsers and clients send the length of such small bodies; without it, the body would have to be read.
    if (length === undefined && !hasSession) return { status: 411 }
    const bytes = length === undefined ? limit : Number(length)
    const budget = isFile && hasSession ? budgets.files : budgets.texts
    // Bodies that are rejected below count as well: they have been sent.
    const waitSeconds = isCounted ? budget.spend(addressGroup(address), Math.min(bytes, limit)) : 0
    if (waitSeconds > 0) return { status: 429, retryAfterSeconds: waitSeconds }
    // A handler of files has a limit for each kind, which its own refusal names.
    return bytes > limit && !(isFile && hasSession) ? { status: 413 } : null
  }
}

function maxBytesOf(path: string, { isFile, hasSession }: { isFile: boolean; hasSession: boolean }): number {
  if (ASSERTION.test(path)) return ASSERTION_BYTES
  if (!hasSession) return SIGNED_OUT_BYTES
  return isFile ? MAX_FILE_FORM_BYTES : MAX_BODY_BYTES
}
