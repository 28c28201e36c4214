import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

export const FLOORS = ['domain', 'platform', 'database', 'api', 'server', 'web'] as const

const ROOTS = [...FLOORS, 'process', 'tests', 'scripts', 'bench', 'deploy']

/** Paths of all source files, except generated folders, relative to the project's folder. */
export function sourceFiles(project = process.cwd()): string[] {
  const below = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? below(path) : [relative(project, path)]
    })
  const root = readdirSync(project, { withFileTypes: true }).filter((entry) => entry.isFile())
  const files = ROOTS.map((name) => join(project, name)).filter((folder) => existsSync(folder))
  return [...root.map((entry) => entry.name), ...files.flatMap(below)].filter((path) =>
    /\.(tsx?|mjs|sql|css)$/.test(path),
  )
}

export const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || /(^|\/)tests\//.test(path)

/** By source, because a law asks the same files for each page that reaches them. */
const found = new Map<string, string[]>()

/** All module specifiers of a source: `import`, `export … from`, `import()`, `typeof import()`. */
export function importsOf(source: string): string[] {
  const known = found.get(source) ?? findImports(source)
  found.set(source, known)
  return known
}

function findImports(source: string): string[] {
  const code = withoutComments(source)
  const patterns = [
    /^\s*(?:import|export)\b[^'"`;=()]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    /^\s*import\s*['"]([^'"]+)['"]/gm,
    /\bimport\(\s*['"`]([^'"`]+)['"`]/g,
  ]
  return patterns.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''))
}

export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

/** Imported names by specifier, as exported by the other file; `*` for a namespace. */
export function importedNames(source: string): { specifier: string; names: string[] }[] {
  const code = withoutComments(source)
  const clauses = code.matchAll(/^\s*(?:import|export)\s+(?:type\s+)?([^'"`;=()]*?)\s*\bfrom\s*['"]([^'"]+)['"]/gm)
  const whole = code.matchAll(/\bimport\(\s*['"`]([^'"`]+)['"`]/g)
  return [
    ...[...clauses].map(([, clause = '', specifier = '']) => ({ specifier, names: namesIn(clause) })),
    ...[...whole].map(([, specifier = '']) => ({ specifier, names: ['*'] })),
  ]
}

function namesIn(clause: string): string[] {
  const [, listed = ''] = /\{([^}]*)\}/.exec(clause) ?? []
  const names = listed.split(',').map(
    (name) =>
      name
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)[0] ?? '',
  )
  const before = clause.replace(/\{[^}]*\}/, '').replace(/[,\s]/g, '')
  const rest = before.startsWith('*') ? ['*'] : before ? ['default'] : []
  return [...names.filter(Boolean), ...rest]
}

/** The project file that a specifier in `from` resolves to; undefined for packages and Node's modules. */
export function ownFile(from: string, specifier: string): string | undefined {
  if (specifier === '#config') return 'config.ts'
  if (specifier.startsWith('#')) return normalize(specifier.slice(1))
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  return undefined
}

/** True if the predicate holds for the file or one of its direct or indirect imports. */
export function reaches(file: string, predicate: (file: string) => boolean, seen = new Set<string>()): boolean {
  if (predicate(file)) return true
  if (seen.has(file) || !existsSync(file)) return false
  seen.add(file)
  return importsOf(readFileSync(file, 'utf8')).some((specifier) => {
    const next = ownFile(file, specifier)
    return next !== undefined && reaches(next, predicate, seen)
  })
}
