import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface SiteKeys {
  publishable: string
  secret: string
}

/** The keys that the site made for itself at its first start. */
export async function readSiteKeys(dataDir: string): Promise<SiteKeys> {
  const read = async (name: string) => (await readFile(join(dataDir, 'secrets', name), 'utf8')).trim()
  return { publishable: await read('publishable-key'), secret: await read('secret-key') }
}
