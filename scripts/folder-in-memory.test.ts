import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { folderForTests, IN_MEMORY } from './folder-in-memory.mjs'

const mounted = (options: string) => [['tmpfs', IN_MEMORY, 'tmpfs', options, '0', '0']]
const plenty = { environment: {}, memory: 16 * 2 ** 30, mounts: mounted('rw,nosuid,nodev'), room: 8 * 2 ** 30 }

test('tests work in memory where there is plenty', () => {
  expect(folderForTests(plenty)).toBe(IN_MEMORY)
})

test('the folder that somebody has set stands', () => {
  expect(folderForTests({ ...plenty, environment: { TMPDIR: '/elsewhere' } })).toBe('/elsewhere')
})

test.each<[string, Partial<typeof plenty>]>([
  ['memory is short', { memory: 4 * 2 ** 30 }],
  ['the folder is small, as in many containers', { room: 64 * 2 ** 20 }],
  ['no program may run from it', { mounts: mounted('rw,nosuid,nodev,noexec') }],
  ['nothing may be written to it', { mounts: mounted('ro') }],
  ['it lies on a disk', { mounts: [['/dev/vda', IN_MEMORY, 'ext4', 'rw', '0', '0']] }],
  ['it does not exist', { mounts: [] }],
])('where %s, they work where everybody does', (_, machine) => {
  expect(folderForTests({ ...plenty, ...machine })).toBe(tmpdir())
})
