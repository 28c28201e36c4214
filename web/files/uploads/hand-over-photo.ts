import type { Api } from '#api/api.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import { storeUploads } from './store-uploads.ts'
import { uploadFault } from './upload-faults.ts'

const BUCKET = 'hand-over-photos'

interface HandOverPhoto {
  /** The object's name in the bucket; empty without a photo. */
  photo: string
  fault: TranslatableText | null
}

/** The stored photo of a form about a hand-over. */
export async function storeHandOverPhoto(api: Api, form: FormData, userId: string | null): Promise<HandOverPhoto> {
  const { names, status } = await storeUploads(api, form, { field: 'photo', bucket: BUCKET, userId, most: 1 })
  return { photo: names[0] ?? '', fault: status === null ? null : uploadFault(BUCKET, status) }
}
