import type { Api } from '#api/api.ts'
import { isId } from '#web/list-page.ts'
import type { UploadBucket } from './upload-faults.ts'

interface UploadedField {
  field: string
  bucket: UploadBucket
  userId: string | null
  /** The form's idempotency key, so that a repeated press finds the files that the first has stored. */
  key?: string | undefined
  /** Names a file by its content instead. */
  nameOf?: (file: File) => Promise<string>
  maxAgeSeconds?: number
  most: number
}

export interface StoredUploads {
  /** The objects' names in the bucket, each once. */
  names: string[]
  /** The status of the first refusal, after which nothing of the form is stored; null if there was none. */
  status: number | null
  /** Deletes the files that came with this form. Those that were uploaded before stay for the next attempt. */
  removeFiles(): Promise<void>
}

/**
 * The stored files of a form's field: with scripts they were uploaded before the form was sent (`useUploads`), and it
 * has their names; without scripts it has the files, which are stored now. A name counts only if the person has uploaded
 * it. Whether it was used before is decided by the command that takes it.
 */
export async function storeUploads(api: Api, form: FormData, options: UploadedField): Promise<StoredUploads> {
  const { bucket, userId, field, most } = options
  const names = new Set<string>()
  const stored: string[] = []
  const removeFiles = async () => {
    await Promise.all(stored.splice(0).map((name) => api.files.remove({ bucket, name })))
  }
  for (const [index, value] of form.getAll(field).filter(isFilled).slice(0, most).entries()) {
    const isFile = typeof value !== 'string'
    const name = isFile ? `${userId}/${await nameFor(value, index, options)}` : value
    const status = userId === null ? 401 : isFile ? await put(value, name) : await find(name)
    if (status !== null) {
      await removeFiles()
      return { names: [], status, removeFiles }
    }
    if (isFile) stored.push(name)
    names.add(name)
  }
  return { names: [...names], status: null, removeFiles }

  async function put(file: File, name: string): Promise<number | null> {
    const status = await api.files.put({ bucket, name }, file, { maxAgeSeconds: options.maxAgeSeconds ?? 0 })
    // A file of this name exists, because the first press has stored it.
    return status === 409 && (await find(name)) === null ? null : status
  }

  async function find(name: string): Promise<number | null> {
    if (!name.startsWith(`${userId}/`) || !/^[\w-]{36}\/[\w-]{1,100}$/.test(name)) return 404
    return (await api.files.describe({ bucket, name })) === null ? 404 : null
  }
}

/** The number of files that a field of a form has. */
export const countUploads = (form: FormData, field: string): number => form.getAll(field).filter(isFilled).length

const isFilled = (value: FormDataEntryValue): boolean => (typeof value === 'string' ? value !== '' : value.size > 0)

async function nameFor(file: File, index: number, { key, nameOf }: UploadedField): Promise<string> {
  if (nameOf) return nameOf(file)
  return `${key !== undefined && isId(key) ? key : crypto.randomUUID()}-${index}`
}
