import type { Api } from '#api/api.ts'

/**
 * Stores a photo taken at a hand-over. Returns the object's name in the bucket; empty without a photo, null if it was
 * rejected.
 */
export async function storePhoto(
  api: Api,
  photo: FormDataEntryValue | null,
  userId: string | null,
): Promise<string | null> {
  if (!(photo instanceof File) || photo.size === 0) return ''
  const name = `${userId}/${crypto.randomUUID()}`
  return (await api.files.put({ bucket: 'hand-over-photos', name }, photo)) === null ? name : null
}
