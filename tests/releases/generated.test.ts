import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#platform/postgres/testing.ts'
import { describeSchema } from '../../scripts/generating/describe-schema.ts'

let db: TestDatabase
let texts: Record<string, string>
beforeAll(async () => {
  db = await createTestDatabase()
  const client = await db.owner.connect()
  texts = await describeSchema(client)
  client.release()
})
afterAll(() => db.drop())

test.each(['database/types.ts', 'database/schema.sql', 'database/rights-matrix.txt'])(
  '%s is the output of npm run generate',
  (path) => {
    expect(readFileSync(path, 'utf8'), 'run npm run generate and commit the changes').toBe(texts[path])
  },
)
