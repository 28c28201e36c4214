import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { folderForTests, IN_MEMORY } from './folder-in-memory.mjs'

const mounted = (options: string) => [['tmpfs', IN_MEMORY, 'tmpfs', options, '0', '0']]
const plenty = { environment: {}, memory: 16 * 2 ** 30, mounts: mounted('rw,nosuid,nodev'), room: 8 * 2 ** 30 }

test('uses memory if there is enough', () => {
  expect(folderForTests(plenty)).toBe(IN_MEMORY)
})

test('TMPDIR takes precedence', () => {
  expect(folderForTests({ ...plenty, environment: { TMPDIR: '/elsewhere' } })).toBe('/elsewhere')
})

test.each<[string, Partial<typeof plenty>]>([
  ['memory is short', { memory: 4 * 2 ** 30 }],
  ['the folder is small, as in many containers', { room: 64 * 2 ** 20 }],
  ['it is mounted noexec', { mounts: mounted('rw,nosuid,nodev,noexec') }],
  ['it is read-only', { mounts: mounted('ro') }],
  ['it lies on a disk', { mounts: [['/dev/vda', IN_MEMORY, 'ext4', 'rw', '0', '0']] }],
  ['it does not exist', { mounts: [] }],
])('uses the system folder if %s', (_, machine) => {
  expect(folderForTests({ ...plenty, ...machine })).toBe(tmpdir())
})
