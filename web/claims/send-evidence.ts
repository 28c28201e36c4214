import type { I18n } from '@lingui/core'
import type { Api } from '#api/api.ts'
import { MOST_EVIDENCE } from '#domain/claims/claiming.ts'
import { isId } from '../list-page.ts'

interface Sent {
  userId: string
  /** Of the form, so that a second press finds the first one's files. */
  key: string
  i18n: I18n
}

/** Puts the files of a form into the store: their names there, or what is wrong with one. */
export async function sendEvidence(api: Api, form: FormData, { userId, key, i18n }: Sent) {
  const files = form.getAll('evidence').filter((file): file is File => typeof file !== 'string' && file.size > 0)
  if (files.length > MOST_EVIDENCE)
    return { names: [], fault: i18n.t('Add at most {count} pictures or films.', { count: MOST_EVIDENCE }) }
  const names: string[] = []
  for (const [index, file] of files.entries()) {
    const name = `${userId}/${isId(key) ? key : crypto.randomUUID()}-${index}`
    const refused = await api.files.put({ bucket: 'evidence', name }, file)
    // One of this name is there: it was sent with the first press.
    if (refused !== null && refused !== 409) {
      await forgetEvidence(api, names)
      return { names: [], fault: i18n.t(faultOf(refused)) }
    }
    names.push(name)
  }
  return { names, fault: null }
}

/** What was sent with a form that was refused. A claim's own evidence stays. */
export async function forgetEvidence(api: Api, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => api.files.remove({ bucket: 'evidence', name })))
}

function faultOf(status: number): string {
  if (status === 413) return /*i18n*/ 'This file is too large: a picture may have 5 MB, a film 8 MB.'
  if ([400, 415, 422].includes(status))
    return /*i18n*/ 'This file is no picture or film that we can show: send JPEG, PNG or MP4.'
  if (status === 403) return /*i18n*/ 'You cannot add files yet.'
  return /*i18n*/ 'The file could not be stored. Please try again.'
}
