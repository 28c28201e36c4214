import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { createSecretCipher } from '#platform/auth/factors/secret-cipher.ts'
import type { Identity } from '#platform/postgres/database.ts'
import type { ObjectPath } from '../objects.ts'

/** Permission to upload one file, once. */
export interface UploadPermit {
  /** Names the permit in `storage.used_upload_tokens`. */
  id: string
  /** On whose behalf the file is stored: the policies are checked again when it is. */
  identity: Identity
  upsert: boolean
  expiresAtMs: number
}

export interface UploadTokens {
  issue(path: ObjectPath, permit: { identity: Identity; upsert: boolean; nowMs: number }): string
  /** Null if the token is for another file, has expired or is not ours. */
  read(token: string, path: ObjectPath, nowMs: number): UploadPermit | null
}

const LIFETIME_MS = 2 * 3_600_000

const content = z.object({
  id: z.uuid(),
  role: z.string(),
  claims: z.record(z.string(), z.unknown()),
  upsert: z.boolean(),
  expiresAtMs: z.number(),
})

/**
 * Tokens are encrypted rather than signed, because they carry the claims of a person in an address that is passed on
 * and logged. They are bound to the file.
 */
export function createUploadTokens(siteSecret: string): UploadTokens {
  const cipher = createSecretCipher(siteSecret)
  const purposeOf = ({ bucket, name }: ObjectPath) => `signed upload ${bucket}/${name}`
  return {
    issue(path, { identity: { role, claims }, upsert, nowMs }) {
      const permit = { id: randomUUID(), role, claims, upsert, expiresAtMs: nowMs + LIFETIME_MS }
      return cipher.seal(JSON.stringify(permit), purposeOf(path))
    },
    read(token, path, nowMs) {
      const text = cipher.open(token, purposeOf(path))
      if (text === null) return null
      const { role, claims, ...permit } = content.parse(JSON.parse(text))
      return permit.expiresAtMs < nowMs ? null : { ...permit, identity: { role, claims } }
    },
  }
}
