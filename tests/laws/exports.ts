import { importedNames, ownFile, withoutComments } from './imports.ts'
import type { Source } from './laws.ts'

/** Exports exempt from the law, with the reason. */
export type ExemptExports = Readonly<Record<string, string>>

/** Exports of route modules that the framework uses. */
const FRAMEWORK =
  /^(default|loader|action|clientLoader|clientAction|meta|links|headers|handle|shouldRevalidate|middleware|clientMiddleware|ErrorBoundary|HydrateFallback|streamTimeout|handleError|Layout|unstable_\w+)$/

const SUPPORTS_TESTS = /\.test\.tsx?$|(^|\/)tests\/|(^|\/)testing(-server)?[./]/
/** Loaded by tools or by the build. */
const IS_CONFIGURATION = /^[a-z-]+(\.[a-z]+)?\.config\.ts$|^start\.ts$|^web\/ui\/server-links\.tsx$|\.d\.m?ts$/

/**
 * Reports exports that only tests import, and unused exports. A name that is also used in its own file may be exported
 * for tests.
 */
export function noExportIsUsedByTestsOnly(sources: readonly Source[], exempt: ExemptExports = {}): string[] {
  const code = sources.filter(({ path }) => /\.(tsx?|mjs)$/.test(path))
  const [ships, tests] = [
    code.filter(({ path }) => !SUPPORTS_TESTS.test(path)),
    code.filter(({ path }) => SUPPORTS_TESTS.test(path)),
  ]
  const [shipped, tested] = [importsByFile(ships), importsByFile(tests)]
  const breaches = ships.flatMap(({ path, text }) => {
    if (IS_CONFIGURATION.test(path)) return []
    const bare = withoutComments(text)
    return exportedNames(bare).flatMap((name) => {
      if (isImported(shipped, path, name) || (path.startsWith('web/') && FRAMEWORK.test(name))) return []
      const isUsedByTests = isImported(tested, path, name)
      const inside = bare.match(new RegExp(`(?<![\\w$.])${name.replace('$', '\\$')}(?![\\w$])`, 'g'))?.length ?? 0
      if (isUsedByTests && inside > 1) return []
      return [
        { key: `${path} ${name}`, says: isUsedByTests ? 'is used by tests only' : 'is exported but never imported' },
      ]
    })
  })
  const found = new Set(breaches.map(({ key }) => key))
  const stale = Object.keys(exempt).filter((key) => !found.has(key))
  return [
    ...breaches.filter(({ key }) => !(key in exempt)).map(({ key, says }) => `${key} ${says}.`),
    ...stale.map((key) => `${key} is used: remove it from the exempt exports.`),
  ]
}

type ImportedByFile = Map<string, Set<string>>

/** Names that these files import, by path of the imported file. */
function importsByFile(sources: readonly Source[]): ImportedByFile {
  const imported: ImportedByFile = new Map()
  for (const { path, text } of sources) {
    for (const { specifier, names } of importedNames(text)) {
      const target = ownFile(path, specifier)
      if (target !== undefined) imported.set(target, new Set([...(imported.get(target) ?? []), ...names]))
    }
  }
  return imported
}

function isImported(imported: ImportedByFile, path: string, name: string): boolean {
  const names = imported.get(path)
  return names !== undefined && (names.has('*') || names.has(name))
}

function exportedNames(code: string): string[] {
  const declared = code.matchAll(
    /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm,
  )
  const listed = [...code.matchAll(/^export (?:type )?\{([^}]*)\}(?! from)/gm)].flatMap(([, names = '']) =>
    names.split(','),
  )
  const names = listed
    .map(
      (name) =>
        name
          .trim()
          .split(/\s+as\s+/)
          .at(-1) ?? '',
    )
    .filter(Boolean)
  return [
    ...[...declared].map(([, name = '']) => name),
    ...names,
    ...(/^export default/m.test(code) ? ['default'] : []),
  ]
}
