import { importedNames, ownFile, withoutComments } from './imports.ts'
import type { Source } from './laws.ts'

/** What the next issue calls, each with its reason: rules that are tested before their command stands. */
export type Awaited = Readonly<Record<string, string>>

/** Names that the framework calls for in its own files. */
const FRAMEWORK =
  /^(default|loader|action|clientLoader|clientAction|meta|links|headers|handle|shouldRevalidate|middleware|clientMiddleware|ErrorBoundary|HydrateFallback|streamTimeout|handleError|Layout|unstable_\w+)$/

const SUPPORTS_TESTS = /\.test\.tsx?$|(^|\/)tests\/|(^|\/)testing(-server)?[./]/
/** Asked for by tools, or, as `start` and the links on the server, by the build. */
const IS_CONFIGURATION = /^[a-z-]+(\.[a-z]+)?\.config\.ts$|^start\.ts$|^web\/ui\/server-links\.tsx$|\.d\.m?ts$/

/**
 * What ships is what is tested: an export that only tests ask for is a rule that nobody follows, and one that nobody asks
 * for is a rest. A name that its own file uses too may be exported for its tests.
 */
export function noExportIsUsedByTestsAlone(sources: readonly Source[], awaited: Awaited = {}): string[] {
  const code = sources.filter(({ path }) => /\.(tsx?|mjs)$/.test(path))
  const [ships, tests] = [
    code.filter(({ path }) => !SUPPORTS_TESTS.test(path)),
    code.filter(({ path }) => SUPPORTS_TESTS.test(path)),
  ]
  const [shipped, tested] = [wantedOf(ships), wantedOf(tests)]
  const breaches = ships.flatMap(({ path, text }) => {
    if (IS_CONFIGURATION.test(path)) return []
    const bare = withoutComments(text)
    return exportedNames(bare).flatMap((name) => {
      if (isWanted(shipped, path, name) || (path.startsWith('web/') && FRAMEWORK.test(name))) return []
      const byTests = isWanted(tested, path, name)
      const inside = bare.match(new RegExp(`(?<![\\w$.])${name.replace('$', '\\$')}(?![\\w$])`, 'g'))?.length ?? 0
      if (byTests && inside > 1) return []
      return [
        { key: `${path} ${name}`, says: byTests ? 'is used by tests alone' : 'is exported, and nobody imports it' },
      ]
    })
  })
  const found = new Set(breaches.map(({ key }) => key))
  const stale = Object.keys(awaited).filter((key) => !found.has(key))
  return [
    ...breaches.filter(({ key }) => !(key in awaited)).map(({ key, says }) => `${key} ${says}.`),
    ...stale.map((key) => `${key} is awaited no more: take it off the list.`),
  ]
}

type Wanted = Map<string, Set<string>>

/** What these files ask of each of ours, by path. */
function wantedOf(sources: readonly Source[]): Wanted {
  const wanted: Wanted = new Map()
  for (const { path, text } of sources) {
    for (const { specifier, names } of importedNames(text)) {
      const target = ownFile(path, specifier)
      if (target !== undefined) wanted.set(target, new Set([...(wanted.get(target) ?? []), ...names]))
    }
  }
  return wanted
}

function isWanted(wanted: Wanted, path: string, name: string): boolean {
  const names = wanted.get(path)
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
