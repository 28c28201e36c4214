import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { allMoves } from '#domain/all-moves.ts'
import { causesIn, everyMoveHasACause } from './laws/causes.ts'
import { EXEMPT_EXPORTS } from './laws/exempt-exports.ts'
import { noExportIsUsedByTestsOnly } from './laws/exports.ts'
import { foreignKeysHaveOnDelete } from './laws/foreign-keys.ts'
import { noImportCycles } from './laws/import-cycles.ts'
import { importedNames, importsOf, sourceFiles } from './laws/imports.ts'
import {
  filesStaySmall,
  functionsAreCalledByTheirTypes,
  importsAcrossFoldersUseAliases,
  importsFlowOneWay,
  namesAreSpecific,
  nothingImportsProcess,
  onlyConfigReadsTheEnvironment,
  onlyTheServerKnowsAllRefusals,
  platformHasNoProductWords,
  webFoldersDoNotImportEachOther,
} from './laws/laws.ts'

const LAWS = {
  importsFlowOneWay,
  importsAcrossFoldersUseAliases,
  nothingImportsProcess,
  webFoldersDoNotImportEachOther,
  platformHasNoProductWords,
  onlyConfigReadsTheEnvironment,
  onlyTheServerKnowsAllRefusals,
  functionsAreCalledByTheirTypes,
  foreignKeysHaveOnDelete,
  filesStaySmall,
  namesAreSpecific,
}

describe('this project', () => {
  const sources = sourceFiles().map((path) => ({ path, text: readFileSync(path, 'utf8') }))

  test('is read completely', () => {
    expect(sources.length).toBeGreaterThan(50)
  })
  test.each(Object.entries(LAWS))('%s', (_name, law) => {
    expect(sources.flatMap(law)).toEqual([])
  })
  test('noImportCycles', () => {
    expect(noImportCycles(sources)).toEqual([])
  })
  test('noExportIsUsedByTestsOnly', () => {
    expect(noExportIsUsedByTestsOnly(sources, EXEMPT_EXPORTS)).toEqual([])
  })
  test('everyMoveHasACause', () => {
    expect(everyMoveHasACause(allMoves, causesIn(readFileSync('domain/moves.ts', 'utf8')))).toEqual([])
  })
})

