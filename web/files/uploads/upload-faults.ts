import { evidenceTexts, pictureTexts, uploadTexts } from '#domain/texts/pictures.ts'
import type { TranslatableText } from '#domain/texts/translatable-text.ts'

export type UploadBucket = 'evidence' | 'deliveries' | 'hand-over-photos' | 'pictures'

const { noPicture, tooLarge } = uploadTexts
const STAFF = { 400: noPicture, 413: tooLarge, 415: noPicture, 422: noPicture, 409: uploadTexts.tooMany }

const FAULTS: Record<UploadBucket, Readonly<Record<number, string>>> = {
  evidence: {
    400: evidenceTexts.unreadable,
    403: evidenceTexts.forbidden,
    413: evidenceTexts.tooLarge,
    415: evidenceTexts.unreadable,
    422: evidenceTexts.unreadable,
  },
  deliveries: STAFF,
  'hand-over-photos': STAFF,
  pictures: {
    403: pictureTexts.forbidden,
    409: pictureTexts.tooMany,
    413: pictureTexts.tooLarge,
    415: pictureTexts.noPicture,
    422: pictureTexts.unreadable,
  },
}

const ANY: Readonly<Record<number, string>> = {
  401: uploadTexts.signedOut,
  404: uploadTexts.notThere,
  429: uploadTexts.tooManyToday,
}

/** Why a file was not stored, by the status of the refusal. */
export const uploadFault = (bucket: UploadBucket, status: number): TranslatableText =>
  FAULTS[bucket][status] ?? ANY[status] ?? uploadTexts.notNow
