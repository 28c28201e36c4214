import type { Api } from '#api/api.ts'

const BUCKET = 'deliveries'
/** Lifetime of signed picture addresses. */
const OPEN_SECONDS = 900

/** Rows with a signed address for each picture the viewer may see. */
export async function withPictures<Row extends { photo: string | null }>(api: Api, rows: readonly Row[]) {
  const names = rows.flatMap(({ photo }) => photo ?? [])
  const open = await api.files.createSignedPaths({ bucket: BUCKET, names }, OPEN_SECONDS)
  return rows.map(({ photo, ...row }) => ({ ...row, picture: open[photo ?? ''] ?? null }))
}

/** Stores a form's picture among the viewer's own; null without one. */
export async function storePicture(
  api: Api,
  { form, userId }: { form: FormData; userId: string | null },
): Promise<{ photo: string | null } | { error: string }> {
  const picture = form.get('picture')
  if (!(picture instanceof File) || picture.size === 0) return { photo: null }
  const name = `${userId}/${crypto.randomUUID()}`
  const refused = await api.files.put({ bucket: BUCKET, name }, picture)
  return refused === null ? { photo: name } : { error: `${uploadError(refused)} Nothing was entered.` }
}

/** Deletes the picture of a rejected form. */
export async function deletePicture(api: Api, photo: string | null): Promise<void> {
  if (photo !== null) await api.files.remove({ bucket: BUCKET, name: photo })
}

const uploadError = (status: number): string =>
  ({
    413: 'The picture is larger than 5 MB.',
    415: 'This file is not a JPEG, PNG or WebP picture.',
    400: 'This file is not a JPEG, PNG or WebP picture.',
    422: 'This file is not a JPEG, PNG or WebP picture.',
    409: 'You have stored as many pictures as one person may. Enter it without one.',
  })[status] ?? 'The picture could not be stored. Try again, or enter it without one.'
