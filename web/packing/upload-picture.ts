import type { Api } from '#api/api.ts'

/** The picture of a form, stored among the viewer's own; null for none. */
export async function uploadPicture(
  api: Api,
  { form, userId }: { form: FormData; userId: string | null },
): Promise<{ photo: string | null } | { error: string }> {
  const picture = form.get('picture')
  if (!(picture instanceof File) || picture.size === 0) return { photo: null }
  const name = `${userId}/${crypto.randomUUID()}`
  const error = await api.files.upload({ bucket: 'deliveries', name }, picture)
  return error === null ? { photo: name } : { error: `The picture was not taken: ${error} Nothing was entered.` }
}
