import type { Api } from '#api/api.ts'

/** Of a counter or a door. The file's name in the bucket; empty without a photo, null if it was refused. */
export async function keepPhoto(
  api: Api,
  photo: FormDataEntryValue | null,
  userId: string | null,
): Promise<string | null> {
  if (!(photo instanceof File) || photo.size === 0) return ''
  const name = `${userId}/${crypto.randomUUID()}`
  return (await api.files.put({ bucket: 'hand-over-photos', name }, photo)) === null ? name : null
}
