import { FLOORS, importsOf, isTest, ownFile, withoutComments } from './imports.ts'

export interface Source {
  /** Relative to the project's folder, with slashes. */
  path: string
  text: string
}

/** Returns one message per violation: where it is, and why it is forbidden. */
type Law = (source: Source) => string[]

const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path)
const floorOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : path)

/** Floors that each floor may import. Floors that are not listed may import all. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
  domain: [],
  platform: [],
  // The demo market is generated with the domain's rules.
  database: ['domain'],
  api: ['domain', 'database'],
  server: ['domain', 'database', 'platform', 'api'],
  web: ['domain', 'api'],
  // The auth service defines its own variables.
  'config.ts': ['platform', 'process'],
}

/** Only files of the root and scripts may import process/. */
export const nothingImportsProcess: Law = ({ path, text }) => {
  const mayImport = !path.includes('/') || ['process/', 'scripts/'].some((folder) => path.startsWith(folder))
  if (mayImport || !isCode(path)) return []
  return importsOf(text).flatMap((specifier) =>
    floorOf(ownFile(path, specifier) ?? '') === 'process'
      ? [`${path} imports ${specifier}: only start.ts, main.ts, config.ts and scripts may import process/.`]
      : [],
  )
}

/** Additional imports of tests, for a real PostgreSQL and the browser. */
const TEST_IMPORTS = ['platform', 'tests']

export const importsFlowOneWay: Law = ({ path, text }) => {
  const floor = floorOf(path)
  const allowed = ALLOWED_IMPORTS[floor]
  if (!allowed || !isCode(path)) return []
  const known = new Set([floor, ...allowed, ...(isTest(path) && floor !== 'web' ? TEST_IMPORTS : [])])
  return importsOf(text).flatMap((specifier) => {
    const target = ownFile(path, specifier)
    if (target === undefined || known.has(floorOf(target))) return []
    return [`${path} imports ${specifier}: ${floor} may import only ${allowed.join(', ') || 'its own files'}.`]
  })
}

/** Inside its folder of a floor a file imports by relative path, from everywhere else by the floor's alias. */
export const importsAcrossFoldersUseAliases: Law = ({ path, text }) => {
  if (!isCode(path)) return []
  return importsOf(text).flatMap((specifier) => {
    const target = ownFile(path, specifier)
    if (target === undefined || !FLOORS.some((floor) => floor === floorOf(target))) return []
    const isInside = target.split('/').length > 2 && folderOf(path) === folderOf(target)
    if (isInside ? !specifier.startsWith('#') : !specifier.startsWith('../')) return []
    return [`${path} imports ${specifier}: inside a folder by relative path, from another one by #${target}.`]
  })
}

/** Rules that browsers run, and the screens, load the texts of their own refusals alone: `refuse` knows those of all. */
export const onlyTheServerKnowsAllRefusals: Law = ({ path, text }) => {
  const loads = ['domain', 'api', 'web'].includes(floorOf(path)) && path !== 'domain/refusal.ts' && !isTest(path)
  if (!loads || !isCode(path)) return []
  const code = withoutComments(text)
  const imports = [...code.matchAll(/^import \{([^}]*)\} from '[^']*\/(refusal|all-refusals)\.ts'/gm)]
  const values = imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
  return values.some((name) => name === 'refuse' || name === 'allRefusals')
    ? [`${path} loads the refusals of all features into browsers: use refuseFrom() with those it needs.`]
    : []
}

/** The folder of a floor that a file is in, such as `server/claims`; the floor for its own files. */
const folderOf = (path: string): string => path.split('/').slice(0, -1).slice(0, 2).join('/')

/**
 * Folders that all others may import: components, session, layouts of desks, and parts of many lists (cart store,
 * adverts, follows, where goods are received).
 */
const SHARED_FOLDERS = [
  'ui',
  'theme',
  'session',
  'desk',
  'forms',
  'content',
  'cart',
  'adverts',
  'follows',
  'languages',
  'lists',
  'files',
  'rendering',
  'offline',
  'places',
  'returns',
  'routing',
]
const COMPOSING_FOLDERS = ['pages', 'layouts']

export const webFoldersDoNotImportEachOther: Law = ({ path, text }) => {
  const folder = webFolderOf(path)
  if (folder === undefined || COMPOSING_FOLDERS.includes(folder)) return []
  return importsOf(text).flatMap((specifier) => {
    const other = webFolderOf(ownFile(path, specifier) ?? '')
    if (other === undefined || other === folder || SHARED_FOLDERS.includes(other)) return []
    return [`${path} imports ${specifier}: web/${folder} must not import web/${other}; compose them in a page.`]
  })
}

