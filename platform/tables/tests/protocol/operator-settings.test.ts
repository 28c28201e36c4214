import { expect, test } from 'vitest'
import * as z from 'zod'
import { TABLES_VARIABLES, tablesChoices, tablesProductionFaults } from '../../operator-settings.ts'

const variables = z.object(TABLES_VARIABLES)
const read = (values: Record<string, string>) => tablesChoices(variables.parse(values), { isDemo: false })
const faultsOf = (values: Record<string, string>) =>
  variables.safeParse(values).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []

test('by default one schema, a thousand rows, and nothing that shows more than rows', () => {
  expect(read({})).toEqual({
    schemas: ['public'],
    extraSearchPath: [],
    maxRows: 1000,
    maxServiceWrittenRows: 1000,
    maxEmbedCost: 60,
    areAggregatesOn: false,
    plans: 'none',
    isRollbackAllowed: false,
    description: 'signed-in',
  })
  expect(tablesChoices(variables.parse({}), { isDemo: true }).description).toBe('everyone')
})

test('every variable sets its choice', () => {
  expect(
    read({
      TABLES_SCHEMAS: 'public, partners',
      TABLES_EXTRA_SEARCH_PATH: 'extensions',
      TABLES_MAX_ROWS: '50',
      TABLES_MAX_WRITTEN_ROWS: '5',
      TABLES_MAX_EMBED_COST: '12',
      TABLES_AGGREGATES: 'on',
      TABLES_PLANS: 'secret-key',
      TABLES_ROLLBACK: 'on',
      TABLES_DESCRIPTION: 'everyone',
    }),
  ).toEqual({
    schemas: ['public', 'partners'],
    extraSearchPath: ['extensions'],
    maxRows: 50,
    maxServiceWrittenRows: 5,
    maxEmbedCost: 12,
    areAggregatesOn: true,
    plans: 'secret-key',
    isRollbackAllowed: true,
    description: 'everyone',
  })
})

test.each([
  [{ TABLES_SCHEMAS: 'public,auth' }, 'TABLES_SCHEMAS names a schema that must stay internal'],
  [{ TABLES_SCHEMAS: 'pg_catalog' }, 'TABLES_SCHEMAS names a schema that must stay internal'],
  [{ TABLES_SCHEMAS: 'public_shown' }, 'TABLES_SCHEMAS names a schema that must stay internal'],
  [{ TABLES_SCHEMAS: 'public,public' }, 'TABLES_SCHEMAS names a schema twice'],
  [{ TABLES_SCHEMAS: 'a"b' }, 'TABLES_SCHEMAS must be names separated by commas'],
  [{ TABLES_MAX_ROWS: '0' }, 'TABLES_MAX_ROWS must be from 1 to 100000'],
  [{ TABLES_MAX_EMBED_COST: '501' }, 'TABLES_MAX_EMBED_COST must be from 1 to 500'],
])('%o is refused', (values, fault) => {
  expect(faultsOf(values as Record<string, string>)).toEqual([fault])
})

test('production refuses plans for everyone', () => {
  expect(tablesProductionFaults({ TABLES_PLANS: 'everyone' })).toHaveLength(1)
  expect(tablesProductionFaults({ TABLES_PLANS: 'secret-key' })).toEqual([])
})
