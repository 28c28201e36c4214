import type { I18n } from '@lingui/core'
import type { Api } from '#api/api.ts'
import { MAX_EVIDENCE } from '#domain/claims/claiming.ts'
import { isId } from '#web/list-page.ts'

interface EvidenceUpload {
  userId: string
  /** The form's idempotency key, so that a repeated press finds the files already uploaded. */
  key: string
  i18n: I18n
}

/** Uploads the files of a form. Returns their names, or what is wrong with one of them. */
export async function uploadEvidence(api: Api, form: FormData, { userId, key, i18n }: EvidenceUpload) {
  const files = form.getAll('evidence').filter((file): file is File => typeof file !== 'string' && file.size > 0)
  if (files.length > MAX_EVIDENCE)
    return { names: [], fault: i18n.t('Add at most {count} pictures or films.', { count: MAX_EVIDENCE }) }
  const names: string[] = []
  for (const [index, file] of files.entries()) {
    const name = `${userId}/${isId(key) ? key : crypto.randomUUID()}-${index}`
    const errorStatus = await api.files.put({ bucket: 'evidence', name }, file)
    // 409: a file of this name exists, because the first press uploaded it.
    if (errorStatus !== null && errorStatus !== 409) {
      await deleteEvidence(api, names)
      return { names: [], fault: i18n.t(uploadError(errorStatus)) }
    }
    names.push(name)
  }
  return { names, fault: null }
}

/** Deletes the files of a rejected form. Evidence attached to a claim cannot be deleted. */
export async function deleteEvidence(api: Api, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => api.files.remove({ bucket: 'evidence', name })))
}

function uploadError(status: number): string {
  if (status === 413) return /*i18n*/ 'This file is too large: a picture may have 5 MB, a film 8 MB.'
  if ([400, 415, 422].includes(status))
    return /*i18n*/ 'This file is no picture or film that we can show: send JPEG, PNG or MP4.'
  if (status === 403) return /*i18n*/ 'You cannot add files yet.'
  return /*i18n*/ 'The file could not be stored. Please try again.'
}