function webFolderOf(path: string): string | undefined {
  return /^web\/([^/]+)\//.exec(path)?.[1]
}

const PRODUCT_WORDS =
  /group[-_ ]?buy|vendor|\bcustomers?\b|\bbuyers?\b|\bcarts?\b|\bcheckouts?\b|\bnaira\b|kobo|\bpeps\b|ajoja|\bproducts\b|\bbulk order|price[-_ ]tier|marketplace/i

/** Exempt, because its words are data: common passwords. */
const DATA_FILES = ['platform/auth/passwords/common-passwords.ts']

export const platformHasNoProductWords: Law = ({ path, text }) => {
  if (!path.startsWith('platform/') || isTest(path) || DATA_FILES.includes(path)) return []
  // The gateway's amounts are in kobo, independent of the product.
  const isMoney = path.startsWith('platform/payment-gateways/')
  return text.split('\n').flatMap((line, index) => {
    const word = PRODUCT_WORDS.exec(isMoney ? line.replace(/kobo|\bnaira\b/gi, '') : line)?.[0]
    return word ? [`${path}:${index + 1} contains "${word}": platform/ must not contain product words.`] : []
  })
}

export const onlyConfigReadsTheEnvironment: Law = ({ path, text }) => {
  // Code that starts the product as a child process passes the environment on.
  const starts = ['scripts/', 'bench/', 'deploy/', 'tests/journeys/'].some((folder) => path.startsWith(folder))
  const mayRead = path === 'config.ts' || starts
  if (mayRead || !isCode(path)) return []
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
  return /\bprocess\s*\.\s*env\b|\bprocess\[/.test(code.replace(/'[^'\n]*'/g, "''"))
    ? [`${path} reads the environment: only config.ts may.`]
    : []
}

/**
 * Calls of `rpc` must not be cast: database/types.ts has the functions' types, and a cast would hide a wrong name or
 * argument.
 */
export const functionsAreCalledByTheirTypes: Law = ({ path, text }) => {
  if (!isCode(path) || path.startsWith('tests/')) return []
  const code = withoutComments(text)
  return [...code.matchAll(/\.rpc\(/g)].flatMap(({ index }) => {
    const isOfCast = /\bas\s[^()]*\)\s*$/.test(code.slice(0, index))
    const argument = /\bas\s+(?!const\b)\w+/.exec(bracketed(code, index + '.rpc'.length))?.[0]
    return isOfCast || argument
      ? [`${path} casts a call of rpc (${argument ?? 'its client'}): use the function's types of database/types.ts.`]
      : []
  })
}

/** Text from an opening bracket to the matching closing one. */
function bracketed(code: string, open: number): string {
  let depth = 0
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1
    if (code[at] === ')') depth -= 1
    if (depth === 0) return code.slice(open, at)
  }
  return code.slice(open)
}

const GENERATED = ['database/types.ts', 'database/schema.sql']

export const filesStaySmall: Law = ({ path, text }) => {
  if (GENERATED.includes(path)) return []
  const wall = path.endsWith('.sql') ? 320 : isTest(path) ? 400 : 300
  // Initial rows of tables are data.
  const rows = path.endsWith('.sql') ? /^ {2}\(.*\)[,;]$/ : undefined
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => !rows?.test(line)).length
  return lines > wall ? [`${path} has ${lines} lines, the limit is ${wall}.`] : []
}

const GENERIC_NAMES = /^(utils?|helpers?|common|misc|managers?|services?|index)$/

export const namesAreSpecific: Law = ({ path }) => {
  const parts = path.split('/')
  const file = parts.pop() ?? ''
  const word = file.replace(/(\.(test|d|client|server|config))?\.(tsx?|mjs|sql|css)$/, '')
  const violations: string[] = []
  const isRole = path.startsWith('web/') && word === 'manager'
  for (const name of [...parts, word]) {
    if (GENERIC_NAMES.test(name) && !isRole)
      violations.push(`${path}: "${name}" is too generic; name it for its content.`)
  }
  const isOfTables = /^(database|platform\/[a-z-]+\/sql)\/tables\/\d{4}_[a-z0-9_]+\.sql$/.test(path)
  if (!isOfTables && !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|d|client|server|config))?\.[a-z]+$/.test(file)) {
    violations.push(`${path}: file names must be in kebab-case.`)
  }
  return violations
}
