/** Pictures that only some may see. */
export interface Files {
  /** Stores a picture under this name. Null, or why not, in words for people. */
  upload(path: FilePath, picture: Blob): Promise<string | null>
  /** Addresses that open these files for some minutes, by name; those that one may not see are left out. */
  addresses(bucket: string, names: readonly string[]): Promise<Map<string, string>>
}

interface FilePath {
  bucket: string
  /** Its first folder is the person's own. */
  name: string
}

/** For how long an address on a page opens its picture. */
const OPEN_SECONDS = 900

export function filesOf(call: typeof fetch, origin: string): Files {
  const root = `${origin}/storage/v1`
  return {
    async upload({ bucket, name }, picture) {
      const body = new Uint8Array(await picture.arrayBuffer())
      const headers = { 'content-type': picture.type || 'application/octet-stream' }
      const asked = call(`${root}/object/${bucket}/${name}`, { method: 'POST', headers, body })
      const response = await asked.catch(() => null)
      if (response?.ok) return null
      const answer = (await response?.json().catch(() => null)) as { message?: unknown } | null
      return typeof answer?.message === 'string' ? answer.message : 'The picture could not be stored. Please try again.'
    },
    async addresses(bucket, names) {
      const open = new Map<string, string>()
      if (names.length === 0) return open
      const response = await call(`${root}/object/sign/${bucket}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ expiresIn: OPEN_SECONDS, paths: names }),
      }).catch(() => null)
      if (!response?.ok) return open
      const rows = (await response.json()) as { path: string; signedURL: string | null }[]
      for (const { path, signedURL } of rows) if (signedURL) open.set(path, `/storage/v1${encodeURI(signedURL)}`)
      return open
    },
  }
}
