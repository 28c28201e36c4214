import type { I18n } from '@lingui/core'
import type { Api } from '#api/api.ts'
import { MAX_EVIDENCE } from '#domain/claims/claiming.ts'
import { countUploads, type StoredUploads, storeUploads } from '#web/files/uploads/store-uploads.ts'
import { uploadFault } from '#web/files/uploads/upload-faults.ts'
import { translate } from '#web/languages/translate.ts'

interface EvidenceForm {
  userId: string
  /** The form's idempotency key. */
  key: string
  i18n: I18n
}

type StoredEvidence = StoredUploads & { fault: string | null }

/** The stored evidence of a form, or what is wrong with one of its files. */
export async function uploadEvidence(
  api: Api,
  form: FormData,
  { userId, key, i18n }: EvidenceForm,
): Promise<StoredEvidence> {
  if (countUploads(form, 'evidence') > MAX_EVIDENCE) {
    const fault = i18n.t('Add at most {count} pictures or films.', { count: MAX_EVIDENCE })
    return { names: [], status: null, removeFiles: async () => undefined, fault }
  }
  const stored = await storeUploads(api, form, {
    field: 'evidence',
    bucket: 'evidence',
    userId,
    key,
    most: MAX_EVIDENCE,
  })
  return { ...stored, fault: stored.status === null ? null : translate(i18n, uploadFault('evidence', stored.status)) }
}
