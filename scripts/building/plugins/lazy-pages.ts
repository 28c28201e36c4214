import type { Plugin, Rolldown } from 'vite'

const BUILD_ID = /virtual:react-router\/server-build/
const MAIN_ID = /\/main\.ts$/
const SECTION_ID = /^\0?lazy-pages:/

interface Graph {
  ids: readonly string[]
  staticImports(id: string): readonly string[]
  dynamicImports(id: string): readonly string[]
  isEntry(id: string): boolean
}

interface LazyPagesOptions {
  /** The sections of each page's file, by its path below `web`; a file of none is part of all. */
  sectionsOf(file: string): readonly string[]
  /** The section that is loaded in any case. */
  market: string
}

/**
 * Lets the server load the modules of pages on first use: the build that React Router generates imports all of them,
 * and `web/routing/sections.ts` then loads those of a section with its first request.
 */
export function lazyPages(options: LazyPagesOptions): { plugin: Plugin; chunks: Rolldown.CodeSplittingGroup } {
  let sections: ReadonlyMap<string, string> = new Map()
  let chunks: ReadonlyMap<string, string> = new Map()
  const chunkOf = (path: string) => nameChunk(sectionsOrAll(options, path), options)
  const plugin: Plugin = {
    name: 'lazy-pages',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    // Chunks may use what the entry contains. Here, because it replaces an option that React Router's plugin sets.
    config: () => ({
      environments: { ssr: { build: { rollupOptions: { preserveEntrySignatures: 'allow-extension' } } } },
    }),
    resolveId: { filter: { id: SECTION_ID }, handler: (id) => `\0${id}` },
    load: { filter: { id: SECTION_ID }, handler: (id) => sections.get(id.slice(1)) },
    transform: {
      filter: { id: BUILD_ID },
      handler(code) {
        const lazy = importLazily(code, chunkOf)
        sections = lazy.sections
        return lazy.code
      },
    },
    buildEnd() {
      const graph = {
        ids: [...this.getModuleIds()],
        staticImports: (id: string) => this.getModuleInfo(id)?.importedIds ?? [],
        dynamicImports: (id: string) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [],
        isEntry: (id: string) => this.getModuleInfo(id)?.isEntry ?? false,
      }
      chunks = chunksOf(graph, options)
    },
  }
  return {
    plugin,
    chunks: { debugName: 'pages', name: (id) => chunks.get(id) ?? null, includeDependenciesRecursively: false },
  }
}

/**
 * Replaces each static import of a route by a function that imports its chunk. Throws if React Router writes its build
 * in another way. `sections` has the source of a module for each chunk.
 */
export function importLazily(code: string, chunkOf: (path: string) => string) {
  const sections = new Map<string, string>()
  let imports = 0
  const lazy = code.replace(/import \* as (route\d+) from "([^"]+)";/g, (_, name: string, path: string) => {
    const section = `lazy-pages:${chunkOf(path)}`
    sections.set(section, `${sections.get(section) ?? ''}export * as ${name} from ${JSON.stringify(path)}\n`)
    imports += 1
    return `const ${name} = async () => (await import(${JSON.stringify(section)})).${name};`
  })
  const uses = code.match(/\bmodule: route\d+/g)?.length ?? 0
  if (imports === 0 || imports !== uses) {
    throw new Error('scripts/building/plugins/lazy-pages.ts: React Router writes its server build in another way')
  }
  return { code: lazy, sections }
}

/**
 * Names the chunk of each module that pages use. Modules that other code needs too are in chunks by what needs them, so
 * that no page is loaded with them. The others are in the chunk of their section, in that of several desks, or in the
 * shared one. Each chunk imports only those with more users, so that there is no cycle.
 */
function chunksOf(graph: Graph, options: LazyPagesOptions): Map<string, string> {
  const isSection = (id: string) => SECTION_ID.test(id)
  const others = otherUsers(graph)
  const sections = new Map<string, Set<string>>()
  const builds = graph.ids.filter((id) => BUILD_ID.test(id))
  for (const page of [...builds, ...graph.ids.filter(isSection).flatMap(graph.staticImports)]) {
    for (const name of sectionsOrAll(options, page)) markUser(graph, page, { users: sections, name })
  }
  const bases = new Map<string, string>()
  const chunks = new Map(graph.ids.filter(isSection).map((id) => [id, id.replace(SECTION_ID, '')]))
  for (const [id, users] of sections) {
    const elsewhere = [...(others.get(id) ?? [])].sort().join(' ')
    if (elsewhere !== '' && !bases.has(elsewhere)) bases.set(elsewhere, `base-${bases.size + 1}`)
    chunks.set(id, bases.get(elsewhere) ?? nameChunk([...users], options))
  }
  return chunks
}

/**
 * The entries and dynamic imports that need each module. A dynamic import of `main.ts` is never loaded without it, so it
 * does not count for a module that `main.ts` has loaded already.
 */
function otherUsers(graph: Graph): Map<string, Set<string>> {
  const isPage = (id: string) => SECTION_ID.test(id) || BUILD_ID.test(id)
  const main = graph.ids.find((id) => MAIN_ID.test(id))
  const users = new Map<string, Set<string>>()
  const mark = (open: string[], isFollowed: (id: string) => boolean) => {
    const roots = new Set<string>()
    for (let root = open.pop(); root !== undefined; root = open.pop()) {
      if (roots.has(root) || isPage(root)) continue
      roots.add(root)
      for (const id of markUser(graph, root, { users, name: root })) {
        if (isFollowed(root)) open.push(...graph.dynamicImports(id))
      }
    }
    return roots
  }
  const independent = mark(graph.ids.filter(graph.isEntry), (root) => root !== main)
  mark(graph.ids.flatMap(graph.dynamicImports), () => false)
  for (const names of users.values()) {
    if (main === undefined || !names.has(main)) continue
    for (const name of names) if (!independent.has(name)) names.delete(name)
  }
  return users
}

/** Not the name of a section. */
const ALL = 'all'

function sectionsOrAll({ sectionsOf, market }: LazyPagesOptions, path: string): readonly string[] {
  const found = [...new Set(sectionsOf(path.replace(/^.*\/web\/|\?.*$/g, '')))]
  return found.length > 0 ? found : [market, ALL]
}

function nameChunk(users: readonly string[], { market }: LazyPagesOptions): string {
  if (users.length === 1) return `pages-${users[0]}`
  return users.includes(market) ? 'pages' : 'pages-desks'
}

interface Mark {
  users: Map<string, Set<string>>
  name: string
}

/** Adds the name to the users of a module and of all that it imports statically. Returns those. */
function markUser(graph: Graph, from: string, { users, name }: Mark): string[] {
  const open = [from]
  const marked: string[] = []
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const found = users.get(id) ?? new Set()
    if (found.has(name)) continue
    users.set(id, found.add(name))
    marked.push(id)
    open.push(...graph.staticImports(id))
  }
  return marked
}
