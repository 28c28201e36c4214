import type pg from 'pg'
import { MAX_EVIDENCE } from '#domain/claims/claiming.ts'
import type { Reader } from '#domain/forms/validation.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'

interface EvidenceUpload {
  claimId: string
  part: 'buyer' | 'vendor'
  personId: string | null
  paths: readonly string[]
}

/**
 * Attaches the person's uploaded files to a claim. The bucket has checked their content; a file belongs to one claim
 * only.
 */
export async function addEvidence(
  tx: pg.ClientBase,
  { claimId, part, personId, paths }: EvidenceUpload,
): Promise<Refusal | null> {
  if (paths.length === 0) return null
  const { rowCount } = await tx.query(
    `insert into public.claim_evidence (claim_id, part, path, type)
     select $1, $2, o.name, o.metadata ->> 'mimetype' from storage.objects o
     where o.bucket_id = 'evidence' and o.owner = $3 and o.name = any ($4) and not exists (select from public.claim_evidence e where e.path = o.name)`,
    [claimId, part, personId, paths],
  )
  return rowCount === paths.length ? null : refuse('evidence_unknown')
}

/** Reads file names in the bucket, without duplicates. */
export const readEvidence: Reader<string[]> = (raw) => {
  const paths: unknown[] = Array.isArray(raw) ? [...new Set(raw)] : raw === undefined || raw === null ? [] : [raw]
  if (paths.length > MAX_EVIDENCE) return { error: `Send at most ${MAX_EVIDENCE} pictures or films.` }
  const fits = paths.every((path) => typeof path === 'string' && path.length >= 1 && path.length <= 200)
  return fits ? { value: paths as string[] } : { error: 'Evidence is named by its path.' }
}
