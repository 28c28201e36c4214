import type pg from 'pg'

/** True where the picture is in the bucket of deliveries and the person's own upload; also for none at all. */
export async function isOwnPicture(
  tx: pg.PoolClient,
  { photo, person }: { photo: string | null; person: string | null },
): Promise<boolean> {
  if (photo === null) return true
  const { rows } = await tx.query<{ own: boolean }>(
    `select exists (select from storage.objects where bucket_id = 'deliveries' and name = $1 and owner = $2) as own`,
    [photo, person],
  )
  return rows[0]?.own === true
}
