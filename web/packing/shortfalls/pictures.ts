import type { Api } from '#api/api.ts'
import { storeUploads } from '#web/files/uploads/store-uploads.ts'
import { uploadFault } from '#web/files/uploads/upload-faults.ts'

const BUCKET = 'deliveries'
/** Lifetime of signed picture addresses. */
const OPEN_SECONDS = 900

/** Rows with a signed address for each picture the viewer may see. */
export async function withPictures<Row extends { photo: string | null }>(api: Api, rows: readonly Row[]) {
  const names = rows.flatMap(({ photo }) => photo ?? [])
  const open = await api.files.createSignedPaths({ bucket: BUCKET, names }, OPEN_SECONDS)
  return rows.map(({ photo, ...row }) => ({ ...row, picture: open[photo ?? ''] ?? null }))
}

type StoredPicture = { photo: string | null; removeFiles(): Promise<void> } | { error: string }

/** The stored picture of a form; null without one. */
export async function storePicture(
  api: Api,
  { form, userId }: { form: FormData; userId: string | null },
): Promise<StoredPicture> {
  const stored = await storeUploads(api, form, { field: 'picture', bucket: BUCKET, userId, most: 1 })
  if (stored.status !== null) return { error: `${uploadFault(BUCKET, stored.status)} Nothing was entered.` }
  return { photo: stored.names[0] ?? null, removeFiles: stored.removeFiles }
}
