import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrationSums } from '#platform/postgres/migration-sums.ts'

// Databases out there have these already (npm run keep-release): a change to one would never reach them, and what sorts before the last of them
// could not be run there at all.
const released = readFileSync('database/tests/releases/migrations.sha256', 'utf8').trim().split('\n')

test('what was released is as it was, and new migrations follow it', async () => {
  expect((await migrationSums()).slice(0, released.length)).toEqual(released)
})
