import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '#platform/postgres/free-port.ts'
import { type Figure, value } from './figure.ts'
import { median } from './load.ts'
import { unlessOnce } from './market/once.ts'
import { startProduct } from './market/product.ts'
import type { Site } from './market/site.ts'

const STARTS = unlessOnce(5, 1)

/** From the command until the first 200 of /readyz: with data, and on the first start. */
export async function benchStarts(site: Site): Promise<Figure[]> {
  const seconds: number[] = []
  for (let time = 0; time < STARTS; time++) {
    const product = await site.start()
    seconds.push(product.readyMs / 1000)
    await product.stop()
  }
  return [
    value(`start with data until ready (middle of ${STARTS})`, median(seconds), ' s', 0.8),
    value('first start of a fresh clone, with what it builds and the demo market', await firstStart(), ' s', 15),
  ]
}

/** A clone of the committed state, with the packages installed. */
async function firstStart(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-clone-'))
  try {
    const cloned = spawnSync('git', ['clone', '--quiet', '--depth', '1', `file://${resolve('.')}`, folder])
    if (cloned.status !== 0) throw new Error(`git clone failed: ${cloned.stderr}`)
    await symlink(resolve('node_modules'), join(folder, 'node_modules'))
    const dataDir = join(folder, '.data')
    const options = { folder, dataDir, port: await freePort(), environment: { SEED: 'demo' } }
    const product = await startProduct(options)
    await product.stop()
    return product.readyMs / 1000
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
