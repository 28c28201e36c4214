import type { Api } from '#api/api.ts'

const BUCKET = 'deliveries'
/** For how long a page's links open its pictures. */
const OPEN_SECONDS = 900

/** Rows with an address for each picture that the viewer may see. */
export async function withPictures<Row extends { photo: string | null }>(api: Api, rows: readonly Row[]) {
  const names = rows.flatMap(({ photo }) => photo ?? [])
  const open = await api.files.createSignedPaths({ bucket: BUCKET, names }, OPEN_SECONDS)
  return rows.map(({ photo, ...row }) => ({ ...row, picture: open[photo ?? ''] ?? null }))
}

/** The picture of a form, stored among the viewer's own; null for none. */
export async function keepPicture(
  api: Api,
  { form, userId }: { form: FormData; userId: string | null },
): Promise<{ photo: string | null } | { error: string }> {
  const picture = form.get('picture')
  if (!(picture instanceof File) || picture.size === 0) return { photo: null }
  const name = `${userId}/${crypto.randomUUID()}`
  const refused = await api.files.put({ bucket: BUCKET, name }, picture)
  return refused === null ? { photo: name } : { error: `${faultOf(refused)} Nothing was entered.` }
}

/** What was sent with a form that was refused. */
export async function dropPicture(api: Api, photo: string | null): Promise<void> {
  if (photo !== null) await api.files.remove({ bucket: BUCKET, name: photo })
}

const faultOf = (status: number): string =>
  ({
    413: 'The picture is larger than 5 MB.',
    415: 'This file is not a JPEG, PNG or WebP picture.',
    400: 'This file is not a JPEG, PNG or WebP picture.',
    422: 'This file is not a JPEG, PNG or WebP picture.',
    409: 'You have stored as many pictures as one person may. Enter it without one.',
  })[status] ?? 'The picture could not be stored. Try again, or enter it without one.'