describe('the laws detect', () => {
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
    ['database/seed/seed.ts', "import { join } from '#server/group-buys/join.ts'"],
    ['api/api.ts', "import { serve } from '#platform/http/serve.ts'"],
    ['server/app.ts', "import { Page } from '#web/pages/home/home.tsx'"],
    ['config.ts', "import { money } from '#domain/money.ts'"],
  ])('a forbidden import in %s: %s', (path, text) => {
    expect(importsFlowOneWay({ path, text })).toHaveLength(1)
  })

  test('an import of the process from another floor', () => {
    const text = "import { openSite } from '../process/site/site.ts'"
    expect(nothingImportsProcess({ path: 'server/app.ts', text })).toHaveLength(1)
    expect(nothingImportsProcess({ path: 'scripts/operating/adopt.ts', text })).toEqual([])
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

  test.each([
    ['server/claims/open-claim.ts', '../command.ts', false],
    ['server/claims/open-claim.ts', '../orders/cancel-order.ts', false],
    ['server/claims/open-claim.ts', '#server/claims/read-claim.ts', false],
    ['server/claims/deep/one.ts', '../read-claim.ts', true],
    ['server/claims/open-claim.ts', '#server/command.ts', true],
    ['server/app.ts', './claims/open-claim.ts', true],
    ['tests/trials/time.test.ts', '../../server/app.ts', false],
    ['tests/trials/time.test.ts', '../wire/sender.ts', true],
  ])('an import in %s of %s by the wrong path', (path, specifier, isRight) => {
    expect(importsAcrossFoldersUseAliases({ path, text: `import { x } from '${specifier}'` })).toHaveLength(
      isRight ? 0 : 1,
    )
  })

  test.each([
    ['domain/claims/claiming.ts', "import { type Refusal, refuse } from '#domain/refusal.ts'", 1],
    ['web/claims/claim.tsx', "import { allRefusals } from '#domain/all-refusals.ts'", 1],
    ['web/claims/claim.tsx', "import { isRefusal } from '#domain/refusal.ts'", 0],
    ['server/claims/open-claim.ts', "import { refuse } from '#domain/refusal.ts'", 0],
  ])('in %s the refusals of all features: %s', (path, text, found) => {
    expect(onlyTheServerKnowsAllRefusals({ path, text })).toHaveLength(found)
  })

  test('folders of web/ that import each other', () => {
    const text = "import { orderWords } from '../orders/order-words.ts'\nimport { Button } from '../ui/button.tsx'"
    expect(webFoldersDoNotImportEachOther({ path: 'web/catalogue/card.tsx', text })).toHaveLength(1)
    expect(webFoldersDoNotImportEachOther({ path: 'web/pages/products.tsx', text })).toEqual([])
  })

  test('product words in the platform', () => {
    expect(platformHasNoProductWords({ path: 'platform/mail/smtp.ts', text: '// for vendors' })).toHaveLength(1)
    expect(platformHasNoProductWords({ path: 'platform/tables/order.ts', text: 'order by id' })).toEqual([])
  })

  test('the environment read outside config.ts', () => {
    expect(onlyConfigReadsTheEnvironment({ path: 'server/app.ts', text: 'const p = process.env.PORT' })).toHaveLength(1)
    expect(onlyConfigReadsTheEnvironment({ path: 'config.ts', text: 'process.env' })).toEqual([])
  })

  test.each([
    "api.tables.rpc('setting' as never, { key })",
    "api.tables.rpc('setting', { key } as never, { get: true })",
    "api.tables.rpc(\n  'setting',\n  { key: read(key) as string },\n)",
    "(api.tables as PostgrestClient).rpc('setting', { key })",
  ])('a call of a function with a cast: %s', (text) => {
    expect(functionsAreCalledByTheirTypes({ path: 'api/settings.ts', text })).toHaveLength(1)
  })

  test.each([
    "const { data } = (await api.tables.rpc('setting', { key })) as never",
    "// rpc('setting' as never)\nawait api.tables.rpc('setting', { key: keys(['as'] as const) })",
  ])('a call of a function without one: %s', (text) => {
    expect(functionsAreCalledByTheirTypes({ path: 'api/settings.ts', text })).toEqual([])
  })

  test.each([
    'create table a (b uuid references c);',
    'create table a (b uuid not null references public.c (id), d uuid references e on delete cascade);',
    'create table a (b uuid, foreign key (b) references c (id) on update cascade);',
    'alter table a add foreign key (b) references c (d, e); -- on delete cascade',
  ])('a foreign key without an on delete clause: %s', (text) => {
    expect(foreignKeysHaveOnDelete({ path: 'database/tables/0001_a.sql', text })).toHaveLength(1)
  })

  test('no foreign keys that have one', () => {
    const text = `-- b references c
      create table a (b uuid references c on delete no action not null, d uuid references public.e (id)
        on update cascade on delete set null deferrable); comment on table a is 'It references c.';`
    expect(foreignKeysHaveOnDelete({ path: 'database/tables/0001_a.sql', text })).toEqual([])
  })

  test('files that are too long, and generic names', () => {
    expect(filesStaySmall({ path: 'web/a.tsx', text: 'x\n'.repeat(301) })).toHaveLength(1)
    expect(filesStaySmall({ path: 'web/a.tsx', text: 'x\n'.repeat(300) })).toEqual([])
    expect(filesStaySmall({ path: 'web/a.test.tsx', text: 'x\n'.repeat(400) })).toEqual([])
    expect(filesStaySmall({ path: 'database/tables/0001_a.sql', text: 'x\n'.repeat(321) })).toHaveLength(1)
    expect(filesStaySmall({ path: 'database/tables/0001_a.sql', text: "  ('row'),\n".repeat(999) })).toEqual([])
    expect(namesAreSpecific({ path: 'web/utils/money.ts', text: '' })).toHaveLength(1)
    expect(namesAreSpecific({ path: 'server/helpers.ts', text: '' })).toHaveLength(1)
    expect(namesAreSpecific({ path: 'web/ui/PriceTag.tsx', text: '' })).toHaveLength(1)
    expect(namesAreSpecific({ path: 'web/entry.client.tsx', text: '' })).toEqual([])
    expect(namesAreSpecific({ path: 'platform/mail/sql/tables/0030_mail.sql', text: '' })).toEqual([])
    expect(namesAreSpecific({ path: 'platform/mail/0030_mail.sql', text: '' })).toHaveLength(1)
  })

  test('all ways to import', () => {
    const text = `import a from 'a'\nimport 'b'\nexport * from "c"\nawait import('d')\nimport type { E } from 'e'\nexport { x } from 'f'`
    expect(importsOf(text).sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  test('import cycles, including type imports', () => {
    const circle = [
      { path: 'server/a.ts', text: "import { b } from './b.ts'" },
      { path: 'server/b.ts', text: "import type { C } from '#server/c.ts'" },
      { path: 'server/c.ts', text: "type A = typeof import('./a.ts')" },
    ]
    expect(noImportCycles(circle)).toEqual(['server/a.ts, server/b.ts, server/c.ts form an import cycle.'])
    expect(noImportCycles([{ path: 'server/a.ts', text: "import { a } from './a.ts'" }])).toHaveLength(1)
    expect(noImportCycles(circle.slice(0, 2))).toEqual([])
    const diamond = [
      { path: 'a.ts', text: "import './b.ts'\nimport './c.ts'" },
      { path: 'b.ts', text: "import './d.ts'" },
      { path: 'c.ts', text: "import './d.ts'" },
      { path: 'd.ts', text: '' },
    ]
    expect(noImportCycles(diamond)).toEqual([])
  })

  test('exports used by tests only, or not at all', () => {
    const rule = {
      path: 'domain/fees.ts',
      text: 'export function fee() {}\nexport const RATE = 3\nexport type Fee = bigint',
    }
    const check = { path: 'domain/fees.test.ts', text: "import { fee, type Fee } from './fees.ts'" }
    expect(noExportIsUsedByTestsOnly([rule, check])).toEqual([
      'domain/fees.ts fee is used by tests only.',
      'domain/fees.ts RATE is exported but never imported.',
      'domain/fees.ts Fee is used by tests only.',
    ])
    const command = {
      path: 'server/pay.ts',
      text: "import { fee as due, RATE } from '#domain/fees.ts'\nexport type { Fee } from '#domain/fees.ts'",
    }
    expect(noExportIsUsedByTestsOnly([rule, check, command])).toEqual([])
    // Used in its own file too; exported for the test.
    const inner = { path: 'domain/fees.ts', text: 'export function fee() {}\nfee()' }
    expect(noExportIsUsedByTestsOnly([inner, check])).toEqual([])
    const support = { path: 'server/testing/market.ts', text: "import { fee } from '#domain/fees.ts'" }
    expect(noExportIsUsedByTestsOnly([{ ...rule, text: 'export function fee() {}' }, support])).toHaveLength(1)
  })

  test('an exempted export that is used', () => {
    const rule = { path: 'domain/fees.ts', text: 'export function fee() {}' }
    const check = { path: 'domain/fees.test.ts', text: "import { fee } from './fees.ts'" }
    const command = { path: 'server/pay.ts', text: "import { fee } from '#domain/fees.ts'" }
    const awaited = { 'domain/fees.ts fee': 'paying' }
    expect(noExportIsUsedByTestsOnly([rule, check], awaited)).toEqual([])
    expect(noExportIsUsedByTestsOnly([rule, check, command], awaited)).toHaveLength(1)
  })

  test('transitions without a cause, and causes without a transition', () => {
    const source = "export type Cause =\n  | 'buyer'\n  | 'clock'\n\nexport const x = 'other'"
    expect(causesIn(source)).toEqual(['buyer', 'clock'])
    expect(causesIn("export const CAUSES = ['buyer', 'clock'] as const\nconst x = ['other']")).toEqual([
      'buyer',
      'clock',
    ])
    const order = [
      { from: 'pending', to: 'paid', causes: ['gateway'] },
      { from: 'paid', to: 'ready', causes: [] },
      { from: 'ready', to: 'done', causes: ['buyer'] },
    ]
    expect(everyMoveHasACause({ order }, ['buyer', 'clock'])).toEqual([
      'order: pending > paid has the unknown cause "gateway".',
      'order: paid > ready has no cause.',
      'clock causes no transition.',
    ])
  })

  test('imported names, for every form of import', () => {
    const text = `import a, { b, type C } from './x.ts'\nimport * as d from './y.ts'\nexport { e as f } from './z.ts'\nexport * from './w.ts'`
    expect(importedNames(text)).toEqual([
      { specifier: './x.ts', names: ['b', 'C', 'default'] },
      { specifier: './y.ts', names: ['*'] },
      { specifier: './z.ts', names: ['e'] },
      { specifier: './w.ts', names: ['*'] },
    ])
  })
})
