import type { TranslatableText } from '#domain/texts/translatable-text.ts'
import type { UploadBucket } from './upload-faults.ts'

/** A chosen file, and how far its upload is. */
export interface FieldUpload {
  id: string
  fileName: string
  /** The address of a picture within this page; null for films. */
  preview: string | null
  state: 'sending' | 'waiting' | 'stored' | 'refused'
  /** From 0 to 1. */
  share: number
  fault: TranslatableText | null
  /** Whether the same file may be taken the next time. */
  canRetry: boolean
  /** The object's name in the bucket, once it is stored. */
  name: string | null
  /** The average colour of a stored picture, as six hexadecimal digits. */
  colour: string | null
}

export interface UploadTarget {
  bucket: UploadBucket
  /** The page and the field, for files that are left when the page is reloaded. */
  place: string
  shrinkAboveBytes: number
  maxAgeSeconds: number
  /** A picture that is chosen twice is stored once. */
  isNamedByContent: boolean
}

/** In the local storage while this device has files whose form was not sent: only then the page looks for its own. */
export const FLAG = 'unsent-files'

export function startUpload(file: File, id: string = crypto.randomUUID()): FieldUpload {
  const preview = file.type.startsWith('image/') ? URL.createObjectURL(file) : null
  return {
    id,
    fileName: file.name,
    preview,
    state: 'sending',
    share: 0,
    fault: null,
    canRetry: true,
    name: null,
    colour: null,
  }
}
