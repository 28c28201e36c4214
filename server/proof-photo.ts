import type pg from 'pg'
import type { RefusalCode } from '#domain/all-refusals.ts'
import { type Refusal, refuse } from '#domain/refusal.ts'

interface ProofPhoto {
  bucket: 'hand-over-photos' | 'deliveries'
  photo: string
  personId: string | null
  /** The refusal if there is no such picture. */
  missing: Extract<RefusalCode, 'photo_missing' | 'door_photo_missing' | 'picture_not_found'>
  /** It must have been uploaded within the hour. */
  isFresh?: boolean
}

/**
 * Returns why a picture is no proof, or null if it is: the person's own upload, large enough to recognise something,
 * and not used as proof before. The trigger `photo_proves_once` enforces the same for concurrent writes.
 */
export async function checkProofPhoto(
  tx: pg.ClientBase,
  { bucket, photo, personId, missing, isFresh = false }: ProofPhoto,
): Promise<Refusal | null> {
  const { rows } = await tx.query<{ large: boolean; used: boolean }>(
    `select public.is_photo_large_enough(o.metadata) as large, exists (select from public.photo_proofs p where p.bucket_id = o.bucket_id and p.name = o.name
         or p.digest = o.metadata ->> 'eTag' and p.kind <> 'evidence') as used
     from storage.objects o where o.bucket_id = $1 and o.name = $2 and o.owner = $3 and (not $4 or o.created_at > now() - interval '1 hour')`,
    [bucket, photo, personId, isFresh],
  )
  const [picture] = rows
  if (!picture) return refuse(missing)
  if (picture.used) return refuse('photo_used')
  return picture.large ? null : refuse('photo_too_small')
}
