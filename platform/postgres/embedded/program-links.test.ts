import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkLibraries } from './program-links.ts'

test('libraries are linked under the names they are loaded by, once', async () => {
  const home = await mkdtemp(join(tmpdir(), 'links-test-'))
  const program = join(home, 'native')
  try {
    await mkdir(join(program, 'lib'), { recursive: true })
    await writeFile(join(program, 'lib/libpq.so.5.18'), 'library')
    await writeFile(
      join(program, 'pg-symlinks.json'),
      JSON.stringify([{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]),
    )
    await linkLibraries(program)
    await linkLibraries(program)
    expect(await readFile(join(program, 'lib/libpq.so.5'), 'utf8')).toBe('library')
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})

test('leaves a program without a list of links unchanged', async () => {
  await expect(linkLibraries(tmpdir())).resolves.toBeUndefined()
})
