import type { Guard } from '../guard.ts'

const SETTINGS = 'platform/tables/tests/protocol/settings.test.ts'

export const TABLE_API_GUARDS: readonly Guard[] = [
  {
    name: 'plans are for the secret key where the operator says so',
    file: 'platform/tables/exchange.ts',
    text: "(settings.plans === 'secret-key' && identity.role === 'service_role')",
    broken: "settings.plans === 'secret-key'",
    tests: [SETTINGS],
  },
  {
    name: 'a plan that ran a write is rolled back',
    file: 'platform/tables/exchange.ts',
    text: 'isRolledBack(exchange) || explain !== undefined',
    broken: 'isRolledBack(exchange)',
    tests: [SETTINGS],
  },
  {
    name: 'a rollback on request leaves nothing',
    file: 'platform/tables/exchange.ts',
    text: 'isRolledBack(exchange) || explain !== undefined',
    broken: 'explain !== undefined',
    tests: [SETTINGS],
  },
  {
    name: 'a rollback needs the permission of the operator',
    file: 'platform/tables/handler.ts',
    text: "preferences.tx === 'rollback' && !settings.isRollbackAllowed",
    broken: 'false',
    tests: [SETTINGS],
  },
  {
    name: 'a command is never rolled back on request',
    file: 'platform/tables/intercepted-write.ts',
    text: 'interceptor && isRolledBack(exchange)',
    broken: 'false',
    tests: [SETTINGS],
  },
  {
    name: 'a write that a command handles has no plan',
    file: 'platform/tables/intercepted-write.ts',
    text: 'interceptor && exchange.explain',
    broken: 'false',
    tests: [SETTINGS],
  },
  {
    name: 'commands handle tables of the first schema only',
    file: 'platform/tables/exchange.ts',
    text: 'schema.name === settings.schemas[0] ? settings.interceptors : []',
    broken: 'schema.name === "" ? [] : settings.interceptors',
    tests: [SETTINGS],
  },
  {
    name: 'only exposed schemas are read',
    file: 'platform/tables/handler.ts',
    text: 'if (!schemas.includes(requested)) throw invalidSchema(requested, schemas)',
    broken: '',
    tests: [SETTINGS],
  },
  {
    name: 'strangers get no description where the operator says so',
    file: 'platform/tables/handler.ts',
    text: "settings.description === 'signed-in' && identity.role === 'anon'",
    broken: 'false',
    tests: [SETTINGS],
  },
  {
    name: 'a description names only functions that the role may call',
    file: 'platform/tables/description/rights.ts',
    text: "where has_function_privilege(oid, 'execute')",
    broken: '',
    tests: [SETTINGS],
  },
  {
    name: 'the secret key writes a thousand rows at most',
    file: 'platform/tables/handle-write.ts',
    text: 'isService ? settings.maxServiceWrittenRows : settings.maxWrittenRows',
    broken: 'isService ? Infinity : settings.maxWrittenRows',
    tests: ['platform/tables/tests/limits.test.ts'],
  },
  {
    name: 'embedded resources have a budget',
    file: 'platform/tables/parsing/embed-cost.ts',
    text: 'if (cost <= most) return',
    broken: 'if (cost <= most || cost > most) return',
    tests: ['platform/tables/tests/bounds.test.ts'],
  },
  {
    name: 'a right without review is noticed',
    file: 'scripts/generating/rights-matrix.ts',
    text: 'where cardinality(g.granted) > 0',
    broken: "where cardinality(g.granted) > 0 and g.verb <> 'update'",
    tests: ['tests/releases/rights-matrix.test.ts'],
  },
]
