import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { importsOf, sourceFiles } from './laws/imports.ts'
import {
  filesStaySmall,
  importsFlowOneWay,
  namesSaySomething,
  onlyConfigReadsTheEnvironment,
  platformHasNoProductWords,
  roomsOfTheWebDoNotMeet,
} from './laws/laws.ts'

const LAWS = {
  importsFlowOneWay,
  roomsOfTheWebDoNotMeet,
  platformHasNoProductWords,
  onlyConfigReadsTheEnvironment,
  filesStaySmall,
  namesSaySomething,
}

describe('this project', () => {
  const sources = sourceFiles().map((path) => ({ path, text: readFileSync(path, 'utf8') }))

  test('is looked at as a whole', () => {
    expect(sources.length).toBeGreaterThan(50)
  })
  test.each(Object.entries(LAWS))('%s', (_name, law) => {
    expect(sources.flatMap(law)).toEqual([])
  })
})

describe('the laws see', () => {
  test.each([
    ['web/browse.tsx', "import { join } from '#server/group-buys/join.ts'"],
    ['web/cart/cart.tsx', "import { join } from '../../server/group-buys/join.ts'"],
    ['web/browse.tsx', "import type { Join } from '#server/group-buys/join.ts'"],
    ['web/browse.tsx', "const join = await import('#server/group-buys/join.ts')"],
    ['web/browse.tsx', "import {\n  join,\n} from\n  '#server/group-buys/join.ts'"],
    ['web/browse.tsx', "export { join } from '#server/group-buys/join.ts'"],
    ['web/browse.tsx', "import '#platform/mail/smtp.ts'"],
    ['web/browse.tsx', "type Rows = import('#database/types.ts').Database"],
    ['domain/money.ts', "import { api } from '#api/api.ts'"],
    ['platform/mail/smtp.ts', "import { config } from '#config'"],
    ['platform/mail/smtp.ts', "import { money } from '../../domain/money.ts'"],
    ['database/seed/seed.ts', "import { money } from '#domain/money.ts'"],
    ['api/api.ts', "import { serve } from '#platform/http/serve.ts'"],
    ['server/app.ts', "import { Page } from '#web/pages/home/home.tsx'"],
    ['config.ts', "import { money } from '#domain/money.ts'"],
  ])('a forbidden import in %s: %s', (path, text) => {
    expect(importsFlowOneWay({ path, text })).toHaveLength(1)
  })

  test.each([
    ['web/browse.tsx', "import { money } from '#domain/money.ts'\nimport { Card } from './ui/card.tsx'"],
    ['web/browse.tsx', "// import { join } from '#server/join.ts'\nconst text = 'from server'"],
    [
      'server/join.ts',
      "import { money } from '#domain/money.ts'\nimport { queueMail } from '#platform/mail/queue-mail.ts'",
    ],
    ['database/tests/orders.test.ts', "import { createTestDatabase } from '#platform/postgres/testing.ts'"],
    ['main.ts', "import { app } from '#server/app.ts'\nimport * as pages from './web/routes.ts'"],
  ])('a permitted import in %s: %s', (path, text) => {
    expect(importsFlowOneWay({ path, text })).toEqual([])
  })

  test('a test of the web too when it reaches for the server', () => {
    const text = "import { join } from '#server/join.ts'"
    expect(importsFlowOneWay({ path: 'web/cart/cart.test.ts', text })).toHaveLength(1)
  })

  test('rooms of the web that know each other', () => {
    const text = "import { orderWords } from '../orders/order-words.ts'\nimport { Button } from '../ui/button.tsx'"
    expect(roomsOfTheWebDoNotMeet({ path: 'web/catalogue/card.tsx', text })).toHaveLength(1)
    expect(roomsOfTheWebDoNotMeet({ path: 'web/pages/products.tsx', text })).toEqual([])
  })

  test('product words in the platform', () => {
    expect(platformHasNoProductWords({ path: 'platform/mail/smtp.ts', text: '// for vendors' })).toHaveLength(1)
    expect(platformHasNoProductWords({ path: 'platform/tables/order.ts', text: 'order by id' })).toEqual([])
  })

  test('the environment read outside config.ts', () => {
    expect(onlyConfigReadsTheEnvironment({ path: 'server/app.ts', text: 'const p = process.env.PORT' })).toHaveLength(1)
    expect(onlyConfigReadsTheEnvironment({ path: 'config.ts', text: 'process.env' })).toEqual([])
  })

  test('files that are too long, and names that say nothing', () => {
    expect(filesStaySmall({ path: 'web/a.tsx', text: 'x\n'.repeat(301) })).toHaveLength(1)
    expect(filesStaySmall({ path: 'web/a.tsx', text: 'x\n'.repeat(300) })).toEqual([])
    expect(filesStaySmall({ path: 'web/a.test.tsx', text: 'x\n'.repeat(400) })).toEqual([])
    expect(filesStaySmall({ path: 'database/migrations/0001_a.sql', text: 'x\n'.repeat(251) })).toHaveLength(1)
    expect(namesSaySomething({ path: 'web/utils/money.ts', text: '' })).toHaveLength(1)
    expect(namesSaySomething({ path: 'server/helpers.ts', text: '' })).toHaveLength(1)
    expect(namesSaySomething({ path: 'web/ui/PriceTag.tsx', text: '' })).toHaveLength(1)
    expect(namesSaySomething({ path: 'web/entry.client.tsx', text: '' })).toEqual([])
  })

  test('all ways to import', () => {
    const text = `import a from 'a'\nimport 'b'\nexport * from "c"\nawait import('d')\nimport type { E } from 'e'\nexport { x } from 'f'`
    expect(importsOf(text).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })
})
