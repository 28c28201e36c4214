import { importsOf, ownFile, withoutComments } from './imports.ts'

export interface Source {
  /** Relative to the project's folder, with slashes. */
  path: string
  text: string
}

/** A breach says what is wrong where, and why it is forbidden. */
type Law = (source: Source) => string[]

const isTest = (path: string) => /\.test\.tsx?$/.test(path) || /(^|\/)tests\//.test(path)
const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path)
const floorOf = (path: string) => (path.includes('/') ? path.slice(0, path.indexOf('/')) : path)

/** Imports flow one way: what each floor may know of the others. Floors that are not named may know all. */
const MAY_KNOW: Record<string, string[]> = {
  domain: [],
  platform: [],
  // The demo market is told by the domain's own rules.
  database: ['domain'],
  api: ['domain', 'database'],
  server: ['domain', 'database', 'platform', 'api'],
  web: ['domain', 'api'],
  // The auth service describes its own variables.
  'config.ts': ['platform', 'process'],
}

/** Only the files of the root put a process together; operators' scripts look at its site. */
export const nothingImportsProcess: Law = ({ path, text }) => {
  const mayKnow = !path.includes('/') || ['process/', 'scripts/'].some((folder) => path.startsWith(folder))
  if (mayKnow || !isCode(path)) return []
  return importsOf(text).flatMap((specifier) =>
    floorOf(ownFile(path, specifier) ?? '') === 'process'
      ? [`${path} imports ${specifier}: only start.ts, main.ts, config.ts and scripts know process/.`]
      : [],
  )
}

/** What tests need beyond their floor: real PostgreSQL, and the people's browser. */
const TESTS_MAY_KNOW = ['platform', 'tests']

export const importsFlowOneWay: Law = ({ path, text }) => {
  const floor = floorOf(path)
  const allowed = MAY_KNOW[floor]
  if (!allowed || !isCode(path)) return []
  const known = new Set([floor, ...allowed, ...(isTest(path) && floor !== 'web' ? TESTS_MAY_KNOW : [])])
  return importsOf(text).flatMap((specifier) => {
    const target = ownFile(path, specifier)
    if (target === undefined || known.has(floorOf(target))) return []
    return [`${path} imports ${specifier}: ${floor} may know ${allowed.join(', ') || 'nothing of ours'} only.`]
  })
}

/** Rooms that stand open to all: parts, the session, the frames of desks, and what many lists show (the cart's store, adverts, following). */
const SHARED_ROOMS = ['ui', 'theme', 'session', 'desk', 'content', 'cart', 'adverts', 'follows', 'languages']
const COMPOSING_ROOMS = ['pages', 'layouts']

export const roomsOfTheWebDoNotMeet: Law = ({ path, text }) => {
  const room = roomOf(path)
  if (room === undefined || COMPOSING_ROOMS.includes(room)) return []
  return importsOf(text).flatMap((specifier) => {
    const other = roomOf(ownFile(path, specifier) ?? '')
    if (other === undefined || other === room || SHARED_ROOMS.includes(other)) return []
    return [`${path} imports ${specifier}: web/${room} must not know web/${other}; a page puts them together.`]
  })
}

function roomOf(path: string): string | undefined {
  return /^web\/([^/]+)\//.exec(path)?.[1]
}

const PRODUCT_WORDS =
  /group[-_ ]?buy|vendor|\bcustomers?\b|\bbuyers?\b|\bcarts?\b|\bcheckouts?\b|\bnaira\b|kobo|\bpeps\b|ajoja|\bproducts\b|\bbulk order|price[-_ ]tier|marketplace/i

/** Data, not a word of ours: people choose what they know as a password. */
const WORDS_ARE_DATA = ['platform/auth/common-passwords.ts']

export const platformHasNoProductWords: Law = ({ path, text }) => {
  if (!path.startsWith('platform/') || isTest(path) || WORDS_ARE_DATA.includes(path)) return []
  // The gateway counts in kobo, whatever is paid with them.
  const isMoney = path.startsWith('platform/payment-gateways/')
  return text.split('\n').flatMap((line, index) => {
    const word = PRODUCT_WORDS.exec(isMoney ? line.replace(/kobo|\bnaira\b/gi, '') : line)?.[0]
    return word ? [`${path}:${index + 1} says "${word}": platform is technology without product words.`] : []
  })
}

export const onlyConfigReadsTheEnvironment: Law = ({ path, text }) => {
  // What starts the product as a process of its own passes an environment on.
  const starts = ['scripts/', 'bench/', 'deploy/', 'tests/journeys/'].some((folder) => path.startsWith(folder))
  const mayRead = path === 'config.ts' || starts
  if (mayRead || !isCode(path)) return []
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
  return /\bprocess\s*\.\s*env\b|\bprocess\[/.test(code.replace(/'[^'\n]*'/g, "''"))
    ? [`${path} reads the environment: only config.ts does.`]
    : []
}

/** database/types.ts knows the functions: a cast would hide a wrong name or argument. */
export const functionsAreCalledByTheirTypes: Law = ({ path, text }) => {
  if (!isCode(path) || path.startsWith('tests/')) return []
  const code = withoutComments(text)
  return [...code.matchAll(/\.rpc\(/g)].flatMap(({ index }) => {
    const isOfCast = /\bas\s[^()]*\)\s*$/.test(code.slice(0, index))
    const argument = /\bas\s+(?!const\b)\w+/.exec(bracketed(code, index + '.rpc'.length))?.[0]
    return isOfCast || argument
      ? [`${path} casts a call of rpc (${argument ?? 'its client'}): write what database/types.ts has of the function.`]
      : []
  })
}

/** From an opening bracket to the one that closes it. */
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
  // Rows that tables begin with are data.
  const rows = path.endsWith('.sql') ? /^ {2}\(.*\)[,;]$/ : undefined
  const lines = text
    .replace(/\n$/, '')
    .split('\n')
    .filter((line) => !rows?.test(line)).length
  return lines > wall ? [`${path} has ${lines} lines, the wall is ${wall}.`] : []
}

const EMPTY_NAMES = /^(utils?|helpers?|common|misc|managers?|services?|index)$/

export const namesSaySomething: Law = ({ path }) => {
  const parts = path.split('/')
  const file = parts.pop() ?? ''
  const word = file.replace(/(\.(test|d|client|server|config))?\.(tsx?|mjs|sql|css)$/, '')
  const breaches: string[] = []
  const isRole = path.startsWith('web/') && word === 'manager'
  for (const name of [...parts, word]) {
    if (EMPTY_NAMES.test(name) && !isRole) breaches.push(`${path}: "${name}" says nothing; name it for what it holds.`)
  }
  const isOfTables = /^(database|platform\/[a-z-]+\/sql)\/tables\/\d{4}_[a-z0-9_]+\.sql$/.test(path)
  if (!isOfTables && !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|d|client|server|config))?\.[a-z]+$/.test(file)) {
    breaches.push(`${path}: files are named in kebab-case.`)
  }
  return breaches
}
